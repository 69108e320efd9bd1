// The end of a match: headline, podium, chart, turning points, honours, sharing, with and
// without an analysis, for every game.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { names, recordNamed, showEnding } from './ending.mjs';
import {
  boxes,
  eventually,
  findings,
  openBrowser,
  person,
  playNow,
  readAll,
  root,
  serve,
  showsCount,
  showsText,
} from './lib.mjs';
import { doAnything } from './alone.mjs';
import { spread, stepFor } from '../../web/play/ending/chart.js';
import { curveOf, headlineOf, placesOf } from '../../web/play/ending/story.js';

let browser, server;
before(async () => {
  [browser, server] = await Promise.all([openBrowser(), serve('--web', `${root}/web`)]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

/** Texts that say a key and its arguments. */
const spelled = {
  has: () => true,
  seats: (seats) => seats.join('+'),
  say: (_, { n }) => String(n),
};
const headline = (scores, winners, lines = []) =>
  headlineOf({ game: 'g', scores, winners, seats: scores.length }, lines, spelled, {
    wins: { 'ms.say.magic': 'ending.say.magic' },
  });

test('the headline says how the match was won', () => {
  assert.equal(headline([6200, 6300, 5300], [2]).key, 'ending.say.close');
  assert.equal(headline([6200, 6300, 5300], [2]).args.gap, '100');
  assert.equal(headline([18, 17], [1]).key, 'ending.say.close');
  assert.equal(headline([4000, 6300], [2]).key, 'ending.say.ahead');
  assert.equal(headline([3000, 6300], [2]).key, 'ending.say.far');
  assert.equal(headline([6000, 6000], [1, 2]).key, 'ending.together');
  assert.deepEqual(headline([42, 42, 37, 37], [1, 2]), {
    key: 'ending.together-by',
    args: { who: '1+2', gap: '5' },
  });
  assert.equal(headline([3, 9], [1]).key, 'ending.say.wins');
  assert.equal(headline([3, 3], []).key, 'ending.nobody');
  const magic = [{ key: 'ms.say.magic', args: {} }];
  assert.equal(headline([300, 6000], [1], magic).key, 'ending.say.magic');
});

test('partners share a ship, equal scores of opponents do not', () => {
  const seats = (scores, winners) => placesOf({ scores, winners }).map((place) => place.seats);
  assert.deepEqual(seats([1, 5, 3], [2]), [[2], [3], [1]]);
  assert.deepEqual(seats([3, 5, 3], [2]), [[2], [1], [3]]);
  assert.deepEqual(seats([9, 9, 4, 4, 7, 7], [1, 2]), [
    [1, 2],
    [5, 6],
    [3, 4],
  ]);
});

test('a line of the chart changes where the score does', () => {
  const frames = Array.from({ length: 49 }, (_, i) => ({ standings: [i < 40 ? 0 : 100] }));
  assert.deepEqual(curveOf({ frames }, 1), [
    { frame: 0, score: 0 },
    { frame: 38, score: 0 },
    { frame: 40, score: 100 },
    { frame: 48, score: 100 },
  ]);
});

test('the scale has at most five steps, and names keep their distance', () => {
  assert.deepEqual([3, 8, 60, 8600].map(stepFor), [1, 2, 20, 2000]);
  assert.deepEqual(spread([10, 12, 90], 100), [10, 33, 90]);
  assert.deepEqual(spread([90, 95, 99], 100), [54, 77, 100]);
});

/** Shows the end of a record. */
async function shown(name, { size = {}, ...how } = {}) {
  const one = await person(browser, { lang: how.lang ?? 'en', ...size });
  await showEnding(one.page, server.url, recordNamed(name), how);
  return one;
}

for (const [record, lang, size] of [
  ['mille-sabords-3', 'fr', { width: 390, height: 844 }],
  ['corsaires-4-teams', 'en', { width: 844, height: 390 }],
  ['buccaneer-3', 'fr', { width: 1280, height: 800 }],
  ['pirates-en-duel-level3-6', 'en', { width: 360, height: 640 }],
  ['aux-sabords-4', 'fr', { width: 1920, height: 1080 }],
])
  test(`${record}: at once, then with replay and analysis (${lang}, ${size.width})`, async () => {
    const { page, trouble } = await shown(record, { lang, size });
    const scores = recordNamed(record)
      .match(/^scores (.*)$/m)[1]
      .split(' ')
      .map(Number);
    const amount = (text) => Number(text.replace(/[,\u202f]/g, '').replace('\u2212', '-'));
    const told = await readAll(page, '.plaque .score, .others b', (all) =>
      all.map((one) => one.textContent),
    );
    assert.deepEqual([...new Set(told.map(amount))].sort(), [...new Set(scores)].sort());
    assert.ok((await page.locator('.verdict h2').textContent()).length > 5);
    await showsCount(page, '.chart .curve', scores.length);
    await showsCount(page, '.beats li', (n) => n >= 1 && n <= 3);
    await showsCount(page, '.medals .pending', 1);
    // the analysis of the server, which may take a minute
    await page.waitForFunction(() => !document.querySelector('.medals .pending'));
    await showsCount(page, '.medals li', 3);
    await showsCount(page, '.chart .mark', await page.locator('.beats li').count());
    assert.doesNotMatch(await page.locator('.ending').innerText(), /ending\.|\{/);
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      'nothing is wider than the page',
    );
    const [deck, scene] = await boxes(page, '.ending > .deck', '.ending .scene');
    assert.ok(deck.bottom <= size.height + 1 && scene.top === 0, 'the deck stays in view');
    assert.deepEqual(trouble, []);
    assert.deepEqual(await findings(page), []);
    await page.context().close();
  });

test('without an analysis, turning points follow from the scores', async () => {
  const { page, trouble } = await shown('mille-sabords-3', { analysis: false });
  await showsCount(page, '.medals li', 2);
  await showsCount(page, '.beats li', 3);
  assert.deepEqual(
    (await readAll(page, '.beats li', (all) => all.map((one) => one.className))).sort(),
    ['is-gain', 'is-lead', 'is-loss'],
  );
  assert.deepEqual(trouble, []);
  await page.context().close();
});

for (const record of [
  'corsaires-4-teams',
  'buccaneer-3',
  'pirates-en-duel-level3-6',
  'aux-sabords-4',
])
  test(`${record}: complete without an analysis`, async () => {
    const { page, trouble } = await shown(record, { analysis: false });
    await showsCount(page, '.medals', 1);
    await showsCount(page, '.medals .pending', 0);
    await showsCount(page, '.beats li', (n) => n >= 1 && n <= 3);
    await showsCount(page, '.medals li', (n) => n >= 1);
    for (const key of ['web.rematch', 'ending.share', 'viewer.replay', 'ending.luck-or-skill'])
      assert.ok(await page.locator(`.ending [data-key="${key}"]`).count(), key);
    assert.doesNotMatch(await page.locator('.ending').innerText(), /ending\.|\{/);
    assert.deepEqual(trouble, []);
    await page.context().close();
  });

test('without a record the result is there, and a sentence instead of the chart', async () => {
  const { page } = await shown('corsaires-3', { analysis: false });
  await page.evaluate(async () => {
    const { Ending } = await import(new URL('play/ending/ending.js', document.baseURI).href);
    const { match, words } = window.ending;
    const lost = new Ending(words, { ...match, table: 'gone' });
    document.querySelector('.body').replaceChildren(lost.element);
  });
  await showsText(page, '.course .pending', /isn’t available/);
  await showsCount(page, '.plaque', 3);
  await page.context().close();
});

test('turning points lead to their place in the replay', async () => {
  const { page } = await shown('mille-sabords-3', { analysis: false });
  await showsCount(page, '.beats li', 3);
  const numbers = await readAll(page, '.beats li', (all) =>
    all.map((one) => [
      one.textContent.match(/Move (\d+)/)[1],
      one.querySelector('a').hash.match(/at=(\d+)/)[1],
    ]),
  );
  for (const [said, linked] of numbers) assert.equal(said, linked);
  await page.context().close();
});

test('the picture is drawn in the browser, 1200 by 630, and names the winner', async () => {
  const { page, trouble } = await shown('mille-sabords-3', { analysis: false });
  const saved = page.waitForEvent('download');
  await page.locator('[data-key="ending.share"]').click();
  await page.locator('[data-key="ending.picture"]').click();
  const bytes = await (await (await saved).createReadStream()).toArray();
  const png = Buffer.concat(bytes);
  assert.equal(png.toString('latin1', 1, 4), 'PNG');
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630]);
  await showsText(page, '.end-note', 'Picture saved.');
  assert.deepEqual(trouble, []);
  // sails of the winner are blue, and the sea is not empty
  const colours = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = 1200;
    canvas.height = 630;
    const paper = canvas.getContext('2d', { willReadFrequently: true });
    paper.drawImage(image, 0, 0);
    return [
      [650, 335],
      [20, 620],
    ].map(([x, y]) => [...paper.getImageData(x, y, 1, 1).data].slice(0, 3));
  }, png.toString('base64'));
  const [sail, sea] = colours;
  assert.ok(sail[2] > sail[0] + 40, `a blue sail, not ${sail}`);
  assert.ok(sea[2] > sea[0] + 30, `the sea, not ${sea}`);
  await page.context().close();
});

test('the link is that of the replay', async () => {
  const { page, context } = await shown('mille-sabords-3', { analysis: false });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.bringToFront(); // the clipboard is for the page in front only
  await page.locator('[data-key="ending.share"]').click();
  await page.locator('[data-key="ending.link"]').click();
  await showsText(page, '.end-note', 'Link copied.');
  assert.equal(
    await page.evaluate(() => navigator.clipboard.readText()),
    `${server.url}#replay=finished`,
  );
  await page.context().close();
});

const running = (page) =>
  page.evaluate(() => document.querySelector('.ending').getAnimations({ subtree: true }).length);

test('a tap finishes the scene; it lasts 2.5 seconds at most', async () => {
  const { page } = await shown('mille-sabords-3', {
    analysis: false,
    size: { motion: 'no-preference' },
  });
  const longest = await page.evaluate(() =>
    Math.max(
      ...document
        .querySelector('.ending')
        .getAnimations({ subtree: true })
        .map((motion) => motion.effect.getComputedTiming().endTime),
    ),
  );
  assert.ok(longest > 1000 && longest <= 2500, `${longest} ms`);
  await page.locator('.scene').click({ position: { x: 200, y: 200 } });
  assert.equal(await running(page), 0);
  assert.equal(await page.locator('.plaque-0 .score').textContent(), '6,700');
  await page.context().close();
});

for (const [how, size, motion] of [
  ['reduced motion', { motion: 'reduce' }, 'full'],
  ['animations off', { motion: 'no-preference' }, 'none'],
])
  test(`with ${how} nothing moves, and scores are not counted`, async () => {
    const { page } = await shown('mille-sabords-3', { analysis: false, size });
    const now = await page.evaluate(async (motion) => {
      localStorage.setItem('motion', motion);
      const { Ending } = await import(new URL('play/ending/ending.js', document.baseURI).href);
      const { match, words } = window.ending,
        again = new Ending(words, match);
      document.querySelector('.body').replaceChildren(again.element);
      return {
        playing: again.element.matches('.is-playing'),
        score: again.element.querySelector('.plaque-0 .score').textContent,
        counters: again.counters.size,
      };
    }, motion);
    assert.deepEqual(now, { playing: false, score: '6,700', counters: 0 });
    assert.equal(await running(page), 0);
    await page.context().close();
  });

test('short animations shorten the scene of the end', async () => {
  const { page } = await shown('mille-sabords-3', {
    analysis: false,
    size: { motion: 'no-preference' },
  });
  const longest = () =>
    page.evaluate(() => {
      const { element } = window.ending;
      element.classList.remove('is-playing');
      getComputedStyle(element).opacity;
      element.classList.add('is-playing');
      return Math.max(
        ...element
          .getAnimations({ subtree: true })
          .filter(({ effect }) => effect.target.matches('.crown')) // the chart may come later
          .map(({ effect }) => effect.getComputedTiming().endTime),
      );
    });
  const full = await longest();
  await page.evaluate(() => {
    document.documentElement.dataset.motion = 'short';
  });
  assert.equal(await longest(), full / 2);
  await page.context().close();
});

test('another language is used at once', async () => {
  const { page } = await shown('mille-sabords-3', { analysis: false, lang: 'en' });
  await showsText(page, '.verdict h2', `${names[1]} wins by 2,400 points`);
  await page.evaluate(async () => {
    const { loadWords } = await import(new URL('lib/words.js', document.baseURI).href);
    const words = await loadWords('fr'),
      { names, reader } = window.ending.words;
    window.ending.speak(Object.assign(words, { names, reader }));
  });
  await showsText(page, '.verdict h2', `${names[1]} gagne de 2\u202f400 points`);
  await showsText(page, '.course h3', 'Comment c’est arrivé');
  await page.context().close();
});

test('a match that is played to its end: results, board, results, rematch', async () => {
  const { page, trouble } = await person(browser, { width: 390, height: 844 });
  await playNow(page, server.url, 'corsaires');
  for (let turn = 0; await doAnything(page, turn); turn++);
  await page.waitForSelector('.ending .plaque');
  await eventually(() => page.evaluate(() => document.activeElement?.localName), 'h2');
  await showsCount(page, '.beats li', (n) => n >= 1);
  await page.locator('.ending .more').click();
  await page.locator('.end-menu [data-key="ending.board"]').click();
  await page.waitForSelector('.ending', { state: 'hidden' });
  await page.waitForSelector('.finale');
  await page.locator('[data-key="ending.results"]').click();
  await page.locator('.ending [data-key="web.rematch"]').click();
  await page.waitForSelector('.ending', { state: 'detached' });
  await page.waitForSelector('.table .item');
  assert.deepEqual(trouble, []);
  await page.context().close();
});
