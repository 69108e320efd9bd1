// Reading a view of Pirates en Duel: boats, cards, skills, and which boats are shown large.

import { nameOf } from './art.js';

/** @typedef {import('../../lib/sight.js').Item} Item */
/** @typedef {import('../../lib/sight.js').SightIndex} SightIndex */
/** @typedef {import('../../lib/sight.js').Zone} Zone */
/** @typedef {import('../../play/board.js').Context} Context */

export const sides = /** @type {const} */ (['attacker', 'defender']);

/** The skill of a card, if it has one. @param {Item} card @param {SightIndex} view */
export const skillOf = (card, view) =>
  view.in('pd.zone.skills').find((skill) => skill.face === `pd.skill.${nameOf(card)}`);

/** @param {Item | undefined} skill */
export const isAsleep = (skill) => skill?.marks.includes('asleep') ?? false;

/** @param {Item} item */
export const isCard = (item) => item.kind === 'pd.pirate' || item.kind === 'pd.captain';

/** @param {Zone} zone */
export const boatOf = (zone) =>
  /** @type {Item} */ (zone.items.find((item) => item.kind === 'pd.boat'));

/** @param {Item} boat */
export const colourOf = (boat) => (boat.face ?? '').replace('pd.colour.', '');

/** @param {SightIndex} view @param {string} role */
export const fighting = (view, role) =>
  view.zones('pd.zone.boat').find((zone) => boatOf(zone).marks.includes(role));

/** The side of a boat in a duel. @param {Zone} zone */
export const sideOf = (zone) => sides.find((side) => boatOf(zone).marks.includes(side));

/** Whether two boats fight. @param {SightIndex} view */
export const isDuel = (view) =>
  sides.every((side) => fighting(view, side)) && view.kind('pd.type') !== undefined;

/** Whether a boat is to be chosen as a target, or for a fight. @param {SightIndex} view */
export const asksForBoat = (view) =>
  /^pd\.ask\.(attack|engage)$/.test(view.sight.prompt?.key ?? '');

/** The boats with cards that can be chosen. @param {SightIndex} view @param {Context} c */
const offered = (view, c) =>
  view
    .zones('pd.zone.boat')
    .filter((zone) => zone.items.some((item) => isCard(item) && c.choosing.isOffered(item.id)));

/** The boats that are shown large: those that the question is about; in a fight, those that fight,
 * except the viewer's own; otherwise the viewer's. @param {SightIndex} view @param {Context} c
 * @returns {Zone[]} */
export function largeBoats(view, c) {
  const all = view.zones('pd.zone.boat'),
    asked = offered(view, c);
  if (asksForBoat(view) || view.sight.over || asked.length > 2) return [];
  if (!isDuel(view)) return all.filter((zone) => zone.owner === c.me);
  return asked.length
    ? asked
    : all.filter((zone) => sideOf(zone) !== undefined && zone.owner !== c.me);
}
