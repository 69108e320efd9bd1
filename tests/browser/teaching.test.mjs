// Teaching while playing: tips in the first game, explanations of pieces, and what just happened.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  build,
  drawMoment,
  eventually,
  moments,
  newPage,
  openBrowser,
  person,
  playNow,
  serve,
  servePage,
  showsText,
} from './lib.mjs';

let browser, site, server;
before(async () => {
  [browser, site, server] = await Promise.all([openBrowser(), servePage(), serve()]);
});
after(async () => {
  await browser.close();
  site.close();
  await server.stop();
});

const games = {
  'mille-sabords': 'ms',
  corsaires: 'co',
  buccaneer: 'bu',
  'pirates-en-duel': 'pd',
  'aux-sabords': 'as',
};

for (const lang of ['fr', 'en'])
  test(`every game has three or four tips, each for a question that exists (${lang})`, () => {
    const read = (name) => JSON.parse(readFileSync(path.join(build, 'lang', name), 'utf8')),
      texts = read(`teach-${lang}.json`);
    for (const [game, prefix] of Object.entries(games)) {
      const tips = Object.keys(texts).filter((key) => key.startsWith(`tip.${prefix}.`)),
        asked = read(`${game}-${lang}.json`);
      assert.ok(tips.length >= 3 && tips.length <= 4, `${game}: ${tips}`);
      for (const tip of tips) {
        assert.ok(tip.replace(/^tip\.|\.\d$/g, '') in asked, tip);
        assert.ok(texts[tip].length <= 115, tip);
      }
    }
  });

/** A table with teaching. */
async function taught(moment, options = {}) {
  const page = await newPage(browser, { reducedMotion: 'reduce', ...options });
  await drawMoment(page, site.url, moment, { names: ['Anne', 'Rackham', 'Mary'] });
  await page.evaluate(async () => {
    const { Teaching } = await import('/play/teaching.js');
    window.teaching = new Teaching(window.table, true);
  });
  await page.waitForFunction(() => window.teaching.isReady);
  return page;
}

test('each tip is shown once, and none after the first game', async () => {
  const all = moments('corsaires', 3, 5, 1),
    page = await taught(all[0]);
  await showsText(page, '.note', /^Tip Play a galleon/);
  const next = (sight, n) =>
    page.evaluate(
      ([sight, n]) => {
        window.table.element.dataset.n = n;
        window.table.see(sight);
        window.teaching.advise(window.table.board);
      },
      [sight, String(n)],
    );
  await next(all[1].sight, 1);
  await showsText(page, '.note', /^Tip To attack/);
  await next(all[2].sight, 2);
  await showsText(page, '.note', /^Tip A captain/);
  await next(all[3].sight, 3);
  await showsText(page, '.note', '');
  await page.evaluate(() => localStorage.setItem('tips corsaires', 'done'));
  await next(all[0].sight, 4);
  await showsText(page, '.note', '');
  await page.close();
});

test('a long press explains a card and plays nothing; the key i does the same', async () => {
  const [first] = moments('corsaires', 3, 5, 1),
    page = await taught(first);
  await page.evaluate(() => window.table.say(''));
  const card = page.locator('.own .item.is-live').first();
  await card.hover();
  await page.mouse.down();
  await showsText(page, '.note', /strength|gold|captain|admiral/);
  await page.mouse.up();
  assert.deepEqual(
    await page.evaluate(() => [window.sent, window.table.board.choosing.picked.size]),
    [[], 0],
  );
  await page.evaluate(() => window.table.say(''));
  await card.focus();
  await page.keyboard.press('i');
  await showsText(page, '.note', /strength|gold|captain|admiral/);
  await page.close();
});

for (const [game, seats, selector, expected] of [
  ['mille-sabords', 3, '.ms-card[data-face]:not([data-face=""])', /turn|points|dice|skull/],
  ['buccaneer', 3, '.bu-ship', /wage|crew|treasures|pirates/],
  ['pirates-en-duel', 2, '.pd-pirate, .pd-captain', /\w{4}/],
  ['aux-sabords', 2, '[data-face^="as.card"]', /build|sea|Pirate/],
])
  test(`${game} explains its pieces`, async () => {
    const all = moments(game, seats, 7, 1);
    const page = await taught(all[Math.min(3, all.length - 1)]);
    const text = await page.evaluate((selector) => {
      const element = document.querySelector(selector);
      window.teaching.explain(Number(element.dataset.id));
      const [, label, ...rest] = window.table.note.childNodes;
      return rest.map((node) => node.textContent).join('');
    }, selector);
    assert.match(text, expected);
    await page.close();
  });

test('what just happened: the moves of the others again, then the present', async () => {
  const every = moments('mille-sabords', 3, 7, 1, 'every'),
    page = await taught(every[0]);
  const shown = await page.evaluate(
    async (sights) => {
      const { table } = window;
      for (const [i, sight] of sights.entries())
        table.happen({ sight, lines: [{ key: 'ms.say.bust', args: { who: { seat: 2 } } }], n: i });
      table.catchUp();
      const lines = table.log.lines.length,
        now = JSON.stringify(table.board.view.sight);
      const seen = [];
      const see = table.see.bind(table);
      table.see = (sight) => {
        seen.push(sight.zones.length > 0);
        see(sight);
      };
      table.showRecent();
      const first = JSON.stringify(table.board.view.sight.zones);
      await new Promise((resolve) => setTimeout(resolve, 500));
      return {
        begins: first === JSON.stringify(window.table.recent.before.zones),
        seen: seen.length,
        ends: JSON.stringify(table.board.view.sight) === now,
        told: table.log.lines.length - lines,
      };
    },
    every.slice(1, 4).map(({ sight }) => sight),
  );
  assert.deepEqual(shown, { begins: true, seen: 4, ends: true, told: 0 });
  await page.close();
});

test('a first game offers a tip and, after the others, their moves again', async () => {
  const { page, trouble } = await person(browser, { lang: 'fr' });
  await playNow(page, server.url, 'corsaires');
  await showsText(page, '.note', /^Conseil Posez un galion/);
  await page.locator('.own .co-pile, .co-pile').first().click();
  await eventually(() => page.locator('[data-key="teach.recap"]').count(), 1);
  await page.locator('[data-key="teach.recap"]').click();
  await page.waitForSelector('.is-asked');
  assert.deepEqual(trouble, []);
  await page.context().close();
});
