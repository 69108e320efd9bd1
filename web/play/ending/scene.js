// The harbour at sunset with the ships of the best three, 690 by 700. The colours of a ship are
// those of its pennant.

import { emblems, sign } from '../../lib/art.js';
import { at, galleon } from '../../games/poster.js';

/** @typedef {import('./story.js').Place} Place */
/** @typedef {(seat: number) => import('../../lib/art.js').Flag | undefined} FlagOf */

/** Where the ships of the first, second and third place are: position and size, and the water line
 * at the hull. */
const berths = [
  { x: 158, y: 214, scale: 1.86, foam: [220, 470, 508] },
  { x: 8, y: 300, scale: 1.02, foam: [36, 192, 460] },
  { x: 496, y: 336, scale: 0.88, foam: [520, 654, 475] },
];

/** The water begins here: the shared picture shows more of it than the page. */
const edge = -320;

/** The order in which places are drawn: what is farther away first. */
const farFirst = [1, 2, 0];

/** A wavy surface that reaches down to the lower edge. @param {string} name class
 * @param {number} y @param {number} height of a wave @param {number} length of a wave */
function water(name, y, height, length) {
  const waves = `q${length / 4} ${-height} ${length / 2} 0t${length / 2} 0`.repeat(
    Math.ceil((690 - 2 * edge) / length) + 1,
  );
  return `<path class="${name}" d="M${edge} ${y}${waves}V900H${edge}z"/>`;
}

/** The water at the hull. @param {number} from @param {number} to @param {number} y */
const foam = (from, to, y) =>
  `<path class="foam" d="M${from} ${y}q6-6 12 0${'t12 0'.repeat((to - from - 12) / 12)}v7H${
    from
  }z"/>`;

/** @param {number} x @param {number} y @param {number} scale */
const cloud = (x, y, scale) =>
  at(
    '<path class="dusk-cloud" d="M0 0c2-9 13-13 20-7 4-12 22-14 28-3 9-5 20 0 21 10z"/>',
    x,
    y,
    scale,
  );

/** @param {number} x @param {number} y @param {number} scale */
const gull = (x, y, scale) =>
  at('<path class="dusk-gull" d="M0 0c6-7 12-6 16 0 4-6 10-7 16 0"/>', x, y, scale);

/** A second pennant at the stern, for a partner. @param {number} seat @param {FlagOf} flagOf
 * @param {number} i */
const partnerFlag = (seat, flagOf, i) =>
  `<g class="emblem seat-${seat} ${flagOf(seat)?.name ?? ''}">${at(
    `<path class="flagcloth" d="M3 3h74L64 32l13 29H3z"/>${at(
      flagOf(seat)?.sign ?? emblems[seat - 1],
      6,
      8,
      0.75,
    )}`,
    6 - i * 4,
    44 + i * 24,
    0.34,
  )}</g>`;

/** The ship of a place. @param {Place} place @param {number} rank from 0 @param {FlagOf} flagOf */
function ship({ seats: [first, ...partners], won }, rank, flagOf) {
  const { x, y, scale, foam: line } = berths[rank],
    flag = flagOf(first);
  return `<g class="sailing sailing-${rank}"><g class="emblem ship seat-${first} ${
    flag?.name ?? ''
  }${won ? ' is-won' : ''}">${at(
    partners.map((seat, i) => partnerFlag(seat, flagOf, i)).join('') +
      galleon(flag?.sign ?? emblems[first - 1], rank ? 4 : 5),
    x,
    y,
    scale,
  )}</g>${foam(line[0], line[1], line[2])}${
    won ? `<g class="crown">${at(sign.crown, 309, 186, 0.97)}</g>` : ''
  }</g>`;
}

const glitter = Array.from({ length: 16 }, (_, i) => {
  const width = 30 + ((i * 37) % 70);
  return `M${345 - width / 2 - ((i * 23) % 30)} ${372 + i * 8}h${width}`;
}).join('');

const ripples = Array.from(
  { length: 9 },
  (_, i) => `M${(i * 173) % 660} ${552 + ((i * 11) % 32)}q7-8 14 0t14 0`,
).join('');

/** The whole scene as markup of an svg element. @param {Place[]} places best first
 * @param {FlagOf} flagOf */
export function sunset(places, flagOf) {
  const drawn = farFirst.filter((rank) => places[rank]);
  return `<g class="dusk-sun"><circle class="dusk-halo" cx="345" cy="330"
r="190"/><circle class="dusk-halo" cx="345" cy="330" r="135"/><circle class="dusk-disc"
cx="345" cy="330" r="92"/></g>
${cloud(40, 190, 1.7)}${cloud(540, 150, 1.8)}${cloud(450, 232, 1)}
${gull(120, 250, 0.9)}${gull(165, 232, 0.7)}${gull(560, 236, 0.8)}
<path class="dusk-far" d="M-320 372v-60c120-40 380 0 450 30 30-10 60-6 90
30zM1010 372v-70c-150-50-400-10-460 30-30 4-50 20-60 40z"/>
<path class="dusk-shallow" d="M${edge} 366h1330v60H${edge}z"/>${water('dusk-near-1', 392, 5, 60)}
<path class="dusk-glitter" d="${glitter}"/>
${drawn
  .filter((rank) => rank)
  .map((rank) => ship(places[rank], rank, flagOf))
  .join('')}${water('dusk-near-2', 484, 6, 70)}${places[0] ? ship(places[0], 0, flagOf) : ''}
${water('dusk-near-3', 540, 7, 80)}<path class="dusk-ripples" d="${ripples}"/>`;
}
