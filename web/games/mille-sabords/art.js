// Drawings of Mille Sabords!: faces of dice, pictures of cards, the cup and Treasure Island.
// Colours
// are tokens, so that both themes share the drawings.

import { coin, fill, ink, inked, line, pirate, shade, skullIn } from '../drawing.js';
import { at, galleon } from '../poster.js';

/** The faces of the dice, 64 by 64. */
export const faces = {
  skull: `${inked(
    'bone',
    `M32 6C18 6 8 15 8 28c0 7 3 12 8 16v8c0 3 2 5 5 5h22c3 0 5-2 5-5v-8c5-4
8-9 8-16C56 15 46 6 32 6z`,
  )}
${shade('M46 11c6 4 10 9 10 17 0 7-3 12-8 16v8c0 3-2 5-5 5h-7c10-12 15-28 10-46z')}
${ink(`M22 24c5 0 8 3 8 7s-3 7-8 7-7-3-7-7 3-7 7-7zM42 24c4 0 7 3 7 7s-3 7-7 7-8-3-8-7 3-7 8-7zM32
39l5 7H27z`)}
${line('M25 50v6M32 51v6M39 50v6')}`,
  parrot: `${inked(
    'green',
    `M15 59C9 42 12 22 28 12c11-8 24-3 25 8 0 5-2 9-6 11 2 6 1 12-3 17l-7
11z`,
  )}
${shade('M15 59c-4-13-3-26 4-36 0 14 6 24 18 29l-3 7z')}
${inked('red', 'M28 12c9-7 21-4 24 4-4-2-9-1-12 2-5-1-10-3-12-6z')}
${inked('gold', 'M44 20c8-1 15 3 15 10 0 6-3 10-9 10 0-6-2-9-6-10s-4-9 0-10z')}
<circle class="outline" ${fill('bone')} cx="36" cy="24" r="5.5"/><circle ${fill('k')} cx="37"
cy="24" r="2.6"/>
${line('M20 36c4 8 10 12 19 12M18 44c4 6 9 9 15 9')}`,
  monkey: `${inked(
    'fur',
    `M3 31a8 8 0 1 1 17 0a8 8 0 1 1-17 0zM44 31a8 8 0 1 1 17 0a8 8 0 1 1-17
0z`,
  )}
${inked('fur', 'M32 7c-13 0-22 9-22 22 0 15 10 28 22 28s22-13 22-28C54 16 45 7 32 7z')}
${inked(
  'skin',
  `M32 23c-4-6-16-5-16 5 0 5 4 7 4 12 0 8 5 14 12 14s12-6 12-14c0-5 4-7 4-12
0-10-12-11-16-5z`,
)}
${shade('M44 20c4 1 5 4 4 8 0 5-4 7-4 12 0 8-5 14-12 14 8-8 12-20 12-34z')}
${ink('M25 26c2 0 3 2 3 4s-1 4-3 4-3-2-3-4 1-4 3-4zM39 26c2 0 3 2 3 4s-1 4-3 4-3-2-3-4 1-4 3-4z')}
${line('M30 40l-1 1M34 40l1 1M24 46c5 4 11 4 16 0')}`,
  sabre: `${inked('steel', 'M8 8c21 5 36 18 44 37l-7 6C38 33 26 20 8 8z')}
<path ${fill('steel-2')} d="M11 10c19 8 31 19 39 35l-4 4C38 33 27 20 11 10z"/>
${inked('steel', 'M56 8C35 13 20 26 12 45l7 6C26 33 38 20 56 8z')}
<path ${fill('steel-2')} d="M53 10C34 18 22 29 14 45l4 4C26 33 37 20 53 10z"/>
${inked('gold', 'M41 52l13-10 3 3-5 5 7 8-5 3-7-8-4 3zM23 52L10 42l-3 3 5 5-7 8 5 3 7-8 4 3z')}`,
  coin,
  diamond: `${inked('gem', 'M17 11h30l12 16-27 30L5 27z')}
<path ${fill('gem-1')} d="M18 12h13l-6 14zM46 12l12 14H39zM7 27h17l7 27z"/>
${shade('M39 28h18L33 55z')}
${line('M5 27h54M17 11l8 16 7 30 7-30 8-16M25 27l7-16 7 16')}`,
};

/** @param {number} lean */
const palm = (
  lean,
) => `<path ${fill('wood-1')} d="M-3 0C-4-20 0-34 ${lean}-46l5 2C${lean - 2}-32 4-18 5
0z"/><g transform="translate(${lean + 2} -46)"><path ${fill('green')} d="M0
0C-10-14-26-14-34-2-22-6-12-5
0 0zM0 0C-4-16 8-24 22-20 12-15 6-9 0 0zM0 0c14-8 28-3 32 11C23 4 13 1 0 0z"/><path ${fill('leaf')}
d="M0 0c-14 0-24 9-25 21 7-9 15-15 25-21zM0 0c9 5 15 13 13 24C10 14 6 7 0 0z"/></g>`;

/** A chest, 64 by 64. */
export const chest = `${inked('wood-1', `M6 28h52v28H6z`)}${inked(
  'wood-0',
  `M6 28c0-13 8-19
26-19s26 6 26 19z`,
)}
${shade(`M44 11c9 2 14 8 14 17v28H46z`)}${inked('gold', `M6 26h52v6H6zM26 24h12v15H26z`)}${ink(`M30
29h4v5h-4z`)}`;

const mound = `<path ${fill('sand')} d="M6 84c14-18 34-26 56-26s40 8 54 26c-12 8-34 12-56 12S18 92 6
84z"/>
<path ${fill('sand-2')} d="M74 60c18 4 32 12 42 24-12 8-34 12-56 12 20-8 24-24 14-36z"/>`;

/** @param {number} n */
const blades = (n) =>
  Array.from({ length: n }, (_, i) => at(faces.sabre, 60 - n * 14 + i * 28, 73, 0.42)).join('');

/** A pirate ship with the sabres that it takes. @param {number} sabres */
const pirateShip = (
  sabres,
) => `<g class="ms-pirate-ship">${at(galleon(skullIn('bone'), 4), 4, -14, 0.56)}</g>
<path ${fill('sea-2')} d="M0 76q7-6 15 0t15 0 15 0 15 0 15 0 15 0 15 0 15 0v24H0z"/>
${blades(sabres)}`;

const gold =
  at(faces.coin, 18, 46, 0.6) + at(faces.coin, 62, 46, 0.6) + at(faces.coin, 36, 20, 0.76);

/** The pictures of the cards, 120 by 100; the style sheet draws sky and sea behind them.
 * @type {Record<string, string>} */
export const scenes = {
  'ms.card.coin': mound + gold,
  'ms.card.diamond': mound + at(faces.diamond, 26, 14, 1.06),
  'ms.card.animals': `${mound}${at(faces.parrot, 8, 12, 0.92)}${at(faces.monkey, 54, 30, 0.92)}`,
  'ms.card.guardian': at(pirate('green', true), 15, 8, 0.92),
  'ms.card.pirate': at(pirate('red', false), 15, 8, 0.92),
  'ms.card.island':
    mound + at(palm(10), 50, 70, 1.25) + at(palm(-7), 88, 72, 0.85) + at(chest, 54, 58, 0.47),
  'ms.card.skull-1': mound + at(faces.skull, 24, 8, 1.14),
  'ms.card.skull-2': mound + at(faces.skull, 2, 6, 0.92) + at(faces.skull, 58, 28, 0.92),
  'ms.card.ship-2': pirateShip(2),
  'ms.card.ship-3': pirateShip(3),
  'ms.card.ship-4': pirateShip(4),
};

/** Treasure Island, 440 by 270. */
export const isle = `<ellipse ${fill('sea-0')} opacity=".55" cx="220" cy="150" rx="214" ry="114"/>
<ellipse ${fill('foam')} opacity=".5" cx="220" cy="146" rx="194" ry="100"/>
<path ${fill('sand')} d="M40 148c-4-44 56-88 150-92 104-4 208 30 210 88 2 58-88 92-186 92S44 196 40
148z"/>
<path ${fill('sand-2')} d="M40 148c6 42 84 74 174 74 96 0 182-30 186-80 2 60-88 94-186 94S44 196 40
148z"/>
${at(palm(10), 92, 106, 1.25)}${at(palm(-12), 352, 112, 1.1)}${at(palm(-6), 66, 128, 0.8)}
<path ${fill('rock')} d="M356 186a16 8 0 1 1 32 0a16 8 0 1 1-32 0zM80 196a12 6 0 1 1 24 0a12 6 0 1
1-24 0z"/>`;

/** The leather cup, 100 by 110. */
export const cup = `${inked('ms-leather', 'M10 20l12 80c2 8 54 8 56 0l12-80z')}
${shade('M58 16h32l-12 84c-1 4-10 6-22 6 8-30 8-60 2-90z')}
<ellipse class="outline" ${fill('wood-3')} cx="50" cy="20" rx="40" ry="12"/>
<ellipse ${fill('wood-4')} cx="50" cy="23" rx="32" ry="7"/>
<path class="trim ms-band" d="M13 40c14 10 60 10 74 0M20 86c12 8 48 8 60
0"/>${at(skullIn('gold'), 35, 50, 0.47)}`;
