// Records of matches on a server, stored in this browser so that they can be replayed when the
// server is gone. They are requested at the end of a match and now and then before.

import { remember } from '../lib/storage.js';

const sign = 'record ';
const most = 8; // matches
const pause = 60_000; // milliseconds between two requests for the record of a running match

const ages = () =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(sign))
    .map((key) => ({ key, at: Number(localStorage.getItem(key)?.split('\n', 1)[0]) }))
    .sort((a, b) => b.at - a.at);

/** @param {string} table @returns {string | undefined} */
export const keptRecord = (table) => localStorage.getItem(sign + table)?.replace(/^.*\n/, '');

/** @param {string} table @param {string} text */
export function keepRecord(table, text) {
  remember(sign + table, `${Date.now()}\n${text}`);
  for (const { key } of ages().slice(most)) localStorage.removeItem(key);
}

/** Whether a record should be requested now.
 * @param {number} asked time of the last request, performance.now()
 * @param {boolean} over whether the match is over */
export const isDue = (asked, over) => over || performance.now() - asked > pause;
