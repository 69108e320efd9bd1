// Corsaires: the rules behind entries of the log, figures for the rules, names of outcomes.

import { itemsWith } from '../../lib/sight.js';

/** @type {import('../../play/board.js').Book} */
export default {
  rules: {
    'co.say.brings-home': '5.1',
    'co.say.brings-home-too': '5.1',
    'co.say.captures': '5.1',
    'co.say.captures-too': '5.1',
    'co.say.undecided': '5.5',
    'co.say.superseded': '4.3',
    'co.say.captain': '4.1',
    'co.say.guards': '5.6',
    'co.say.saves': '5.6',
    'co.say.pile-empty': '6.1',
    'co.say.discard': '6.2',
    'co.say.end': '7.1',
    'co.say.end-team': '8.8',
  },
  figures: {
    1.4: itemsWith(
      'co.card',
      'co.card.',
      'galleon-2',
      'galleon-8',
      'yellow-1',
      'red-2',
      'green-3',
      'blue-4',
      'captain-red',
      'admiral',
    ),
  },
  cards: ['co.card.'],
};
