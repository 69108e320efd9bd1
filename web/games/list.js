// The games that have a directory here. Every other game of the server gets the plain board.

/** A dialog for the result of a game that was played without Flibuste. It gets the names of the
 * players and the options of the table.
 * @typedef {new (words: import('../lib/words.js').Words, names: string[], options: string[]) =>
 *   {element: HTMLElement, open: () => void}} TallyForm */

/** A game: its module (with a style sheet style.css in the same directory), and
 * optionally the form for a result.
 * @typedef {{ load: () => Promise<{default:
 *   import('../play/board.js').GameModule}>, tally?: () => Promise<{Tally: TallyForm}> }} Game */

/** @type {Record<string, Game>} */
export const games = {
  'mille-sabords': {
    load: () => import('./mille-sabords/index.js'),
  },
  corsaires: {
    load: () => import('./corsaires/index.js'),
    tally: () => import('./corsaires/tally.js'),
  },
  buccaneer: {
    load: () => import('./buccaneer/index.js'),
  },
  'pirates-en-duel': {
    load: () => import('./pirates-en-duel/index.js'),
  },
  'aux-sabords': {
    load: () => import('./aux-sabords/index.js'),
  },
};
