// The place where records are shown; what shows them comes when it is first needed.

import { h } from './dom.js';
import { loadSheet } from './games/games.js';
import { loadPart } from './words.js';

/** @typedef {import('./words.js').Words} Words */

/** What shows records, fetched once. @type {Promise<any> | undefined} */
let fetched;

export class Viewing {
  /** @param {Words} words @param {() => string[]} levels @param {(title: string) => void} entitle */
  constructor(words, levels, entitle) {
    this.words = words;
    this.element = h('div', { class: 'apart' });
    fetched ??= Promise.all([import('./records/viewer.js'), loadSheet('records/viewer.css'), loadSheet('door.css'), loadPart('records')]);
    this.viewer = fetched.then(([{ Viewer }]) => {
      const viewer = new Viewer(this.words, levels, entitle);
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
