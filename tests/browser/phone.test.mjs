// A small phone: the items of a question are visible together with its answers, no answer is cut
// off, and every player is on the screen.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import {
  drawMoment,
  drawn,
  eventually,
  findings,
  moments,
  newPage,
  openBrowser,
  readAll,
  servePage,
  showsCount,
} from './lib.mjs';
import { names } from './shown.mjs';

let browser, site;
before(async () => {
  [browser, site] = await Promise.all([openBrowser(), servePage()]);
});
after(async () => {
  await browser.close();
  site.close();
});

/** Questions, and what must be completely visible during each. */
const questions = [
  ['mille-sabords', 3, 'ms.ask.throw', '.ms-cup'],
  ['mille-sabords', 5, 'ms.ask.choose', '.ms-lying'],
  ['corsaires', 4, 'co.ask.turn', '.co-hand.is-own'],
  ['corsaires', 8, 'co.ask.turn', '.co-hand.is-own'],
  ['buccaneer', 4, 'bu.ask.act', '.bu-card'],
  ['buccaneer', 4, 'bu.ask.mutiny', '.bu-card'],
  ['pirates-en-duel', 4, 'pd.ask.lose', '.pd-boat.is-open'],
  ['aux-sabords', 4, 'as.ask.discard', '.as-hand'],
  ['aux-sabords', 3, 'as.ask.treasure', '.as-ship.mark-active'],
];

/** What is not visible on this phone, described. */
const unseen = (page, needed) =>
  page.evaluate((selector) => {
    const box = (one) => one.getBoundingClientRect(),
      frame = document.querySelector('.board-frame');
    const isIn = (one) => {
      const { top, bottom } = frame.contains(one) ? box(frame) : { top: 0, bottom: innerHeight };
      return box(one).top >= top - 0.5 && box(one).bottom <= bottom + 0.5;
    };
    const beyond = [
      ...document.querySelectorAll('.now .choice, .player, .player .standing'),
    ].filter(
      (one) =>
        box(one).left < -0.5 ||
        box(one).right > innerWidth + 0.5 ||
        one.scrollWidth > one.clientWidth + 1,
    );
    const sideways = [...document.querySelectorAll('.now, .players ul')].filter(
      (one) => one.scrollWidth > one.clientWidth + 1,
    );
    return [
      ...[...document.querySelectorAll(selector)].filter((one) => !isIn(one)),
      ...beyond,
      ...sideways,
    ].map((one) => `${one.className}: ${one.textContent}`);
  }, needed);

for (const [game, seats, key, needed] of questions)
  test(`${game} for ${seats}, ${key}: seen with its answers at 360 by 740`, async () => {
    const page = await newPage(browser, {
      viewport: { width: 360, height: 740 },
      reducedMotion: 'reduce',
    });
    const asked = moments(game, seats, 5, 1).filter(({ sight }) => sight.prompt?.key === key);
    await drawMoment(page, site.url, asked.at(-1), { lang: 'fr', names });
    await page.evaluate(() => {
      // the tools of a real table need space: undo and hint
      for (let i = 0; i < 2; i++)
        window.table.tools.append(
          Object.assign(document.createElement('button'), { className: 'tool' }),
        );
    });
    await drawn(page);
    assert.deepEqual(await unseen(page, needed), []);
    await page.close();
  });

// As with the physical game, every player has a summary card, and discards are face up.
for (const [width, height] of [
  [390, 844],
  [1280, 800],
])
  test(`mille-sabords: one tap opens summary and discards at ${width} by ${height}`, async () => {
    const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce' });
    const asked = moments('mille-sabords', 3, 5, 1)
      .filter(({ sight }) => sight.prompt?.key === 'ms.ask.choose')
      .at(-1);
    await drawMoment(page, site.url, asked, { lang: 'fr', names });
    await page.evaluate(() => window.table.log.toggle(true)); // as the button of the header does
    assert.deepEqual(await unseen(page, '.ms-lore summary'), [], 'seen without scrolling');
    await page.locator('.ms-lore summary').click();
    const text = await page.locator('.ms-lore').innerText();
    for (const part of [
      '3 rapportent 100',
      '8 rapportent 4\u202f000',
      'Coffre plein',
      'Bateau pirate (4 sabres)',
    ])
      assert.ok(text.includes(part), `${part}: ${text}`);
    const gone = asked.sight.zones.find(({ name }) => name === 'ms.zone.discard').items;
    assert.ok(gone.length > 3);
    assert.deepEqual(
      await page.locator('.ms-gone li').allInnerTexts(),
      await page.evaluate(
        (items) => items.map(({ face, value }) => `${window.table.words.say(face)} × ${value}`),
        gone,
      ),
    );
    assert.deepEqual(await findings(page), []);
    await page.close();
  });

/** Names that are truncated or outside their container. */
const cutNames = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.player strong, .seat-name > span')]
      .filter((one) => {
        const box = one.getBoundingClientRect(),
          hold = one.closest('.player, section, li, th')?.getBoundingClientRect();
        return (
          box.width > 2 &&
          ((one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline') ||
            (hold && (box.right > hold.right + 1 || box.bottom > hold.bottom + 1)))
        );
      })
      .map((one) => `${one.closest('[class]').className}: ${one.textContent}`),
  );

const long = [
  'Anne',
  'Bartholomew Roberts',
  'Marie-Jeanne de St-Malo',
  'Marie-Jeanne de Cancale',
  'Wwwwwwwwwwwwwwwwwwwwwwww',
  'Barbe-Noire',
  'Jean Bart',
  'Olivier Levasseur',
];
for (const [game, seats] of [
  ['mille-sabords', 4],
  ['mille-sabords', 5],
  ['corsaires', 4],
  ['corsaires', 8],
  ['buccaneer', 5],
  ['pirates-en-duel', 4],
  ['aux-sabords', 4],
])
  test(`${game} for ${seats}: names are never cut`, async () => {
    const page = await newPage(browser, {
      viewport: { width: 320, height: 740 },
      reducedMotion: 'reduce',
    });
    const all = moments(game, seats, 5, 1);
    await drawMoment(page, site.url, all[Math.floor(all.length / 2)], { lang: 'fr', names: long });
    assert.deepEqual(await cutNames(page), []);
    await page.evaluate((sight) => window.table.see(sight), all.at(-1).sight);
    assert.deepEqual(await cutNames(page), []);
    await page.close();
  });

const boardings = ({ sight }) => sight.moves.filter(({ move }) => move.startsWith('board')).length;

for (const [width, height] of [
  [1280, 800],
  [360, 740],
])
  test(`buccaneer: a picked crew shows its moves at ${width} by ${height}`, async () => {
    const page = await newPage(browser, { viewport: { width, height }, reducedMotion: 'reduce' });
    const most = moments('buccaneer', 4, 3, 1).reduce((best, one) =>
      boardings(one) > boardings(best) ? one : best,
    );
    await drawMoment(page, site.url, most, { names });
    await page.locator('.bu-crew.is-mine .chief').first().click();
    const ways = await page.evaluate(() => window.table.board.choosing.moves().length);
    assert.ok(ways >= 5, `${ways} ways to go on`);
    await showsCount(page, '.board .item.is-next:not(.loot)', ways, 'each is lit');
    assert.deepEqual(
      await readAll(
        page,
        '.board .item.is-next:not(.loot)',
        (all) => all.filter((one) => !one.title).length,
      ),
      0,
      'and says what comes of it',
    );
    assert.ok(
      await page.evaluate(() => document.querySelector('.actions').offsetHeight < innerHeight / 5),
      'the question and its buttons are small',
    );
    assert.deepEqual(await unseen(page, '.bu-card, .bu-quay.is-first .bu-crew'), []);
    await page.locator('.all summary').click();
    // the list is filled when it is opened
    await showsCount(page, '.all .choice', ways, 'the list has them in words');
    await page.locator('.all summary').click();
    await page.locator('.bu-card.is-next').first().click();
    await eventually(() => page.evaluate(() => window.sent[0]), /^board /);
    await page.close();
  });

test('what is asked about below the edge is brought into sight', async () => {
  const page = await newPage(browser, {
    viewport: { width: 320, height: 360 },
    reducedMotion: 'reduce',
  });
  const asked = moments('aux-sabords', 4, 5, 1).filter(
    ({ sight }) => sight.prompt?.key === 'as.ask.discard' && sight.moves.length > 4,
  );
  await drawMoment(page, site.url, asked[0], { names });
  await page.waitForFunction(
    () => scrollY > 0 || document.querySelector('.board-frame').scrollTop > 0,
  );
  await eventually(() => unseen(page, '.as-hand'), []);
  await page.close();
});
