// Large screens: every table keeps to its column, and all of it grows with the screen.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { drawMoment, openBrowser, servePage } from './lib.mjs';
import { names, shown } from './shown.mjs';

let browser, site;
before(async () => { [browser, site] = await Promise.all([openBrowser(), servePage()]); });
after(async () => { await browser.close(); site.close(); });

/** What of the board lies beyond its column (a card laid askew may, as far as the edge of the table), is too wide for its part, or
 * covers another. */
const beyond = (page) => page.evaluate(() => {
  const box = (one) => one.getBoundingClientRect(), middle = box(document.querySelector('.middle'));
  const out = [...document.querySelectorAll('.board .item')].filter((one) => box(one).left < middle.left - 16 || box(one).right > middle.right + 16);
  const parts = [...document.querySelectorAll('.board > * > :not(.sea-rose)')], over = (one, other) => box(one).right > box(other).left + 16 &&
    box(other).right > box(one).left + 16 && box(one).bottom > box(other).top + 16 && box(other).bottom > box(one).top + 16;
  const wide = parts.filter((one) => one.scrollWidth > one.clientWidth + 16 || parts.some((other) => other !== one && over(one, other)));
  return [...out.map((one) => one.getAttribute('aria-label')), ...wide.map((one) => one.getAttribute('class'))];
});

for (const name of ['mille-sabords-island', 'corsaires-teams', 'buccaneer-opening', 'pirates-en-duel-target', 'aux-sabords-sailing'])
  test(`${name}: on large screens nothing lies beyond its column, and all of it grows`, async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await drawMoment(page, site.url, shown[name], { names });
    const size = () => page.evaluate(() => [...document.querySelectorAll('.board .item')].reduce((sum, one) => sum + one.offsetWidth, 0));
    const usual = await size();
    for (const [width, height, more] of [[1920, 900, 1], [1920, 1080, 1.1], [2560, 1440, 1.4]]) {
      await page.setViewportSize({ width, height });
      assert.deepEqual(await beyond(page), [], `${width} by ${height}`);
      assert.ok(await size() >= more * usual * 0.99, `${width} by ${height}: ${await size()} for ${usual}`);
    }
    await page.close();
  });
