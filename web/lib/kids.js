// The mode for small children: larger, fewer choices at once, questions read aloud, no chat.
// It is a setting of this browser, for the games that suit them: their module and poster have
// `kids`.

import { remember } from './storage.js';

export const isOn = () => localStorage.getItem('kids') === 'on';

/** @param {boolean} on */
export const keep = (on) => remember('kids', on ? 'on' : 'off');

/** Whether a table is shown in this mode.
 * @param {Record<string, string> | undefined} needed the options that the game needs; undefined if
 * it does not suit small children
 * @param {Record<string, string>} options */
export const isFor = (needed, options) =>
  isOn() &&
  needed !== undefined &&
  Object.entries(needed).every(([name, value]) => (options[name] ?? value) === value);

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
