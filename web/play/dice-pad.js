// Input for real dice (docs/protocol.md, 11): players tap or type what the dice and cards show, one
// after the other, and the last one sends them all. Selected dice can be entered before the roll is
// announced.

import { emblem } from '../lib/art.js';
import { fill, h } from '../lib/dom.js';

/** @typedef {import('../lib/words.js').Words} Words */
/** @typedef {import('../lib/words.js').Phrase} Phrase */
/** @typedef {{move: string, phrase: Phrase, max?: number}} Outcome */
/** @typedef {{question: number, count: number, phrase: Phrase, outcomes?: Outcome[], expected?:
 *   boolean}} Throw */

/** The key for an outcome: a letter that no other outcome has, or the number on a die.
 * @param {string} move */
const keyOf = (move) => (move.match(/^([A-Z])$|^die-([1-6])$/) ?? []).slice(1).find(Boolean) ?? '';

/** The question: "x.real.y" belongs to "x.say.y". @param {Phrase} phrase @param {Words} words */
function questionOf(phrase, words) {
  const sister = phrase.key.replace('.say.', '.real.');
  return words.say(words.has(sister) ? sister : 'web.which-result', phrase.args);
}

/** A roll that the host does not know of yet. @param {Throw | undefined} thrown */
const isExpected = (thrown) => !!thrown?.expected;

export class DicePad {
  /** @param {(question: number, fallen: string[]) => void} tell
   * @param {() => void} begin announces the roll of the selected dice
   * @param {(outcome: Outcome) => Node | undefined} draw the picture of an outcome, if there is
   *   one */
  constructor(tell, begin, draw) {
    this.tell = tell;
    this.begin = begin;
    this.hasBegun = false;
    /** The last roll of several dice. @type {Throw | undefined} */
    this.dice = undefined;
    this.draw = draw;
    /** @type {Throw | undefined} */
    this.thrown = undefined;
    /** @type {Words | undefined} */
    this.words = undefined;
    /** @type {string[]} */
    this.fallen = [];
    this.who = h('span');
    this.asked = h('span');
    this.question = h('p', { class: 'question', role: 'status' }, this.who, this.asked);
    this.chips = h('div', { class: 'fallen' });
    this.faces = h('div', { class: 'faces' });
    this.element = h(
      'section',
      { class: 'pad', hidden: true },
      this.question,
      this.chips,
      this.faces,
    );
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.type(event);
  }

  /** @param {Throw | undefined} thrown @param {Words} words
   * @param {number} mover the seat that rolls; 0 if none */
  show(thrown, words, mover) {
    document.removeEventListener('keydown', this.onKey);
    if (thrown) document.addEventListener('keydown', this.onKey);
    if (thrown === this.thrown && words === this.words) return;
    if (thrown !== this.thrown)
      this.fallen = thrown && isExpected(this.thrown) ? this.fallen.slice(0, thrown.count) : [];
    this.hasBegun &&= isExpected(thrown);
    this.thrown = thrown;
    this.words = words;
    this.element.hidden = !thrown;
    this.element.classList.toggle('is-expected', isExpected(thrown));
    if (!thrown) return;
    this.element.setAttribute('aria-label', words.say('web.real-dice'));
    fill(
      this.who,
      mover > 0 && !thrown.phrase.args.who && [emblem(mover), h('b', {}, words.seat(mover))],
    );
    this.who.className = `seat-name seat-${mover}`;
    this.asked.textContent = thrown.outcomes
      ? questionOf(thrown.phrase, words)
      : words.say('web.other-enters', { what: questionOf(thrown.phrase, words) });
    fill(
      this.faces,
      (thrown.outcomes ?? []).map((outcome) => this.face(outcome, words)),
    );
    this.drawChips();
    this.remember(thrown);
  }

  /** Sends outcomes that were entered before the host asked for them. @param {Throw} thrown */
  remember(thrown) {
    if (isExpected(thrown)) return;
    if (thrown.count > 1) this.dice = thrown;
    if (this.fallen.length === thrown.count) this.send();
  }

  /** The roll of `count` selected dice, which only has to be entered; unchanged while some of it is
   * entered. @param {number} count 0 if none are selected @returns {Throw | undefined} */
  expected(count) {
    const same =
      isExpected(this.thrown) && (this.fallen.length > 0 || this.thrown?.count === count);
    const phrase = this.dice && {
      ...this.dice.phrase,
      args: { ...this.dice.phrase.args, n: count },
    };
    return same
      ? this.thrown
      : count && this.dice && phrase
        ? { ...this.dice, phrase, expected: true, count }
        : undefined;
  }

  /** Whether the outcome may occur once more in this roll. @param {Outcome} outcome */
  isLeft({ move, max = Infinity }) {
    return this.fallen.filter((one) => one === move).length < max;
  }

  /** @param {Outcome} outcome @param {Words} words */
  face(outcome, words) {
    const drawn = this.draw(outcome),
      key = keyOf(outcome.move),
      text = words.choice(outcome.phrase),
      isDie = drawn && key;
    return h(
      'button',
      {
        type: 'button',
        class: `choice face${drawn ? ' is-drawn' : ''}`,
        'data-key': outcome.move,
        'aria-label': isDie ? text : null,
        'aria-keyshortcuts': key || null,
        title: isDie ? text : null,
        onclick: () => this.add(outcome.move),
      },
      drawn,
      !isDie && h('span', {}, text),
      key && h('kbd', { 'aria-hidden': 'true' }, key),
    );
  }

  /** Boxes for the dice or cards; a tap on a filled one empties it. */
  drawChips() {
    const { thrown, words } = this;
    if (!thrown?.outcomes || !words) return;
    const outcome = (/** @type {string} */ move) =>
      thrown.outcomes?.find((one) => one.move === move);
    fill(
      this.chips,
      thrown.count > 1 &&
        Array.from({ length: thrown.count }, (_, i) => {
          const one = outcome(this.fallen[i] ?? '');
          const text = one ? words.choice(one.phrase) : '';
          return one
            ? h(
                'button',
                {
                  type: 'button',
                  class: 'entered',
                  'aria-label': words.say('web.remove', { what: text }),
                  onclick: () => this.remove(i),
                },
                this.draw(one) ?? text,
              )
            : h('span', { class: 'entered is-empty' }, i + 1);
        }),
      this.fallen.length > 0 &&
        !isExpected(thrown) &&
        h(
          'button',
          { type: 'button', class: 'choice is-main', onclick: () => this.send() },
          words.say('web.confirm-result', { n: this.fallen.length }),
        ),
    );
    thrown.outcomes.forEach((one, i) =>
      this.faces.children[i].setAttribute('aria-disabled', String(!this.isLeft(one))),
    );
  }

  /** @param {string} move */
  add(move) {
    const outcome = this.thrown?.outcomes?.find((one) => one.move === move);
    if (
      !this.thrown ||
      !outcome ||
      !this.isLeft(outcome) ||
      this.fallen.length >= this.thrown.count
    )
      return;
    this.fallen.push(move);
    if (isExpected(this.thrown) && !this.hasBegun) this.throwNow();
    if (this.fallen.length === this.thrown.count && !isExpected(this.thrown)) this.send();
    else this.drawChips();
  }

  throwNow() {
    this.hasBegun = true;
    this.begin();
  }

  /** @param {number} place */
  remove(place) {
    this.fallen.splice(place, 1);
    this.drawChips();
  }

  /** The host refused the outcomes: all boxes are emptied. */
  again() {
    this.fallen = [];
    this.hasBegun = false;
    this.drawChips();
  }

  send() {
    if (this.thrown) this.tell(this.thrown.question, this.fallen);
  }

  /** @param {KeyboardEvent} event */
  type(event) {
    if (!this.element.isConnected) {
      document.removeEventListener('keydown', this.onKey);
      return;
    }
    const target = /** @type {Element} */ (event.target);
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target.closest('input, select, textarea, dialog')
    )
      return;
    const outcome = this.thrown?.outcomes?.find(
      (one) => keyOf(one.move) === event.key.toUpperCase(),
    );
    if (outcome) this.add(outcome.move);
    else if (event.key === 'Backspace' && this.fallen.length) this.remove(this.fallen.length - 1);
  }
}
