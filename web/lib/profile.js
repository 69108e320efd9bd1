// The user of this browser: name, preferred level of bots, and nonces for fair dice.

import { remember } from './storage.js';

/** @param {import('./words.js').Words} words */
export function usualName(words) {
  return localStorage.getItem('name') ?? words.say('play.person');
}

/** @param {string} name */
export function keepName(name) {
  if (name) remember('name', name);
}

/** The level of bots chosen last, else the second weakest. @param {string[]} levels */
export function usualLevel(levels) {
  const kept = localStorage.getItem('level') ?? '';
  return levels.includes(kept) ? kept : (levels[1] ?? levels[0]);
}

/** @param {string} level */
export function keepLevel(level) {
  remember('level', level);
}

/** A random nonce. crypto.getRandomValues also works without HTTPS. */
export function nonce() {
  return [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
