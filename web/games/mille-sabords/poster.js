// Mille Sabords! on the home page.

import { sign } from '../../lib/art.js';
import { at, sea, sky } from '../poster.js';

/** @param {string} face @param {number} x @param {number} y @param {number} turn */
const die = (face, x, y, turn) =>
  at(`<rect class="bone k" width="44" height="44" rx="9"/>${at(face, 6, 6, 0.5)}`, x, y, 1, turn);

/** @type {import('../poster.js').Poster} */
export default {
  minutes: 30,
  age: 8,
  scene: `${sky}<circle class="moonlight" cx="196" cy="30" r="17"/>${sea}
${at(sign.skull, 84, 2, 1.12)}
${die(sign.coin, 20, 74, -12)}${die(sign.parrot, 74, 82, 6)}${die(sign.sabre, 128, 84, -5)}
${die(sign.diamond, 180, 70, 11)}`,
};
