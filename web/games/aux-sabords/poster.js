// Aux Sabords on the home page.

import { at, foam, sloop } from '../poster.js';

/** @param {number} lean */
const palm = (lean) => `<path class="hull" d="M-3 0C-4-20 0-34 ${lean}-46l5 2C${lean - 2}-32 4-18 5
0z"/><g transform="translate(${lean + 2} -46)"><path class="leaf" d="M0
0C-10-14-26-14-34-2-22-6-12-5
0 0zM0 0C-4-16 8-24 22-20 12-15 6-9 0 0zM0 0c14-8 28-3 32 11C23 4 13 1 0 0z"/><path class="leaf2"
d="M0 0c-14 0-24 9-25 21 7-9 15-15 25-21zM0 0c9 5 15 13 13 24C10 14 6 7 0 0z"/></g>`;

const chest = `<path class="hull outline" d="M6 28h52v28H6z"/><path class="chestlid outline" d="M6
28c0-13 8-19 26-19s26 6 26 19z"/><path class="shade" d="M44 11c9 2 14 8 14 17v28H46z"/><path
class="gold outline" d="M6 26h52v6H6zM26 24h12v15H26z"/><path class="K" d="M30.5 29h3v5h-3z"/>`;

const chevron = '<path class="badge" d="M32 8l27 30v17L32 26 5 55V38z"/>';

/** @type {import('../poster.js').Poster} */
export default {
  minutes: 60,
  age: 8,
  scene: `<path class="beach" d="M96 176c10-26 34-40 62-40s52 14 66 40z"/><path class="leaf" d="M130
144c6-26 24-44 40-44 18 0 34 18 42 46-22-12-58-14-82-2z"/><path class="leaf2" d="M172 100c17 2 31 20
40 46-10-5-22-8-34-9 4-12 2-26-6-37z"/>${at(palm(9), 146, 150, 1.05)}${at(palm(-9), 196, 152, 0.85)}
${at(chest, 150, 134, 0.66)}<g class="sails-green">${at(sloop(chevron), 2, 30, 1.5)}</g>
${foam(18, 138, 176)}`,
};
