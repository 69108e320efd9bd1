// Ships for the pictures of games on the home page, 222 by 200, and the picture of a game that has
// none. The colours of sails and flags are classes of home.css: sails-black, sails-red, and so on.

import { sign } from '../lib/art.js';

/** The picture of a game, its playing time in minutes and its minimum age.
 * @typedef {{scene: string, minutes?: number, age?: number, kids?: Record<string, string>}}
 *   Poster the options in `kids` make the game suit small children */

/** @param {string} markup @param {number} x @param {number} y @param {number} scale
 * @param {number} [turn] */
export const at = (markup, x, y, scale, turn = 0) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${markup}</g>`;

/** A skull of one colour, 64 by 64. */
export const skull = `<path class="badge" fill-rule="evenodd" d="M32 6C18 6 8 15.5 8 28c0 7 3 12
8.5 16v8.5c0 2.2 1.8 4 4 4h23c2.2 0 4-1.8 4-4V44C53 40 56 35 56 28 56 15.5 46 6 32 6zM22.5 24c4.5
0 8
3 8 7.5S27 38 22.5 38 15 35.5 15 31.5 18 24 22.5 24zM41.5 24c4.5 0 7.5 3.5 7.5 7.5S46 38 41.5
38s-8-2-8-6.5S37 24 41.5 24zM32 38.5l4.5 7.5h-9z"/>`;

const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;

/** A square sail. @param {number} x middle @param {number} y1 top @param {number} y2 bottom
 * @param {number} top half of the upper width @param {number} foot half of the lower width
 * @param {number} belly */
export function sail(x, y1, y2, top, foot, belly) {
  const height = y2 - y1,
    y = (/** @type {number} */ part) => round(y1 + height * part);
  const left = `C${round(x - foot + belly * 1.2)} ${y(0.7)} ${round(x - top + belly * 1.1)}
${y(0.3)}
${x - top} ${y1}z`;
  return `<path class="sail outline" d="M${x - top} ${y1}Q${x} ${y1 + 2} ${x + top} ${y1}C${
    x + top + belly
  } ${y(0.3)} ${x + foot + belly} ${y(0.75)} ${x + foot}
${y2}Q${x} ${y(0.74)} ${x - foot} ${y2}${left}"/>
<path class="shade" d="M${x - top} ${y1}L${round(x - top * 0.35)} ${y1 + 1}C${round(
    x - top * 0.2 + belly * 0.8,
  )} ${y(0.3)} ${round(x - foot * 0.4 + belly * 0.8)} ${y(0.7)} ${round(x - foot * 0.45)} ${y(
    0.88,
  )}L${x - foot} ${y2}${left}"/><path class="yard" d="M${x - top - 4} ${y1}h${2 * top + 8}"/>`;
}

/** @param {number} x @param {number} y @param {number} w @param {number} h */
export const flag = (x, y, w, h) =>
  `<path class="flag outline thin" d="M${x} ${y}c${round(w * 0.3)} ${round(-h * 0.35)} ${round(
    w * 0.45,
  )} ${round(h * 0.35)} ${w} 0l${round(-w * 0.18)} ${round(h / 2)} ${round(w * 0.18)} ${round(
    h / 2,
  )}c${round(-w * 0.55)} ${round(h * 0.35)} ${round(-w * 0.7)} ${round(-h * 0.35)} ${-w} 0z"/>`;

/** A three-master, 200 by 176. @param {string} badge on the main sail, 64 by 64
 * @param {number} guns */
export function galleon(badge, guns) {
  const ports = Array.from({ length: guns }, (_, i) => {
    const x = round(52 + (i * 94) / (guns - 1)),
      y = 122 + (i > 0 && i < guns - 1 ? 2 : 0);
    return `<path class="K" d="M${x} ${y}h11v10h-11z"/><path class="gunport outline thin" d="M${
      x - 1
    } ${y - 5}h13v5h-13z"/><circle class="muzzle" cx="${x + 5.5}" cy="${y + 5.5}" r="3"/>`;
  });
  return `<path class="rig" d="M58 30L28 96M98 8L62 112M98 8L140 110M140 24L180 98M58 30L90 112M140
24L112 112M146 42L196 82"/><path class="mast" d="M58 112V28M98 112V6M140 112V22M172 104l26-22"/>
<path class="sail outline" d="M146 38C164 58 178 72 195 84c-16 2-32 6-44 14 4-20 2-42-5-60z"/>
<path class="shade" d="M146 38c6 16 8 36 5 60 4-3 9-5 14-7-2-20-8-38-19-53z"/>
${sail(58, 34, 60, 17, 21, 7)}${sail(58, 64, 96, 22, 25, 8)}${sail(140, 30, 56, 18, 22, 7)}
${sail(140, 60, 98, 23, 26, 9)}${sail(98, 16, 48, 21, 26, 9)}${sail(98, 52, 104, 28, 32, 11)}
${at(badge, 83, 57, 0.6)}${flag(98, 4, 30, 13)}${flag(58, 27, 20, 9)}${flag(140, 21, 20, 9)}
<path class="hull outline" d="M16 88l30 6 5 18h98l7-12 26-6c2 30-12 56-34 66H54C32 150 17 122 16
88z"/><path class="hull2" d="M20 112c26 14 112 16 160-2-3 24-15 43-32 50H54C36 152 24 134 20 112z"/>
<path class="trim" d="M18 104c30 14 112 18 163 0M22 120c30 14 106 18 154 0"/>
<path class="gold outline thin" d="M14 85l33 6 1 7-33-6zM151 103l6-9 28-6v7l-26 6zM9 74h9l-1
11h-7z"/>
${ports.join('')}
<path class="window outline thin" d="M23 98l8 2v8l-7-3zM35 101l7 1.500v8l-7-2z"/>`;
}

/** A ship with one mast, 100 by 100. @param {string} badge on the sail, 64 by 64 */
export const sloop = (badge) => `<path class="rig" d="M46 8L14 68M46 8l42 62"/><path class="mast"
d="M46 74V6M80 68l18-12"/><path class="sail outline" d="M50 14c16 16 30 30 44 42-14 1-28 4-40 10
3-18 2-36-4-52z"/><path class="shade" d="M50 14c5 16 7 33 4 52 4-2 8-4 12-5-1-16-7-33-16-47z"/>
${sail(42, 18, 64, 20, 25, 8)}${at(badge, 29, 23, 0.47)}${flag(46, 4, 22, 11)}
<path class="hull outline" d="M8 62l18 4 2 8h50l4-6 14-4c0 16-8 26-18 30H28C16 90 8 78 8 62z"/>
<path class="hull2" d="M11 76c18 8 60 8 82-2-3 10-9 17-15 20H28c-8-3-14-10-17-18z"/>
<path class="trim" d="M10 71c20 8 60 9 85-2"/><path class="K" d="M34 79h6v6h-6zM48 80h6v6h-6zM62
79h6v6h-6z"/>`;

/** The water at the hull of a ship. @param {number} from @param {number} to @param {number} [y] */
export const foam = (from, to, y = 178) =>
  `<path class="foam" d="M${from} ${y}q5-5 10 0t10 0${' 10 0'.repeat((to - from - 20) / 10)}v5H${
    from
  }z"/><path class="glint" d="M${from + 14} ${y + 8}h${to - from - 28}M${from + 30} ${y + 13}h${
    to - from - 60
  }M${from + 46} ${y + 18}h${Math.max(10, to - from - 100)}"/>`;

/** A die of 40. @param {string} face 64 by 64 */
export const die = (face) =>
  `<rect class="bone outline" x="-20" y="-20" width="40" height="40" rx="8"/>
<path class="shade" d="M20-14v28a6 6 0 0 1-6 6h-28C8 16 17 4 20-14z"/>${at(face, -14, -14, 0.44)}`;

/** @type {Poster} */
export const plainPoster = {
  scene: `<g class="sails-white">${at(galleon(sign.skull, 4), 12, 12, 1)}</g>${foam(34, 196)}`,
};
