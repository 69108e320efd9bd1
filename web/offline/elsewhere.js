// In place of a table that another tab or window of this browser plays on at: what is the matter, and a way to
// take it over.

import { fill, h } from '../dom.js';

export class Elsewhere {
  /** @param {import('../words.js').Words} words @param {() => void} take */
  constructor(words, take) {
    this.take = take;
    this.element = h('main', { class: 'page', id: 'board', tabindex: '-1' });
    this.speak(words);
  }

  /** @param {import('../words.js').Words} words */
  speak(words) {
    fill(this.element, h('p', { class: 'sorry', role: 'alert' }, words.say('web.elsewhere')),
      h('p', {}, h('button', { type: 'button', class: 'choice is-main', onclick: () => this.take() }, words.say('web.take-over')), ' ',
        h('a', { class: 'choice', href: '#' }, words.say('web.back'))));
  }
}
