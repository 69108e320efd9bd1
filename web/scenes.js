// The pictures on the door: one scene a game, 240 by 130, made of the same parts as the tables.

import { island, pirate, rose, ship, sign, waves } from './art.js';

/** @param {string} markup @param {number} x @param {number} y @param {number} scale @param {number} [turn] */
const at = (markup, x, y, scale, turn = 0) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${markup}</g>`;

const sky = '<path class="sky" d="M0 0h240v88H0z"/><path class="seafar" d="M0 84h240v46H0z"/>';
const sea = waves(0, 92, 250) + waves(8, 110, 240);

/** @param {string} face @param {number} x @param {number} y @param {number} turn */
const die = (face, x, y, turn) => at(`<rect class="bone k" width="44" height="44" rx="9"/>${at(face, 6, 6, 0.5)}`, x, y, 1, turn);

/** @param {number} x @param {number} y */
const coin = (x, y) => at(sign.coin, x, y, 0.36);

/** @type {Record<string, string>} */
export const scenes = {
  'mille-sabords': `${sky}<circle class="moonlight" cx="196" cy="30" r="17"/>${sea}
${at(sign.skull, 84, 2, 1.12)}
${die(sign.coin, 20, 74, -12)}${die(sign.parrot, 74, 82, 6)}${die(sign.sabre, 128, 84, -5)}${die(sign.diamond, 180, 70, 11)}`,
  'corsaires': `${sky}<circle class="sunlight" cx="46" cy="40" r="20"/>${sea}
${at(ship('s', sign.crown), 84, 14, 0.98)}${at(ship('c-red', sign.skull), 4, 52, 0.56)}${at(ship('c-blue', sign.skull), 184, 56, 0.5)}${waves(0, 116, 250)}`,
  'buccaneer': `${sky}${sea}${at(pirate('c-green', false), 6, 34, 0.94)}${at(pirate('coat'), 140, 30, 0.98)}${at(pirate('deep'), 70, 14, 1.12)}
${coin(12, 106)}${coin(30, 100)}${coin(198, 104)}${coin(180, 108)}${coin(106, 108)}${coin(124, 106)}`,
  'pirates-en-duel': `${sky}${sea}${at(ship('c-red', sign.skull), 2, 22, 0.92)}<g transform="translate(238 22) scale(-.92 .92)">${ship('deepsail', '')}</g>
<circle class="K" cx="118" cy="62" r="5"/><path class="puff" d="M98 66c-3-8 8-10 9-4 6-4 9 6 2 7-3 6-12 3-11-3zM142 58c3-8-8-10-9-4-6-4-9 6-2 7 3 6 12 3 11-3z"/>${at(sign.sabre, 102, 2, 0.55)}${waves(0, 114, 250)}`,
  'aux-sabords': `<path class="chartpaper" d="M0 0h240v130H0z"/><path class="l2" d="M0 26h240M0 52h240M0 78h240M0 104h240M40 0v130M80 0v130M120 0v130M160 0v130M200 0v130"/>
${at(rose, 150, 22, 0.44)}${at(island, 8, 8, 0.82)}<path class="course" d="M66 104c30 6 44-8 60-26s40-14 52 8"/>${at(ship('s', sign.skull), 34, 66, 0.5)}<path class="red" d="M172 82l6 6 6-6 4 4-6 6 6 6-4 4-6-6-6 6-4-4 6-6-6-6z"/>`,
};
