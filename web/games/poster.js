// Parts of the pictures of games on the home page, 240 by 130, and the picture of a game that has
// none.

import { ship, sign, waves } from '../lib/art.js';

/** The picture of a game, its playing time in minutes and its minimum age.
 * @typedef {{scene: string, minutes?: number, age?: number}} Poster */

/** @param {string} markup @param {number} x @param {number} y @param {number} scale
 * @param {number} [turn] */
export const at = (markup, x, y, scale, turn = 0) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${markup}</g>`;

export const sky =
  '<path class="sky" d="M0 0h240v88H0z"/><path class="seafar" d="M0 84h240v46H0z"/>';
export const sea = waves(0, 92, 250) + waves(8, 110, 240);

/** @type {Poster} */
export const plainPoster = {
  scene: `${sky}${sea}${at(ship('s', sign.skull), 74, 14, 0.98)}${waves(0, 116, 250)}`,
};
