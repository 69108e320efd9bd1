// Parts of drawings that several games share: shapes with an ink line in colours of tokens, a coin,
// and a pirate. Both themes share them.

import { at, skull } from './poster.js';

/** @param {string} name a token */
export const fill = (name) => `fill="var(--${name})"`;

/** A shape with an ink line. @param {string} name token of its colour @param {string} d path */
export const inked = (name, d) => `<path class="outline" ${fill(name)} d="${d}"/>`;

/** @param {string} d */
export const shade = (d) => `<path class="shade" d="${d}"/>`;

/** @param {string} d */
export const ink = (d) => `<path ${fill('k')} d="${d}"/>`;

/** A line without a shape. @param {string} d */
export const line = (d) => `<path class="outline" fill="none" d="${d}"/>`;

/** A skull of one colour, 64 by 64. @param {string} name token */
export const skullIn = (name) => skull.replace('class="badge"', fill(name));

/** A gold coin with a skull, 64 by 64. */
export const coin = `<circle class="outline" ${fill('gold-2')} cx="33" cy="34" r="25"/>
<circle class="outline" ${fill('gold')} cx="31" cy="31" r="25"/>
<circle fill="none" stroke="var(--gold-2)" stroke-width="2" cx="31" cy="31" r="19"/>
<path fill="#fff" opacity=".45" d="M13 22c4-8 12-12 20-11-9 1-15 5-18 13z"/>
${at(skullIn('on-gold'), 15.5, 15, 0.48)}`;

/** Head and shoulders, 100 by 100. @param {string} coat token @param {boolean} isWoman */
export const pirate = (coat, isWoman) => `${inked(coat, 'M10 100c2-22 16-30 40-30s38 8 40 30z')}
${shade('M60 71c18 2 28 11 30 29H62c4-10 4-20-2-29z')}${inked('bone', 'M38 72l12 18 12-18z')}
${isWoman ? inked('fur', 'M27 44c-9 14-10 32-5 46h56c5-14 4-32-5-46z') : ''}
${inked('skin', 'M29 40h42v22c0 13-9 21-21 21s-21-8-21-21z')}
${shade('M60 44h11v18c0 13-9 21-21 21 8-10 11-24 10-39z')}
${
  isWoman
    ? `${line(`M42 72c5 4 11 4 16 0M38 49c2-2 6-2 8 0M54 49c2-2 6-2 8
0`)}<circle ${fill('k')} cx="42" cy="55" r="3"/>
<circle ${fill('k')} cx="58" cy="55" r="3"/>
<circle class="outline" ${fill('gold')} cx="28" cy="66" r="4"/><circle
class="outline" ${fill('gold')} cx="72" cy="66" r="4"/>`
    : `${inked('fur', 'M28 57c6-2 10 3 22 3s16-5 22-3c1 19-9 34-22 34S27 76 28 57z')}
<path ${fill('skin')} d="M42 67c5-3 11-3 16 0-2 5-14 5-16 0z"/><circle ${fill('k')} cx="41" cy="53"
r="3"/>
${ink('M53 47h16v3l-3 8c-4 2-8 0-9-3zM29 47l25 1v2z')}`
}
${inked(
  'k',
  `M4 45c9-2 13-8 17-20C26 11 38 4 50 4s24 7 29 21c4 12 8 18 17 20-13 6-29 4-46 4S17 51 4
45z`,
)}
<path class="trim" d="M8 45c14 4 28 2 42 2s28 2 42-2"/>${at(skullIn('bone'), 39, 15, 0.34)}`;
