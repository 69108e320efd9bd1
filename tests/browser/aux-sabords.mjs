// Aux Sabords for tests: a player who clicks, and moments to draw.

import { chooseGame, chooseSeat, eventually, moments, readAll } from './lib.mjs';

/** Beginnings of moves, the best first; other moves are clicks on the board. */
const liked = [
  'build',
  'lay',
  'chest',
  'load',
  'unload',
  'land',
  'attack 2',
  'attack captain',
  'defend captain',
  'defend',
  'give-up',
  'pass',
  'done',
];
const home = [0, 0],
  treasure = [6, 6]; // of the red ship on the small board: a1 and g7

/** The shortest game: two chests per colour on a small board, until those of one colour are
 *   safe. */
export async function shortGame(page, url) {
  await page.goto(url);
  await chooseGame(page, 'aux-sabords', 'invite');
  for (const [name, value] of Object.entries({ seats: '3', chests: '2', end: 'one', board: '11' }))
    await page.locator(`#making-${name} [value="${value}"]`).check();
  for (const seat of [2, 3]) await chooseSeat(page, seat, 'bot:matelot');
  await page.locator('.making .is-main').click();
  await page.waitForSelector('.board .item');
}

/** The square that is nearest to a place. */
const nearest = (squares, [x, y]) =>
  squares
    .map((square) => square.split(' ').map(Number))
    .sort((a, b) => Math.hypot(a[0] - x, a[1] - y) - Math.hypot(b[0] - x, b[1] - y))[0];

const squaresOf = (cells) => cells.map((cell) => cell.dataset.square);

/** Fetches chests and brings them home; two clicks on a square sail there. */
export function sailor({ page }, clickAndWait) {
  const lit = (selector) => page.locator(`${selector}.is-live`);
  const sail = async () => {
    const goals = await readAll(page, '.as-cell:has(.is-goal)', squaresOf);
    const ways = await readAll(page, '.as-cell:has(.is-way)', squaresOf);
    const laden = await page.locator('.v-red .is-aboard .item').count();
    const inviting = goals.filter((square) => !laden || square !== treasure.join(' '));
    const square = nearest(inviting.length ? inviting : ways, laden ? home : treasure);
    const place = page.locator(`[data-square="${square.join(' ')}"] .item`);
    await place.click();
    await eventually(
      () => page.locator('.as-course path').getAttribute('d'),
      /\S/,
      'the way is drawn',
    );
    await clickAndWait(page, () => place.click());
  };
  return async () => {
    const keys = await readAll(page, '.now .choice, .as-force', (all) =>
      all.map((one) => one.dataset.key ?? one.dataset.move),
    );
    const key = liked.flatMap((word) => keys.filter((one) => one.startsWith(word)).reverse())[0];
    if ((await lit('.as-pile').count()) || (await lit('.as-die').count()))
      await clickAndWait(page, () => lit('.as-tools .item').click());
    else if (await page.locator('.is-way').count()) await sail();
    else if (key)
      await clickAndWait(page, () =>
        page.locator(`.now [data-key="${key}"], .as-force[data-move="${key}"]`).first().click(),
      );
    else if (
      (await page.locator('.now .choice').count()) === 1 &&
      (await page.locator('.all').isHidden())
    )
      // a single move needs one click
      await clickAndWait(page, () => lit('.as-hand .item').first().click());
    else {
      // too many cards
      await lit('.as-hand .item').first().click();
      await clickAndWait(page, () => page.locator('.now .choice').first().click());
    }
  };
}

/** The moments to draw, by name. */
export function auxMoments() {
  const four = moments('aux-sabords', 4, 4, 1),
    two = moments('aux-sabords', 2, 3, 1, 'board=11');
  const asked = (list, key) => list.filter((one) => one.sight.prompt?.key === key);
  return {
    'aux-sabords-opening': four[0],
    'aux-sabords-sailing': asked(four, 'as.ask.sail').find((one) =>
      one.sight.routes.some((way) => way.name),
    ),
    'aux-sabords-boarding': asked(four, 'as.ask.defend')[0],
    'aux-sabords-small': asked(two, 'as.ask.sail').at(-1),
    'aux-sabords-end': four.at(-1),
  };
}
