// Large screens: every table fits its column and grows with the screen.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { drawMoment, drawn, newPage, openBrowser, servePage } from './lib.mjs';
import { names, shown } from './shown.mjs';

let browser, site;
before(async () => {
  [browser, site] = await Promise.all([openBrowser(), servePage()]);
});
after(async () => {
  await browser.close();
  site.close();
});

/** Elements of the board that are outside their column (a tilted card may extend to the edge of the
 * table), too wide for their container, or overlapping. */
const beyond = (page) =>
  page.evaluate(() => {
    const box = (one) => one.getBoundingClientRect(),
      middle = box(document.querySelector('.board-area'));
    const out = [...document.querySelectorAll('.board .item')].filter(
      (one) => box(one).left < middle.left - 16 || box(one).right > middle.right + 16,
    );
    const parts = [...document.querySelectorAll('.board > * > :not(.sea-rose)')],
      over = (one, other) =>
        box(one).right > box(other).left + 16 &&
        box(other).right > box(one).left + 16 &&
        box(one).bottom > box(other).top + 16 &&
        box(other).bottom > box(one).top + 16;
    const wide = parts.filter(
      (one) =>
        one.scrollWidth > one.clientWidth + 16 ||
        parts.some((other) => other !== one && over(one, other)),
    );
    return [
      ...out.map((one) => one.getAttribute('aria-label')),
      ...wide.map((one) => one.getAttribute('class')),
    ];
  });

for (const name of [
  'mille-sabords-island',
  'corsaires-teams',
  'buccaneer-opening',
  'pirates-en-duel-target',
  'aux-sabords-sailing',
])
  test(`${name}: on large screens everything fits its column and grows`, async () => {
    const page = await newPage(browser, {
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    await drawMoment(page, site.url, shown[name], { names });
    const size = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.board .item')].reduce(
          (sum, one) => sum + one.offsetWidth,
          0,
        ),
      );
    const usual = await size();
    for (const [width, height, more] of [
      [1920, 900, 1],
      [1920, 1080, 1.1],
      [2560, 1440, 1.4],
    ]) {
      await page.setViewportSize({ width, height });
      await page.waitForFunction(
        (size) => `${innerWidth} ${innerHeight}` === size,
        `${width} ${height}`,
      );
      await drawn(page);
      assert.deepEqual(await beyond(page), [], `${width} by ${height}`);
      assert.ok(
        (await size()) >= more * usual * 0.99,
        `${width} by ${height}: ${await size()} for ${usual}`,
      );
    }
    await page.close();
  });
