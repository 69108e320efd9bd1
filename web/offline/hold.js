// Which tables this page holds. At a table that is kept in the browser one page at a time plays on: what two of them
// kept would contradict each other.

import { remember } from '../remember.js';

const patience = 5000; // milliseconds for another page to say that it is still there, where the browser keeps no locks

/** @param {string} table */
const lockOf = (table) => `flibuste table ${table}`;

/** Where a page without locks says that it has the table. @param {string} table */
const markOf = (table) => `held ${table}`;

export class Hold {
  /** @param {(table: string) => void} lost told when another page took a table over */
  constructor(lost) {
    this.lost = lost;
    /** How to let go of each. @type {Map<string, () => void>} */
    this.held = new Map();
    /** Who waits for an objection. @type {Map<string, () => void>} */
    this.asked = new Map();
    if (navigator.locks) // plain HTTP has none
      return;
    this.others = new BroadcastChannel('flibuste tables');
    this.others.onmessage = ({ data }) => this.hear(data);
    addEventListener('pagehide', () => [...this.held.keys()].forEach((table) => localStorage.removeItem(markOf(table))));
  }

  /** @param {string} table */
  has(table) {
    return this.held.has(table);
  }

  /** Whether the table is this page's from now on. @param {string} table
   * @param {boolean} anyway also if another page has it @returns {Promise<boolean>} */
  async take(table, anyway) {
    if (this.held.has(table))
      return true;
    if (anyway)
      this.held.set(table, () => {});
    return navigator.locks ? this.lock(table, anyway) : this.claim(table, anyway);
  }

  /** @param {string} table */
  release(table) {
    this.held.get(table)?.();
    this.held.delete(table);
  }

  /** @param {string} table @param {boolean} anyway @returns {Promise<boolean>} */
  lock(table, anyway) {
    return new Promise((answer) => {
      navigator.locks.request(lockOf(table), anyway ? { steal: true } : { ifAvailable: true }, (lock) => {
        answer(!!lock);
        return lock && new Promise((release) => this.held.set(table, () => release(undefined)));
      }).catch(() => this.lose(table));
    });
  }

  /** @param {string} table */
  lose(table) {
    if (this.held.delete(table))
      this.lost(table);
  }

  // ---- without locks: pages ask each other ----

  /** @param {string} table @param {boolean} anyway */
  async claim(table, anyway) {
    if (!anyway && await this.isElsewhere(table))
      return false;
    this.held.set(table, () => localStorage.removeItem(markOf(table)));
    this.others?.postMessage({ takes: table });
    remember(markOf(table), 'yes');
    return true;
  }

  /** A page that broke off may have left its mark: whoever is still there says so. @param {string} table
   * @returns {Promise<boolean>} */
  async isElsewhere(table) {
    return localStorage.getItem(markOf(table)) !== null && new Promise((answer) => {
      this.asked.set(table, () => answer(true));
      this.others?.postMessage({ asks: table });
      setTimeout(() => answer(false), patience);
    });
  }

  /** @param {{asks?: string, holds?: string, takes?: string}} said by another page */
  hear({ asks = '', holds = '', takes = '' }) {
    if (this.held.has(asks))
      this.others?.postMessage({ holds: asks });
    this.asked.get(holds)?.();
    this.lose(takes);
  }
}
