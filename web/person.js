// The person at this browser: a name, and a word of their own for fair dice.

/** @param {import('./words.js').Words} words */
export function usualName(words) {
  return localStorage.getItem('name') ?? words.say('play.person');
}

/** @param {string} name */
export function keepName(name) {
  if (name)
    localStorage.setItem('name', name);
}

/** A word nobody can foresee; works on plain HTTP too. */
export function nonce() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
