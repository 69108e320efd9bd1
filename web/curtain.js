// The curtain between people who pass one device round: it says whose turn it is and shows nothing else.

import { emblem } from './art.js';
import { h } from './dom.js';

/** @param {import('./words.js').Words} words @param {number | undefined} seat who is to look next, if anybody
 * @param {(seat: number) => void} open */
export function curtain(words, seat, open) {
  return h('main', { class: 'curtain', id: 'board', tabindex: '-1' }, h('div', {},
    seat && emblem(seat),
    seat && h('h2', {}, words.say('web.curtain-pass', { who: { seat } })),
    h('p', { role: 'status' }, words.say('web.curtain-secret')),
    seat && h('button', { type: 'button', class: 'choice is-main', 'data-key': 'look', onclick: () => open(seat) },
      words.say('web.curtain-open', { who: { seat } }))));
}
