// The table: board, choices, crew and log of one match, told in the order things happened.

import { Board } from './board.js';
import { Choices } from './choices.js';
import { emblem, sign } from './art.js';
import { Crew } from './crew.js';
import { fill, h, picture, set } from './dom.js';
import { Logbook } from './logbook.js';
import { calm, skip } from './motion.js';
import * as sound from './sound.js';

/** @typedef {import('./words.js').Words} Words */
/** @typedef {import('./words.js').Phrase} Phrase */
/** @typedef {import('./sight.js').Sight} Sight */
/** @typedef {import('./board.js').Sitter} Sitter */
/** @typedef {import('./board.js').GameModule} GameModule */

/** One change at the table: what is seen after it and what was told of it.
 * @typedef {{sight: Sight, told: Phrase[], n: number, mine?: boolean, onTheWay?: boolean}} Change */

/** What the table asks of the line.
 * @typedef {{play: (moves: string[]) => void, why: (spelled: string) => void,
 *   options?: () => Record<string, string>, drawn?: (board: Board) => void}} Line */

const pace = 650; // milliseconds between two moves of others

/** Which of the nine pirates of lang/ a bot is. @param {number} seat */
const pirateOf = (seat) => (seat + 7) % 9 + 1;

export class Table {
  /** @param {GameModule} module @param {Words} words @param {Line} line */
  constructor(module, words, line) {
    this.module = module;
    this.words = words;
    this.line = line;
    /** @type {Sitter[]} */
    this.sitters = [];
    /** @type {Record<number, number>} */
    this.clocks = {};
    /** @type {Board | undefined} */
    this.board = undefined;
    /** @type {Change[]} */
    this.waiting = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.choices = new Choices();
    this.crew = new Crew();
    this.log = new Logbook();
    this.note = h('p', { class: 'note', role: 'alert' });
    this.place = h('div', { class: 'place' });
    this.tools = h('div', { class: 'tools' });
    this.finale = h('section', { class: 'finale', hidden: true });
    this.hurry = h('button', { type: 'button', class: 'hurry', hidden: true,
      onclick: () => this.catchUp() });
    this.middle = h('main', { class: 'middle', id: 'board', tabindex: '-1' }, this.finale, this.place, this.hurry);
    this.foot = h('div', { class: 'foot' }, this.note, this.choices.element, this.tools);
    this.element = h('div', { class: `table table-${module.name}` }, this.crew.element, this.middle, this.foot, this.log.element);
  }

  /** A new language. @param {Words} words */
  speak(words) {
    this.words = words;
    this.name();
    if (this.board)
      this.board.draw();
  }

  /** @param {Sitter[]} sitters */
  seat(sitters) {
    const same = JSON.stringify(sitters) === JSON.stringify(this.sitters);
    this.sitters = sitters;
    if (!same) {
      this.name();
      this.board?.draw();
    }
  }

  name() {
    this.words.names = [];
    for (const sitter of this.sitters)
      if (sitter.name || sitter.kind === 'bot')
        this.words.names[sitter.seat] = sitter.name || this.words.word(`pirate.${pirateOf(sitter.seat)}`);
    this.log.again(this.words);
    this.hurry.textContent = this.words.say('web.skip');
    this.showCrew();
  }

  /** The whole table at once: on arriving, or after a gap. @param {Sight} sight
   * @param {Phrase[]} told @param {number} [n] the last event */
  open(sight, told, n = 0) {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = [];
    this.log.told = told;
    this.log.again(this.words);
    this.see(sight);
    this.element.dataset.n = String(n);
  }

  /** One thing that happened. Moves of others are shown one after the other, and the question that follows a
   * move together with it. @param {Change} change */
  happen(change) {
    this.waiting.push(change);
    this.hurry.hidden = this.waiting.length < 2;
    this.timer ??= setTimeout(() => this.next());
  }

  next() {
    const change = this.waiting.shift();
    this.timer = undefined;
    this.hurry.hidden = !this.waiting.length;
    if (!change)
      return;
    this.tell(change);
    this.timer = setTimeout(() => this.next(), calm() ? 0 : this.pauseAfter(change));
  }

  /** One's own move is there at once, but a way is seen step by step. @param {Change} change */
  pauseAfter(change) {
    if (change.onTheWay || this.waiting.length > 6)
      return pace / 3;
    return change.mine && !this.waiting.length ? 0 : pace;
  }

  /** Shows all that is still to be shown, at once. */
  catchUp() {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (let change; (change = this.waiting.shift());)
      this.tell(change);
    this.hurry.hidden = true;
    skip();
  }

  /** @param {Change} change */
  tell(change) {
    const mine = this.board?.view.sight.ask;
    this.log.tell(change.told, this.words);
    this.see(change.sight);
    this.element.dataset.n = String(change.n);
    for (const phrase of change.told)
      sound.play(this.module.sounds?.[phrase.key]);
    if (change.sight.over)
      sound.play('win');
    else if (change.sight.ask && !mine)
      sound.play('bell');
  }

  /** @param {Sight} sight */
  see(sight) {
    const before = this.board?.view.sight.ask?.key, held = this.element.contains(document.activeElement);
    this.say('');
    if (this.board)
      this.board.show(sight);
    else
      this.begin(sight);
    if (held)
      this.keepFocus();
    if (sight.ask && sight.ask.key !== before && !this.choices.now.firstChild)
      requestAnimationFrame(() => this.bringIntoSight());
  }

  /** Who plays by keys goes on from the question once what was chosen is gone, or on the board where no button answers. */
  keepFocus() {
    const { question, now } = this.choices, at = document.activeElement;
    if (this.element.contains(at) && at !== question && !at?.matches('.item:not(.is-live)'))
      return;
    const first = now.firstChild ? null : /** @type {HTMLElement | null} */ (this.place.querySelector('.item.is-live'));
    (first ?? question).focus({ preventScroll: true });
  }

  /** Where no button answers, on a small screen, the page goes to what does, unless some of it is seen already. */
  bringIntoSight() {
    const live = [...this.place.querySelectorAll('.item.is-live')], low = this.foot.getBoundingClientRect().top;
    const isSeen = live.some((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return top >= 0 && bottom <= low;
    });
    if (!isSeen)
      live[0]?.scrollIntoView({ block: 'center', behavior: calm() ? 'auto' : 'smooth' });
  }

  /** @param {Sight} sight */
  begin(sight) {
    this.board = new Board(this.module, sight, {
      words: () => this.words,
      options: () => this.line.options?.() ?? {},
      sitters: () => this.sitters,
      play: (moves) => this.line.play(moves),
      refuse: (guess) => this.refuse(guess),
      changed: () => this.changed(),
    });
    fill(this.place, this.board.element);
    this.board.draw();
  }

  changed() {
    if (!this.board)
      return;
    this.choices.show(this.board, this.words);
    this.showCrew();
    this.showFinale(this.board.view.sight);
    this.line.drawn?.(this.board);
  }

  /** The end: who won, and how all of them stand. @param {Sight} sight */
  showFinale(sight) {
    const places = sight.scores.map((score, i) => ({ seat: i + 1, score })).sort((a, b) => b.score - a.score);
    set(this.finale, 'hidden', !sight.over);
    if (sight.over)
      fill(this.finale, picture(sign.crown, '0 0 64 64', 'crown'),
      h('h2', {}, this.choices.questionOf(sight, this.words)),
      h('ol', {}, places.map(({ seat, score }) => h('li', { class: `seat-${seat}${sight.winners.includes(seat) ? ' is-winner' : ''}` },
        emblem(seat), h('span', {}, this.words.seat(seat)), h('b', {}, this.words.number(score))))));
  }

  showCrew() {
    this.crew.show(this.sitters, this.board, this.words, this.clocks);
  }

  /** @param {string | undefined} guess */
  refuse(guess) {
    if (!this.board?.choosing.count)
      this.say(this.words.say('status.not-your-turn'));
    else if (guess)
      this.line.why(guess);
    else
      this.say(this.words.say('web.not-now'));
  }

  /** A word to this person alone. @param {string} text */
  say(text) {
    if (text || this.note.firstChild) // the same words once more are said once more
      this.note.textContent = text;
    this.note.classList.remove('is-new');
    if (text)
      requestAnimationFrame(() => this.note.classList.add('is-new'));
  }
}
