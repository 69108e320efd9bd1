// The games that have a directory here. Every other game of the server gets the plain board and the
// plain poster.

import auxSabords from './aux-sabords/poster.js';
import buccaneer from './buccaneer/poster.js';
import corsaires from './corsaires/poster.js';
import milleSabords from './mille-sabords/poster.js';
import piratesEnDuel from './pirates-en-duel/poster.js';

/** A dialog for the result of a game that was played without Flibuste. It gets the names of the
 * players and the options of the table.
 * @typedef {new (words: import('../lib/words.js').Words, names: string[], options: string[]) =>
 *   {element: HTMLElement, open: () => void}} TallyForm */

/** A game: its poster, its module (with a style sheet style.css in the same directory), and
 * optionally the form for a result.
 * @typedef {{ poster: import('./poster.js').Poster, load: () => Promise<{default:
 *   import('../play/board.js').GameModule}>, tally?: () => Promise<{Tally: TallyForm}> }} Game */

/** @type {Record<string, Game>} */
export const games = {
  'mille-sabords': {
    poster: milleSabords,
    load: () => import('./mille-sabords/index.js'),
  },
  corsaires: {
    poster: corsaires,
    load: () => import('./corsaires/index.js'),
    tally: () => import('./corsaires/tally.js'),
  },
  buccaneer: {
    poster: buccaneer,
    load: () => import('./buccaneer/index.js'),
  },
  'pirates-en-duel': {
    poster: piratesEnDuel,
    load: () => import('./pirates-en-duel/index.js'),
  },
  'aux-sabords': {
    poster: auxSabords,
    load: () => import('./aux-sabords/index.js'),
  },
};
