// Tables without a server, stored in this browser's local storage, each as a whole.

import { remember } from '../lib/storage.js';

const sign = 'offline ';
const most = 8; // tables

/** @param {Uint8Array} bytes */
const asText = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** @param {string} text */
const asBytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** Tables that could not be stored, for as long as this page is open.
 * @type {Map<string, Uint8Array>} */
const unkept = new Map();

/** @returns {{id: string, at: number, bytes: string}[]} the most recent first */
function all() {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(sign))
    .map((key) => ({
      id: key.slice(sign.length),
      ...JSON.parse(localStorage.getItem(key) ?? '{}'),
    }))
    .sort((a, b) => b.at - a.at);
}

export const savedTables = {
  /** @param {string} id */
  has: (id) => unkept.has(id) || localStorage.getItem(sign + id) !== null,

  /** @param {string} id @returns {Uint8Array | undefined} */
  get(id) {
    const text = localStorage.getItem(sign + id);
    return unkept.get(id) ?? (text === null ? undefined : asBytes(JSON.parse(text).bytes));
  },

  /** Stores or deletes a table. Returns false if local storage is full or forbidden.
   * @param {string} id @param {Uint8Array} [bytes] */
  put(id, bytes) {
    unkept.delete(id);
    if (!bytes) {
      localStorage.removeItem(sign + id);
      return true;
    }
    const kept = remember(sign + id, JSON.stringify({ at: Date.now(), bytes: asText(bytes) }));
    for (const old of all().slice(most)) localStorage.removeItem(sign + old.id);
    if (!kept) unkept.set(id, bytes);
    return kept;
  },

  /** @returns {Uint8Array[]} */
  tables: () => [
    ...all()
      .filter(({ id }) => !unkept.has(id))
      .map(({ bytes }) => asBytes(bytes)),
    ...unkept.values(),
  ],
};
