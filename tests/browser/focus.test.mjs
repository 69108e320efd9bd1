// Keyboard focus: when the focused element disappears, the focus moves to the question and not to
// the top of the page.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { drawMoment, eventually, moments, newPage, openBrowser, servePage } from './lib.mjs';

let browser, site;
before(async () => {
  [browser, site] = await Promise.all([openBrowser(), servePage()]);
});
after(async () => {
  await browser.close();
  site.close();
});

const at = (page, selector) =>
  page.evaluate((these) => document.activeElement.matches(these), selector);

for (const [what, chosen] of [
  ['an answer', '.now .choice:not([aria-disabled=true])'],
  ['a die', '.die.is-live'],
])
  test(`when ${what} is gone, the question has focus and Tab leads to an answer`, async () => {
    const page = await newPage(browser, { reducedMotion: 'reduce' });
    const asked = moments('mille-sabords', 3, 7, 1).find(
      ({ sight }) => sight.prompt?.key === 'ms.ask.choose',
    );
    await drawMoment(page, site.url, asked);
    await page.locator(chosen).first().focus();
    await page.evaluate(
      (sight) =>
        window.table.see({ ...sight, prompt: null, moves: [], subsets: [], routes: [], turn: [2] }),
      asked.sight,
    );
    assert.ok(await at(page, '.question'), 'nothing to choose: it waits at the question');
    await page.evaluate((sight) => window.table.see(sight), asked.sight);
    assert.ok(await at(page, '.question'), 'and nothing is chosen for anybody');
    await page.keyboard.press('Tab');
    await eventually(() => at(page, '.now .choice'), true, 'the answers come next');
    await page.close();
  });

test('where no button answers, the board is where it goes on', async () => {
  const page = await newPage(browser, { reducedMotion: 'reduce' });
  const [asked] = moments('buccaneer', 4, 3, 1);
  await drawMoment(page, site.url, asked);
  await page.locator('.question').focus();
  await page.evaluate((sight) => window.table.see(sight), asked.sight);
  assert.ok(await at(page, '.board .item.is-live'));
  await page.close();
});

test('who has not come to the table by keys is left where he is', async () => {
  const page = await newPage(browser, { reducedMotion: 'reduce' });
  const [first, second] = moments('corsaires', 3, 7, 1);
  await drawMoment(page, site.url, first);
  await page.evaluate((sight) => window.table.see(sight), second.sight);
  assert.ok(await at(page, 'body'));
  await page.close();
});
