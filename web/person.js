// The person at this browser: a name, the bots they like to play against, and a word of their own for fair dice.

import { remember } from './remember.js';

/** @param {import('./words.js').Words} words */
export function usualName(words) {
  return localStorage.getItem('name') ?? words.say('play.person');
}

/** @param {string} name */
export function keepName(name) {
  if (name)
    remember('name', name);
}

/** The level of bots chosen before, else the one for a first game: not the weakest.
 * @param {string[]} levels */
export function usualLevel(levels) {
  const kept = localStorage.getItem('level') ?? '';
  return levels.includes(kept) ? kept : levels[1] ?? levels[0];
}

/** @param {string} level */
export function keepLevel(level) {
  remember('level', level);
}

/** A word nobody can foresee; works on plain HTTP too. */
export function nonce() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
