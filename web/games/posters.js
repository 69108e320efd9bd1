// The pictures of games on the home page and in the waiting room.

import auxSabords from './aux-sabords/poster.js';
import buccaneer from './buccaneer/poster.js';
import corsaires from './corsaires/poster.js';
import milleSabords from './mille-sabords/poster.js';
import piratesEnDuel from './pirates-en-duel/poster.js';
import { plainPoster } from './poster.js';

/** @type {Record<string, import('./poster.js').Poster>} */
const posters = {
  'aux-sabords': auxSabords,
  buccaneer,
  corsaires,
  'mille-sabords': milleSabords,
  'pirates-en-duel': piratesEnDuel,
};

/** @param {string} game */
export const posterOf = (game) => posters[game] ?? plainPoster;
