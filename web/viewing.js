// The place where records are shown; what shows them comes when it is first needed.

import { h } from './dom.js';
import { loadStyle } from './games/games.js';

/** @typedef {import('./words.js').Words} Words */

export class Viewing {
  /** @param {Words} words @param {() => string[]} levels @param {(title: string) => void} entitle */
  constructor(words, levels, entitle) {
    this.words = words;
    this.element = h('div', { class: 'apart' });
    this.viewer = Promise.all([import('./records/viewer.js'), loadStyle('records/viewer.css')]).then(([{ Viewer }]) => {
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
