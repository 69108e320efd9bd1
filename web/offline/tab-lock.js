// Locks of stored tables. Only one tab at a time may continue a table that is stored in this
// browser, because two would overwrite each other's changes.

import { remember } from '../lib/storage.js';

// milliseconds for another tab to answer, in browsers without the Web Locks API
const patience = 5000;

/** @param {string} table */
const lockOf = (table) => `flibuste table ${table}`;

/** Storage key that marks a table as locked where there are no locks. @param {string} table */
const markOf = (table) => `held ${table}`;

export class TabLock {
  /** @param {(table: string) => void} lost called when another tab took over a table */
  constructor(lost) {
    this.lost = lost;
    /** Functions that release each lock. @type {Map<string, () => void>} */
    this.held = new Map();
    /** Callbacks for answers of other tabs, by table. @type {Map<string, () => void>} */
    this.asked = new Map();
    if (navigator.locks)
      // only with HTTPS
      return;
    this.others = new BroadcastChannel('flibuste tables');
    this.others.onmessage = ({ data }) => this.hear(data);
    addEventListener('pagehide', () =>
      [...this.held.keys()].forEach((table) => localStorage.removeItem(markOf(table))),
    );
  }

  /** @param {string} table */
  has(table) {
    return this.held.has(table);
  }

  /** Locks a table for this tab; resolves to whether that succeeded. @param {string} table
   * @param {boolean} anyway even if another tab has it @returns {Promise<boolean>} */
  async take(table, anyway) {
    if (this.held.has(table)) return true;
    if (anyway) this.held.set(table, () => {});
    return navigator.locks ? this.lock(table, anyway) : this.claim(table, anyway);
  }

  /** @param {string} table */
  release(table) {
    this.held.get(table)?.();
    this.held.delete(table);
  }

  /** @param {string} kept the table that stays locked, or '' */
  releaseAllBut(kept) {
    for (const table of [...this.held.keys()]) if (table !== kept) this.release(table);
  }

  /** @param {string} table @param {boolean} anyway @returns {Promise<boolean>} */
  lock(table, anyway) {
    return new Promise((answer) => {
      navigator.locks
        .request(lockOf(table), anyway ? { steal: true } : { ifAvailable: true }, (lock) => {
          answer(!!lock);
          return lock && new Promise((release) => this.held.set(table, () => release(undefined)));
        })
        .catch(() => this.lose(table));
    });
  }

  /** @param {string} table */
  lose(table) {
    if (this.held.delete(table)) this.lost(table);
  }

  // ---- without the Web Locks API: tabs exchange messages ----

  /** @param {string} table @param {boolean} anyway */
  async claim(table, anyway) {
    if (!anyway && (await this.isElsewhere(table))) return false;
    this.held.set(table, () => localStorage.removeItem(markOf(table)));
    this.others?.postMessage({ takes: table });
    remember(markOf(table), 'yes');
    return true;
  }

  /** A mark may be left from a tab that crashed, so other tabs are asked. @param {string} table
   * @returns {Promise<boolean>} */
  async isElsewhere(table) {
    return (
      localStorage.getItem(markOf(table)) !== null &&
      new Promise((answer) => {
        this.asked.set(table, () => answer(true));
        this.others?.postMessage({ asks: table });
        setTimeout(() => answer(false), patience);
      })
    );
  }

  /** @param {{asks?: string, holds?: string, takes?: string}} said message of another tab */
  hear({ asks = '', holds = '', takes = '' }) {
    if (this.held.has(asks)) this.others?.postMessage({ holds: asks });
    this.asked.get(holds)?.();
    this.lose(takes);
  }
}
