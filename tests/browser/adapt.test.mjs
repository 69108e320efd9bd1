// Adaptations of the page: text of double size, the smallest phone, the layout for the left hand,
// and what the home page shows without scrolling.

import assert from 'node:assert/strict';
import { after as afterAll, before as beforeAll, test } from 'node:test';
import {
  boxes,
  drawMoment,
  drawn,
  newPage,
  openBrowser,
  person,
  serve,
  servePage,
} from './lib.mjs';
import { measure, tables } from './regions.mjs';
import { names, shown } from './shown.mjs';

const limit = { timeout: 300_000 };

let browser, site, server;
beforeAll(async () => {
  [browser, site, server] = await Promise.all([openBrowser(), servePage(), serve()]);
});
afterAll(async () => {
  await browser?.close();
  site?.close();
  await server?.stop();
});

/** What is wrong with every table at this size. The page is changed before or after a table is
 * drawn on it. */
async function faults([width, height], { before = () => {}, after = () => {} }) {
  const found = [];
  for (const [game, moments] of Object.entries(tables))
    for (const moment of moments) {
      const page = await newPage(browser, {
        viewport: { width, height },
        reducedMotion: 'reduce',
      });
      await before(page);
      await drawMoment(page, site.url, shown[`${game}-${moment}`], { lang: 'fr', names });
      await after(page);
      await drawn(page);
      const { regions, pieces } = await page.evaluate(measure);
      found.push(...[...regions, ...pieces].map((text) => `${game}-${moment}: ${text}`));
      await page.close();
    }
  return found;
}

/** Doubles the size of text in the settings of the browser. */
async function doubleText(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
}

const useLeftHand = (page) =>
  page.evaluate(() => {
    document.documentElement.dataset.hand = 'left';
  });

test('text of double size: nothing is covered or cut off on a laptop', limit, async () => {
  assert.deepEqual(await faults([1280, 800], { before: doubleText }), []);
});

test('text of double size on a phone: the page only becomes higher', limit, async () => {
  const found = await faults([390, 844], { before: doubleText });
  assert.deepEqual(
    found.filter((text) => !/the page is \d+ high|leaves the window/.test(text)),
    [],
  );
});

test('the smallest phone: during a game only the page scrolls', limit, async () => {
  const found = await faults([320, 568], {});
  assert.deepEqual(
    found.filter((text) => !/-end: |the page is \d+ high|leaves the window/.test(text)),
    [],
  );
});

for (const size of [
  [390, 844],
  [844, 390],
  [1280, 800],
])
  test(`left hand at ${size.join(' by ')}: nothing is covered or cut off`, limit, async () => {
    assert.deepEqual(await faults(size, { after: useLeftHand }), []);
  });

test('left hand: actions are mirrored', limit, async () => {
  const page = await newPage(browser, { viewport: { width: 844, height: 390 } });
  await drawMoment(page, site.url, shown['corsaires-battle'], { names });
  const [deck] = await boxes(page, '.deck');
  await useLeftHand(page);
  await drawn(page);
  const [mirrored] = await boxes(page, '.deck');
  assert.ok(deck.left > 400, `the deck is at the right edge: ${deck.left}`);
  assert.equal(mirrored.left, 0, 'the deck is at the left edge');
  await page.close();
});

for (const [width, height] of [
  [1280, 800],
  [390, 844],
  [844, 390],
])
  test(`home page at ${width} by ${height}: all games without scrolling`, limit, async () => {
    const { page, context } = await person(browser, { lang: 'fr', width, height });
    await page.goto(server.url);
    await page.waitForSelector('.poster');
    await drawn(page);
    const actions = await page.evaluate(() =>
      [...document.querySelectorAll('.poster .is-main')].map((one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      }),
    );
    assert.deepEqual(actions, [true, true, true, true, true]);
    await context.close();
  });

test('the page can be installed where the browser offers it', limit, async () => {
  const { page, context } = await person(browser, { lang: 'en' });
  await page.goto(server.url);
  await page.waitForSelector('.poster');
  const offer = page.getByRole('button', { name: /install/i });
  assert.equal(await offer.count(), 0);
  await page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    event.prompt = () => {
      window.prompted = true;
    };
    dispatchEvent(event);
  });
  await offer.click();
  assert.ok(await page.evaluate(() => window.prompted));
  await context.close();
});
