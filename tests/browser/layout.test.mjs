// The regions of a table at all sizes of windows: nothing that can be touched is covered, cut off,
// or too small. Each moment is loaded once and measured at every size in both themes.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { drawMoment, drawn, newPage, openBrowser, servePage } from './lib.mjs';
import { measure, tables } from './regions.mjs';
import { names, shown } from './shown.mjs';

const limit = { timeout: 600_000 };

const sizes = [
  [360, 640],
  [390, 844],
  [844, 390],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
  [2560, 1440],
];

let browser, site;
before(async () => {
  [browser, site] = await Promise.all([openBrowser(), servePage()]);
});
after(async () => {
  await browser?.close();
  site?.close();
});

for (const [game, moments] of Object.entries(tables))
  test(`${game}: nothing is covered or cut off at any size`, limit, async () => {
    const page = await newPage(browser, { reducedMotion: 'reduce' }),
      regions = [],
      pieces = [];
    for (const moment of moments) {
      await drawMoment(page, site.url, shown[`${game}-${moment}`], { lang: 'fr', names });
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        for (const theme of ['light', 'dark']) {
          await page.evaluate((now) => {
            document.documentElement.dataset.theme = now;
          }, theme);
          await drawn(page);
          const found = await page.evaluate(measure),
            at = (text) => `${moment} at ${width} by ${height}, ${theme}: ${text}`;
          regions.push(...found.regions.map(at));
          pieces.push(...found.pieces.map(at));
        }
      }
    }
    await page.close();
    assert.deepEqual(regions, []);
    assert.deepEqual(pieces, []);
  });
