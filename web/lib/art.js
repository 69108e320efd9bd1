// Drawings in one style: ink on parchment. Colours are classes of the style sheet, so that both
// themes share the drawings: k ink line, K ink, b bone, g brass, w wood, s sail, t water, and so
// on.

import { picture } from './vdom.js';

/** Small pictures, 64 by 64. Shapes of one class are one path where possible, because drawing time
 * grows with the number of shapes. */
export const sign = {
  skull: `<path class="b k" d="M32 7C18 7 9 16 9 28c0 7 3 12 8 16v8c0 2 2 4 4 4h22c2 0 4-2
4-4v-8c5-4 8-9 8-16C55 16 46 7 32 7z"/>
<path class="K" d="M23 24c4 0 7 3 7 7s-4 6-7 6c-4 0-6-3-6-6 0-4 3-7 6-7zM41 24c3 0 6 3 6 7 0 3-2 6-6
6-3 0-7-2-7-6s3-7 7-7zM32 38l4 7h-8z"/>
<path class="l" d="M25 48v8M32 49v7M39 48v8M14 20c2-4 5-7 9-8"/>`,
  parrot: `<path class="green k" d="M17 58c-7-16-4-36 12-46 11-7 23-2 24 8 0 5-2 8-6 10 2 6 1 12-3
17l-7 11z"/>
<path class="red k" d="M29 12c9-6 20-2 23 5-4-2-9-1-12 2-5-1-9-3-11-7z"/>
<path class="g k" d="M44 19c8-1 14 3 14 10 0 6-3 10-8 10 0-6-2-9-6-10-4-2-4-9 0-10z"/>
<circle class="b k" cx="36" cy="24" r="5"/><circle class="K" cx="37" cy="24" r="2.4"/>
<path class="l" d="M20 36c4 8 10 12 19 12M19 43c4 6 9 9 15 9M46 30c3 0 6 1 8 4"/>`,
  monkey: `<path class="fur k" d="M3 31a8 8 0 1 1 16 0a8 8 0 1 1-16 0zM45 31a8 8 0 1 1 16 0a8 8 0 1
1-16 0z"/><path class="skin" d="M7 31a4 4 0 1 1 8 0a4 4 0 1 1-8 0zM49 31a4 4 0 1 1 8 0a4 4 0 1 1-8
0z"/>
<path class="fur k" d="M32 8c-13 0-21 9-21 21 0 15 9 27 21 27s21-12 21-27C53 17 45 8 32 8z"/>
<path class="skin k" d="M32 23c-4-6-15-5-15 5 0 5 4 7 4 12 0 8 5 13 11 13s11-5 11-13c0-5 4-7 4-12
0-10-11-11-15-5z"/>
<path class="K" d="M25 26c2 0 3 2 3 4s-1 4-3 4-3-2-3-4 1-4 3-4zM39 26c2 0 3 2 3 4s-1 4-3 4-3-2-3-4
1-4 3-4z"/>
<path class="l" d="M30 39l-1 1M34 39l1 1M24 45c5 5 11 5 16 0M27 12c2-3 5-4 9-4"/>`,
  sabre: `<path class="steel k" d="M9 9c20 5 35 18 43 36l-6 5C38 33 26 20 9 9z"/>
<path class="steel k" d="M55 9c-20 5-35 18-43 36l6 5c8-17 20-30 37-41z"/>
<path class="g k" d="M42 51l12-9 2 3-5 4 7 8-4 3-6-8-4 3zM22 51l-12-9-2 3 5 4-7 8 4 3 6-8 4 3z"/>
<path class="l" d="M17 14c12 6 21 14 28 25M47 14c-12 6-21 14-28 25"/>`,
  coin: `<circle class="g k" cx="32" cy="32" r="24"/><circle class="lb" cx="32" cy="32" r="18.5"/>
<path class="K" d="M32 19c-6 0-10 4-10 9 0 3 1 5 4 7v4h12v-4c3-2 4-4 4-7 0-5-4-9-10-9zm-4 8c1.6 0
2.8 1.3 2.8 2.8S29.6 33 28 33s-2.6-1.5-2.6-3 1-3 2.6-3zm8 0c1.6 0 2.6 1.5 2.6 3S37.6 33 36
33s-2.8-1.7-2.8-3.2S34.4 27 36 27z"/>
<path class="l" d="M24 43l16 6M40 43l-16 6"/>`,
  diamond: `<path class="gem k" d="M17 12h30l11 15-26 29L6 27z"/>
<path class="shine" d="M17 12l8 15 7-15zM47 12l-8 15 19 0z"/>
<path class="l" d="M6 27h52M17 12l8 15 7 29 7-29 8-15M25 27l7-15 7 15"/>`,
  anchor: `<path class="line" d="M32 20v36M20 28h24M10 38c2 12 11 18 22 18s20-6 22-18M10 38l-2 8M10
38l8 3M54 38l2 8M54 38l-8 3M26 13a6 6 0 1 1 12 0a6 6 0 1 1-12 0z"/>`,
  helm: `<path class="line" d="M16 32a16 16 0 1 1 32 0a16 16 0 1 1-32 0zM27 32a5 5 0 1 1 10 0a5 5 0
1 1-10 0zM32 4v23M32 37v23M4 32h23M37 32h23M12 12l16 16M36 36l16 16M52 12L36 28M28 36L12 52"/>`,
  star: `<path class="line" d="M32 6l7 18 19 1-15 12 5 19-16-11-16 11 5-19L6 25l19-1z"/>`,
  moon: `<path class="line" d="M42 8C26 8 14 18 14 32s12 24 28 24c-9-5-14-14-14-24S33 13 42 8z"/>`,
  key: `<path class="line" d="M7 32a11 11 0 1 1 22 0a11 11 0 1 1-22 0zM29 32h29M50 32v10M42
32v7"/>`,
  fish: `<path class="line" d="M6 32c10-16 28-18 40-4l12-10v28L46 36C34 50 16 48 6 32z"/>
<circle class="K" cx="18" cy="29" r="3"/>`,
  glass: `<path class="line" d="M14 8h36M14 56h36M18 8c0 14 10 16 14 24-4 8-14 10-14 24M46 8c0 14-10
16-14 24 4 8 14 10 14 24M24 54c2-8 14-8 16 0"/>`,
  sun: `<path class="line" d="M20 32a12 12 0 1 1 24 0a12 12 0 1 1-24 0zM32 4v10M32 50v10M4 32h10M50
32h10M12 12l8 8M44 44l8 8M52 12l-8 8M20 44l-8 8"/>`,
  hat: `<path class="K" d="M4 44c6-10 12-6 16-16C23 16 27 10 32 10s9 6 12 18c4 10 10 6 16 16-8 8-18
10-28 10S12 52 4 44z"/><path class="lg" d="M6 44c8 5 16 7 26 7s18-2 26-7"/>
<g transform="translate(23 22) scale(.28)"><path class="b" d="M32 7C18 7 9 16 9 28c0 7 3 12 8 16v8c0
2 2 4 4 4h22c2 0 4-2 4-4v-8c5-4 8-9 8-16C55 16 46 7 32 7zM23 24c4 0 7 3 7 7s-4 6-7 6c-4 0-6-3-6-6
0-4 3-7 6-7zM41 24c3 0 6 3 6 7 0 3-2 6-6 6-3 0-7-2-7-6s3-7 7-7z" fill-rule="evenodd"/></g>`,
  crown: `<path class="g k" d="M8 50l-3-30 14 12L32 10l13 22 14-12-3 30z"/>
<path class="l" d="M9 44h46"/><circle class="red" cx="32" cy="38" r="4"/>`,
};

/** Signs of the seats, 64 by 64, so that colour is never the only mark: anchor, wheel, star, moon,
 * key, fish, hourglass, sun. */
export const emblems = [
  `<path class="line" d="M32 21v35M19 29h26M9 38c2 12 11.5 18 23 18s21-6 23-18M25.5 13.5a6.5
6.5 0 1 1 13 0a6.5 6.5 0 1 1-13 0z"/><path class="K" d="M4 44l6-13 9 10zM60 44l-6-13-9 10z"/>`,
  `<path class="line" d="M17 32a15 15 0 1 1 30 0a15 15 0 1 1-30 0zM32 5v18M32 41v18M5 32h18M41
32h18M13 13l12 12M39 39l12 12M51 13L39 25M25 39L13 51"/><circle class="K" cx="32" cy="32" r="6"/>`,
  `<path class="K" d="M32 4l8 19.5 21 1.5-16 13.5 5 20.5-18-11.5L14 59l5-20.5L3 25l21-1.5z"/>`,
  `<path class="K" d="M44 6C26 5 11 17 11 32s15 27 33 26c-11-5-17-15-17-26S33 11 44 6z"/>`,
  `<path class="line" d="M7 32a11 11 0 1 1 22 0a11 11 0 1 1-22 0zM29 32h30M52 32v12M42
32v8"/>`,
  `<path class="K" d="M4 32c10-17 29-19 41-5l15-12v34L45 37C33 51 14 49 4 32z"/>`,
  `<path class="line" d="M14 8h36M14 56h36M19 8c0 14 9 16 13 24-4 8-13 10-13 24M45 8c0
14-9 16-13 24 4 8 13 10 13 24"/><path class="K" d="M23 56c2-9 16-9 18 0z"/>`,
  `<circle class="K" cx="32" cy="32" r="12"/><path class="line" d="M32 4v9M32 51v9M4 32h9M51
32h9M12 12l7 7M45 45l7 7M52 12l-7 7M19 45l-7 7"/>`,
];

/** A pennant that a game defines: the class of its colour, and its sign, 64 by 64.
 * @typedef {{name: string, sign: string}} Flag */

/** The pennant of a seat: its colour and its sign. @param {number} seat
 * @param {Flag} [flag] of the game instead of the seat's own */
export function emblem(seat, flag) {
  return picture(
    `<path class="flagcloth" d="M3 3h74L64 32l13 29H3z"/><g transform="translate(6 8)
scale(.75)">${flag?.sign ?? emblems[seat - 1] ?? ''}</g>`,
    '0 0 80 64',
    `emblem seat-${seat}${flag ? ` ${flag.name}` : ''}`,
  );
}

/** Icons of buttons, 64 by 64, in the colour of the text. */
export const icons = {
  more: `<path class="K" d="M8 32a5.5 5.5 0 1 1 11 0a5.5 5.5 0 1 1-11 0zM26.5 32a5.5 5.5 0 1 1 11
0a5.5 5.5 0 1 1-11 0zM45 32a5.5 5.5 0 1 1 11 0a5.5 5.5 0 1 1-11 0z"/>`,
  people: `<path class="line" d="M15 20a8 8 0 1 1 16 0a8 8 0 1 1-16 0zM7 52c0-12 6-18 16-18s16 6 16
18M41 13a8 8 0 0 1 0 15M46 35c7 2 11 8 11 17"/>`,
  clock: `<path class="line" d="M8 32a24 24 0 1 1 48 0a24 24 0 1 1-48 0zM32 17v15l10 7"/>`,
  play: '<path class="K" d="M16 8l38 24-38 24z"/>',
  learn: `<path class="line" d="M6 24l26-13 26 13-26 13zM17 30v14c8 7 22 7 30 0V30M56 26v18"/>`,
  cards: '<path class="line" d="M8 20l22-7 12 37-22 7zM34 14l20 1-3 36-7-1"/>',
  log: '<path class="line" d="M14 8h28l9 9v39H14zM24 24h17M24 34h17M24 44h11"/>',
  book: `<path class="line" d="M32 16C24 10 16 10 7 12v38c9-2 17-2 25 4 8-6 16-6
25-4V12c-9-2-17-2-25
4zM32 16v38"/>`,
  share: '<path class="line" d="M32 40V8M20 18L32 7l12 11M14 32v22h36V32"/>',
  copy: '<path class="line" d="M22 22h32v32H22zM42 22V10H10v32h12"/>',
  robot: `<path class="line" d="M14 24h36v28H14zM32 24V12M6 34v10M58 34v10"/><path class="K"
d="M22 36h6v6h-6zM36 36h6v6h-6zM28 6h8v8h-8z"/>`,
};

/** A ship under sail, 120 by 104. @param {string} sail class of the sails
 * @param {string} [emblem] markup of 64 by 64, drawn on the main sail */
export function ship(sail, emblem = '') {
  return `<path class="l" d="M40 66V10M66 64V4M92 62V16"/>
<path class="l" d="M104 60l15-15M66 6l50 40M92 18l-26 44M40 12L16 52"/>
<path class="red" d="M66 3c5-3 8 3 14 0v7c-6 3-9-3-14 0zM40 9c4-2 6 2 11 0v5c-5 2-7-2-11 0z"/>
<path class="${sail} k" d="M52 15c10-3 22-3 31 0 4 10 4 22 0 32-10-4-21-4-31 0 5-10 5-22 0-32z"/>
<path class="${sail} k" d="M28 20c8-3 15-3 22 0 3 8 3 17 0 25-7-3-15-3-22 0 4-8 4-17 0-25z"/>
<path class="${sail} k" d="M84 24c7-3 13-3 19 0 3 7 3 15 0 22-6-3-12-3-19 0 3-7 3-15 0-22z"/>
<path class="l2" d="M56 22c8-2 16-2 24 0M57 29c8-2 16-2 25 0M32 27c5-2 10-2 16 0M88 30c5-1 9-1 13
0"/>
<g transform="translate(56 19) scale(.38)">${emblem}</g>
<path class="w k" d="M10 46l16 3 5 13 76-5c1 15-8 26-19 30H36C22 83 12 68 10 46z"/>
<path class="wd" d="M16 60c24 9 62 8 90-2l-1 6c-28 9-62 10-86 3z"/>
<path class="K" d="M36 72h6v6h-6zM50 73h6v6h-6zM64 73h6v6h-6zM78 72h6v6h-6zM15 51l7 1.5v5l-6-1.5z"/>
<path class="l2" d="M14 63c26 8 64 8 92-2M19 70c6 2 10 3 14 3"/>
<path class="lg" d="M11 47l15 3 5 12"/>`;
}

/** A compass rose, 200 by 200. */
export const rose = `<g class="rose"><circle class="l2" cx="100" cy="100" r="78"/>
<circle class="l2" cx="100" cy="100" r="74"/>
<path class="rose-b" d="M100 100l14-34 41-21-21 41zM100 100l34 14 21 41-41-21zM100 100l-14 34-41 21
21-41zM100 100l-34-14-21-41 41 21z"/>
<path class="rose-a" d="M100 4l15 81-15 15zM196 100l-81 15-15-15zM100 196l-15-81 15-15zM4 100l81-15
15 15z"/>
<path class="rose-c" d="M100 4l-15 81 15 15zM196 100l-81-15-15 15zM100 196l15-81-15-15zM4 100l81 15
15-15z"/>
<circle class="rose-a" cx="100" cy="100" r="7"/></g>`;

/** An island with a palm tree, 120 by 80. */
export const island = `<path class="sand k" d="M6 66c16-14 34-20 54-20s40 6 54 20c-12 7-32 10-54
10S18 73 6 66z"/>
<path class="w k" d="M60 52c-2-14-1-24 6-34l5 3c-6 9-7 18-5 31z"/>
<path class="green k" d="M68 20C58 8 44 8 36 18c10-2 20-1 32 2zM68 20C66 6 78 0 90 4c-8 3-15 8-22
16zM68 20c12-6 24-2 28 10-8-6-17-9-28-10zM68 20c-12 0-21 8-22 18 6-8 13-13 22-18zM68 20c8 4 13 11 12
20-3-8-7-14-12-20z"/>
<path class="l2" d="M16 66c10-5 20-8 30-9M76 58c12 2 20 4 28 8M40 68c10-3 24-3 34 0"/>
<path class="w k" d="M84 50h20v12H84z"/>
<path class="g k" d="M84 50c0-8 20-8 20 0zM92 52h4v5h-4z"/>`;

/** The badge on a pirate's hat. */
const skullBadge = `<path class="lg" d="M9 46c14 4 28 2 41 2s27 2 41-2"/>
<g transform="translate(38 18) scale(.37)"><path class="b" d="M32 7C18 7 9 16 9 28c0 7 3 12 8 16v8c0
2 2 4 4 4h22c2 0 4-2 4-4v-8c5-4 8-9 8-16C55 16 46 7 32 7zM23 24c4 0 7 3 7 7s-4 6-7 6c-4 0-6-3-6-6
0-4 3-7 6-7zM41 24c3 0 6 3 6 7 0 3-2 6-6 6-3 0-7-2-7-6s3-7 7-7z" fill-rule="evenodd"/></g>`;

/** A pirate's head with a hat, 100 by 100. @param {string} coat class of the coat
 * @param {boolean} [bearded] @param {string} [badge] */
export function pirate(coat, bearded = true, badge = skullBadge) {
  return `<path class="${coat} k" d="M12 100c2-20 16-28 38-28s36 8 38 28z"/>
<path class="skin k" d="M30 44h40v18c0 12-9 20-20 20s-20-8-20-20z"/>
${
  bearded
    ? `<path class="fur k" d="M29 58c6-2 9 2 21 2s15-4 21-2c1 18-8 32-21 32S28 76 29
58z"/><path class="skin" d="M41 66c6-3 12-3 18 0-2 5-16 5-18 0z"/>
<path class="l" d="M41 66c6-3 12-3 18 0M38 62c4-3 8-3 12 0 4-3 8-3 12
0"/>`
    : `<path class="l" d="M43 71c5 3 9 3 14 0M48 60l-2 5 4 1"/>
<path class="hair k" d="M28 44c-8 14-6 34 0 44 4-8 4-20 3-44zM72 44c8 14 6 34 0
44-4-8-4-20-3-44z"/>`
}
<path class="K" d="M38 52a3 3 0 1 1 6 0a3 3 0 1 1-6 0zM53 47h15v3l-3 8c-4 2-8 0-9-3zM30 47l24 1v2zM6
46c8-2 12-8 16-20C26 12 38 6 50 6s24 6 28 20c4 12 8 18 16 20-12 6-28 4-44 4S18 52 6 46z"/>${badge}`;
}
