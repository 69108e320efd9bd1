// Buccaneer: the rules behind entries of the log, figures for the rules, names of outcomes.

import { itemsWith } from '../../lib/sight.js';

/** @type {import('../../play/board.js').Book} */
export default {
  rules: {
    'bu.say.second': '5.7',
    'bu.say.keeps': '5.6',
    'bu.say.wages': '5.9',
    'bu.say.wages-two': '5.9',
    'bu.say.wages-three': '5.9',
    'bu.say.wages-four': '5.9',
    'bu.say.keeps-nothing': '5.6',
    'bu.say.pays': '5.11',
    'bu.say.pays-with-supply': '5.11',
    'bu.say.supply': '5.11',
    'bu.say.mutiny': '6.1',
    'bu.say.mutiny-too': '6.1',
    'bu.say.no-pawn': '3.4',
    'bu.say.pass': '3.4',
    'bu.say.dissolve': '7.1',
    'bu.say.sail-away': '7.2',
    'bu.say.majority': '8.2',
    'bu.say.shared': '8.2',
    'bu.say.shared-by-three': '8.2',
    'bu.say.shared-by-many': '8.2',
  },
  figures: {
    1.6: itemsWith('bu.treasure', 'bu.treasure.', 'sabre', 'candlestick', 'barrel', 'chest'),
  },
  numbers: { ship: 'bu.outcome.ship' },
};
