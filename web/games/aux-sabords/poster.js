// Aux Sabords on the home page.

import { island, rose, ship, sign } from '../../lib/art.js';
import { at } from '../poster.js';

/** @type {import('../poster.js').Poster} */
export default {
  minutes: 60,
  age: 8,
  scene: `<path class="chartpaper" d="M0 0h240v130H0z"/>
<path class="l2" d="M0 26h240M0 52h240M0 78h240M0 104h240M40 0v130M80 0v130M120 0v130M160 0v130M200
0v130"/>
${at(rose, 150, 22, 0.44)}${at(island, 8, 8, 0.82)}
<path class="course" d="M66 104c30 6 44-8 60-26s40-14 52 8"/>
${at(ship('s', sign.skull), 34, 66, 0.5)}
<path class="red" d="M172 82l6 6 6-6 4 4-6 6 6 6-4 4-6-6-6 6-4-4 6-6-6-6z"/>`,
};
