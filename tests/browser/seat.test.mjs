// A seat at a real table, and all that is not a move: hints, taking back, signals, clocks, who is away, another
// language in the middle, the way back; the line cut and the server killed, without loading the page again.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { openBrowser, person, playNow, serveBehindWire } from './lib.mjs';
import { clickAndWait } from './players.mjs';

const limit = { timeout: 300_000 }; // far more than a slow machine needs
let browser, server;
before(async () => { [browser, server] = await Promise.all([openBrowser(), serveBehindWire()]); });
after(async () => { await browser.close(); await server.stop(); });

const isWell = async ({ trouble, context }) => {
  assert.deepEqual(trouble, []);
  await context.close();
};

const tool = (page, key) => page.locator(`.tools [data-key="${key}"]`);

/** Makes a table through the door; `choose` fills the form. */
async function make(page, game, choose) {
  await page.goto(server.url);
  await page.locator('.poster', { has: page.locator(`#title-${game}`) }).locator('.choice').nth(1).click();
  await choose(async (row, value) => page.locator(`#making-${row}`).selectOption(value));
  await page.locator('.making .is-main').click();
  await page.waitForSelector('[data-key="start"]');
}

test('a hint says in words what is best and why, lights it, and can be played', limit, async () => {
  const who = await person(browser), { page } = who;
  await playNow(page, server.url, 'corsaires');
  await page.waitForSelector('.is-asked');
  await tool(page, 'web.hint').click();
  await page.waitForSelector('.note button');
  const note = await page.locator('.note').textContent(), hint = who.messages.findLast((message) => message.is === 'hint');
  assert.match(note, /^The first mate would play: \S.* Play it \S.*%.*\.$/);
  assert.doesNotMatch(note, /[{}]|undefined|hint\./);
  assert.deepEqual(await page.locator('.is-suggested').evaluateAll((all) => all.map((one) => Number(one.dataset.id)).sort()),
    [...hint.moves[0].touches].sort());
  await page.locator('.head nav button[lang=fr]').click();
  await page.waitForFunction(() => document.documentElement.lang === 'fr');
  await page.waitForTimeout(2100); // between two hints there is a pause
  await tool(page, 'web.hint').click();
  await page.getByText(/^Le second jouerait/).waitFor();
  await clickAndWait(page, () => page.locator('.note button').click());
  const first = who.messages.findLast((message) => message.is === 'hint').moves[0];
  assert.ok(who.messages.filter((message) => message.is === 'event' && message.seat === 1).some(({ say }) => say[0].key === first.say.key));
  await isWell(who);
});

test('where the maker wants none there are no hints', limit, async () => {
  const who = await person(browser), { page } = who;
  await make(page, 'mille-sabords', (choose) => choose('hints', 'off'));
  await page.locator('[data-key="start"]').click();
  await page.waitForSelector('.tools [data-key="web.undo"]');
  assert.equal(await tool(page, 'web.hint').count(), 0);
  await isWell(who);
});
