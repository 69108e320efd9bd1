// Corsaires on the home page.

import { sign } from '../../lib/art.js';
import { at, foam, galleon, skull, sloop } from '../poster.js';

/** @type {import('../poster.js').Poster} */
export default {
  minutes: 20,
  age: 8,
  scene: `<g class="sails-white">${at(galleon(sign.crown, 4), 22, 4, 0.9)}</g>${foam(50, 180, 164)}
<g class="sails-red">${at(sloop(skull), -6, 100, 0.84)}</g>${foam(0, 80, 180)}
<g class="sails-blue" transform="translate(228 108) scale(-.76 .76)">${sloop(skull)}</g>
${foam(156, 226, 180)}`,
};
