// The players of a table as boats, in the form for a new table and in the waiting room.

import { emblems, pirate, sign } from '../lib/art.js';
import { at, foam, sloop } from '../games/poster.js';
import { h, picture } from '../lib/dom.js';

/** The outline of a boat for an open seat, 100 by 100. */
const outline = `<path class="nobody" d="M42 4v60M22 18h40c6 14 7 30 5 46-14-5-36-5-50 0 6-14 8-30
5-46zM8 62l18 4 2 8h50l4-6 14-4c0 16-8 26-18 30H28C16 90 8 78 8 62z"/>`;

/** Bots by level; stronger ones look more like captains. @type {Record<string, string>} */
const bots = {
  moussaillon: sign.monkey,
  matelot: sign.parrot,
  bosco: `${sign.skull}<path class="red k" d="M8 22C12 4 52 4 56 22c-14-5-34-5-48 0zM55 19l8 3-3 4 2
5-9-7z"/>`,
  capitaine: at(sign.skull, 6, 12, 0.8) + at(sign.hat, 0, -10, 1),
};

/** The figure of a player, 64 by 64. @param {string} who bot:LEVEL, here or person */
const figure = (who) =>
  who.startsWith('bot:')
    ? (bots[who.slice(4)] ?? sign.skull)
    : at(pirate('sailseat', false), 0, 0, 0.64);

/** A boat in the colour of the seat with the seat's sign, and the player on a disc at its hull.
 * @param {number} seat @param {string} who open, bot:LEVEL, here or person */
export const boat = (seat, who) =>
  h(
    'span',
    { class: `boat seat-${seat}${who === 'open' ? ' is-open' : ''}`, 'aria-hidden': 'true' },
    who === 'open'
      ? picture(outline, '0 0 104 104')
      : [
          picture(sloop(emblems[seat - 1]) + foam(8, 98, 92), '0 0 104 104', 'hull-and-sail'),
          picture(figure(who), '0 0 64 64', 'skipper'),
        ],
  );
