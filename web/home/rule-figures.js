// Figures for the rules: components of a game, drawn by the game's module.

import { h } from '../lib/dom.js';
import { loadGame } from '../games/games.js';
import { SightIndex } from '../lib/sight.js';

/** @typedef {import('../lib/words.js').Words} Words */
/** @typedef {import('../play/board.js').Figure} Figure */

/** @param {import('../play/board.js').GameModule} module @param {Figure[]} figures
 * @param {Words} words */
function figureRow(module, figures, words) {
  const items = figures.map((figure, id) => ({ id, value: 1, marks: [], face: null, ...figure }));
  const view = new SightIndex({
    game: module.name,
    version: 0,
    seats: 2,
    viewer: 'spectator',
    turn: [],
    over: false,
    winners: [],
    scores: [],
    zones: [{ name: '', number: 0, columns: 0, items }],
    moves: [],
    subsets: [],
    routes: [],
  });
  const context = /** @type {any} */ ({
    words,
    view,
    me: 0,
    options: { level: '3' },
    say: (/** @type {string} */ key, /** @type {any} */ args) => words.say(key, args),
  });
  return h(
    'div',
    { class: 'figures' },
    items.map((item) =>
      h(
        'figure',
        { class: `figure of-${item.kind.replaceAll('.', '-')}` },
        h(
          'span',
          { class: 'figure-art', 'aria-hidden': 'true', inert: true },
          module.paint(item, view, context),
        ),
        h('figcaption', {}, item.face ? words.word(item.face) : String(item.value)),
      ),
    ),
  );
}

/** Inserts the figures of a game, if it has any, into its rules. @param {string} game
 * @param {Element} text @param {Words} words */
export async function illustrate(game, text, words) {
  const module = await loadGame(game);
  for (const [number, figures] of Object.entries(module.book?.figures ?? {}))
    text.querySelector(`[id="rule-${number}"]`)?.before(figureRow(module, figures, words));
}
