// Corsaires on the home page.

import { ship, sign, waves } from '../../lib/art.js';
import { at, sea, sky } from '../poster.js';

/** @type {import('../poster.js').Poster} */
export default {
  minutes: 20,
  age: 8,
  scene: `${sky}<circle class="sunlight" cx="46" cy="40" r="20"/>${sea}
${at(ship('s', sign.crown), 84, 14, 0.98)}${at(ship('c-red', sign.skull), 4, 52, 0.56)}
${at(ship('c-blue', sign.skull), 184, 56, 0.5)}${waves(0, 116, 250)}`,
};
