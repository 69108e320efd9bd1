// The mode for small children: larger, fewer choices at once, questions read aloud, no chat. It is a
// setting of this browser, for the games that suit them.

import { remember } from './storage.js';

/** The games and the options that they need. @type {Record<string, Record<string, string>>} */
const games = { 'mille-sabords': {}, 'pirates-en-duel': { level: '1' } };

export const isOn = () => localStorage.getItem('kids') === 'on';

/** @param {boolean} on */
export const keep = (on) => remember('kids', on ? 'on' : 'off');

/** The options that a game needs, or undefined if it does not suit small children.
 * @param {string} game */
export const needs = (game) => games[game];

/** Whether a table is shown in this mode. @param {string} game
 * @param {Record<string, string>} options */
export const isFor = (game, options) =>
  isOn() &&
  game in games &&
  Object.entries(games[game]).every(([name, value]) => (options[name] ?? value) === value);

// ---- reading aloud ----

/** Whether this browser can read aloud. */
export const canRead = () =>
  typeof speechSynthesis === 'object' && typeof SpeechSynthesisUtterance === 'function';

/** Reads a text aloud, instead of what is being read. @param {string} text
 * @param {string} locale */
export function read(text, locale) {
  if (!canRead()) return;
  const spoken = new SpeechSynthesisUtterance(text);
  spoken.lang = locale;
  spoken.rate = 0.9; // children listen more slowly
  speechSynthesis.cancel();
  speechSynthesis.speak(spoken);
}

export function stopReading() {
  if (canRead()) speechSynthesis.cancel();
}
