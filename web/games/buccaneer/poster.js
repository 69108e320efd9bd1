// Buccaneer on the home page.

import { pirate, sign } from '../../lib/art.js';
import { at, sea, sky } from '../poster.js';

/** @param {number} x @param {number} y */
const coin = (x, y) => at(sign.coin, x, y, 0.36);

/** @type {import('../poster.js').Poster} */
export default {
  minutes: 40,
  age: 10,
  scene: `${sky}${sea}${at(pirate('c-green', false), 6, 34, 0.94)}
${at(pirate('coat'), 140, 30, 0.98)}${at(pirate('deep'), 70, 14, 1.12)}
${coin(12, 106)}${coin(30, 100)}${coin(198, 104)}${coin(180, 108)}${coin(106, 108)}
${coin(124, 106)}`,
};
