// Mille Sabords!: the rules behind entries of the log, figures for the rules, names of outcomes.

import { itemsWith } from '../../lib/sight.js';

/** @type {import('../../play/board.js').Book} */
export default {
  rules: {
    'ms.say.bust': '4.2',
    'ms.say.bust-loses': '6.22',
    'ms.say.bust-saved': '6.16',
    'ms.say.skull-island': '7.1',
    'ms.say.raid': '7.5',
    'ms.say.raid-double': '7.6',
    'ms.say.raid-all': '7.5',
    'ms.say.raid-all-double': '7.6',
    'ms.say.guardian': '6.7',
    'ms.say.guardian-skull': '6.6',
    'ms.say.guardian-dice': '6.6',
    'ms.say.magic': '8.7',
    'ms.say.last-round': '8.1',
    'ms.say.sudden': '8.4',
    'ms.say.chest': '5.6',
    'ms.say.ship-won': '6.19',
    'ms.say.ship-lost': '6.21',
    'ms.say.ship-missed': '6.21',
    'ms.say.put': '6.12',
    'ms.say.take': '6.12',
  },
  figures: {
    1.4: itemsWith('ms.die', 'ms.face.', 'skull', 'parrot', 'monkey', 'sabre', 'coin', 'diamond'),
    1.5: itemsWith(
      'ms.card',
      'ms.card.',
      'coin',
      'diamond',
      'animals',
      'guardian',
      'pirate',
      'island',
      'skull-1',
      'skull-2',
      'ship-2',
      'ship-3',
      'ship-4',
    ),
  },
  faces: {
    S: 'ms.face.skull',
    P: 'ms.face.parrot',
    M: 'ms.face.monkey',
    X: 'ms.face.sabre',
    C: 'ms.face.coin',
    D: 'ms.face.diamond',
  },
  cards: ['ms.card.'],
};
