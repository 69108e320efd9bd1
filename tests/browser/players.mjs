// People who play by clicking or tapping, for the tests of the page.

import assert from 'node:assert/strict';

/** Plays until the end; `act` does something whenever this page is asked. */
export async function playOut(page, act, most = 400) {
  for (let turn = 0; turn < most; turn++) {
    await page.waitForFunction(() => document.querySelector('.crown, .is-asked'));
    if (await page.locator('.crown').count())
      return;
    await act(turn);
  }
  throw new Error('the game does not end');
}

/** Clicks, and waits until the page shows what came of it: an event later, or a refusal. */
export async function clickAndWait(page, click) {
  const shown = () => page.evaluate(() => `${document.querySelector('.table').dataset.n} ${document.querySelector('.note').textContent}`);
  const before = await shown();
  await click();
  await page.waitForFunction((was) => was !==
    `${document.querySelector('.table').dataset.n} ${document.querySelector('.note').textContent}`, before);
}

/** A click, or a tap where the person has a screen to touch. */
const press = ({ touch }, what) => (touch ? what.tap() : what.click());

/** A sensible player of Mille Sabords!: two dice again once, then stop. */
export function diceAndCards(who) {
  const { page } = who;
  let thrown = 0;
  return async (turn) => {
    const pile = page.locator('.ms-pile .is-live');
    const dice = page.locator('.ms-lying .die.is-live');
    if (await pile.count()) {
      thrown = 0;
      await clickAndWait(page, () => press(who, pile));
    } else if (await page.locator('.now [data-key="throw"]').count()) { // all eight, or on Skull Island
      await clickAndWait(page, () => press(who, turn % 2 ? page.locator('.now [data-key="throw"]') : page.locator('.die.is-live').first()));
    } else if (turn % 3 === 0 && !thrown++ && await dice.count() >= 2) {
      await press(who, dice.first());
      await press(who, page.locator('.ms-lying .die.is-live').first());
      assert.equal(await page.locator('.ms-cup .die').count(), 2);
      await clickAndWait(page, () => press(who, page.locator('.now .is-main').first()));
    } else {
      await clickAndWait(page, () => press(who, page.locator('.now [data-key="stop"]')));
    }
  };
}

/** A sensible player of Corsaires: two clicks on a card and a galleon where there is one, else draws. */
export function handAndGalleons(who) {
  const { page } = who;
  return async (turn) => {
    const card = page.locator('.co-hand.is-own .is-live'), pile = page.locator('.co-pile .is-live');
    if (await pile.count() && (turn % 3 === 2 || !(await card.count()))) {
      await clickAndWait(page, () => press(who, pile));
      return;
    }
    if (await page.locator('.now .choice').count() === 1 && await page.locator('.all').isHidden()) { // the only move there is: one click
      await clickAndWait(page, () => press(who, card.first()));
      return;
    }
    await press(who, card.first());
    const galleon = page.locator('.co-galleon .item.is-next');
    const again = await galleon.count() ? galleon.first() : page.locator('.now .choice:not(.is-quiet)').first();
    await clickAndWait(page, () => press(who, again));
  };
}
