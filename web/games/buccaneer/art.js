// Drawings of Buccaneer: pirates and their discs, merchant ships, treasures. Cloth has the colour
// of the seat (`--seat`), so that every crew uses the same drawings.

import { emblems, sign } from '../../lib/art.js';
import { at, flag, galleon, sail, sloop } from '../poster.js';

// ---- pirates ----

const coat = `<path class="bu-cloth outline" d="M15 81c1-17 12-25 35-25s34 8 35 25q-35 13-70 0z"/>
<path class="shade" d="M60 57c15 2 24 10 25 24q-11 4-24 5.5c3-10 3-20-1-29.5z"/>
<path class="bone outline thin" d="M39 59l11 15 11-15z"/>`;

const face = `<path class="skin outline" d="M30 37h40v17c0 12-8 19-20 19s-20-7-20-19z"/>
<path class="shade" d="M59 39h11v15c0 12-8 19-20 19 8-9 10-20 9-34z"/>`;

const eyes = (/** @type {number} */ y) => `<path class="K" d="M39.3 ${y}a2.7 2.7 0 1 1 5.4 0a2.7 2.7
0 1 1-5.4 0zM55.3 ${y}a2.7 2.7 0 1 1 5.4 0a2.7 2.7 0 1 1-5.4 0z"/>`;

const smile = '<path class="nofill outline" d="M43 61c4 4 10 4 14 0"/>';

const tricorne = `<path class="bu-cloth outline" d="M6 39c8-2 12-8 15-18C26 8 38 2 50 2s24 6 29
19c3 10 7 16 15 18-12 6-28 5-44 5S18 45 6 39z"/><path class="shade" d="M60 3c12 3 17 10 19 18 3 10 7
16 15 18-9 4-20 5-31 5 4-14 4-28-3-41z"/><path class="trim" d="M9 39.5c13 4 27 3 41 3s28 1 41-3"/>`;

/** Head, shoulders and hat, 100 by 90, by the mark: the larger the wage, the grander the pirate.
 * @type {Record<string, string>} */
const busts = {
  // the ship's boy: a scarf
  2: `${coat}${face}${eyes(50)}${smile}<path class="bu-cloth outline" d="M27 42C25 19 35 8 50 8s25
11 23 34c-14-5-32-5-46 0zM72 35c7-3 14-1 19 5-6 0-9 2-12 6-3-3-6-4-8-4z"/><path class="shade" d="M60
11c10 5 14 16 13 31-3-1-6-2-10-2.5 2-10 1-20-3-28.5z"/>`,
  // a moustache, and a hat with a wide brim
  3: `${coat}<path class="trim" d="M22 69l8 3M20 76l9 3M78 69l-8 3M80 76l-9 3"/>${face}${eyes(48)}
<path class="fur outline" d="M50 56c5-3 9-2 12 0 4 3 8 2 11-1-1 8-8 11-13 9-4-2-7-2-10-2s-6 0-10
2c-5 2-12-1-13-9 3 3 7 4 11 1 3-2 7-3 12 0z"/><path class="bu-cloth outline" d="M4 37C10 17 28 4 50
4s40 13 46 33c-13 7-29 7-46 7S17 44 4 37z"/><path class="shade" d="M62 6c18 5 29 17 34 31-9 5-20
6-32 7 5-13 5-26-2-38z"/><path class="trim" d="M7 38c13 5 27 4.5 43 4.5S80 43 93 38"/>`,
  // braids
  4: `<path class="hair outline" d="M28 41c-8 12-8 26-5 38l9-3c-3-10-3-22 1-33zM72 41c8 12 8 26 5
38l-9-3c3-10 3-22-1-33z"/>${coat}${face}${eyes(48)}${smile}<path class="gold outline thin" d="M25
58a3.5 3.5 0 1 1 7 0a3.5 3.5 0 0 1-7 0zM68 58a3.5 3.5 0 1 1 7 0a3.5 3.5 0 0 1-7 0z"/>${tricorne}`,
  // a beard and an eye patch
  5: `${coat}${face}<path class="fur outline" d="M29 50c6-2 9 3 21 3s15-5 21-3c2 18-8 32-21 32S27 68
29 50z"/><path class="skin" d="M43 59c4-3 10-3 14 0-2 4-12 4-14 0z"/><path class="K" d="M39.3 47a2.7
2.7 0 1 1 5.4 0a2.7 2.7 0 1 1-5.4 0zM52 42h16v3l-3 7c-4 2-8 0-9-3zM30 42l24 1v2z"/>${tricorne}`,
  // nobody knows: a scarf over the face
  '?': `${coat}${face}${eyes(47)}<path class="red outline" d="M29 52c14 5 28 5 42 0l1 12c-6 9-14
12-22 14-8-2-16-5-22-14z"/><path class="nofill outline thin" d="M34 60c10 4 22 4 32 0M40 68c7 2 13 2
20 0"/><path class="bu-cloth outline" d="M2 41c14-4 20-9 23-20C29 8 38 3 50 3s21 5 25 18c3 11 9 16
23 20-16 5-32 4-48 4S18 46 2 41z"/><path class="shade" d="M60 4c9 3 13 9 15 17 3 11 9 16 23 20-12
4-24 4-35 4 4-14 4-28-3-41z"/><path class="trim" d="M6 41c15 3 29 2 44 2s29 1 44-2"/>`,
};

/** The sign of a seat in the ink of its colour. @param {number} seat @param {number} x
 * @param {number} y @param {number} scale */
const signAt = (seat, x, y, scale) =>
  `<g class="bu-sign">${at(emblems[seat - 1] ?? '', x, y, scale)}</g>`;

/** The side of a disc, with its rim. @param {number} y @param {number} height */
const side = (y, height) => `<path class="bu-cloth outline" d="M8 ${y}v${height}q42 15 84
0v-${height}q-42 15-84 0z"/><path class="shade" d="M66 ${y + 6}q14-2 26-6v${height}q-12 4-26 6z"/>
<path class="bu-rim" d="M10.5 ${y + 3}q39.5 13.5 79 0"/>`;

/** @param {string} mark @param {number} x @param {number} y @param {number} [scale] */
const plate = (mark, x, y, scale = 1) =>
  at(
    `<ellipse class="bone outline thin" rx="18" ry="15"/>
<text class="bu-mark" y="10">${mark}</text>`,
    x,
    y,
    scale,
  );

/** The pirate on top of a crew, 100 by 113. @param {number} seat @param {string} mark */
export const chief = (seat, mark) =>
  `${side(76, 27)}<path class="bu-cloth outline" d="M8 76q42 15 84 0-6-9-42-9t-42 9z"/><path
class="shade" d="M8 76q42 15 84 0-6-9-42-9t-42 9z"/>${busts[mark] ?? busts['?']}${signAt(
    seat,
    mark === '2' ? 41.5 : 39.5,
    mark === '2' ? 18 : 13,
    mark === '2' ? 0.27 : 0.33,
  )}${plate(mark, 50, 97)}`;

/** A pirate below, 100 by 31: a disc with the sign of its owner, and its mark if that is visible.
 * @param {number} seat @param {string | undefined} mark */
export const disc = (seat, mark) =>
  side(0, 21) +
  (mark
    ? signAt(seat, 18, 6.5, 0.25) + plate(mark, 62, 16.5, 0.8)
    : signAt(seat, 41.5, 10.5, 0.265));

// ---- ships ----

const cross = '<path class="bu-cross" d="M26 6h12v20h20v12H38v20H26V38H6V26h20z"/>';

/** Two masts, 160 by 150. */
const brig = `<path class="rig" d="M56 16L20 96M56 16l32 82M106 10l-26 86M106 10l34 84M112 30l42
44"/><path class="mast" d="M56 100V14M106 100V8M136 92l22-20"/><path class="sail outline" d="M111
26c16 18 30 32 46 46-14 2-28 6-40 12 3-20 1-40-6-58z"/><path class="shade" d="M111 26c6 16 8 36 6 58
4-2 9-4 14-6-2-18-9-36-20-52z"/>${sail(56, 22, 46, 16, 20, 7)}${sail(56, 50, 88, 22, 26, 9)}
${sail(104, 16, 44, 18, 23, 8)}${sail(104, 48, 92, 25, 29, 10)}${flag(106, 5, 26, 12)}
${flag(56, 12, 18, 9)}<path class="hull outline" d="M10 78l28 6 4 14h76l6-10 26-6c1 26-10 46-28
54H44C24 128 11 106 10 78z"/><path class="hull2" d="M13 100c24 12 100 14 136-2-3 20-13 33-27
38H44C28 131 17 118 13 100z"/><path class="trim" d="M12 92c26 12 100 16 139-1"/><path class="window
outline thin" d="M18 88l7 2v7l-6-2zM29 91l7 1.5v7l-7-2z"/><path class="gold" d="M53 115a3 3 0 1 1 6
0a3 3 0 1 1-6 0zM70 116.500a3 3 0 1 1 6 0a3 3 0 1 1-6 0zM87 117a3 3 0 1 1 6 0a3 3 0 1 1-6 0zM104
116.500a3 3 0 1 1 6 0a3 3 0 1 1-6 0zM121 115a3 3 0 1 1 6 0a3 3 0 1 1-6 0z"/>`;

/** Foam along the waterline. @param {number} from @param {number} n waves of 24 */
const wash = (from, n) =>
  `<path class="foam" d="M${from} 157q6-6 12 0${'t12 0'.repeat(2 * n - 1)}v7H${
    from
  }z"/><path class="glint" d="M${from + 24} 170h${24 * n - 54}M${from + 44} 175h${Math.max(
    14,
    24 * n - 94,
  )}"/>`;

/** A merchant ship, 200 by 180; larger if it needs more pirates. @param {number} crew */
export function merchant(crew) {
  if (crew < 4) return at(sloop(''), 38, 40 - 6 * (crew - 3), 1.24) + wash(48, 4);
  return crew < 6 ? at(brig, 16, 16, 1.06) + wash(30, 6) : galleon(cross, 5) + wash(24, 6);
}

// ---- things, 64 by 64 ----

/** @type {Record<string, string>} */
export const treasure = {
  sabre: `<path class="steel outline" d="M56 6C58 30 44 46 22 50l-4-6C36 38 48 26 56 6z"/>
<path class="bu-steel" d="M55 12c0 20-13 33-33 37l-2-3C38 40 50 28 55 12z"/>
<path class="gold outline" d="M24 54c-2-8-9-14-15-13-2 6 2 13 9 16z"/>
<path class="hull outline" d="M15 50l6 6-9 6-5-5z"/>`,
  candlestick: `<path class="bu-arms" d="M12 26v4c0 8 8 10 20 10s20-2 20-10v-4"/>
<path class="bu-arm" d="M12 26v4c0 8 8 10 20 10s20-2 20-10v-4"/><path class="gold outline" d="M29
24h6v24h-6zM20 58c0-7 6-10 12-10s12 3 12 10z"/><path class="bone outline" d="M8.500
14h7v12h-7zM48.500 14h7v12h-7zM28.500 12h7v12h-7z"/><path class="red outline thin" d="M12 3c4 4 4 9
0 11-4-2-4-7 0-11zM52 3c4 4 4 9 0 11-4-2-4-7 0-11zM32 1c4 4 4 9 0 11-4-2-4-7 0-11z"/>`,
  barrel: `<path class="bu-oak outline" d="M14 6C7 22 7 42 14 58h36c7-16 7-36 0-52z"/>
<path class="shade" d="M36 6h14c7 16 7 36 0 52H36c6-16 6-36 0-52z"/><path class="nofill outline
thin" d="M24 7c-4 16-4 34 0 50M40 7c4 16 4 34 0 50"/><path class="bu-steel outline thin" d="M11.500
14h41l1.500 7H10zM10 43h44l-1.500 7h-41z"/>`,
  chest: `<path class="hull outline" d="M6 28h52v28H6z"/><path class="bu-oak outline" d="M6 28c0-13
8-19 26-19s26 6 26 19z"/><path class="shade" d="M44 11c9 2 14 8 14 17v28H46z"/><path class="gold
outline" d="M6 26h52v6H6zM26 24h12v15H26z"/><path class="K" d="M30.500 29h3v5h-3z"/>
<path class="gold2" d="M11 33h4v22h-4zM49 33h4v22h-4zM12 17l4-3v12h-4zM48 14l4 3v9h-4z"/>`,
};

/** One of two treasures that is not chosen yet. */
export const sack = `<path class="bu-sack outline" d="M22 20C8 30 4 42 8 52c3 7 45 7 48 0 4-10
0-22-14-32zM22 20l-6-12c6 3 10 1 16-2 6 3 10 5 16 2l-6 12z"/><path class="shade" d="M42 20c14 10 18
22 14 32-2 4-12 6-22 6 12-10 14-24 8-38z"/><path class="trim" d="M20 21h24"/>`;

export const ducat = `<circle class="gold2 outline" cx="34" cy="35" r="25"/><circle class="gold
outline" cx="31" cy="31" r="25"/><circle class="bu-milled" cx="31" cy="31" r="19"/>`;

const brim = `M3 44c6-10 12-6 16-16C22 16 26 9 32 9s10 7 13 19c4 10 10 6 16 16-8 9-18 11-29 11S11 53
3 44z`;

/** One pirate of those that a ship needs, present or missing in the crew. */
export const hat = `<path class="bu-hat" d="${brim}"/>`;
export const noHat = `<path class="bu-no-hat" d="${brim}"/>`;

export const { crown, skull } = sign;
