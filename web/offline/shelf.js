// Where tables without a server are kept: this browser's storage, a few of them, each whole.

import { remember } from '../remember.js';

const sign = 'offline ';
const most = 8; // tables

/** @param {Uint8Array} bytes */
const asText = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** @param {string} text */
const asBytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** @returns {{id: string, at: number, bytes: string}[]} the last one first */
function all() {
  return Object.keys(localStorage).filter((key) => key.startsWith(sign))
    .map((key) => ({ id: key.slice(sign.length), ...JSON.parse(localStorage.getItem(key) ?? '{}') }))
    .sort((a, b) => b.at - a.at);
}

export const shelf = {
  /** @param {string} id */
  has: (id) => localStorage.getItem(sign + id) !== null,

  /** False where the browser keeps nothing, or no more. @param {string} id @param {Uint8Array} [bytes] */
  put(id, bytes) {
    if (!bytes) {
      localStorage.removeItem(sign + id);
      return true;
    }
    const kept = remember(sign + id, JSON.stringify({ at: Date.now(), bytes: asText(bytes) }));
    for (const old of all().slice(most))
      localStorage.removeItem(sign + old.id);
    return kept;
  },

  /** @returns {Uint8Array[]} */
  tables: () => all().map(({ bytes }) => asBytes(bytes)),
};
