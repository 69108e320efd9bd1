// The first visit on a phone: nothing exceeds the screen, every button is visible, a refused move
// leads to its rule, and no player is out before the game has begun.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import {
  chooseGame,
  eventually,
  openBrowser,
  person,
  playNow,
  readAll,
  serve,
  showsCount,
} from './lib.mjs';
import { clickAndWait } from './players.mjs';

const limit = { timeout: 200_000 }; // generous for a slow machine
let browser, server;
before(async () => {
  [browser, server] = await Promise.all([openBrowser(), serve()]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

const poster = (page, game) => page.locator('.poster', { has: page.locator(`#title-${game}`) });

/** Elements beyond the right edge of the screen, described. */
const beyond = (page, selector) =>
  page.evaluate(
    (these) =>
      [...document.querySelectorAll(these)]
        .filter(
          (one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 0.5,
        )
        .map((one) => one.textContent),
    selector,
  );

for (const [lang, width] of [
  ['fr', 320],
  ['en', 360],
])
  test(
    `at ${width} pixels home page, dialogs and the buttons of a table are on the screen (${lang})`,
    limit,
    async () => {
      const { page, context, trouble } = await person(browser, {
        lang,
        width,
        height: 700,
        touch: true,
      });
      await page.goto(server.url);
      await page.waitForSelector('.poster');
      assert.equal(
        await page.evaluate(() => document.documentElement.scrollWidth),
        width,
        'the home page does not scroll sideways',
      );
      for (const what of ['invite', 'real']) {
        await chooseGame(page, 'corsaires', what);
        await page.waitForSelector('dialog[open]');
        assert.deepEqual(await beyond(page, 'dialog, dialog *'), []);
        await page.keyboard.press('Escape');
        await page.waitForSelector('dialog', { state: 'detached' });
      }
      await playNow(page, server.url, 'mille-sabords');
      for (const key of ['card', 'throw']) {
        const button = page.locator(`.is-asked .now [data-key="${key}"]`);
        await button.waitFor();
        await clickAndWait(page, () => button.click());
      }
      await page.waitForSelector('.is-asked .now .choice');
      await page.waitForFunction(() => {
        // the widest case: the card Treasure Island offers three long buttons
        const one = document.querySelector('.is-asked .now .choice');
        while (one && one.parentElement.children.length < 3) one.before(one.cloneNode(true));
        return one;
      });
      assert.deepEqual(await beyond(page, '.deck .tool, .deck .now .choice'), []);
      assert.deepEqual(trouble, []);
      await context.close();
    },
  );

test('what is not allowed leads to its rule, which is read over the table', limit, async () => {
  const { page, context, trouble } = await person(browser, {});
  await playNow(page, server.url, 'aux-sabords');
  const link = page.locator('.note a.rule'),
    table = new URL(page.url()).hash;
  await page.waitForSelector('.is-asked .question');
  await page.locator('.as-hand .item').first().click(); // before a card was drawn
  await eventually(() => link.getAttribute('href'), '#rules/aux-sabords/4.1');
  await link.click();
  await page.waitForSelector('dialog #rule-4\\.1.is-cited');
  assert.equal(new URL(page.url()).hash, table, 'the table stays');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('nobody is out of a duel before boats are taken', limit, async () => {
  const { page, context } = await person(browser, {});
  await page.goto(server.url);
  await chooseGame(page, 'pirates-en-duel', 'real');
  await page.locator('dialog .is-main').click();
  await page.waitForSelector('.face');
  assert.ok(!(await page.locator('.players .standing').allTextContents()).includes('out'));
  await context.close();
});

test('the cards of a real table are tapped by their pictures', limit, async () => {
  const { page, context, trouble } = await person(browser, {});
  await page.goto(server.url);
  await chooseGame(page, 'corsaires', 'real');
  await page.locator('dialog .is-main').click();
  await page.locator('[data-key="look"]').click();
  await page.locator('.face[data-key="first-1"]').click();
  await page.waitForSelector('.face:not([data-key^="first"])');
  await eventually(
    () => readAll(page, '.face', (all) => all.filter((face) => !face.querySelector('svg')).length),
    0,
  );
  await page.locator('.face').first().click();
  await showsCount(page, '.entered:has(svg)', 1);
  assert.deepEqual(trouble, []);
  await context.close();
});
