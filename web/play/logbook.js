// The log in words. It is written again when the language or a name changes. A turn of another
// player is one line that can be opened, as soon as the next turn begins.

import { ruleBehind } from './rule-links.js';
import { emblem } from '../lib/art.js';
import { fill, h } from '../lib/dom.js';

/** @typedef {import('../lib/words.js').Phrase} Phrase */
/** @typedef {import('../lib/words.js').Words} Words */

/** Entries of the log: `during` are said of other players during somebody's turn, `apart` belong to
 * no turn, such as the result of a round, and `minor` never stand for a whole turn.
 * @typedef {{during?: string[], apart?: string[], minor?: string[]}} LogHabits */

/** Sentences of one turn, or a single one that belongs to none (`seat` 0).
 * @typedef {{seat: number, sentences: Phrase[], element: Element, list: Element,
 *   fold?: HTMLDetailsElement}} Turn */

const turnsMax = 300;

/** The sentence of an entry, which a pennant may precede. @param {Element} entry */
const textOf = (entry) =>
  /** @type {Text} */ ([...entry.childNodes].find((node) => node instanceof Text));

/** The seat that a sentence is about, or 0. @param {Phrase} phrase */
const whoOf = ({ args }) => /** @type {any} */ (args?.who)?.seat ?? 0;

/** The keys of the phrases that a sentence joins: "x.say.a+b" has "x.say.a" and "x.say.b".
 * @param {Phrase} sentence */
function partsOf({ key }) {
  const [first, ...rest] = key.split('+'),
    prefix = first.slice(0, first.indexOf('.say.') + '.say.'.length);
  return [first, ...rest.map((tail) => prefix + tail)];
}

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
    /** What the list shows, in order. @type {Turn[]} */
    this.turns = [];
  }

  /** Opens or closes the log where it is a drawer. @param {boolean} open */
  toggle(open = !this.element.classList.contains('is-open')) {
    this.element.classList.toggle('is-open', open);
    if (open) this.scroll.focus();
    return open;
  }

  /** @param {Phrase} phrase @param {Words} words @param {'li' | 'p'} [tag] */
  line(phrase, words, tag = 'li') {
    const who = whoOf(phrase),
      rule = ruleBehind(this.module, phrase.key);
    return h(
      tag,
      { class: 'told' },
      who > 0 && emblem(who, this.flagOf(who)),
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
    this.lines.push(...phrases);
    for (const phrase of phrases) this.add(phrase, words);
    this.trim();
    this.goDown();
  }

  /** Removes the first turns of a long match. */
  trim() {
    for (const { fold, sentences } of this.turns.splice(
      0,
      Math.max(0, this.turns.length - turnsMax),
    ))
      for (let i = fold ? 1 : sentences.length; i; i--) this.list.firstElementChild?.remove();
  }

  /** Adds a phrase: it extends the last sentence, continues the last turn, or begins another one.
   * @param {Phrase} phrase @param {Words} words */
  add(phrase, words) {
    const turn = this.turns.at(-1),
      last = turn?.sentences.at(-1),
      sentences = last ? [last] : [];
    words.addSentence(sentences, phrase);
    const [first, added] = last ? sentences : [last, ...sentences];
    if (turn && first && first !== last) this.extend(turn, first, words);
    if (!added) return;
    if (turn && this.continues(turn, added)) {
      turn.sentences.push(added);
      turn.list.append(this.line(added, words, turn.fold ? 'p' : 'li'));
    } else this.begin(added, words);
  }

  /** Whether a sentence belongs to the turn before it. @param {Turn} turn @param {Phrase}
   *   sentence */
  continues({ seat }, sentence) {
    const { during = [] } = this.module.log ?? {},
      who = whoOf(sentence);
    return (
      seat > 0 &&
      this.belongsToTurn(sentence) &&
      (!who || who === seat || partsOf(sentence).some((key) => during.includes(key)))
    );
  }

  /** @param {Phrase} sentence */
  belongsToTurn(sentence) {
    const { apart = [] } = this.module.log ?? {};
    return sentence.key.includes('.say.') && !partsOf(sentence).some((key) => apart.includes(key));
  }

  /** Begins a turn, and folds the one before it. Entries are added where they stay, so that screen
   * readers read each once. @param {Phrase} sentence @param {Words} words */
  begin(sentence, words) {
    const seat = this.belongsToTurn(sentence) ? whoOf(sentence) : 0;
    this.fold(words);
    if (!seat || seat === words.reader) {
      const element = this.line(sentence, words);
      this.turns.push({ seat, sentences: [sentence], element, list: this.list });
      this.list.append(element);
      return;
    }
    const list = h('div', {}, this.line(sentence, words, 'p')),
      summary = h('summary', { 'aria-live': 'off' }),
      fold = h('details', { open: true }, summary, list),
      element = h('li', { class: `turn is-running seat-${seat}` }, fold);
    this.turns.push({ seat, sentences: [sentence], element, list, fold });
    this.list.append(element);
  }

  /** Folds the last turn into one line, if it has more than one. @param {Words} words */
  fold(words) {
    const turn = this.turns.at(-1);
    if (!turn?.fold || turn.sentences.length < 2) return;
    fill(
      /** @type {Element} */ (turn.fold.firstElementChild),
      emblem(turn.seat, this.flagOf(turn.seat)),
      h('b', {}, words.seat(turn.seat)),
      h('span', {}, words.phrase(this.gistOf(turn))),
    );
    turn.fold.open = false;
    turn.element.classList.remove('is-running');
  }

  /** The sentence that says what a turn led to: the last that has a scene or a sound of a result,
   * else the last about its player. @param {Turn} turn */
  gistOf({ seat, sentences }) {
    const { scenes = {}, sounds = {}, log: { minor = [] } = {} } = this.module,
      results = ['coin', 'cannon', 'bust', 'win'],
      major = sentences.filter((one) => !minor.includes(partsOf(one)[0]));
    return (
      major.findLast((one) =>
        partsOf(one).some((key) => scenes[key] || results.includes(sounds[key])),
      ) ??
      major.findLast((one) => whoOf(one) === seat) ??
      sentences[0]
    );
  }

  /** Extends the last entry. What both sentences begin with stays, so that a screen reader reads
   * only the rest. @param {Turn} turn @param {Phrase} sentence @param {Words} words */
  extend({ sentences, list }, sentence, words) {
    const entry = /** @type {Element} */ (list.lastElementChild),
      line = this.line(sentence, words);
    const shown = textOf(entry),
      text = textOf(line),
      start = shown.data.replace(/\.$/, '');
    sentences[sentences.length - 1] = sentence;
    if (text.data.startsWith(start)) {
      shown.data = start;
      text.data = text.data.slice(start.length);
      text.before(shown);
    }
    entry.replaceChildren(...line.childNodes);
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

  /** Writes all entries again; turns that the user opened stay open. @param {Words} words */
  again(words) {
    const folds = () => this.turns.map(({ fold }) => fold),
      held = folds().findIndex((fold) => fold?.firstElementChild === document.activeElement),
      opened = this.turns.map(
        ({ fold, element }) => !!fold?.open && !element.matches('.is-running'),
      );
    this.title.textContent = words.say('web.log');
    this.scroll.setAttribute('aria-label', words.say('web.log'));
    this.scroll.setAttribute('aria-live', 'off');
    this.list.replaceChildren();
    this.turns = [];
    for (const phrase of this.lines) this.add(phrase, words);
    this.trim();
    folds().forEach((fold, i) => {
      if (fold && opened[i]) fold.open = true;
    });
    if (held >= 0) /** @type {HTMLElement} */ (folds()[held]?.firstElementChild)?.focus();
    this.scroll.setAttribute('aria-live', 'polite');
    this.goDown();
  }
}
