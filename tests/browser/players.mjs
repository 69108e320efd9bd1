// Players who click or tap, for the tests of the page.

import { eventually, showsCount } from './lib.mjs';

/** Plays until the end; `act` answers the questions of this page. */
export async function playOut(page, act, most = 400) {
  for (let turn = 0; turn < most; turn++) {
    await page.waitForFunction(() => document.querySelector('.crown, .is-asked'));
    if (await page.locator('.crown').count()) return;
    await act(turn);
  }
  throw new Error('the game does not end');
}

/** Clicks, and waits until the page shows the result: the next event, or a refusal. */
export async function clickAndWait(page, click) {
  const before = await page.evaluate(() => [
    document.querySelector('.table').dataset.n,
    document.querySelector('.note').textContent,
  ]);
  await click();
  await page.waitForFunction(
    ([n, note]) =>
      n !== document.querySelector('.table').dataset.n ||
      note !== document.querySelector('.note').textContent,
    before,
  );
}

/** The one of two players who has the question and the other one, once both pages show the same
 * event. */
export async function mover(anne, bob) {
  const standing = ({ page }) =>
    page.evaluate(() => ({
      n: document.querySelector('.table').dataset.n,
      asked: !!document.querySelector('.is-asked'),
    }));
  const [first] = await eventually(
    () => Promise.all([anne, bob].map(standing)),
    ([one, other]) => one.n === other.n && one.asked !== other.asked,
    'one of two is asked',
  );
  return first.asked ? [anne, bob] : [bob, anne];
}

/** A click, or a tap on a touch screen. */
const press = ({ touch }, what) => (touch ? what.tap() : what.click());

/** Plays Mille Sabords!: rerolls two dice once, then stops. */
export function diceAndCards(who) {
  const { page } = who;
  let thrown = 0;
  return async (turn) => {
    const pile = page.locator('.ms-pile .is-live');
    const dice = page.locator('.ms-lying .die.is-live');
    if (await pile.count()) {
      thrown = 0;
      await clickAndWait(page, () => press(who, pile));
    } else if (await page.locator('.now [data-key="throw"]').count()) {
      // all eight, or on Skull Island
      await clickAndWait(page, () =>
        press(
          who,
          turn % 2 ? page.locator('.now [data-key="throw"]') : page.locator('.die.is-live').first(),
        ),
      );
    } else if (turn % 3 === 0 && !thrown++ && (await dice.count()) >= 2) {
      await press(who, dice.first());
      await press(who, page.locator('.ms-lying .die.is-live').first());
      await showsCount(page, '.ms-cup .die', 2);
      await clickAndWait(page, () => press(who, page.locator('.now .is-main').first()));
    } else {
      await clickAndWait(page, () => press(who, page.locator('.now [data-key="stop"]')));
    }
  };
}

/** Plays Corsaires: a card on a galleon where possible, else draws. */
export function handAndGalleons(who) {
  const { page } = who;
  return async (turn) => {
    const card = page.locator('.co-hand.is-own .is-live'),
      pile = page.locator('.co-pile .is-live');
    if ((await pile.count()) && (turn % 3 === 2 || !(await card.count()))) {
      await clickAndWait(page, () => press(who, pile));
      return;
    }
    if (
      (await page.locator('.now .choice').count()) === 1 &&
      (await page.locator('.all').isHidden())
    ) {
      // a single move needs one click
      await clickAndWait(page, () => press(who, card.first()));
      return;
    }
    await press(who, card.first());
    const galleon = page.locator('.co-galleon .item.is-next');
    const again = (await galleon.count())
      ? galleon.first()
      : page.locator('.now .choice:not(.is-quiet)').first();
    await clickAndWait(page, () => press(who, again));
  };
}
