// The log in words: told as it happens, read again in another language when asked.

import { ruleBehind } from './cited.js';
import { h } from './dom.js';

/** @typedef {import('./words.js').Phrase} Phrase */
/** @typedef {import('./words.js').Words} Words */

export class Logbook {
  constructor() {
    this.list = h('ol');
    this.scroll = h('div', { class: 'told', role: 'log', 'aria-live': 'polite', tabindex: '0' }, this.list);
    this.title = h('h2', { id: 'log-title' });
    this.element = h('section', { class: 'logbook', 'aria-labelledby': 'log-title' }, this.title, this.scroll);
    /** @type {Phrase[]} */
    this.told = [];
  }

  /** @param {Phrase} phrase @param {Words} words */
  line(phrase, words) {
    const who = /** @type {any} */ (phrase.args?.who)?.seat, rule = ruleBehind(phrase.key);
    return h('li', { class: who ? `seat-${who}` : '' }, words.phrase(phrase), rule && ' ',
      rule && h('a', { class: 'rule', href: rule.href, 'aria-label': words.say('web.read-rule', { rule: rule.number }) }, rule.number));
  }

  /** @param {Phrase[]} phrases @param {Words} words */
  tell(phrases, words) {
    this.told.push(...phrases);
    this.list.append(...phrases.map((phrase) => this.line(phrase, words)));
    while (this.list.children.length > 300)
      this.list.firstChild?.remove();
    this.goDown();
  }

  /** To the last line, once the page is laid out anyway. */
  goDown() {
    requestAnimationFrame(() => { this.scroll.scrollTop = this.scroll.scrollHeight; });
  }

  /** Says all of it again: another language, or other names. @param {Words} words */
  again(words) {
    this.title.textContent = words.say('web.log');
    this.scroll.setAttribute('aria-label', words.say('web.log'));
    this.scroll.setAttribute('aria-live', 'off');
    this.list.replaceChildren(...this.told.slice(-300).map((phrase) => this.line(phrase, words)));
    this.scroll.setAttribute('aria-live', 'polite');
    this.goDown();
  }
}
