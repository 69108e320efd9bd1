// The page for records. The viewer is loaded when it is first needed.

import { h } from '../lib/dom.js';
import { loadSheet } from '../games/games.js';
import { loadPart } from '../lib/words.js';

/** @typedef {import('../lib/words.js').Words} Words */

/** The viewer and what it needs, loaded once. @type {Promise<any> | undefined} */
let fetched;

export class RecordPage {
  /** @param {Words} words @param {() => string[]} levels @param {(title: string) => void}
   *   entitle */
  constructor(words, levels, entitle) {
    this.words = words;
    this.element = h('div', { class: 'apart' });
    fetched ??= Promise.all([
      import('./viewer.js'),
      loadSheet('records/viewer.css'),
      loadSheet('home/home.css'),
      loadPart('records'),
    ]);
    this.viewer = fetched.then(([{ RecordViewer }]) => {
      const viewer = new RecordViewer(this.words, levels, entitle);
      this.element.append(viewer.element);
      return viewer;
    });
  }

  /** @param {URLSearchParams} where */
  async go(where) {
    await (await this.viewer).go(where);
  }

  /** @param {File} file */
  async open(file) {
    await (await this.viewer).open(file);
  }

  /** @param {Words} words */
  async speak(words) {
    this.words = words;
    (await this.viewer).speak(words);
  }
}
