// Reading a view of Aux Sabords: squares and their places, ships, chests.

import { colours } from './art.js';

/** @typedef {import('../../lib/sight.js').Item} Item */
/** @typedef {import('../../lib/sight.js').SightIndex} SightIndex */
/** @typedef {import('../../lib/sight.js').Zone} Zone */
/** @typedef {{x: number, y: number}} Spot */

/** The stages of a chest on its way: beside the board, on the island, aboard a ship, in a port. */
export const stages = /** @type {const} */ (['side', 'island', 'aboard', 'port']);

/** The directions of the steps of a ship. @type {Record<string, Spot>} */
export const courses = {
  north: { x: 0, y: -1 },
  east: { x: 1, y: 0 },
  south: { x: 0, y: 1 },
  west: { x: -1, y: 0 },
};

/** @param {Item | undefined} item */
export const colourOf = (item) =>
  colours.find((colour) => item?.face?.endsWith(`.${colour}`)) ?? '';

/** @param {SightIndex} view */
export const seaOf = (view) => /** @type {Zone} */ (view.zone('as.zone.sea'));

/** @param {SightIndex} view @param {number | undefined} square @returns {Spot | undefined} */
export function spotOf(view, square) {
  const { columns, items } = seaOf(view),
    place = items.findIndex((item) => item.id === square);
  return place < 0 ? undefined : { x: place % columns, y: Math.floor(place / columns) };
}

/** The name of a square: a1 is the corner of the red port. @param {Spot} spot */
export const nameOf = ({ x, y }) => `${String.fromCharCode(97 + x)}${y + 1}`;

/** @param {SightIndex} view */
export const shipsOf = (view) => view.in('as.zone.ships').filter((item) => item.kind === 'as.ship');

/** The ships of a player: two if there are two players. @param {SightIndex} view
 * @param {number} seat */
export const fleetOf = (view, seat) => shipsOf(view).filter((ship) => ship.owner === seat);

/** The ship whose turn it is. @param {SightIndex} view */
export const activeOf = (view) => shipsOf(view).find((ship) => ship.marks.includes('active'));

/** The viewer's ship that plays or, at other times, the first one. @param {SightIndex} view */
export const ownShip = (view) => {
  const own = fleetOf(view, view.me);
  return own.find((ship) => ship.marks.includes('active')) ?? own[0];
};

/** Chests on a ship or a square. @param {SightIndex} view @param {number} id */
export const chestsOn = (view, id) => view.on(id).filter((item) => item.kind === 'as.chests');

/** @param {Item[]} chests */
export const countOf = (chests) => chests.reduce((sum, item) => sum + item.value, 0);

/** Chests and card of a ship outside the board. @param {SightIndex} view @param {Item} ship */
const asideOf = (view, ship) =>
  view.sight.zones.find(
    ({ name, number }) => name === 'as.zone.side' && number === colours.indexOf(colourOf(ship)),
  )?.items ?? [];

/** The chests of a ship's colour by stage, and all chests aboard. @param {SightIndex} view
 * @param {Item} ship @returns {Record<typeof stages[number], Item[]>} */
export function chestsOf(view, ship) {
  const faced = (/** @type {string} */ kind) =>
    chestsOn(
      view,
      seaOf(view).items.find(({ face }) => face === `as.square.${kind}-${colourOf(ship)}`)?.id ??
        -1,
    );
  return {
    side: asideOf(view, ship).filter((item) => item.kind === 'as.chests'),
    island: faced('treasure'),
    aboard: chestsOn(view, ship.id),
    port: faced('port'),
  };
}

/** The two ships of a boarding, while there is one. @param {SightIndex} view */
export function fightOf(view) {
  const ship = activeOf(view),
    [attack, defence] = view.in('as.zone.fight'),
    enemy = shipsOf(view).find((other) => other !== ship && other.on === ship?.on);
  return ship && enemy && (attack || view.sight.prompt?.key === 'as.ask.board')
    ? { ship, enemy, attack, defence }
    : undefined;
}
