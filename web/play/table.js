// The table: board, choices, players and log of one match. Events are shown in the order they
// happened.

import { Board } from './board.js';
import { Choices } from './choices.js';
import { emblem, sign } from '../lib/art.js';
import { PlayersPanel } from './players.js';
import { fill, h, picture, set } from '../lib/dom.js';
import { Logbook } from './logbook.js';
import { calm, skip } from './motion.js';
import * as sound from '../lib/sound.js';

/** @typedef {import('../lib/words.js').Words} Words */
/** @typedef {import('../lib/words.js').Phrase} Phrase */
/** @typedef {import('../lib/sight.js').Sight} Sight */
/** @typedef {import('./board.js').Sitter} Sitter */
/** @typedef {import('./board.js').GameModule} GameModule */

/** An event: the sight after it and its log entries.
 * @typedef {{sight: Sight, lines: Phrase[], n: number, mine?: boolean, onTheWay?: boolean}}
 *   Change */

/** What the table needs from its page.
 * @typedef {{play: (moves: string[]) => void, why: (spelled: string) => void, options?: () =>
 *   Record<string, string>, drawn?: (board: Board) => void, giveLink?: (seat: number) => void}}
 *   TableHooks */

const pace = 650; // milliseconds between two moves of others

/** Which of the nine pirate names of lang/ a bot has. @param {number} seat */
const pirateOf = (seat) => ((seat + 7) % 9) + 1;

export class Table {
  /** @param {GameModule} module @param {Words} words @param {TableHooks} hooks */
  constructor(module, words, hooks) {
    this.module = module;
    this.words = words;
    this.hooks = hooks;
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
    this.players = new PlayersPanel((seat) => hooks.giveLink?.(seat));
    this.log = new Logbook(module);
    this.note = h('p', { class: 'note', role: 'alert' });
    this.frame = h('div', { class: `board-frame${module.fits ? ' is-fitting' : ''}` });
    this.hand = h('div', { class: 'hand' });
    this.aside = h('aside', { class: 'aside' });
    this.tools = h('div', { class: 'tools' });
    this.finale = h('section', { class: 'finale', hidden: true });
    this.hurry = h('button', {
      type: 'button',
      class: 'hurry',
      hidden: true,
      onclick: () => this.catchUp(),
    });
    this.actions = h('div', { class: 'actions' }, this.note, this.choices.element, this.tools);
    this.element = h(
      'div',
      { class: `table table-${module.name}${module.isSquare ? ' is-square' : ''}` },
      this.players.element,
      h(
        'main',
        { class: 'board-area', id: 'board', tabindex: '-1' },
        this.finale,
        this.frame,
        this.hurry,
      ),
      h('div', { class: 'deck' }, this.hand, this.actions),
      this.log.element,
      this.aside,
    );
  }

  /** Changes the language. @param {Words} words */
  speak(words) {
    this.words = words;
    this.name();
    if (this.board) this.board.draw();
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
    const mine = this.sitters.filter((sitter) => sitter.mine);
    this.words.names = [];
    this.words.reader = mine.length === 1 ? mine[0].seat : 0;
    for (const sitter of this.sitters)
      if (sitter.name || sitter.kind === 'bot')
        this.words.names[sitter.seat] =
          sitter.name || this.words.word(`pirate.${pirateOf(sitter.seat)}`);
    this.log.again(this.words);
    this.hurry.textContent = this.words.say('web.skip');
    this.showPlayers();
  }

  /** Shows the whole table at once: at the start, or after an interruption. @param {Sight} sight
   * @param {Phrase[]} lines @param {number} [n] number of the last event */
  open(sight, lines, n = 0) {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = [];
    this.log.lines = lines;
    this.log.again(this.words);
    this.see(sight);
    this.element.dataset.n = String(n);
  }

  /** Shows an event. Moves of others are shown one after the other, each together with the question
   * that follows it. @param {Change} change */
  happen(change) {
    this.waiting.push(change);
    this.hurry.hidden = this.waiting.length < 2;
    this.timer ??= setTimeout(() => this.next());
  }

  next() {
    const change = this.waiting.shift();
    this.timer = undefined;
    this.hurry.hidden = !this.waiting.length;
    if (!change) return;
    this.tell(change);
    this.timer = setTimeout(() => this.next(), calm() ? 0 : this.pauseAfter(change));
  }

  /** The user's own move is shown at once, a route step by step. @param {Change} change */
  pauseAfter(change) {
    if (change.onTheWay || this.waiting.length > 6) return pace / 3;
    return change.mine && !this.waiting.length ? 0 : pace;
  }

  /** Shows all waiting events at once. */
  catchUp() {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (let change; (change = this.waiting.shift()); ) this.tell(change);
    this.hurry.hidden = true;
    skip();
  }

  /** @param {Change} change */
  tell(change) {
    const mine = this.board?.view.sight.prompt;
    this.log.tell(change.lines, this.words);
    this.see(change.sight);
    this.element.dataset.n = String(change.n);
    for (const phrase of change.lines) sound.play(this.module.sounds?.[phrase.key]);
    if (change.sight.over) sound.play('win');
    else if (change.sight.prompt && !mine) sound.play('bell');
  }

  /** @param {Sight} sight */
  see(sight) {
    const before = this.board?.view.sight.prompt?.key,
      held = this.element.contains(document.activeElement);
    this.say('');
    if (this.board) this.board.show(sight);
    else this.begin(sight);
    if (held) this.keepFocus();
    if (sight.prompt && sight.prompt.key !== before && !this.choices.now.firstChild)
      requestAnimationFrame(() => this.bringIntoSight());
  }

  /** For users of the keyboard: moves the focus to the question when the focused element
   * disappeared, or to the board where no button answers. */
  keepFocus() {
    const { question, now } = this.choices,
      at = document.activeElement;
    if (this.element.contains(at) && at !== question && !at?.matches('.item:not(.is-live)')) return;
    const first = now.firstChild
      ? null
      : /** @type {HTMLElement | null} */ (this.element.querySelector('.item.is-live'));
    (first ?? question).focus({ preventScroll: true });
  }

  /** Where the board does not fit its region and fewer than half of the possible choices are
   * visible, scrolls to the place that shows most of them. */
  bringIntoSight() {
    const { frame } = this,
      { top, height } = frame.getBoundingClientRect();
    const spans = [...frame.querySelectorAll('.item.is-live')].map((one) => {
      const box = one.getBoundingClientRect();
      return { from: box.top - top + frame.scrollTop, to: box.bottom - top + frame.scrollTop };
    });
    const seenAt = (/** @type {number} */ y) =>
      spans.filter(({ from, to }) => from >= y && to <= y + height).length;
    let best = frame.scrollTop;
    if (seenAt(best) * 2 >= spans.length) return;
    const first = Math.min(...spans.map(({ from }) => from)),
      last = Math.max(...spans.map(({ to }) => to));
    for (const y of [(first + last - height) / 2, ...spans.map(({ to }) => to - height + 16)])
      if (seenAt(y) > seenAt(best)) best = y;
    frame.scrollTo({ top: best, behavior: calm() ? 'auto' : 'smooth' });
  }

  /** @param {Sight} sight */
  begin(sight) {
    this.board = new Board(this.module, sight, {
      words: () => this.words,
      options: () => this.hooks.options?.() ?? {},
      sitters: () => this.sitters,
      play: this.hooks.play,
      refuse: (guess) => this.refuse(guess),
      changed: () => this.changed(),
    });
    fill(this.frame, this.board.element);
    new ResizeObserver(() => this.mindScrolling()).observe(this.board.element);
    fill(this.hand, this.board.hand);
    fill(this.aside, this.board.aside);
    this.board.draw();
  }

  /** A board that scrolls must be reachable with the keyboard. */
  mindScrolling() {
    const { frame } = this;
    if (frame.scrollHeight > frame.clientHeight) frame.tabIndex = 0;
    else frame.removeAttribute('tabindex');
  }

  changed() {
    if (!this.board) return;
    this.choices.show(this.board, this.words);
    this.showPlayers();
    this.showFinale(this.board.view.sight);
    this.hooks.drawn?.(this.board);
  }

  /** The end of the match: winners and scores. @param {Sight} sight */
  showFinale(sight) {
    const places = sight.scores
      .map((score, i) => ({ seat: i + 1, score }))
      .sort((a, b) => b.score - a.score);
    set(this.finale, 'hidden', !sight.over);
    if (sight.over)
      fill(
        this.finale,
        picture(sign.crown, '0 0 64 64', 'crown'),
        h('h2', {}, this.choices.questionOf(sight, this.words)),
        h(
          'ol',
          {},
          places.map(({ seat, score }) =>
            h(
              'li',
              { class: `seat-${seat}${sight.winners.includes(seat) ? ' is-winner' : ''}` },
              emblem(seat),
              h('span', {}, this.words.seat(seat)),
              h('b', {}, this.words.number(score)),
            ),
          ),
        ),
      );
  }

  showPlayers() {
    this.players.show(this.sitters, this.board, this.words, this.clocks);
  }

  /** @param {string | undefined} guess */
  refuse(guess) {
    if (!this.board?.choosing.count) this.say(this.words.say('status.not-your-turn'));
    else if (guess) this.hooks.why(guess);
    else this.say(this.words.say('web.not-now'));
  }

  /** Shows a message to this user only. @param {string} text */
  say(text) {
    if (text || this.note.firstChild)
      // cleared first, so that screen readers repeat an equal message
      this.note.textContent = text;
    this.note.classList.remove('is-new');
    if (text) requestAnimationFrame(() => this.note.classList.add('is-new'));
  }
}
