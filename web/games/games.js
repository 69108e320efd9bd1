// Which module draws which game; each comes with its words and its sheet when its table is opened.

import { loadPart } from '../words.js';

/** @type {Record<string, () => Promise<{default: import('../board.js').GameModule}>>} */
const modules = {
  'aux-sabords': () => import('./aux-sabords.js'),
  'mille-sabords': () => import('./mille-sabords.js'),
  'corsaires': () => import('./corsaires.js'),
  'buccaneer': () => import('./buccaneer.js'),
  'pirates-en-duel': () => import('./pirates-en-duel.js'),
};

/** @param {string} game @returns {Promise<import('../board.js').GameModule>} */
export async function loadGame(game) {
  if (!modules[game])
    return (await import('./plain.js')).default;
  const [module] = await Promise.all([modules[game](), loadStyle(game), loadPart(game)]);
  return module.default;
}

/** Lets a game come before its table is opened. @param {string} game */
export function foresee(game) {
  if (!modules[game] || styles.has(game))
    return;
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = `games/${game}.js`;
  document.head.append(link);
  styleOf(game);
}

/** Sheets of games, and when they have come. @type {Map<string, {link: HTMLLinkElement, come: Promise<any>}>} */
const styles = new Map();

/** The sheet of a game, on its way and of no effect yet. @param {string} game */
function styleOf(game) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.media = 'not all';
  link.href = `games/${game}.css`;
  const style = { link, come: new Promise((resolve) => { link.onload = link.onerror = resolve; }) };
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

/** Sheets that few need, and when they have come. @type {Record<string, Promise<any>>} */
const sheets = {};

/** One of them, once; the door's lies below the others, whenever it comes. @param {string} href */
export function loadSheet(href) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  return sheets[href] ??= new Promise((resolve) => {
    link.onload = link.onerror = resolve;
    if (href === 'door.css')
      document.querySelector('link[href="style.css"]')?.after(link);
    else
      document.head.append(link);
  });
}
