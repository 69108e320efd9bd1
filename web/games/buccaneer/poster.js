// Buccaneer on the home page.

import { at, foam, skull } from '../poster.js';

/** A pirate's head and shoulders, 100 by 100. @param {string} coat class of hat and coat
 * @param {boolean} beard */
const pirate = (coat, beard) => `<path class="${coat} outline" d="M10 100c2-22 16-30 40-30s38 8 40
30z"/><path class="shade" d="M60 71c18 2 28 11 30 29H62c4-10 4-20-2-29z"/><path class="bone outline
thin" d="M38 72l12 18 12-18z"/><path class="skin outline" d="M29 42h42v20c0 13-9 21-21
21s-21-8-21-21z"/><path class="shade" d="M60 44h11v18c0 13-9 21-21 21 8-10 11-24 10-39z"/>
${
  beard
    ? `<path class="fur outline" d="M28 57c6-2 10 3 22 3s16-5 22-3c1 19-9 34-22 34S27 76 28
57z"/><path class="skin" d="M42 67c5-3 11-3 16 0-2 5-14 5-16 0z"/>`
    : `<path class="hair outline" d="M27 50c-6 12-5 26-2 36l7-4c-4-10-5-20-2-32zM73 50c6 12 5 26 2
36l-7-4c4-10 5-20 2-32z"/><path class="smile" d="M43 73c4 3 10 3 14 0"/>`
}<circle class="K" cx="41" cy="54" r="3"/><path class="K" d="M53 48h16v3l-3
8c-4 2-8 0-9-3zM29 48l25 1v2z"/><path class="${coat} outline" d="M4 45c9-2 13-8 17-20C26 11 38 4 50
4s24 7 29 21c4 12 8 18 17 20-13 6-29 4-46 4S17 51 4 45z"/><path class="trim" d="M8 45c14 4 28 2 42
2s28 2 42-2"/>${at(skull, 39, 15, 0.34)}`;

/** A stack of pawns with the captain on top. @param {number} x @param {number} base
 * @param {string[]} below classes of the pawns below @param {string} coat @param {boolean} beard
 * @param {number} scale */
function stack(x, base, below, coat, beard, scale) {
  const top = base - 17 * below.length;
  return (
    below
      .map(
        (
          name,
          i,
        ) => `<path class="${name} outline" d="M${x - 22} ${base - 17 * (i + 1)}h44v17h-44z"/>
<path class="shade" d="M${x + 8} ${base - 17 * (i + 1)}h14v17h-14z"/>`,
      )
      .join('') + at(pirate(coat, beard), x - 50 * scale, top - 98 * scale + 2, scale)
  );
}

/** @type {import('../poster.js').Poster} */
export default {
  minutes: 40,
  age: 10,
  scene: `${stack(78, 146, ['p-blue', 'p-yellow', 'p-red'], 'p-red', true, 0.62)}
${stack(140, 146, ['p-black', 'p-yellow'], 'p-yellow', false, 0.62)}
${stack(186, 140, [], 'p-blue', true, 0.5)}
<path class="hull outline" d="M14 132c30 10 150 10 190-2l10-10c2 30-14 56-34 62H52C30 176 14 158 14
132z"/><path class="hull2" d="M17 148c40 12 150 12 192-2-4 18-15 32-29 36H52c-18-5-31-18-35-34z"/>
<path class="trim" d="M16 140c40 12 150 12 194-3"/>
<path class="oar" d="M60 146L30 188M104 150L82 192M150 149l-16 42"/>${foam(30, 200, 180)}`,
};
