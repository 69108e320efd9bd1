// Several players on one device: a screen between secret hands, with and without a server, in both
// languages; none in games without secrets.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import {
  chooseGame,
  chooseSeat,
  eventually,
  findings,
  openBrowser,
  person,
  serve,
  showsCount,
} from './lib.mjs';

const limit = { timeout: 600_000 }; // generous for a slow machine
let browser, server;
before(async () => {
  [browser, server] = await Promise.all([openBrowser(), serve()]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

/** Creates a table for Anne and Bob on this device, and a bot. */
async function sitDown(page, game) {
  await chooseGame(page, game, 'invite');
  await page.locator('#making-seats [value="3"]').check();
  await chooseSeat(page, 2, 'here');
  await page.locator('[name="here"][data-seat="2"]').fill('Bob');
  await chooseSeat(page, 3, 'bot:matelot');
  await page.locator('.making .is-main').click();
}

/** The home page, with or without a server. */
async function doorFor(lang, alone) {
  const who = await person(browser, { lang });
  if (alone)
    await who.page.addInitScript(() => {
      window.WebSocket = class extends WebSocket {
        constructor() {
          super(`ws://${location.host}/nowhere`);
        }
      };
    });
  await who.page.goto(server.url);
  await who.page.waitForSelector('.poster');
  return who;
}

const told = (page) => page.locator('.log-lines .told').allTextContents();

/** Confirms the screen, draws a card and passes the device on; returns the player and the log. */
async function takeTurn(page, pass, drew) {
  const [, name] = (await page.locator('.curtain h2').textContent()).match(pass);
  await page.locator('[data-key="look"]').click();
  await page.waitForSelector('.co-hand.is-own .item');
  await page.locator('.log-lines .told').first().waitFor(); // after a reload the log comes last
  const draws = async () =>
      (await told(page)).filter((line) => line.startsWith(name) && drew.test(line)).length,
    before = await draws();
  await page.locator('.co-pile .is-live').click();
  await page.locator('[data-key="pass"]').waitFor();
  // the log is written after the tools are drawn
  await eventually(draws, before + 1, `${name} is told what is drawn`);
  const lines = await told(page);
  await page.locator('[data-key="pass"]').click();
  await page.locator('[data-key="look"]').waitFor();
  return { name, lines };
}

const isEmpty = async (page) =>
  assert.equal(
    await page.locator('.item, .table, .log-lines .told, .choices').count(),
    0,
    'nothing of a table is on the page',
  );

for (const [lang, alone, pass, drew] of [
  ['fr', true, /^Passez l’écran à (.*)\.$/, / pioche \S/],
  ['en', false, /^Pass the screen to (.*)\.$/, / draws \S/],
])
  test(
    `a curtain between Anne and Bob, ${alone ? 'without a server' : 'at a server'} (${lang})`,
    limit,
    async () => {
      const { page, context, trouble } = await doorFor(lang, alone);
      await sitDown(page, 'corsaires');
      await page.locator('[data-key="look"]').waitFor();
      assert.deepEqual(await findings(page), []);
      const lines = { Anne: [], Bob: [] };
      for (let turn = 0; turn < 4; turn++) {
        await isEmpty(page);
        const took = await takeTurn(page, pass, drew);
        lines[took.name].push(...took.lines);
      }
      await page.reload();
      await page.locator('[data-key="look"]').waitFor();
      await isEmpty(page);
      // after a reload each player still has their own log
      const last = await takeTurn(page, pass, drew);
      lines[last.name].push(...last.lines);
      for (const [one, other] of [
        ['Anne', 'Bob'],
        ['Bob', 'Anne'],
      ]) {
        assert.ok(
          lines[one].some((line) => line.startsWith(one) && drew.test(line)),
          `${one} is told what is drawn`,
        );
        assert.deepEqual(
          lines[other].filter((line) => line.startsWith(one) && drew.test(line)),
          [],
          `${other} is not`,
        );
      }
      assert.deepEqual(trouble, []);
      await context.close();
    },
  );

test('no curtain where there are no secrets', limit, async () => {
  const { page, context, trouble } = await doorFor('en', true);
  await sitDown(page, 'mille-sabords');
  const asked = new Set();
  for (let turn = 0; turn < 12 && asked.size < 2; turn++) {
    await page.waitForSelector('.is-asked');
    asked.add((await page.locator('.choices > .question').textContent()).split(/[,:]/)[0]);
    const n = await page.locator('.table').getAttribute('data-n');
    await page.locator('.now button:not([aria-disabled=true])').last().click();
    await page.waitForFunction((was) => document.querySelector('.table').dataset.n !== was, n);
    await showsCount(page, '.curtain', 0);
  }
  assert.deepEqual([...asked].sort(), ['Anne', 'Bob']);
  assert.deepEqual(trouble, []);
  await context.close();
});
