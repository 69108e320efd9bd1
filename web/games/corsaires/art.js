// Drawings of Corsaires: cards, the tiles of ships in a fight, galleons at sea.

import { coin, fill, inked, line, pirate, shade, skullIn } from '../drawing.js';
import { at, galleon, sloop } from '../poster.js';

/** The mark of each fleet, 64 by 64, so that colour is never the only one: roundel, diamond,
 * chevron,
 * bars. @type {Record<string, string>} */
export const marks = {
  yellow: '<circle class="K" cx="32" cy="32" r="24"/>',
  red: '<path class="K" d="M32 4l23 28-23 28L9 32z"/>',
  green: '<path class="K" d="M32 8l27 30v17L32 26 5 55V38z"/>',
  blue: '<path class="K" d="M7 9h50v12H7zM7 26h50v12H7zM7 43h50v12H7z"/>',
};

export const crown = `${inked('gold', 'M8 50L4 18l15 13L32 8l13 23 15-13-4 32z')}
${shade('M36 15l9 16 15-13-4 32H38c4-10 3-24-2-35z')}${line('M9 43h46')}
<circle ${fill('red')} cx="32" cy="37" r="4"/>`;

/** A captain's hat, 64 by 64. */
export const hat = `<path class="K" d="M3 44c6-10 12-6 16-16C22 16 26 9 32 9s10 7 13 19c4 10 10 6 16
16-8 9-18 11-29 11S11 53 3 44z"/>`;

/** Captured cards, 64 by 64, in the colour of the text. */
export const ship = `<path class="line" d="M7 42h50c-2 10-8 14-15 14H22c-7 0-13-4-15-14zM32 42V9c11
3 18
12 20 24H32M26 17c-6 4-9 9-11 16h11"/>`;

export const coinPlain = `<circle class="outline" ${fill('gold-2')} cx="33" cy="34" r="26"/>
<circle class="outline" ${fill('gold')} cx="31" cy="31" r="26"/>
<circle fill="none" stroke="var(--gold-2)" stroke-width="2" cx="31" cy="31" r="21"/>
<path fill="#fff" opacity=".45" d="M12 22c4-9 12-13 20-12-9 1-15 5-18 13z"/>`;

const waterline = `<path class="foam" d="M22 158q6-6 12 0${'t12 0'.repeat(12)}v7H22z"/>
<path class="glint" d="M48 171h110M66 176h70"/>`;

/** A galleon at sea, 200 by 180. */
export const galleonAtSea = galleon(crown, 4) + waterline;

/** Equal symbols in a row, 64 high. @param {string} symbol @param {number} n */
export const several = (symbol, n) =>
  Array.from({ length: n }, (_, i) => at(symbol, i * 66, 0, 1)).join('');

/** The symbols that count: skulls on ships, coins on galleons. */
export const skullMark = skullIn('co-on-fleet');
export const goldMark = coin;

/** A ship of a fleet, 100 by 100, in the colours of its card. */
export const raider = sloop(skullIn('bone'));

/** The picture of a galleon's card, 200 by 176. */
export const merchant = galleon(crown, 4);

/** Captains wear the colour of their fleet. */
export const captain = pirate('co-fleet', false);

/** The admiral, 100 by 100. */
export const admiral = `${inked('seat-2', 'M10 100c2-22 16-30 40-30s38 8 40 30z')}
${shade('M60 71c18 2 28 11 30 29H62c4-10 4-20-2-29z')}
${inked(
  'gold',
  `M12 92c2-10 8-16 18-19l3 8c-6 3-9 7-10 14zM88 92c-2-10-8-16-18-19l-3 8c6 3 9 7 10
14z`,
)}
${inked('bone', 'M40 70h20l-4 26H44z')}
${inked('steel', 'M24 40h52v30c0 6-6 6-8 0H32c-2 6-8 6-8 0z')}
${inked('skin', 'M31 38h38v24c0 12-8 20-19 20s-19-8-19-20z')}
${shade('M60 44h9v18c0 12-8 20-19 20 8-10 11-24 10-38z')}
${line('M42 71c5 3 11 3 16 0M37 48c3-2 6-2 8 0M55 48c3-2 6-2 8 0M50 54l-2 8h4')}
<path ${fill('k')} d="M39 54a3 3 0 1 1 6 0a3 3 0 1 1-6 0zM55 54a3 3 0 1 1 6 0a3 3 0 1 1-6 0z"/>
${inked('seat-2', 'M2 44C10 22 28 8 50 8s40 14 48 36c-14-7-30-9-48-9S16 37 2 44z')}
<path class="trim" d="M5 43c14-7 28-9 45-9s31 2 45 9"/>${at(crown, 38, 8, 0.38)}`;
