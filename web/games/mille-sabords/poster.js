// Mille Sabords! on the home page.

import { sign } from '../../lib/art.js';
import { at, die, foam, galleon, skull } from '../poster.js';
import { kids } from './kids.js';

/** @type {import('../poster.js').Poster} */
export default {
  kids,
  minutes: 30,
  age: 8,
  scene: `<g class="sails-black">${at(galleon(skull, 5), 12, 12, 1)}</g>${foam(34, 196)}
${at(die(sign.coin), 190, 168, 0.9, 14)}${at(die(sign.skull), 30, 170, 0.95, -12)}`,
};
