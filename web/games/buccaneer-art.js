// Drawings of Buccaneer: pawns that stand on each other, treasures, merchant ships.

import { emblems, pirate, ship, sign, waves } from '../art.js';

/** @param {string} markup @param {number} x @param {number} y @param {number} scale */
const at = (markup, x, y, scale) => `<g transform="translate(${x} ${y}) scale(${scale})">${markup}</g>`;

/** Treasures, 64 by 64. @type {Record<string, string>} */
export const treasure = {
  sabre: sign.sabre,
  candlestick: `<path class="g k" d="M28 26h8v20c0 3 5 5 12 6v6H16v-6c7-1 12-3 12-6z"/>
<path class="g k" d="M6 22h10v6c0 4 8 5 12 5v6C16 39 6 36 6 28zM58 22H48v6c0 4-8 5-12 5v6c12 0 22-3 22-11z"/>
<path class="b k" d="M8 10h6v12H8zM50 10h6v12h-6zM29 12h6v14h-6z"/>
<path class="red k" d="M11 1c4 4 3 8 0 9-3-1-4-5 0-9zM53 1c4 4 3 8 0 9-3-1-4-5 0-9zM32 2c4 4 3 9 0 10-3-1-4-6 0-10z"/>
<path class="l2" d="M28 32h8M28 38h8M20 54h24"/>`,
  barrel: `<path class="w k" d="M16 8h32c7 14 7 34 0 48H16C9 42 9 22 16 8z"/>
<path class="steel k" d="M13 16h38l2 7H11zM11 41h42l-2 7H13z"/>
<path class="l2" d="M24 8c-4 14-4 34 0 48M32 8v48M40 8c4 14 4 34 0 48"/><circle class="K" cx="32" cy="32" r="4"/>`,
  chest: `<path class="w k" d="M6 28h52v28H6z"/><path class="wd k" d="M6 28c0-12 8-18 16-18h20c8 0 16 6 16 18z"/>
<path class="g k" d="M13 28h6v28h-6zM45 28h6v28h-6zM25 24h14v14c0 4-14 4-14 0zM14 28c0-9 4-14 8-17l5 1c-5 4-7 9-7 16zM50 28c0-9-4-14-8-17l-5 1c5 4 7 9 7 16z"/>
<circle class="K" cx="32" cy="31" r="3"/><path class="l" d="M32 32v6M6 28h52"/>`,
};

/** A treasure still to be chosen. */
export const sack = `<path class="sand k" d="M22 20C8 30 4 42 8 52c3 7 45 7 48 0 4-10 0-22-14-32z"/>
<path class="sand k" d="M22 20l-6-12c6 3 10 1 16-2 6 3 10 5 16 2l-6 12z"/><path class="lg" d="M20 21h24"/><path class="l2" d="M24 24c-6 8-8 14-8 22M40 24c6 8 8 14 8 22"/>`;

/** @param {number} seat */
const emblemOf = (seat) => sign[/** @type {keyof typeof sign} */ (emblems[seat - 1])] ?? '';

/** A plate with the mark of a pawn. @param {string} mark @param {number} x @param {number} y */
const plate = (mark, x, y) => `<circle class="g k" cx="${x}" cy="${y}" r="11.500"/><text class="bu-figure" x="${x}" y="${y + 6.500}">${mark}</text>`;

/** The drum a pawn stands on, 64 wide, its rim at y. @param {number} seat @param {number} y */
const drum = (seat, y) => `<path class="bu-c${seat} k" d="M2 ${y}v15c0 8 60 8 60 0V${y}z"/>
<path class="bu-shade" d="M46 ${y + 5}c10-1 16-3 16-5v15c0 2-6 4-16 5z"/><ellipse class="bu-c${seat} k" cx="32" cy="${y}" rx="30" ry="6"/>`;

/** The head of a pile, or a pawn by itself, 64 by 92: a pirate with the sign of his colour on the hat.
 * @param {number} seat @param {string} mark */
export function captain(seat, mark) {
  return `${drum(seat, 68)}${at(`${pirate(`bu-c${seat}`, mark > '3')}
<path class="bu-c${seat} k" d="M6 46c8-2 12-8 16-20C26 12 38 6 50 6s24 6 28 20c4 12 8 18 16 20-12 6-28 4-44 4S18 52 6 46z"/>
<path class="lg" d="M9 46c14 4 28 2 41 2s27 2 41-2"/><g class="bu-i${seat}">${at(emblemOf(seat), 34, 11, 0.5)}</g>`, -1, 0, 0.66)}${plate(mark, 32, 78)}`;
}

/** A pawn under another, 64 by 28: its colour, and its mark where that is open.
 * @param {number} seat @param {string | undefined} mark */
export function sailor(seat, mark) {
  return `${drum(seat, 6)}<g class="bu-i${seat}">${at(emblemOf(seat), mark ? 9 : 23, 9.500, 0.28)}</g>${mark ? at(plate(mark, 0, 0), 46, 18, 0.78) : ''}`;
}

/** A merchant ship, 124 by 104, the bigger the more pirates it takes. @param {number} crew */
export function merchant(crew) {
  const size = 0.5 + 0.1 * (crew - 1);
  return at(ship('s', sign.crown), 62 - 60 * size, 96 - 90 * size, size) + waves(2, 90, 122);
}

/** Ships still to come: a card's back, 64 by 64. */
export const back = `<rect class="deep k" x="10" y="3" width="44" height="58" rx="5"/><rect class="lg" x="15" y="8" width="34" height="48" rx="3"/>${at(sign.helm, 19, 19, 0.4).replaceAll('"line"', '"linebrass"')}`;
