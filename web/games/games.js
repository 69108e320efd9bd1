// Loads the module of a game, with its texts and its style sheet, when a table of that game is
// opened.

import { games } from './list.js';
import { fileAt } from '../lib/version.js';
import { loadPart } from '../lib/words.js';

/** @param {string} game @returns {Promise<import('../play/board.js').GameModule>} */
export async function loadGame(game) {
  const load = games[game]?.load ?? (() => import('./plain/index.js'));
  const [module] = await Promise.all([load(), games[game] && loadStyle(game), loadPart(game)]);
  return module.default;
}

/** Starts to load a game before its table is opened. @param {string} game */
export function foresee(game) {
  if (!games[game] || styles.has(game)) return;
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = fileAt(`games/${game}/index.js`);
  document.head.append(link);
  styleOf(game);
}

/** Style sheets of games, each with a promise for its arrival.
 * @type {Map<string, {link: HTMLLinkElement, come: Promise<any>}>} */
const styles = new Map();

/** Requests the style sheet of a game. It has no effect until loadStyle. @param {string} game */
function styleOf(game) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.media = 'not all';
  link.href = fileAt(`games/${game}/style.css`);
  const style = {
    link,
    come: new Promise((resolve) => {
      link.onload = link.onerror = resolve;
    }),
  };
  document.head.append(link);
  styles.set(game, style);
  return style;
}

/** @param {string} game */
async function loadStyle(game) {
  const { link, come } = styles.get(game) ?? styleOf(game);
  link.media = 'all';
  await come;
}

/** Style sheets of other parts, by address, each with a promise for its arrival.
 * @type {Record<string, Promise<any>>} */
const sheets = {};

/** Loads a style sheet once. That of the home page is inserted before the others, whatever the
 * order of arrival, because games override it. @param {string} href */
export function loadSheet(href) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = fileAt(href);
  return (sheets[href] ??= new Promise((resolve) => {
    link.onload = link.onerror = resolve;
    if (href === 'home/home.css') document.querySelector('link[href$="style.css"]')?.after(link);
    else document.head.append(link);
  }));
}
