// Aux Sabords: the rules behind entries of the log, figures for the rules, names of outcomes.

import { itemsWith } from '../../lib/sight.js';

/** @type {import('../../play/board.js').Book} */
export default {
  rules: {
    'as.say.build': '4.3',
    'as.say.lay': '4.5',
    'as.say.chest': '6.1',
    'as.say.land': '6.5',
    'as.say.standoff': '7.11',
    'as.say.sinks': '7.10',
    'as.say.sinks-loot': '7.10',
    'as.say.all-safe': '8.1',
    'as.say.one-safe': '10.3',
    'as.say.stalled': '8.3',
  },
  figures: {
    1.4: [
      ...itemsWith('as.ship', 'as.ship.', 'red', 'blue', 'yellow', 'green'),
      ...itemsWith('as.chests', 'as.chest.', 'red', 'blue', 'yellow', 'green'),
    ],
    1.5: itemsWith('as.card', 'as.card.', 'pistol', 'sabre', 'leg', 'ship', 'pirate', 'captain'),
    1.6: [1, 2, 3, 4, 5, 6].map((value) => ({ kind: 'as.die', value })),
  },
  cards: ['as.card.', 'as.colour.'],
};
