// The drawings of Aux Sabords: the chart with its island, ports, compass roses and reefs, ships of
// the size of a square, chests, cards and the die. A class of-red, of-blue and so on sets the
// colours of what is inside: --sail and --flag, and --badge for the figure on them.

import { sign } from '../../lib/art.js';
import { at, skull, sloop } from '../poster.js';

export const colours = ['red', 'blue', 'yellow', 'green'];
const unit = 40; // side of a square of the chart

/** The figure of each colour, 64 by 64: lozenge, bars, roundel, chevron.
 * @type {Record<string, string>} */
const figures = {
  red: 'M32 5l22 27-22 27-22-27z',
  blue: 'M8 10h48v12H8zM8 27h48v12H8zM8 44h48v12H8z',
  yellow: 'M8 32a24 24 0 1 1 48 0a24 24 0 1 1-48 0z',
  green: 'M32 8l27 30v17L32 26 5 55V38z',
};

/** @param {string} colour @param {string} [name] class */
export const figure = (colour, name = 'badge') =>
  figures[colour] ? `<path class="${name}" d="${figures[colour]}"/>` : '';

/** A ship, 100 by 100. @param {string} colour */
export const boat = (colour) =>
  `<g class="of-${colour}"><ellipse class="fm" cx="50" cy="94" rx="44" ry="11"/>
${sloop(figure(colour))}</g>`;

/** A chest, 64 by 64. @param {string} colour of the badge on the lock, if any */
export const chest = (
  colour,
) => `<path class="hull outline" d="M6 28h52v28H6z"/><path class="lid outline" d="M6
28c0-13 8-19 26-19s26 6 26 19z"/><path class="shade" d="M44 11c9 2 14 8 14 17v28H46z"/><path
class="gold2" d="M11 33h4v22h-4zM49 33h4v22h-4zM12 17l4-3v12h-4zM48 14l4 3v9h-4z"/><path
class="gold outline" d="M6 26h52v6H6z"/>${
  colour
    ? `<g class="of-${colour}"><path class="flag outline" d="M22 21h20v20H22z"/>
${at(figure(colour), 25.5, 24.5, 0.2)}</g>`
    : '<path class="gold outline" d="M26 24h12v15H26z"/>'
}`;

/** @param {string} colour */
const port = (colour) => `<path class="sand2" d="M2 39C0 20 8 6 20 4s20 14 18 35z"/>
<path class="stone outline" d="M7 37V18h4v-4h4v4h4v-4h3v4h4v-4h4v4h3v19z"/>
<path class="stone2" d="M26 37V18h4v-4h3v23z"/><path class="K" d="M16 37v-9a4 4 0 0 1 8 0v9z"/>
<path class="yard" d="M20 14V2"/><g class="of-${colour}"><path class="flag outline" d="M20 1c6-2 9 2
17 0v11c-8 2-11-2-17 0z"/>${at(figure(colour), 24.3, 2.6, 0.13)}</g>`;

/** @param {string} colour */
const treasure = (colour) => `<g class="of-${colour}"><rect class="flag outline" x="4" y="4"
width="32" height="32" rx="8"/>${at(figure(colour), 10.4, 10.4, 0.3)}</g>`;

/** @param {string} colour */
const compass = (colour) => `<circle class="dim" cx="20" cy="20" r="16"/><path class="bone" d="M20
3l3.500 13.500L37 20l-13.500 3.500L20 37l-3.500-13.500L3 20l13.500-3.500z"/><g class="of-${colour}">
<circle class="flag outline" cx="20" cy="20" r="8.500"/>${at(
  figure(colour),
  14.9,
  14.9,
  0.16,
)}</g>`;

const reef = `<ellipse class="fm" cx="20" cy="30" rx="17" ry="7"/><path class="rk" d="M6
30c2-8 5-10 7-16 2-5 5-5 7 1 2-5 5-4 7 2 2 5 5 7 6 13-8 4-20 4-27 0z"/><path class="rk2" d="M20
15c1 6 0 12-3 17 6 1 12 0 16-2-1-6-4-8-6-13-2-6-5-7-7-2z"/>`;

const closed = '<path class="hatch" d="M6 14l8-8M6 26L26 6M6 38L38 6M18 38l20-20M30 38l8-8"/>';

/** @param {number} x @param {number} y @param {number} size @param {number} lean */
const palm = (x, y, size, lean) =>
  at(
    `<path class="hull" d="M-3 0C-4-20 0-34 ${lean}-46l5 2C${lean - 2}-32 4-18 5 0z"/>
${at(
  `<path class="leaf" d="M0 0C-10-14-26-14-34-2-22-6-12-5 0 0zM0 0C-4-16 8-24 22-20 12-15 6-9 0 0zM0
0c14-8 28-3 32 11C23 4 13 1 0 0z"/><path class="leaf2" d="M0 0c-14 0-24 9-25 21 7-9 15-15 25-21zM0
0c9 5 15 13 13 24C10 14 6 7 0 0z"/>`,
  lean + 2,
  -46,
  1,
)}`,
    x,
    y,
    size,
  );

/** The island, nine squares: a volcano in a forest. @param {number} from its left and upper edge */
const island = (from) =>
  at(
    `<path class="fm" d="M-9 60C-14 20 14-12 60-12s76 28 74 72c-2 46-30 74-76 74S-4 104-9
60z"/><path class="sand" d="M-3 60C-8 22 20-5 60-5s68 26 66 66c-2 42-26 66-66 66S2 102-3 60z"/>
<path class="sand2" d="M10 104c14 16 30 22 50 22 40 0 64-24 66-66-6 34-30 52-62 54-22 2-40-2-54-10z
"/><path class="leaf" d="M60 8c34 0 52 20 52 50s-18 54-52 54S8 88 8 58 26 8 60 8z"/><path
class="leaf2" d="M112 58c0 30-18 54-52 54-24 0-42-12-49-30 14 10 32 12 50 8 26-4 44-16 51-32z"/>
<path class="rk" d="M34 74l18-38c3-4 13-4 16 0l20 38c-14 8-40 8-54 0z"/><path class="rk2" d="M62
34c3 0 5 1 6 2l20 38c-7 4-16 6-26 6 6-14 6-30 0-46z"/><path class="lava" d="M52 36c3-4 13-4 16
0l-3 6-4-3-4 5-3-4z"/>${palm(60, 104, 0.46, 4)}${palm(46, 27, 0.36, 3)}${palm(82, 30, 0.38, -3)}
${palm(21, 70, 0.36, 4)}${palm(99, 70, 0.36, -4)}`,
    from * unit,
    from * unit,
    1,
  );

/** Grid, rhumb lines and small waves. @param {number} side */
function lines(side) {
  const all = side * unit,
    half = all / 2;
  let grid = '',
    rhumb = '',
    waves = '';
  for (let i = 1; i < side; i++) grid += `M${i * unit} 0V${all}M0 ${i * unit}H${all}`;
  for (let i = 0; i < 16; i++) {
    const angle = (i * Math.PI) / 8,
      [x, y] = [Math.cos(angle), Math.sin(angle)].map((part) => (half + all * part).toFixed());
    rhumb += `M${half} ${half}L${x} ${y}`;
  }
  for (let i = 0; i < 30; i++)
    waves += `M${(i * 197) % (all - 30)} ${12 + ((i * 311) % (all - 24))}q4-5 8 0t8 0${
      i % 3 ? ' 8 0' : ''
    }`;
  const shallows = [128, 104, 84].map(
    (r) => `<ellipse class="shallow" cx="${half}" cy="${half}" rx="${r}" ry="${r * 0.94}"/>`,
  );
  return `<clipPath id="as-edge"><rect width="${all}" height="${all}"/></clipPath>
${shallows.join('')}<g clip-path="url(#as-edge)"><path class="rhumb" d="${rhumb}"/><path
class="ripple" d="${waves}"/></g><path class="grid" d="${grid}"/>`;
}

/** The drawing on a square. @param {string} face @param {number} i number of the square */
function square(face, i) {
  const [kind, colour = ''] = face.replace('as.square.', '').split('-');
  switch (kind) {
    case 'port':
      return port(colour);
    case 'treasure':
      return treasure(colour);
    case 'rose':
      return compass(colour);
    case 'reef':
      return i % 2 ? `<g transform="matrix(-1 0 0 1 40 0)">${reef}</g>` : reef;
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
  const things = faces
    .map((face, i) => {
      const thing = square(face, i);
      return thing && at(thing, (i % side) * unit, Math.floor(i / side) * unit, 1);
    })
    .join('');
  return lines(side) + island((side - 3) / 2) + things;
}

// ---- cards ----

/** A bust, 100 by 100. @param {string} coat class @param {string} hat class */
const pirate = (coat, hat) => `<path class="${coat} outline" d="M10 104c2-24 16-34 40-34s38 10 40
34z"/><path class="shade" d="M60 71c18 2 28 13 30 33H62c4-12 4-22-2-33z"/><path class="bone outline"
d="M38 72l12 18 12-18z"/><path class="skin outline" d="M29 42h42v20c0 13-9 21-21 21s-21-8-21-21z"/>
<path class="fur outline" d="M28 57c6-2 10 3 22 3s16-5 22-3c1 19-9 34-22 34S27 76 28 57z"/><path
class="skin" d="M42 67c5-3 11-3 16 0-2 5-14 5-16 0z"/><circle class="K" cx="41" cy="54" r="3"/>
${
  hat === 'K'
    ? '<path class="K" d="M53 48h16v3l-3 8c-4 2-8 0-9-3zM29 48l25 1v2z"/>'
    : '<circle class="K" cx="59" cy="54" r="3"/>'
}<path class="${hat} outline" d="M4 45c9-2 13-8 17-20C26 11 38 4 50 4s24 7 29 21c4 12 8 18 17 20-13
6-29 4-46 4S17 51 4 45z"/><path class="trim" d="M8 45c14 4 28 2 42 2s28 2 42-2"/>
${at(skull, 39, 14, 0.35)}`;

const pistol = `<path class="hull outline" d="M12 88c2-17 8-30 20-36l32-16 5 10-26 17c-6 5-8 14-8
26-6 6-18 5-23-1z"/><path class="steel outline" d="M38 44l48-27 5 9-46 28z"/><path class="gold
outline" d="M36 56l10-6 4 8-10 6zM53 34l2-12 8-2-1 10z"/><path class="l" d="M48 58c4 8 12 6
13-3"/>`;
const sabre = `<path class="steel outline" d="M22 82C52 70 76 44 84 6c10 38-14 74-54 86z"/><path
class="l2" d="M36 80c26-13 43-34 48-60"/><path class="gold outline" d="M14 70c10 0 22 12 22 26-6
2-10 0-12-4-2-8-5-10-12-11-3-4-2-8 2-11z"/><path class="hull outline" d="M9 95l13-12 7 7-12
13c-6 2-11-3-8-8z"/>`;
const leg = `<path class="hull outline" d="M39 54h22l-4 44c0 5-12 5-13 0z"/><path class="lava
outline" d="M33 8c10-5 25-5 34 0l-3 40c-8 5-20 5-28 0z"/><path class="gold outline" d="M34 45c10 6
22 6 32 0l-1 11c-9 5-21 5-30 0z"/><path class="shade" d="M58 6l9 2-3 40-7 3z"/><path class="l2"
d="M47 66l1 30M54 64v34"/>`;

/** @type {Record<string, string>} */
const arts = {
  pistol: at(pistol, 2, 4, 0.96),
  sabre,
  leg,
  ship: at(sloop(skull), 4, 2, 0.92),
  pirate: pirate('blue', 'K'),
  captain: pirate('lava', 'wine'),
};

/** The name of a card: "pirate". @param {string | null} face */
export const kindOf = (face) => (face ?? 'back').replace('as.card.', '');

/** The picture on a card, 100 by 100; a card that is face down has a pair of sabres.
 * @param {string | null} face */
export const cardArt = (face) => arts[kindOf(face)] ?? at(sign.sabre, 18, 18, 1);

/** @type {number[][]} */
const pips = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** A pip of the die. @param {number} i its place on a grid of 3 by 3 */
const pip = (i) =>
  `<circle class="K" cx="${14 + (i % 3) * 18}" cy="${14 + Math.floor(i / 3) * 18}" r="6"/>`;

/** A face of the die, 64 by 64; it shows a wheel before the roll. @param {number} value */
export const dieFace = (value) => (value ? pips[value].map(pip).join('') : sign.helm);
