// Who plays by keys is never sent back to the top of the page: when what was chosen is gone, the question is
// where it goes on.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { drawMoment, moments, openBrowser, servePage } from './lib.mjs';

let browser, site;
before(async () => { [browser, site] = await Promise.all([openBrowser(), servePage()]); });
after(async () => { await browser.close(); site.close(); });

const at = (page, selector) => page.evaluate((these) => document.activeElement.matches(these), selector);

for (const [what, chosen] of [['an answer', '.now .choice:not([aria-disabled=true])'], ['a die', '.die.is-live']])
  test(`${what} that is gone leaves the focus at the question, and the next key stop is an answer`, async () => {
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    const asked = moments('mille-sabords', 3, 7, 1).find(({ sight }) => sight.ask?.key === 'ms.ask.choose');
    await drawMoment(page, site.url, asked);
    await page.locator(chosen).first().focus();
    await page.evaluate((sight) => window.table.see({ ...sight, ask: null, moves: [], subsets: [], ways: [], turn: [2] }), asked.sight);
    assert.ok(await at(page, '.question'), 'nothing to choose: it waits at the question');
    await page.evaluate((sight) => window.table.see(sight), asked.sight);
    assert.ok(await at(page, '.question'), 'and nothing is chosen for anybody');
    await page.keyboard.press('Tab');
    assert.ok(await at(page, '.now .choice'), 'the answers come next');
    await page.close();
  });

test('where no button answers, the board is where it goes on', async () => {
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  const [asked] = moments('buccaneer', 4, 3, 1);
  await drawMoment(page, site.url, asked);
  await page.locator('.question').focus();
  await page.evaluate((sight) => window.table.see(sight), asked.sight);
  assert.ok(await at(page, '.board .item.is-live'));
  await page.close();
});

test('who has not come to the table by keys is left where he is', async () => {
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  const [first, second] = moments('corsaires', 3, 7, 1);
  await drawMoment(page, site.url, first);
  await page.evaluate((sight) => window.table.see(sight), second.sight);
  assert.ok(await at(page, 'body'));
  await page.close();
});
