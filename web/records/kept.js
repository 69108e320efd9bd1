// What this browser keeps of a match at a server: its record with the eyes of whoever played here, asked for when
// the match is over and now and then before, so that it can be looked at when the server is gone for good.

import { remember } from '../remember.js';

const sign = 'record ';
const most = 8; // matches
const pause = 60_000; // milliseconds from one record of a match that goes on to the next

const ages = () => Object.keys(localStorage).filter((key) => key.startsWith(sign))
  .map((key) => ({ key, at: Number(localStorage.getItem(key)?.split('\n', 1)[0]) })).sort((a, b) => b.at - a.at);

/** @param {string} table @returns {string | undefined} */
export const keptRecord = (table) => localStorage.getItem(sign + table)?.replace(/^.*\n/, '');

/** @param {string} table @param {string} text */
export function keepRecord(table, text) {
  remember(sign + table, `${Date.now()}\n${text}`);
  for (const { key } of ages().slice(most))
    localStorage.removeItem(key);
}

/** Whether a record should be asked for now. @param {number} asked when one was, in performance.now()
 * @param {boolean} over the match is */
export const isDue = (asked, over) => over || performance.now() - asked > pause;
