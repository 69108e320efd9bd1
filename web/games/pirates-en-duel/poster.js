// Pirates en Duel on the home page.

import { emblems, sign } from '../../lib/art.js';
import { at, foam, skull, sloop } from '../poster.js';
import { kids } from './kids.js';

/** @type {import('../poster.js').Poster} */
export default {
  kids,
  minutes: 30,
  age: 10,
  scene: `<g class="sails-red">${at(sloop(skull), -6, 58, 1.24)}</g>
<g class="sails-blue" transform="translate(228 62) scale(-1.2 1.2)">${sloop(emblems[0])}</g>
<path class="smoke" d="M91 122a13 13 0 1 1 26 0a13 13 0 1 1-26 0zM110 114a10 10 0 1 1 20 0a10 10 0 1
1-20 0zM81 112a9 9 0 1 1 18 0a9 9 0 1 1-18 0zM104 102a8 8 0 1 1 16 0a8 8 0 1 1-16 0z"/>
<path class="gold" d="M98 130l-13-3 11-7-8-10 13 3 3-11 6 11 12-6-5 12 12 5-12 4z"/>
${at(sign.sabre, 82, 18, 0.9)}${foam(4, 114)}${foam(116, 220)}`,
};
