// Pirates en Duel on the home page.

import { ship, sign, waves } from '../../lib/art.js';
import { at, sea, sky } from '../poster.js';

/** @type {import('../poster.js').Poster} */
export default {
  minutes: 30,
  age: 10,
  scene: `${sky}${sea}${at(ship('c-red', sign.skull), 2, 22, 0.92)}
<g transform="translate(238 22) scale(-.92 .92)">${ship('deepsail', '')}</g>
<circle class="K" cx="118" cy="62" r="5"/>
<path class="puff" d="M98 66c-3-8 8-10 9-4 6-4 9 6 2 7-3 6-12 3-11-3zM142 58c3-8-8-10-9-4-6-4-9 6-2
7 3 6 12 3 11-3z"/>${at(sign.sabre, 102, 2, 0.55)}${waves(0, 114, 250)}`,
};
