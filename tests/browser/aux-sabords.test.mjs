// The chart of Aux Sabords by mouse and keyboard: two clicks sail, arrow keys move over squares,
// refused moves are explained, and cards are laid in a fight.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { auxMoments } from './aux-sabords.mjs';
import {
  drawMoment,
  eventually,
  newPage,
  openBrowser,
  readAll,
  servePage,
  showsCount,
} from './lib.mjs';

const shown = auxMoments();
let browser, site;
before(async () => {
  [browser, site] = await Promise.all([openBrowser(), servePage()]);
});
after(async () => {
  await browser.close();
  site.close();
});

async function draw(moment, width = 320) {
  const page = await newPage(browser, {
    viewport: { width, height: 700 },
    reducedMotion: 'reduce',
  });
  await drawMoment(page, site.url, moment);
  return page;
}

const sent = (page) => page.evaluate(() => window.sent);
const focused = (page) =>
  page.evaluate(() => document.activeElement.closest('.as-cell')?.dataset.square);

/** A route of the sight, with its target square. */
function someWay({ sight }, length) {
  const sea = sight.zones.find((zone) => zone.name === 'as.zone.sea');
  const way = sight.routes.find(
    (one) =>
      one.moves.length === length && !sight.moves.some((move) => move.touches.includes(one.item)),
  );
  const place = sea.items.findIndex((item) => item.id === way.item);
  return { way, square: `${place % sea.columns} ${Math.floor(place / sea.columns)}` };
}

const steps = ({ sight }) => sight.zones.find((zone) => zone.name === 'as.zone.die').items[1].value;

test('two taps on a square of a small screen sail there, and the first draws the way', async () => {
  const moment = shown['aux-sabords-sailing'],
    page = await draw(moment);
  const { way, square } = someWay(moment, steps(moment));
  const place = page.locator(`[data-square="${square}"] .item`);
  const { width } = await place.boundingBox();
  assert.ok(width >= 24, `a square is ${width} pixels wide`);
  await place.click();
  await eventually(
    async () => (await page.locator('.as-course path').getAttribute('d')).match(/L/g).length,
    way.moves.length,
  );
  assert.deepEqual(await sent(page), []);
  await place.click();
  await eventually(() => sent(page), way.moves);
  await page.close();
});

/** The middle of an element. */
async function middle(place) {
  const { x, y, width, height } = await place.boundingBox();
  return { x: x + width / 2, y: y + height / 2, width };
}

test('a finger beside a square chooses the nearest one, a mouse does not', async () => {
  const moment = shown['aux-sabords-sailing'],
    enemy = moment.sight.routes.find((way) => way.name === 'as.way.enemy');
  for (const hasTouch of [true, false]) {
    const page = await newPage(browser, {
      viewport: { width: 390, height: 844 },
      reducedMotion: 'reduce',
      hasTouch,
    });
    await drawMoment(page, site.url, moment);
    const place = page.locator(`.as-square[data-id="${enemy.item}"]`),
      { x, y, width } = await middle(place),
      near = [x + width * 0.9, y];
    if (hasTouch) await page.touchscreen.tap(...near);
    else await page.mouse.click(...near);
    await eventually(() => place.evaluate((one) => one.matches('.is-picked')), hasTouch);
    if (hasTouch) {
      await eventually(() => page.locator('.as-tag').innerText(), /blue ship, empty hold/);
      await eventually(
        () => page.locator('.now .is-main').innerText(),
        /Sail to j7\s+attack: blue ship, empty hold/,
      );
      await page.touchscreen.tap(...near);
      await eventually(() => sent(page), enemy.moves);
    }
    await page.close();
  }
});

test('arrow keys go over all squares; Enter sails, or asks why not', async () => {
  const moment = shown['aux-sabords-sailing'],
    page = await draw(moment, 1280);
  await showsCount(page, '.as-sea [tabindex="0"]', 1, 'the sea is one stop of the Tab key');
  await page.locator('.as-sea [tabindex="0"]').focus();
  const { way, square } = someWay(moment, steps(moment)),
    [x, y] = square.split(' ').map(Number);
  const [left, top] = (await focused(page)).split(' ').map(Number);
  const press = async (key, times) => {
    for (let i = 0; i < times; i++) await page.keyboard.press(key);
  };
  await press(x > left ? 'ArrowRight' : 'ArrowLeft', Math.abs(x - left));
  await press(y > top ? 'ArrowDown' : 'ArrowUp', Math.abs(y - top));
  await eventually(() => focused(page), square);
  await press('Enter', 2);
  await eventually(() => sent(page), way.moves);
  await press('ArrowUp', 13);
  await press('ArrowLeft', 13);
  await eventually(() => focused(page), '0 0');
  await press('Enter', 1);
  await eventually(async () => (await sent(page)).at(-1), 'why done', 'a1 is too far away');
  await page.close();
});

test('cards are laid in the scene of a boarding', async () => {
  const moment = shown['aux-sabords-boarding'],
    page = await draw(moment);
  const moves = moment.sight.moves.map((one) => one.move).filter((move) => move !== 'give-up');
  assert.deepEqual(
    await readAll(page, '.as-force', (all) => all.map((one) => one.dataset.move)),
    moves,
  );
  await page.locator('.as-force').last().click();
  await eventually(() => sent(page), moves.slice(-1));
  await page.close();
});
