// The drawings of Aux Sabords: the chart with its island, ports, compass roses and reefs, ships of
// the size of a square, chests, cards and the die.

import { pirate, rose, ship, sign, waves } from '../../lib/art.js';

export const colours = ['red', 'blue', 'yellow', 'green'];
const unit = 40; // side of a square of the chart

/** @param {string} markup @param {number} x @param {number} y @param {number} scale */
const at = (markup, x, y, scale) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${markup}</g>`;

/** The figure of each colour, 24 by 24: lozenge, bars, roundel, chevron.
 * @type {Record<string, string>} */
export const figure = {
  red: '<path class="K" d="M12 1l10 11-10 11L2 12z"/>',
  blue: '<path class="K" d="M2 3h20v5H2zM2 10h20v5H2zM2 17h20v5H2z"/>',
  yellow: '<circle class="K" cx="12" cy="12" r="10"/>',
  green: '<path class="K" d="M12 2l11 12v8L12 11 1 22v-8z"/>',
};

/** A ship that is readable at the size of a square, 64 by 64. @param {string} colour */
export const boat = (colour) => `<path class="as-wake" d="M3 57q7-6 14 0t14 0 14 0 14 0"/>
<path class="w k" d="M5 41l9 3h34l11-6c0 9-6 16-13 19H19C11 54 6 48 5 41z"/>
<path class="wd" d="M9 48c14 4 32 4 47-1l-3 5c-13 3-28 3-40 0z"/>
<path class="l" d="M31 44V4M45 43l16-14"/>
<path class="c-${colour} k" d="M13 9c12-4 25-4 37 0 4 9 4 18 0 28-12-4-25-4-37 0 5-10 5-19 0-28z"/>
<path class="red" d="M31 2c5-2 7 2 12 0v5c-5 2-7-2-12 0z"/>${at(figure[colour], 21, 11, 0.95)}`;

/** A chest, 48 by 40. @param {string} colour */
export const chest = (
  colour,
) => `<path class="c-${colour} k" d="M3 17C3 6 9 3 14 3h20c5 0 11 3 11 14z"/>
<path class="w k" d="M3 17h42v19H3z"/>
<path class="g k" d="M3 15h42v5H3z"/><path class="wd" d="M9 20h4v16H9zM35 20h4v16h-4z"/>
<path class="g k" d="M19 14h10v11H19z"/>
<g transform="translate(20.5 15.5) scale(.3)">${figure[colour]}</g>`;

/** @param {string} colour */
const port = (colour) => `<path class="as-stone k" d="M2 40V20h5v-6h6v6h4V9h6v5h4V9h6v11h5v20z"/>
<path class="as-mortar" d="M4 27h32M4 34h32M12 20v7M24 20v7M18 27v7M30 27v7"/>
<path class="K" d="M16 40v-6c0-5 8-5 8 0v6z"/><path class="l" d="M20 10V0"/>
<path class="c-${colour} k" d="M8-3h24v12H8z"/>${at(figure[colour], 15.4, -1.5, 0.38)}`;

/** @param {string} colour */
const treasure = (
  colour,
) => `<path class="as-cove" d="M3 20C3 8 9 3 20 3s17 5 17 17-6 17-17 17S3 32 3 20z"/>
<path class="as-cross c-${colour}" d="M11 11l18 18M29 11L11 29"/>
${at(`<circle class="b k" cx="12" cy="12" r="16"/>${figure[colour]}`, 14, 14, 0.5)}`;

/** @param {string} colour */
const compass = (colour) =>
  `${at(rose, 0, 0, 0.2)}<circle class="c-${colour} k" cx="20" cy="20" r="9"/>
${at(figure[colour], 14.6, 14.6, 0.45)}`;

const reef = `<path class="as-shoal" d="M1 24C1 12 10 5 21 5s18 8 18 18-9 15-20 15S1 34 1 24z"/>
<path class="as-rock k" d="M6 29l5-13 5 5 5-12 5 9 4-3 5 14z"/>
<path class="l2" d="M11 17l1 8M21 10l-2 12M30 16l-1 8"/>
<path class="as-foam" d="M3 31q4-4 8 0t8 0 8 0 9-1"/>`;

const closed =
  '<path class="as-hatch" d="M4 14L14 4M4 26L26 4M4 38L38 4M14 38l24-24M26 38l12-12"/>';

/** The island, nine squares: forest and a hill, with coves in the corners. @param {number} left
 * @param {number} top */
const island = (left, top) =>
  at(
    `<path class="as-shallow" d="M-9 18C-14-8 16-16 40-11s42-6 62 2 32 16 27 40 5 40 1 62-8 38-36
38-46 4-64-1-36-4-39-30 4-44 0-82z"/>
<path class="sand k" d="M3 22C0 4 14 1 34 4s30-5 48-1 34 0 36 22-4 30-1 48 1 42-20 45-30-5-46-1-42
3-46-18 4-36 1-48 0-18-3-29z"/>
<path class="as-forest k" d="M44 20c8-8 24-9 33 0 9 4 7 14 13 20 11 3 16 11 12 20 4 10-3 18-13 20-4
9-5 17-14 20-10 6-24 5-31-1-9-4-7-14-14-19-10-3-14-11-11-20-3-9 4-18 13-20 5-7 3-15 12-20z"/>
<path class="as-hill k" d="M38 78c9-6 13-32 22-40 8 8 13 34 24 40-14 7-32 7-46 0z"/>
<path class="b" d="M60 38c3 3 5 8 8 14l-5 3-4-4-5 4-3-2c3-6 6-12 9-15z"/>
<path class="l2" d="M60 56l-4 20M66 58l4 18M50 66l-4 11"/>
${[
  [34, 50],
  [86, 52],
  [52, 24],
  [68, 22],
  [46, 96],
  [74, 94],
  [30, 66],
  [90, 68],
  [60, 98],
]
  .map(
    ([x, y]) =>
      `<path class="as-tree k" d="M${x} ${y + 5}c-9 0-9-12 0-12s9 12 0 12z"/>
<path class="l2" d="M${x} ${y}v9"/>`,
  )
  .join('')}`,
    left * unit,
    top * unit,
    1,
  );

/** A sea serpent for the empty parts of the chart. */
const serpent = `<g class="as-serpent">
<path d="M4 30c2-14 12-20 20-12 3-6 12-5 12 2l-8 3c-3 0-5 4-5 8M42 31c1-15 19-15 21 0
M70 31c1-11 15-11 17 0M94 31c2-8 9-9 12-14-1 6 1 9 4 12"/>
<path d="M0 33h36M38 33h30M67 33h26M92 33h22"/></g>`;

/** @param {number} side */
function lines(side) {
  const all = side * unit,
    half = all / 2;
  let grid = '',
    rhumb = '';
  for (let i = 1; i < side; i++) grid += `M${i * unit} 0V${all}M0 ${i * unit}H${all}`;
  for (let i = 0; i < 16; i++) {
    const angle = (i * Math.PI) / 8,
      x = half + all * Math.cos(angle),
      y = half + all * Math.sin(angle);
    rhumb += `M${half} ${half}L${x.toFixed()} ${y.toFixed()}`;
  }
  return `<path class="as-rhumb" d="${rhumb}"/><path class="as-lines" d="${grid}"/>`;
}

/** The drawing on a square. @param {string} face */
function square(face) {
  const [kind, colour = ''] = face.replace('as.square.', '').split('-');
  switch (kind) {
    case 'port':
      return at(port(colour), 3, 6, 0.85);
    case 'treasure':
      return treasure(colour);
    case 'rose':
      return compass(colour);
    case 'reef':
      return reef;
    case 'closed':
      return closed;
    default:
      return '';
  }
}

/** Finished charts, by their squares. @type {Map<string, string>} */
const charts = new Map();

/** The whole chart. @param {string[]} faces of its squares, row by row @param {number} side */
export function chart(faces, side) {
  const key = faces.join(),
    known = charts.get(key) ?? drawChart(faces, side);
  charts.set(key, known);
  return known;
}

/** @param {string[]} faces @param {number} side */
function drawChart(faces, side) {
  const middle = (side - 3) / 2,
    wide = side * unit;
  const things = faces
    .map((face, i) => {
      const thing = square(face);
      return thing && at(thing, (i % side) * unit, Math.floor(i / side) * unit, 1);
    })
    .join('');
  return `<clipPath id="as-edge"><rect width="${wide}" height="${wide}"/>
</clipPath><g clip-path="url(#as-edge)">${lines(side)}</g>
${at(serpent, unit * 0.3, unit * (side - 4.8), 1)}
${at(serpent, unit * (side - 3.3), unit * 3.6, 0.9)}${waves(unit * 4, unit * 1.5, 80)}
${waves(unit * (side - 6), unit * (side - 1.6), 80)}${island(middle, middle)}${things}`;
}

/** @param {string} art */
const card = (art) =>
  `<rect class="paper k" x="1" y="1" width="98" height="138" rx="9"/>
<rect class="l2" x="6" y="6" width="88" height="128" rx="5"/>${art}`;

const pistol = `<path class="w k" d="M14 92c2-16 8-30 20-36l30-16 5 10-26 17c-6 5-8 14-8 26-5 5-16
5-21-1z"/><path class="steel k" d="M40 48l46-27 5 9-46 28z"/>
<path class="g k" d="M38 60l10-6 4 8-10 6zM54 38l2-12 8-2-1 10z"/>
<path class="l" d="M50 62c4 8 12 6 13-3M86 21l5 9"/>`;
const sabre = `<path class="steel k" d="M20 104C52 92 78 62 84 16c12 42-14 84-56 98z"/>
<path class="l2" d="M34 101c28-14 46-38 50-70"/>
<path class="g k" d="M12 92c10 0 22 12 22 26-6 2-10 0-12-4-2-8-5-10-12-11-3-4-2-8 2-11z"/>
<path class="w k" d="M8 116l12-12 6 7-11 13c-5 2-10-3-7-8z"/>`;
const leg = `<path class="w k" d="M40 64h22l-4 54c0 5-12 5-13 0z"/>
<path class="coat k" d="M34 24c10-5 25-5 34 0l-3 34c-8 5-20 5-28 0z"/>
<path class="g k" d="M35 55c10 6 22 6 32 0l-1 11c-9 5-21 5-30 0z"/>
<path class="l2" d="M47 74l1 36M54 72v38M36 32c10 4 20 4 30 0"/>`;

/** @type {Record<string, string>} */
const arts = {
  pistol: at(pistol, 0, 16, 1),
  sabre: at(sabre, 2, 8, 1),
  leg: at(leg, -1, 0, 1) + '<path class="as-wake" d="M22 122h56"/>',
  ship: at(ship('s', sign.skull), 6, 26, 0.74) + waves(12, 100, 78),
  pirate: at(pirate('coat'), 6, 28, 0.88) + at(sign.sabre, 37, 113, 0.36),
  captain:
    at(pirate('deep', false), 6, 30, 0.88) +
    at(sign.crown, 34, 3, 0.5) +
    at(sign.star, 8, 110, 0.3) +
    at(sign.star, 73, 110, 0.3),
};

/** A card, 100 by 140; face down if `face` is missing. @param {string | null} face */
export const cardArt = (face) =>
  face
    ? card(arts[face.replace('as.card.', '')] ?? '')
    : `<rect class="deep k" x="1" y="1" width="98" height="138" rx="9"/>
<rect class="lg" x="7" y="7" width="86" height="126" rx="5"/>${at(sign.sabre, 18, 38, 1)}`;

/** @type {number[][]} */
const pips = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** A pip of the die. @param {number} i its place on a grid of 3 by 3 */
const pip = (i) =>
  `<circle class="K" cx="${16 + (i % 3) * 16}" cy="${16 + Math.floor(i / 3) * 16}" r="5.5"/>`;

/** The die, 64 by 64; it shows a compass rose before the roll. @param {number} value */
export const die = (value) =>
  `<rect class="b k" x="3" y="3" width="58" height="58" rx="12"/>${
    value ? pips[value].map(pip).join('') : at(sign.helm, 13, 13, 0.6)
  }`;

/** A flag, 24 by 24. @param {string} colour */
export const flag = (colour) =>
  `<rect class="c-${colour} k" x="-3" y="-3" width="30" height="30" rx="5"/>
${at(figure[colour], 3, 3, 0.75)}`;
