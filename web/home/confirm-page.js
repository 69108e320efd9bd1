// A page with a decision: the text, one button per choice, and a link to the home page.

import { fill, h } from '../lib/dom.js';

/** @typedef {import('../lib/words.js').Words} Words */

export class ConfirmPage {
  /** @param {Words} words @param {(words: Words) => string[]} text returns the paragraphs
   * @param {[string, () => void][]} choices translation key and action of each, the default
   *   first */
  constructor(words, text, choices) {
    this.text = text;
    this.choices = choices;
    this.element = h('main', { class: 'page asking', id: 'board', tabindex: '-1' });
    this.speak(words);
  }

  /** @param {Words} words */
  speak(words) {
    fill(
      this.element,
      h(
        'div',
        { class: 'sorry', role: 'alert' },
        this.text(words).map((text) => h('p', {}, text)),
      ),
      h(
        'p',
        {},
        this.choices.map(([key, run], i) =>
          h(
            'button',
            {
              type: 'button',
              class: `choice${i ? '' : ' is-main'}`,
              'data-key': key,
              onclick: run,
            },
            words.say(key),
          ),
        ),
        h('a', { class: 'choice', href: '#' }, words.say('web.home')),
      ),
    );
  }
}
