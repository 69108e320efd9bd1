// The table: board, choices, players and log of one match. Events are shown in the order they
// happened.

import { Board } from './board.js';
import { Choices } from './choices.js';
import { emblem, sign } from '../lib/art.js';
import { PlayersPanel } from './players.js';
import { fill, h, picture, set } from '../lib/dom.js';
import { Logbook } from './logbook.js';
import { calm, lasting, perSquare, skip } from './motion.js';
import { loadSheet } from '../games/games.js';
import * as kids from '../lib/kids.js';
import * as sound from '../lib/sound.js';
import { fileIsMissing } from '../lib/version.js';

/** @typedef {import('../lib/words.js').Words} Words */
/** @typedef {import('../lib/words.js').Phrase} Phrase */
/** @typedef {import('../lib/sight.js').Sight} Sight */
/** @typedef {import('./board.js').Sitter} Sitter */
/** @typedef {import('./board.js').GameModule} GameModule */

/** An event: the sight after it and its log entries. `isStaged`: its scene has been played.
 * `isRecalled`: it is shown once more and already in the log.
 * @typedef {{sight: Sight, lines: Phrase[], n: number, mine?: boolean, onTheWay?: boolean,
 *   isStaged?: boolean, isRecalled?: boolean}} Change */

/** What the table needs from its page.
 * @typedef {{play: (moves: string[]) => void, why: (spelled: string) => void, options?: () =>
 *   Record<string, string>, drawn?: (board: Board) => void, giveLink?: (seat: number) => void}}
 *   TableHooks */

const pace = 650; // milliseconds between two moves of others
const scenesDelay = 1500; // milliseconds until scenes are loaded: the table comes first

/** Loads the scenes; undefined if that fails. */
const fetchScenes = () =>
  Promise.all([import('./scenes.js'), loadSheet('play/scenes.css')]).then(
    ([{ Stage }]) => Stage,
    fileIsMissing,
  );

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
    /** The moves of others since the user's last one, and the view before them.
     * @type {{before: Sight | undefined, changes: Change[]}} */
    this.recent = { before: undefined, changes: [] };
    /** Scenes, once they are loaded. @type {import('./scenes.js').Stage | undefined} */
    this.stage = undefined;
    /** The question that was last read aloud. @type {string | null} */
    this.read = '';
    this.choices = new Choices();
    this.players = new PlayersPanel((seat) => hooks.giveLink?.(seat));
    this.log = new Logbook(module);
    this.log.flagOf = (seat) => this.board?.flagOf(seat);
    this.note = h('p', { class: 'note', role: 'alert' });
    this.frame = h('div', { class: `board-frame${module.fits ? ' is-fitting' : ''}` });
    this.hand = h('section', { class: 'hand' });
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
    for (const event of ['pointerdown', 'keydown'])
      this.element.addEventListener(event, () => this.finishScene(), true);
    setTimeout(() => this.element.isConnected && this.prepareStage(), scenesDelay);
  }

  async prepareStage() {
    const Stage = this.module.scenes && (await fetchScenes());
    if (!Stage) return;
    this.stage = new Stage((seat) => this.board?.flagOf(seat));
    this.frame.parentElement?.append(this.stage.element);
    this.element.append(this.stage.coins);
  }

  /** Changes the language. @param {Words} words */
  speak(words) {
    this.words = words;
    this.name();
    this.read = '';
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
    this.hand.setAttribute('aria-label', this.words.say('web.own-pieces'));
    this.showPlayers();
  }

  /** Shows the whole table at once: at the start, or after an interruption. @param {Sight} sight
   * @param {Phrase[]} lines @param {number} [n] number of the last event */
  open(sight, lines, n = 0) {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = [];
    this.log.lines = lines;
    this.see(sight);
    this.log.again(this.words); // after the view, which knows the flags of the players
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
    const [change] = this.waiting,
      scene = change && this.startScene(change);
    this.timer = undefined;
    this.hurry.hidden = this.waiting.length < 2;
    if (!change) return;
    if (scene) {
      this.timer = setTimeout(() => this.next(), scene);
      return;
    }
    this.waiting.shift();
    this.tell(change);
    this.timer = setTimeout(() => this.next(), calm() ? 0 : lasting(this.pauseAfter(change)));
  }

  /** Starts the scene of an event, which is shown before its effect. @param {Change} change
   * @returns {number} milliseconds until the event can be shown */
  startScene(change) {
    const { scenes = {} } = this.module,
      phrase = change.lines.find(({ key }) => scenes[key]);
    if (!this.stage || !phrase || change.isStaged) return 0;
    change.isStaged = true;
    for (const { key } of change.lines) sound.play(this.module.sounds?.[key]);
    return this.stage.play(scenes[phrase.key], phrase, this.words.phrase(phrase));
  }

  /** Ends the running scene and shows its event at once. */
  finishScene() {
    if (!this.stage?.isOn) return;
    this.stage.end();
    skip();
    if (!this.waiting[0]?.isStaged) return;
    clearTimeout(this.timer);
    this.next();
  }

  /** The user's own move is shown at once, a route step by step, and what the log does not mention
   * quickly. @param {Change} change */
  pauseAfter(change) {
    const isMinor = change.lines.every((phrase) => this.words.isSilent(phrase));
    if (change.mine && !this.waiting.length && !change.onTheWay) return 0;
    return change.onTheWay || isMinor || this.waiting.length > 6 ? perSquare : pace;
  }

  /** Shows all waiting events at once. */
  catchUp() {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (let change; (change = this.waiting.shift()); ) this.tell(change);
    this.hurry.hidden = true;
    this.stage?.end();
    skip();
  }

  /** @param {Change} change */
  tell(change) {
    const mine = this.board?.view.sight.prompt;
    if (!change.isRecalled) {
      this.recall(change);
      this.log.tell(change.lines, this.words);
    }
    this.see(change.sight);
    this.element.dataset.n = String(change.n);
    if (!change.isStaged)
      for (const phrase of change.lines) sound.play(this.module.sounds?.[phrase.key]);
    this.pay(change.lines);
    if (change.sight.over) sound.play('win');
    else if (change.sight.prompt && !mine) sound.play('bell');
  }

  /** Remembers a move of another player; the user's own move ends what is remembered.
   * @param {Change} change */
  recall(change) {
    const { recent } = this;
    if (change.mine) this.recent = { before: undefined, changes: [] };
    else {
      recent.before ??= this.board?.view.sight;
      recent.changes.push(change);
    }
  }

  /** Shows the moves of others since the user's last one again, then the present view. */
  showRecent() {
    const { before, changes } = this.recent,
      now = this.board?.view.sight;
    if (!before || !now || this.waiting.length) return;
    this.see({ ...before, moves: [], subsets: [], routes: [] });
    changes.forEach((change, i) =>
      this.happen({
        ...change,
        sight: i + 1 < changes.length ? change.sight : now,
        isStaged: false,
        isRecalled: true,
      }),
    );
  }

  /** Lets coins fly to the players who gained something. @param {Phrase[]} lines */
  pay(lines) {
    for (const { key, args } of lines) {
      const seat = this.module.sounds?.[key] === 'coin' && /** @type {any} */ (args.who)?.seat,
        row = seat && this.players.list.children[seat - 1];
      if (row) this.stage?.pay(this.frame, row);
    }
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
      { top, height } = frame.getBoundingClientRect(),
      own = this.hand.querySelector('.item.is-live');
    if (own && own.getBoundingClientRect().bottom > innerHeight) this.hand.scrollIntoView(false);
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
    this.choices.show(this.board, this.words, this.isForKids);
    this.element.classList.toggle('is-for-kids', this.isForKids);
    this.readQuestion();
    this.showPlayers();
    this.showFinale(this.board.view.sight);
    this.hooks.drawn?.(this.board);
  }

  /** Whether this table is shown in the mode for small children. */
  get isForKids() {
    return kids.isFor(this.module.kids, this.hooks.options?.() ?? {});
  }

  /** Reads a new question, or the result, aloud to small children. */
  readQuestion() {
    const { choices, board } = this,
      asks = board && (board.choosing.count > 0 || board.view.sight.over),
      text = this.isForKids && asks ? choices.question.textContent : '';
    if (text === this.read) return;
    this.read = text;
    if (text) this.readAloud();
    else kids.stopReading();
  }

  readAloud() {
    kids.read(this.choices.aloud, this.words.locale);
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
              emblem(seat, this.board?.flagOf(seat)),
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

  /** Whose turn it is, for a user who cannot move now. */
  whoseTurn() {
    const [seat, another] = this.board?.view.sight.turn ?? [];
    return seat && !another
      ? this.words.say('status.turn-of', { who: { seat } })
      : this.words.say('status.not-your-turn');
  }

  /** @param {string | undefined} guess */
  refuse(guess) {
    if (!this.board?.choosing.count) this.say(this.whoseTurn());
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
