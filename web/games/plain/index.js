// Draws any game from its view alone: zones with their items. Games without a module of their own
// use it, and it is the smallest example of a module.

import { h } from '../../lib/vdom.js';

/** @type {import('../../play/board.js').GameModule} */
export default {
  name: 'plain',

  draw(view, c) {
    return h(
      'div',
      { class: 'plain' },
      view.sight.zones
        .filter((zone) => zone.items.length)
        .map((zone) => {
          const owner = zone.owner ? ` (${c.words.seat(zone.owner)})` : '';
          const label = `${c.words.word(zone.name)}${zone.number ? ` ${zone.number}` : ''}${owner}`;
          const items = h(
            'div',
            {
              class: `plain-items${zone.columns ? ' is-grid' : ''}`,
              style: zone.columns
                ? `grid-template-columns: repeat(${zone.columns}, minmax(0, 1fr))`
                : null,
            },
            c.items(zone.items),
          );
          return c.group(
            label,
            `plain-zone${zone.columns ? ' is-wide' : ''}`,
            h('h3', {}, label),
            items,
          );
        }),
    );
  },

  paint(item, view, c) {
    const what = c.words.word(item.face ?? item.kind);
    return h(
      'span',
      {},
      item.owner ? c.board.hooks.words().seat(item.owner) + ' · ' : '',
      what,
      item.value ? h('b', {}, ` ${item.value}`) : '',
    );
  },
};
