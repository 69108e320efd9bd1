// Figures for the players of a table, in the form for a new table and in the waiting room.

import { emblem, pirate, sign } from '../lib/art.js';
import { h, picture } from '../lib/dom.js';

/** An open seat: a hammock between two posts. */
const hammock = `<path class="w k" d="M3 8h5v52H3zM56 8h5v52h-5z"/>
<path class="s k" d="M10 20c8 30 36 30 44 0 2 14-4 32-22 32S8 34 10 20z"/>
<path class="l2" d="M8 14l2 6M56 14l-2 6M8 14l6 16M56 14l-6 16M20 40c6 6 18 6 24 0M18 33c8 8 20 8 28
0"/>`;

/** @param {string} markup @param {number} x @param {number} y @param {number} scale */
const at = (markup, x, y, scale) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${markup}</g>`;

/** Bots by level; stronger ones look more like captains. @type {Record<string, string>} */
const bots = {
  moussaillon: sign.monkey,
  matelot: sign.parrot,
  bosco: `${sign.skull}<path class="red k" d="M8 22C12 4 52 4 56 22c-14-5-34-5-48 0zM55 19l8 3-3 4 2
5-9-7z"/>`,
  capitaine: at(sign.skull, 6, 12, 0.8) + at(sign.hat, 0, -10, 1),
};

/** The figure of a player, 64 by 64. @param {string} who open, bot:LEVEL, here or person */
export function figure(who) {
  if (who === 'open') return hammock;
  return who.startsWith('bot:')
    ? (bots[who.slice(4)] ?? sign.skull)
    : at(pirate('sailseat', false), 0, 0, 0.64);
}

/** The figure of a player in a ring of the seat's colour, with the seat's emblem.
 * @param {number} seat @param {string} who */
export const medallion = (seat, who) =>
  h(
    'span',
    { class: `medallion seat-${seat}${who === 'open' ? ' is-open' : ''}`, 'aria-hidden': 'true' },
    picture(figure(who), '0 0 64 64'),
    emblem(seat),
  );
