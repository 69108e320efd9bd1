// The screen between the turns of players who share one device: it names the next player and shows
// nothing else.

import { emblem } from '../lib/art.js';
import { h } from '../lib/dom.js';

/** @param {import('../lib/words.js').Words} words
 * @param {number | undefined} seat the next player, if any @param {(seat: number) => void} open */
export function hotseatScreen(words, seat, open) {
  return h(
    'main',
    { class: 'curtain', id: 'board', tabindex: '-1' },
    h(
      'div',
      {},
      seat && emblem(seat),
      seat && h('h2', {}, words.say('web.curtain-pass', { who: { seat } })),
      h('p', { role: 'status' }, words.say('web.curtain-secret')),
      seat &&
        h(
          'button',
          {
            type: 'button',
            class: 'choice is-main',
            'data-key': 'look',
            onclick: () => open(seat),
          },
          words.say('web.curtain-open', { who: { seat } }),
        ),
    ),
  );
}
