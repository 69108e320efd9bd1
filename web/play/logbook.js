// The log in words. It is written again when the language or a name changes.

import { ruleBehind } from './rule-links.js';
import { emblem } from '../lib/art.js';
import { h } from '../lib/dom.js';

/** @typedef {import('../lib/words.js').Phrase} Phrase */
/** @typedef {import('../lib/words.js').Words} Words */

/** The sentence of an entry, which a pennant may precede. @param {Element} entry */
const textOf = (entry) =>
  /** @type {Text} */ ([...entry.childNodes].find((node) => node instanceof Text));

export class Logbook {
  /** @param {import('./board.js').GameModule} module */
  constructor(module) {
    this.module = module;
    /** The flag that the game gives to a seat. @type {(seat: number) =>
     * import('../lib/art.js').Flag |
     *   undefined} */
    this.flagOf = () => undefined;
    this.list = h('ol');
    this.scroll = h(
      'div',
      {
        class: 'log-lines',
        role: 'log',
        'aria-live': 'polite',
        'aria-relevant': 'additions', // of an extended sentence, only what was added
        tabindex: '0',
      },
      this.list,
    );
    this.title = h('h2', { id: 'log-title' });
    this.element = h(
      'section',
      { class: 'log', 'aria-labelledby': 'log-title' },
      this.title,
      this.scroll,
    );
    new ResizeObserver(() => this.goDown()).observe(this.scroll);
    document.fonts.ready.then(() => this.goDown());
    /** All phrases, in order. @type {Phrase[]} */
    this.lines = [];
    /** The sentence of the last entry, which the next phrase may extend.
     * @type {Phrase | undefined} */
    this.last = undefined;
  }

  /** Opens or closes the log where it is a drawer. @param {boolean} open */
  toggle(open = !this.element.classList.contains('is-open')) {
    this.element.classList.toggle('is-open', open);
    if (open) this.scroll.focus();
    return open;
  }

  /** @param {Phrase} phrase @param {Words} words */
  line(phrase, words) {
    const who = /** @type {any} */ (phrase.args?.who)?.seat,
      rule = ruleBehind(this.module, phrase.key);
    return h(
      'li',
      {},
      who && emblem(who, this.flagOf(who)),
      words.phrase(phrase),
      rule && ' ',
      rule &&
        h(
          'a',
          {
            class: 'rule',
            href: rule.href,
            'aria-label': words.say('web.read-rule', { rule: rule.number }),
          },
          rule.number,
        ),
    );
  }

  /** @param {Phrase[]} phrases @param {Words} words */
  tell(phrases, words) {
    const sentences = this.last ? [this.last] : [];
    this.lines.push(...phrases);
    for (const phrase of phrases) words.addSentence(sentences, phrase);
    const [first, ...rest] = sentences;
    if (this.last && first !== this.last) this.extend(first, words);
    this.list.append(...(this.last ? rest : sentences).map((one) => this.line(one, words)));
    this.last = sentences.at(-1);
    while (this.list.children.length > 300) this.list.firstChild?.remove();
    this.goDown();
  }

  /** Extends the last entry. What both sentences begin with stays, so that a screen reader reads
   * only the rest. @param {Phrase} sentence @param {Words} words */
  extend(sentence, words) {
    const entry = /** @type {Element} */ (this.list.lastElementChild),
      line = this.line(sentence, words);
    const shown = textOf(entry),
      text = textOf(line),
      start = shown.data.replace(/\.$/, '');
    if (text.data.startsWith(start)) {
      shown.data = start;
      text.data = text.data.slice(start.length);
      text.before(shown);
      entry.replaceChildren(...line.childNodes);
    } else entry.replaceWith(line);
  }

  /** Scrolls to the last line at the next frame, when the layout is computed anyway. The end of the
   * list is extended so that no line is cut at the upper edge. */
  goDown() {
    requestAnimationFrame(() => {
      const { scroll, list } = this;
      list.style.paddingBottom = '';
      const hidden = scroll.scrollHeight - scroll.clientHeight,
        top = (/** @type {any} */ line) => line.offsetTop - list.offsetTop,
        first = hidden > 0 && [...list.children].slice(-20).find((line) => top(line) >= hidden);
      if (first) list.style.paddingBottom = `${top(first) - hidden}px`;
      scroll.scrollTop = scroll.scrollHeight;
    });
  }

  /** Writes all entries again. @param {Words} words */
  again(words) {
    this.title.textContent = words.say('web.log');
    this.scroll.setAttribute('aria-label', words.say('web.log'));
    this.scroll.setAttribute('aria-live', 'off');
    /** @type {Phrase[]} */
    const sentences = [];
    for (const phrase of this.lines) words.addSentence(sentences, phrase);
    this.last = sentences.at(-1);
    this.list.replaceChildren(...sentences.slice(-300).map((one) => this.line(one, words)));
    this.scroll.setAttribute('aria-live', 'polite');
    this.goDown();
  }
}
