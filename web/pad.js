// Real dice (docs/protocol.md, 11): what fell on the table is tapped or typed in, one die or card after
// the other; the last one sends them all. Dice that are picked are as good as thrown: what they show can be told at once.

import { emblem } from './art.js';
import { fill, h } from './dom.js';

/** @typedef {import('./words.js').Words} Words */
/** @typedef {import('./words.js').Phrase} Phrase */
/** @typedef {{move: string, say: Phrase, most?: number}} Outcome */
/** @typedef {{question: number, count: number, say: Phrase, outcomes?: Outcome[], expected?: boolean}} Throw */

/** The key that types an outcome: its only letter, or the number of a die. @param {string} move */
const keyOf = (move) => (move.match(/^([A-Z])$|^die-([1-6])$/) ?? []).slice(1).find(Boolean) ?? '';

/** What is asked: "x.say.y" has a sister "x.real.y". @param {Phrase} say @param {Words} words */
function questionOf(say, words) {
  const sister = say.key.replace('.say.', '.real.');
  return words.say(words.has(sister) ? sister : 'web.what-fell', say.args);
}

/** Not thrown yet, as far as the table knows. @param {Throw | undefined} thrown */
const isExpected = (thrown) => !!thrown?.expected;

export class Pad {
  /** @param {(question: number, fallen: string[]) => void} tell @param {() => void} begin says that what is picked is thrown
   * @param {(outcome: Outcome) => Node | undefined} draw what an outcome looks like, if it has a picture */
  constructor(tell, begin, draw) {
    this.tell = tell;
    this.begin = begin;
    this.hasBegun = false;
    /** The last throw of several dice. @type {Throw | undefined} */
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
    this.element = h('section', { class: 'pad', hidden: true }, this.question, this.chips, this.faces);
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.type(event);
  }

  /** @param {Throw | undefined} thrown @param {Words} words @param {number} mover for whom it falls, 0: nobody */
  show(thrown, words, mover) {
    document.removeEventListener('keydown', this.onKey);
    if (thrown)
      document.addEventListener('keydown', this.onKey);
    if (thrown === this.thrown && words === this.words)
      return;
    if (thrown !== this.thrown)
      this.fallen = thrown && isExpected(this.thrown) ? this.fallen.slice(0, thrown.count) : [];
    this.hasBegun &&= isExpected(thrown);
    this.thrown = thrown;
    this.words = words;
    this.element.hidden = !thrown;
    this.element.classList.toggle('is-expected', isExpected(thrown));
    if (!thrown)
      return;
    this.element.setAttribute('aria-label', words.say('web.real-dice'));
    fill(this.who, mover > 0 && !thrown.say.args.who && [emblem(mover), h('b', {}, words.seat(mover))]);
    this.who.className = `seat-name seat-${mover}`;
    this.asked.textContent = thrown.outcomes ? questionOf(thrown.say, words)
      : words.say('web.others-tell', { what: questionOf(thrown.say, words) });
    fill(this.faces, (thrown.outcomes ?? []).map((outcome) => this.face(outcome, words)));
    this.drawChips();
    this.remember(thrown);
  }

  /** What was told before it was asked for is sent when it is. @param {Throw} thrown */
  remember(thrown) {
    if (isExpected(thrown))
      return;
    if (thrown.count > 1)
      this.dice = thrown;
    if (this.fallen.length === thrown.count)
      this.send();
  }

  /** The throw of so many dice that are picked, and only have to be told; the same one for as long as something of it is told.
   * @param {number} count 0: none are @returns {Throw | undefined} */
  expected(count) {
    const same = isExpected(this.thrown) && (this.fallen.length > 0 || this.thrown?.count === count);
    const say = this.dice && { ...this.dice.say, args: { ...this.dice.say.args, n: count } };
    return same ? this.thrown : count && this.dice && say ? { ...this.dice, say, expected: true, count } : undefined;
  }

  /** Whether it may fall once more in this throw. @param {Outcome} outcome */
  isLeft({ move, most = Infinity }) {
    return this.fallen.filter((one) => one === move).length < most;
  }

  /** @param {Outcome} outcome @param {Words} words */
  face(outcome, words) {
    const drawn = this.draw(outcome), key = keyOf(outcome.move), text = words.choice(outcome.say), isDie = drawn && key;
    return h('button', { type: 'button', class: `choice face${drawn ? ' is-drawn' : ''}`, 'data-key': outcome.move,
      'aria-label': isDie ? text : null, 'aria-keyshortcuts': key || null, title: isDie ? text : null,
      onclick: () => this.add(outcome.move) }, drawn, !isDie && h('span', {}, text), key && h('kbd', { 'aria-hidden': 'true' }, key));
  }

  /** The places of the dice or cards, filled and still empty; a full one is tapped to empty it. */
  drawChips() {
    const { thrown, words } = this;
    if (!thrown?.outcomes || !words)
      return;
    const outcome = (/** @type {string} */ move) => thrown.outcomes?.find((one) => one.move === move);
    fill(this.chips, thrown.count > 1 && Array.from({ length: thrown.count }, (_, i) => {
      const one = outcome(this.fallen[i] ?? '');
      const text = one ? words.choice(one.say) : '';
      return one ? h('button', { type: 'button', class: 'chip', 'aria-label': words.say('web.take-out', { what: text }),
        onclick: () => this.remove(i) }, this.draw(one) ?? text) : h('span', { class: 'chip is-empty' }, i + 1);
    }), this.fallen.length > 0 && !isExpected(thrown) && h('button', { type: 'button', class: 'tool', onclick: () => this.send() },
      words.say('web.tell-these', { n: this.fallen.length })));
    thrown.outcomes.forEach((one, i) => this.faces.children[i].setAttribute('aria-disabled', String(!this.isLeft(one))));
  }

  /** @param {string} move */
  add(move) {
    const outcome = this.thrown?.outcomes?.find((one) => one.move === move);
    if (!this.thrown || !outcome || !this.isLeft(outcome) || this.fallen.length >= this.thrown.count)
      return;
    this.fallen.push(move);
    if (isExpected(this.thrown) && !this.hasBegun)
      this.throwNow();
    if (this.fallen.length === this.thrown.count && !isExpected(this.thrown))
      this.send();
    else
      this.drawChips();
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

  /** It could not be: everything once more. */
  again() {
    this.fallen = [];
    this.hasBegun = false;
    this.drawChips();
  }

  send() {
    if (this.thrown)
      this.tell(this.thrown.question, this.fallen);
  }

  /** @param {KeyboardEvent} event */
  type(event) {
    if (!this.element.isConnected) {
      document.removeEventListener('keydown', this.onKey);
      return;
    }
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, select, textarea, dialog'))
      return;
    const outcome = this.thrown?.outcomes?.find((one) => keyOf(one.move) === event.key.toUpperCase());
    if (outcome)
      this.add(outcome.move);
    else if (event.key === 'Backspace' && this.fallen.length)
      this.remove(this.fallen.length - 1);
  }
}
