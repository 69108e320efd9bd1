// Pictures for the rules: what lies in the box, painted by the game's own module.

import { h } from './dom.js';
import { loadGame } from './games/games.js';
import { View } from './sight.js';

/** @typedef {import('./words.js').Words} Words */
/** @typedef {{kind: string, face?: string, value?: number}} Thing */

/** @param {string} kind @param {string} family @param {...string} names */
const faces = (kind, family, ...names) => names.map((name) => ({ kind, face: family + name }));

/** Which things stand before which rule. @type {Record<string, Record<string, Thing[]>>} */
const plates = {
  'mille-sabords': {
    '1.4': faces('ms.die', 'ms.face.', 'skull', 'parrot', 'monkey', 'sabre', 'coin', 'diamond'),
    '1.5': faces('ms.card', 'ms.card.', 'coin', 'diamond', 'animals', 'guardian', 'pirate', 'island', 'skull-1', 'skull-2', 'ship-2', 'ship-3', 'ship-4'),
  },
  'corsaires': {
    '1.4': faces('co.card', 'co.card.', 'galleon-2', 'galleon-8', 'yellow-1', 'red-2', 'green-3', 'blue-4', 'captain-red', 'admiral'),
  },
  'buccaneer': {
    '1.6': faces('bu.treasure', 'bu.treasure.', 'sabre', 'candlestick', 'barrel', 'chest'),
  },
  'pirates-en-duel': {
    '1.5': faces('pd.red-die', 'pd.face.', 'skull', 'boat', 'blank'),
    '1.6': faces('pd.pirate', 'pd.pirate.', 'sailor-sabre', 'sailor-cannon', 'lookout-sabre', 'helm-sabre', 'medic-cannon', 'tavern-sabre', 'parrot-sabre', 'monkey-cannon',
      'warrior', 'shipwright', 'brother-sabre', 'sergeant', 'dinghy-cannon', 'twin', 'marksman', 'pistol', 'carriage'),
    '1.7': faces('pd.combat', 'pd.combat.', 'fishing', 'storm', 'encounter', 'capture', 'plunder', 'boarding-black', 'cannonade-blue-red'),
  },
  'aux-sabords': {
    '1.4': [...faces('as.ship', 'as.ship.', 'red', 'blue', 'yellow', 'green'), ...faces('as.chests', 'as.chest.', 'red', 'blue', 'yellow', 'green')],
    '1.5': faces('as.card', 'as.card.', 'pistol', 'sabre', 'leg', 'ship', 'pirate', 'captain'),
    '1.6': [1, 2, 3, 4, 5, 6].map((value) => ({ kind: 'as.die', value })),
  },
};

/** @param {import('./board.js').GameModule} module @param {Thing[]} things @param {Words} words */
function plate(module, things, words) {
  const items = things.map((thing, id) => ({ id, value: 1, marks: [], face: null, ...thing }));
  const view = new View({ game: module.name, version: 0, seats: 2, viewer: 'watcher', turn: [], over: false, winners: [], scores: [],
    zones: [{ name: '', number: 0, columns: 0, items }], moves: [], subsets: [], ways: [] });
  const context = /** @type {any} */ ({ words, view, me: 0, options: { level: '3' }, say: (/** @type {string} */ key, /** @type {any} */ args) => words.say(key, args) });
  return h('div', { class: 'plates' }, items.map((item) => h('figure', { class: `plate of-${item.kind.replaceAll('.', '-')}` },
    h('span', { class: 'plate-art', 'aria-hidden': 'true', inert: true }, module.paint(item, view, context)),
    h('figcaption', {}, item.face ? words.word(item.face) : String(item.value)))));
}

/** Puts the pictures of a game between its rules. @param {string} game @param {Element} text @param {Words} words */
export async function illustrate(game, text, words) {
  if (!plates[game])
    return;
  const module = await loadGame(game);
  for (const [number, things] of Object.entries(plates[game]))
    text.querySelector(`[id="rule-${number}"]`)?.before(plate(module, things, words));
}
