// Pirates en Duel at moments of real matches: the drawing matches the rules, and clicks, drags and
// attempts become the right commands.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { symbolsOf } from '../../web/games/pirates-en-duel/art.js';
import { drawMoment, eventually, moments, newPage, openBrowser, servePage } from './lib.mjs';
import { asked, six, two } from './pirates-en-duel.mjs';

const most = 6; // dice
let browser, site;
before(async () => {
  [browser, site] = await Promise.all([openBrowser(), servePage()]);
});
after(async () => {
  await browser.close();
  site.close();
});

/** The number of dice for the symbols on a boat's cards; twins together give two each (8.7). */
function drawnForce(zone, symbol) {
  const cards = zone.items.filter(
    (item) => ['pd.pirate', 'pd.captain'].includes(item.kind) && !item.marks.includes('fallen'),
  );
  const twins =
    symbol === 's' && cards.filter((card) => card.face === 'pd.pirate.twin').length === 2 ? 2 : 0;
  return Math.min(most, twins + cards.map(symbolsOf).join('').split(symbol).length - 1);
}

test('the symbols drawn on the cards are the force that the rules count', () => {
  const seen = new Set();
  for (const { sight } of [...six, ...two])
    for (const zone of sight.zones.filter(
      (one) =>
        one.name === 'pd.zone.boat' && !one.items.some((item) => item.marks.includes('fallen')),
    )) {
      const force = (kind) => zone.items.find((item) => item.kind === kind).value;
      assert.deepEqual(
        [drawnForce(zone, 's'), drawnForce(zone, 'c')],
        [force('pd.sabres'), force('pd.cannons')],
        zone.items.map((item) => item.face).join(' '),
      );
      zone.items.forEach((item) => seen.add(item.face));
    }
  for (const face of [
    'warrior',
    'twin',
    'sergeant',
    'pistol',
    'carriage',
    'marksman',
    'shipwright',
    'monkey-sabre',
    'monkey-cannon',
  ])
    assert.ok(seen.has(`pd.pirate.${face}`), `no ${face} in these matches`);
});

/** The dice of both sides in the last duel of a log, by seat. */
const sumsIn = (log) =>
  Object.fromEntries(
    log
      .filter(({ key }) => key === 'pd.say.sums')
      .slice(-2)
      .map(({ args }) => [args.who.seat, args]),
  );

test('the hits on a boat are what the rules told: skulls of the other, less its own boats', () => {
  let seen = 0;
  for (const { sight, log } of [...six, ...two].filter(
    (moment) => moment.sight.prompt?.key === 'pd.ask.lose',
  )) {
    const [one, other] = sight.zones.filter(({ items }) =>
        items.some(({ kind }) => kind === 'pd.hits'),
      ),
      sums = sumsIn(log);
    for (const [mine, theirs] of other && Object.keys(sums).length === 2
      ? [
          [one, other],
          [other, one],
        ]
      : []) {
      const value = (wanted) => mine.items.find(({ kind }) => kind === wanted).value;
      assert.deepEqual(
        [value('pd.skulls'), value('pd.boats')],
        [sums[theirs.owner].skulls, sums[mine.owner].boats],
      );
      assert.equal(value('pd.hits'), Math.max(0, value('pd.skulls') - value('pd.boats')));
      seen++;
    }
  }
  assert.ok(seen > 4, `only ${seen} boats`);
});

async function open(moment, options = {}) {
  const page = await newPage(browser, {
    viewport: { width: 1280, height: 1400 },
    reducedMotion: 'reduce',
  });
  await drawMoment(page, site.url, moment, options);
  return page;
}
const sent = (page) => page.evaluate(() => window.sent);

test('a double click names a loss, and a click elsewhere shows why not', async () => {
  const page = await open(asked(two, 'lose'));
  const moves = await page.evaluate(() =>
    window.table.board.view.sight.moves.map((move) => move.move),
  );
  await page
    .locator('.is-attacker .pd-card, .is-defender .pd-card')
    .and(page.locator(':not(.is-live)'))
    .first()
    .click();
  await eventually(async () => (await sent(page))[0], /^why lose \w+ \d$/);
  await page.locator('.pd-card.is-live').first().click();
  await page.locator('.pd-card.is-picked').click();
  await eventually(
    async () => (await sent(page))[1],
    (move) => moves.includes(move),
  );
  await page.close();
});

test('a card shows its losses, and one gold button repeats them when it is chosen', async () => {
  const moment = asked(two, 'lose'),
    page = await open(moment);
  for (const { note, touches } of moment.sight.moves)
    assert.equal(
      await page.locator(`.pd-spot:has([data-id="${touches[0]}"]) .pd-cost svg`).count(),
      note.key === 'pd.note.loss' ? 1 : 2,
    );
  assert.equal(await page.locator('.now .choice').count(), 0, 'the cards are the choices');
  await page.locator('.pd-card.is-live').first().click();
  await eventually(() => page.locator('.now .is-main').count(), 1);
  await eventually(() => page.locator('.now .is-main small').textContent(), /loss/);
  await page.close();
});

test('the dice of a fight add up to the result that is shown', async () => {
  const page = await open(asked(two, 'lose'));
  const sums = await page.evaluate(() =>
    [...document.querySelectorAll('.pd-sum')].map((row) => {
      const count = (part) =>
        row.querySelectorAll(`${part} .pd-die:not(.is-blank), ${part} .pd-plus`).length;
      return [
        Math.max(0, count('.is-hits') - count('.is-parries')),
        Number(row.querySelector('.pd-result b').textContent),
      ];
    }),
  );
  assert.equal(sums.length, 2);
  for (const [drawn, told] of sums) assert.equal(drawn, told);
  await page.close();
});

test('a recruit is dragged onto a boat', async () => {
  const page = await open(asked(two, 'draft'));
  const boat = page.locator('.pd-boat.is-own .pd-place').last();
  await page.locator('.pd-row .pd-card').first().dragTo(boat);
  await eventually(async () => (await sent(page))[0], /^put \d \w+$/);
  await page.close();
});

test('a card shows its skill when hovered, focused, or tapped without a question', async () => {
  const page = await open(asked(six, 'take-two'));
  const card = page.locator('.pd-row .pd-card').first(),
    other = page.locator('.pd-boat .pd-card').nth(1);
  await card.focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('.pd-card:focus .pd-tip').waitFor();
  await other.hover();
  await other.locator('.pd-tip').waitFor();
  await page.close();
  const watched = await open({
    ...six[5],
    sight: { ...six[5].sight, prompt: undefined, moves: [], subsets: [] },
  });
  await watched.locator('.pd-boat .pd-card').first().click();
  assert.equal(await watched.locator('.note').textContent(), '');
  await watched.close();
});

test('a skill above the level of the table sleeps', async () => {
  for (const [level, awake] of [
    ['1', 0],
    ['2', 6],
    ['3', 15],
  ]) {
    const [, moment] = moments('pirates-en-duel', 2, 3, 1, `level=${level}`),
      page = await open({ ...moment, options: { level } });
    const tips = await page.locator('.pd-tip').allTextContents(),
      cards = await page.locator('.pd-face:has(.pd-asleep)').count();
    assert.equal(await page.locator('.pd-lore li').count(), 1 + awake);
    assert.equal(cards > 0, level !== '3');
    assert.equal(cards, tips.filter((tip) => /Level [23]/.test(tip)).length);
    await page.close();
  }
});
