// The chart of Aux Sabords by mouse and by keys: two clicks sail, arrows go over the squares, what is not
// allowed says why, and cards are laid in the scene of a boarding.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { auxMoments } from './aux-sabords.mjs';
import { drawMoment, openBrowser, servePage } from './lib.mjs';

const shown = auxMoments();
let browser, site;
before(async () => { [browser, site] = await Promise.all([openBrowser(), servePage()]); });
after(async () => { await browser.close(); site.close(); });

async function draw(moment, width = 320) {
  const page = await browser.newPage({ viewport: { width, height: 700 }, reducedMotion: 'reduce' });
  await drawMoment(page, site.url, moment);
  return page;
}

const sent = (page) => page.evaluate(() => window.sent);
const focused = (page) => page.evaluate(() => document.activeElement.closest('.as-cell')?.dataset.square);

/** A way of the sight, with the square it leads to. */
function someWay({ sight }, length) {
  const sea = sight.zones.find((zone) => zone.name === 'as.zone.sea');
  const way = sight.ways.find((one) => one.moves.length === length && !sight.moves.some((move) => move.touches.includes(one.item)));
  const place = sea.items.findIndex((item) => item.id === way.item);
  return { way, square: `${place % sea.columns} ${Math.floor(place / sea.columns)}` };
}

const steps = ({ sight }) => sight.zones.find((zone) => zone.name === 'as.zone.die').items[1].value;

test('two taps on a square of a small screen sail there, and the first draws the way', async () => {
  const moment = shown['aux-sabords-sailing'], page = await draw(moment);
  const { way, square } = someWay(moment, steps(moment));
  const place = page.locator(`[data-square="${square}"] .item`);
  const { width } = await place.boundingBox();
  assert.ok(width >= 24, `a square is ${width} pixels wide`);
  await place.click();
  assert.deepEqual(await sent(page), []);
  assert.equal((await page.locator('.as-course path').getAttribute('d')).match(/L/g).length, way.moves.length);
  await place.click();
  assert.deepEqual(await sent(page), way.moves);
  await page.close();
});

test('arrow keys go over all squares; Enter sails, or asks why not', async () => {
  const moment = shown['aux-sabords-sailing'], page = await draw(moment, 1280);
  assert.equal(await page.locator('.as-sea [tabindex="0"]').count(), 1, 'the sea is one stop of the Tab key');
  await page.locator('.as-sea [tabindex="0"]').focus();
  const { way, square } = someWay(moment, steps(moment)), [x, y] = square.split(' ').map(Number);
  const [left, top] = (await focused(page)).split(' ').map(Number);
  const press = async (key, times) => { for (let i = 0; i < times; i++) await page.keyboard.press(key); };
  await press(x > left ? 'ArrowRight' : 'ArrowLeft', Math.abs(x - left));
  await press(y > top ? 'ArrowDown' : 'ArrowUp', Math.abs(y - top));
  assert.equal(await focused(page), square);
  await press('Enter', 2);
  assert.deepEqual(await sent(page), way.moves);
  await press('ArrowUp', 13);
  await press('ArrowLeft', 13);
  assert.equal(await focused(page), '0 0');
  await press('Enter', 1);
  assert.equal((await sent(page)).at(-1), 'why done', 'a1 is too far away');
  await page.close();
});

test('cards are laid in the scene of a boarding', async () => {
  const moment = shown['aux-sabords-boarding'], page = await draw(moment);
  const moves = moment.sight.moves.map((one) => one.move).filter((move) => move !== 'give-up');
  assert.deepEqual(await page.locator('.as-force').evaluateAll((all) => all.map((one) => one.dataset.move)), moves);
  await page.locator('.as-force').last().click();
  assert.deepEqual(await sent(page), moves.slice(-1));
  await page.close();
});
