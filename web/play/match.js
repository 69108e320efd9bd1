// The page of a match: connects the table with the host, and offers everything besides moves.

import { ruleAddress } from './rule-links.js';
import { clockFace } from './players.js';
import { hotseatScreen } from './hotseat-screen.js';
import { fill, h } from '../lib/dom.js';
import { loadGame, loadSheet } from '../games/games.js';
import { fileIsMissing } from '../lib/version.js';
import { loadPart } from '../lib/words.js';
import { Lesson } from './lesson.js';
import {
  askedOf,
  viewerOf,
  isCurtained,
  isPassedRound,
  logOf,
  sightOf,
  sittersOf,
  linesOf,
} from '../lib/model.js';
import { savedTables } from '../offline/saved-tables.js';
import { DicePad } from './dice-pad.js';
import * as kids from '../lib/kids.js';
import { Parting } from './parting.js';
import { Reactions } from './reactions.js';
import { isDue, keepRecord } from '../records/saved-records.js';
import * as vdom from '../lib/vdom.js';
import { Table } from './table.js';
import { Teaching } from './teaching.js';

/** @typedef {import('../lib/model.js').Model} Model */
/** @typedef {import('../lib/words.js').Words} Words */
/** @typedef {import('../lib/words.js').Phrase} Phrase */

/** A button's text within a sentence. @param {string} text */
const lowerFirst = (text) => text.charAt(0).toLowerCase() + text.slice(1);

const low = 15_000; // milliseconds: below that, a clock warns

/** Texts for reasons of a hint where the move has just been named. @type {Record<string,
 *   string>} */
const afterMove = {
  'hint.same': 'web.hint.same',
  'hint.close': 'web.hint.close',
  'hint.gap': 'web.hint.gap',
  'hint.brings': 'web.hint.brings',
};

/** Icons of the tools. @type {Record<string, string>} */
const signs = {
  'web.undo': 'M14 26h28a14 14 0 0 1 0 28H24M26 12L12 26l14 14',
  'teach.recap': 'M12 32a20 20 0 1 0 6-14M12 8v14h14M32 20v14l9 6',
  'web.listen': 'M10 24h12l16-14v44L22 40H10zM46 22c6 6 6 14 0 20M52 14c10 10 10 26 0 36',
  'web.hint': 'M22 26h20l4 28H18zM24 26a8 10 0 0 1 16 0M32 8v8M32 36v8M12 58h40',
  'web.chat': 'M8 10h48v32H32L18 54V42H8zM20 21h24M20 31h16',
  'web.rules': 'M32 16C24 10 14 10 8 12v38c6-2 16-2 24 4 8-6 18-6 24-4V12c-6-2-16-2-24 4v38',
  'web.log': 'M14 8h28l9 9v39H14zM24 24h17M24 34h17M24 44h11',
  'web.leave': 'M34 56H12V8h22M26 32h32M48 20l12 12-12 12',
  'viewer.replay': 'M18 10l34 22-34 22z',
  'viewer.dice': 'M10 10h44v44H10zM23 23h.1M41 23h.1M32 32h.1M23 41h.1M41 41h.1',
};

/** @param {string} key */
const drawn = (key) => vdom.picture(`<path class="line" d="${signs[key]}"/>`, '0 0 64 64');

/** Loads the rules and their style sheet; undefined if that fails. */
const fetchRules = () =>
  Promise.all([import('../home/rules.js'), loadSheet('home/home.css')]).then(
    ([{ Rules }]) => Rules,
    fileIsMissing,
  );

/** Loads the page of the end of a match; undefined if that fails. */
const fetchEnding = () =>
  Promise.all([
    import('./ending/ending.js'),
    loadSheet('play/ending/ending.css'),
    loadPart('ending'),
  ]).then(([{ Ending }]) => Ending, fileIsMissing);

const endingDelay = 10_000; // milliseconds until the page of the end is loaded ahead of time

export class MatchPage {
  /** @param {Words} words @param {import('../lib/connection.js').Connection} connection */
  constructor(words, connection) {
    this.words = words;
    this.connection = connection;
    this.element = h('div', {
      class: 'seat',
      onclick: (/** @type {Event} */ event) => this.followRule(event),
    });
    /** @type {Table | undefined} */
    this.table = undefined;
    /** Buttons in the header of the page. */
    this.tools = h('div', { class: 'tools' });
    /** The same for the menu: what a narrow header has no space for. */
    this.entries = h('div', { class: 'match-entries' });
    this.parting = new Parting(this.element, (command) => {
      this.connection.send(command);
      this.drawTools();
    });
    this.reactions = new Reactions(
      (command) => this.connection.send(command),
      () => this.table?.showPlayers(),
      () => this.drawTools(),
    );
    /** The request to end the match, with the answers. */
    this.asking = h('div', { class: 'end-request', role: 'status' });
    /** Whether one of the user's seats has resigned, as drawn. */
    this.hadResigned = false;
    /** Moves of a route that are still to be made. @type {string[]} */
    this.rest = [];
    this.signalling = false;
    /** Whether chat goes to partners only. */
    this.toTeam = false;
    /** @type {import('./board.js').GameModule | undefined} */
    this.module = undefined;
    this.lesson = new Lesson((text) => this.table?.say(text));
    this.pad = new DicePad(
      (question, fallen) => this.tell(question, fallen),
      () => this.table?.board?.answer(this.module?.throws ?? ''),
      (outcome) => this.table?.module.outcome?.(outcome.phrase.args, outcome.move),
    );
    /** The end of the match, once it is over. @type {import('./ending/ending.js').Ending |
     *   undefined} */
    this.ending = undefined;
    /** Set after an undo: a forced move is not repeated at once then. */
    this.takenBack = false;
    this.recorded = performance.now(); // when a record was last requested
    this.warned = false;
    this.clock = setInterval(() => this.tick(), 500);
  }

  get model() {
    return this.connection.model;
  }

  /** @param {Model} model */
  async enter(model) {
    const [module] = await Promise.all([
      loadGame(/** @type {any} */ (model.table).game),
      this.isPlain(model) || loadSheet('play/people.css'),
    ]);
    this.module = module;
    this.lay(module);
    this.open();
    setTimeout(() => this.element.isConnected && fetchEnding(), endingDelay);
  }

  /** Creates an empty table. @param {import('./board.js').GameModule} module */
  lay(module) {
    this.table = new Table(module, this.words, {
      play: this.play,
      why: (spelled) => this.move(spelled),
      options: () => this.model.table?.options ?? {},
      giveLink: (seat) => this.connection.send(`link ${seat}`),
      drawn: (board) => {
        this.lesson.show(board.view.sight.lesson, board, this.words);
        this.showPad();
        this.teaching?.advise(board);
        this.end(board.view.sight);
      },
    });
    if (this.model.table?.dice === 'lesson') this.table.element.prepend(this.lesson.element);
    this.table.actions.prepend(this.pad.element);
    this.table.actions.prepend(this.asking);
    this.teaching = new Teaching(
      this.table,
      this.isPlain(this.model) && this.model.you.seats.length === 1,
    );
    this.table.players.reactions = this.reactions.bySeat;
    fill(this.element, this.table.element, this.reactions.spoken);
  }

  /** Whether the match has neither a lesson nor real dice. @param {Model} model */
  isPlain(model) {
    return !['lesson', 'real'].includes(model.table?.dice ?? '');
  }

  /** Draws the whole table. */
  open() {
    const sight = sightOf(this.model);
    if (!this.table || !sight) return;
    this.keepTime();
    this.table.seat(sittersOf(this.model));
    if (isCurtained(this.model)) {
      this.drawCurtain();
      return;
    }
    if (this.hotseat?.isConnected) fill(this.element, this.table.element, this.reactions.spoken);
    this.hadResigned = this.hasResigned;
    this.table.open(sight, this.linesOf(logOf(this.model)), this.model.n);
    this.drawTools();
    this.showPad();
    if (this.model.undoAsked) this.undoAsked({ type: 'undo-requested', ...this.model.undoAsked });
    this.goOn(sight);
  }

  // ---- the end ----

  /** Shows the end of a match that is over, and removes that of the match before a rematch. A
   * lesson has its own end. @param {import('../lib/sight.js').Sight} sight */
  async end(sight) {
    if (!sight.over && this.ending) {
      this.ending.element.remove();
      this.ending = undefined;
    }
    if (!sight.over || this.ending || this.isEnding || this.model.table?.dice === 'lesson') return;
    this.isEnding = true;
    const Ending = await fetchEnding();
    this.isEnding = false;
    if (!Ending || !this.table?.board?.view.sight.over || !this.element.isConnected) return;
    this.showEnding(Ending, this.table, this.table.board);
  }

  /** @param {typeof import('./ending/ending.js').Ending} Ending @param {Table} table
   * @param {import('./board.js').Board} board */
  showEnding(Ending, table, board) {
    const held =
      table.element.contains(document.activeElement) || !document.activeElement?.closest('.head');
    this.ending = new Ending(this.words, {
      table: this.model.table?.id ?? '',
      sight: board.view.sight,
      lines: table.log.lines,
      flagOf: (seat) => board.flagOf(seat),
      habits: table.module.story ?? {},
      again: this.model.you.seats.length ? () => this.again() : undefined,
      showBoard: () => this.showResults(false),
    });
    this.element.prepend(this.ending.element);
    if (held) this.ending.headline.focus({ preventScroll: true });
    scrollTo(0, 0);
    this.drawTools();
  }

  /** Shows the end of the match, or the board as it was then. @param {boolean} shown */
  showResults(shown) {
    if (!this.ending) return;
    this.ending.element.hidden = !shown;
    this.drawTools();
    if (shown) this.ending.headline.focus();
  }

  // ---- several players on one device ----

  /** Removes everything secret from the page. */
  drawCurtain() {
    this.hotseat = hotseatScreen(this.words, askedOf(this.model), (seat) => this.look(seat));
    fill(this.element, this.hotseat);
    this.hotseat.querySelector('button')?.focus();
  }

  /** Lets the player of this seat look; 0 for nobody. @param {number} seat */
  look(seat) {
    this.connection.model = { ...this.model, looking: seat };
    this.rest = [];
    if (this.module) this.lay(this.module);
    this.open();
  }

  /** Whether the next turn is that of another player on this device. */
  passing() {
    const { model, words } = this,
      next = askedOf(model);
    return (
      isPassedRound(model) &&
      next &&
      next !== model.looking &&
      !model.sights[model.looking]?.prompt &&
      vdom.h(
        'button',
        {
          type: 'button',
          class: 'choice is-main',
          'data-key': 'pass',
          onclick: () => this.look(0),
        },
        words.say('web.curtain-draw', { who: { seat: next } }),
      )
    );
  }

  /** @param {Words} words */
  speak(words) {
    this.words = words;
    this.table?.speak(words);
    this.ending?.speak(words);
    if (isCurtained(this.model)) this.drawCurtain();
    this.drawTools();
    this.showPad();
  }

  /** @param {Model} model @param {any} message */
  hear(model, message) {
    if (!this.table) return;
    if (isCurtained(model)) {
      this.table.seat(sittersOf(model));
      this.drawCurtain();
      return;
    }
    if (this.hotseat?.isConnected) {
      // the match is over and nothing is secret any more
      this.open();
      return;
    }
    switch (message.type) {
      case 'event':
        this.happened(model, message);
        break;
      case 'question':
        this.asked(model, message);
        break;
      case 'view':
      case 'log':
        this.open();
        break;
      case 'reaction':
        if (!this.table.isForKids) this.reactions.show(model, this.words, message);
        break;
      case 'end-requested':
      case 'end-refused':
        this.endAsked(message);
        break;
      case 'seats':
      case 'table':
      case 'you':
        if (this.hadResigned !== this.hasResigned) {
          this.open(); // the seat's questions are not the user's any more
          break;
        }
        this.keepTime();
        this.table.seat(sittersOf(model));
        this.drawTools();
        break;
      case 'real-dice':
        this.thrown(model);
        break;
      case 'record':
        keepRecord(model.table?.id ?? '', message.text);
        break;
      case 'hint':
        this.hinted(message);
        break;
      case 'undo-requested':
      case 'undo-refused':
        this.undoAsked(message);
        break;
      case 'storage-failed':
      case 'storage-restored':
        this.table.say(this.words.phrase(message.reason));
        break;
    }
  }

  /** @param {Model} model @param {any} message */
  happened(model, message) {
    if (message.viewer !== undefined && message.viewer !== viewerOf(model)) return;
    const lines = this.linesOf(model.log.slice(-1)),
      sight = sightOf(model);
    this.keepTime();
    if (message.turn && sight)
      this.table?.happen({
        sight,
        lines,
        n: message.n,
        mine: !message.seat || model.you.seats.includes(message.seat),
        onTheWay: this.rest.length > 0,
      });
    else this.table?.log.tell(lines, this.words);
    this.drawTools();
    this.showPad();
    this.askRecord(sight?.over);
  }

  /** The lines of log entries; small children get no chat. @param {Model['log']} log */
  linesOf(log) {
    const { chatPhrases } = this.model;
    return linesOf(this.table?.isForKids ? log.filter(({ chat }) => !chat) : log, chatPhrases);
  }

  /** Stores the record in this browser, in case the server disappears. A game played from memory
   * has no record before its end. @param {boolean} [over] */
  askRecord(over = false) {
    const { model } = this;
    if (
      !model.you.seats.length ||
      (model.table?.from_memory && !over) ||
      savedTables.has(model.table?.id ?? '') ||
      !isDue(this.recorded, over)
    )
      return;
    this.recorded = performance.now();
    this.connection.send('record');
  }

  /** Shows the input for real dice to the seat that has to enter them. @param {Model} model */
  thrown(model) {
    const sight = sightOf(model);
    if (sight && !this.table?.waiting.length) this.table?.see(sight);
    this.drawTools();
    this.showPad();
  }

  /** Only for the player who may look, because cards may be secret. */
  showPad() {
    const { model } = this,
      hidden = isPassedRound(model) && askedOf(model) !== model.looking;
    this.pad.show(
      hidden ? undefined : (model.thrown ?? this.pad.expected(this.picked())),
      this.words,
      model.mover,
    );
    const mover = model.thrown && !hidden ? model.mover : 0;
    if (!this.table || this.table.players.mover === mover) return;
    this.table.players.mover = mover;
    this.table.showPlayers();
  }

  /** The number of selected dice that can be rolled, with real dice. */
  picked() {
    const choosing = this.table?.board?.choosing,
      verb = this.module?.throws;
    return this.model.table?.dice === 'real' && verb && choosing?.spell(verb)
      ? choosing.picked.size
      : 0;
  }

  /** @param {number} question @param {string[]} fallen */
  tell(question, fallen) {
    this.takenBack = false;
    this.connection.send(`chance ${question} ${fallen.join(' ')}`);
  }

  /** With real dice, plays a forced move without a tap.
   * @param {import('../lib/sight.js').Sight} sight */
  goOn(sight) {
    const [only, ...others] = sight.moves;
    if (
      this.model.table?.dice === 'real' &&
      only &&
      !others.length &&
      !sight.subsets.length &&
      !this.takenBack
    )
      this.move(only.move);
  }

  /** Number of the event to which the question belongs. @param {Model} model @param {any}
   *   message */
  asked(model, message) {
    const table = this.table,
      sight = sightOf(model),
      last = table?.waiting.at(-1);
    if (!table || !sight || message.viewer !== viewerOf(model)) {
      this.drawTools();
      return;
    }
    if (this.goesOn(sight)) return;
    if (last) last.sight = sight;
    else table.see(sight);
    this.drawTools();
    this.goOn(sight);
  }

  /** Plays the next move of a route, as long as it is legal.
   * @param {import('../lib/sight.js').Sight} sight */
  goesOn(sight) {
    const next = this.rest.shift();
    if (next && sight.moves.some((move) => move.move === next)) {
      this.move(next);
      return true;
    }
    this.rest = [];
    return false;
  }

  /** Plays moves in order. The board calls it directly, hence the bound function.
   * @param {string[]} moves */
  play = (moves) => {
    this.rest = moves.slice(1);
    this.takenBack = false;
    this.move(moves[0]);
  };

  /** @param {string} spelled */
  move(spelled) {
    const as = viewerOf(this.model);
    this.connection.send(
      `move ${this.model.questions[/** @type {number} */ (as)] ?? 0} ${spelled}`,
    );
  }

  /** Shows why a move was refused, with a link to the rule. @param {Phrase} why */
  refused(why) {
    const table = this.table,
      rule = why.args?.rule,
      sight = sightOf(this.model);
    this.rest = [];
    this.pad.again();
    if (!table) return;
    if (sight && !table.waiting.length) table.board?.show(sight);
    if (sight?.lesson?.items) table.board?.suggest(sight.lesson.items);
    table.say(this.words.phrase(why));
    if (typeof rule === 'string')
      table.note.append(
        ' ',
        h(
          'a',
          { class: 'rule', href: ruleAddress(this.model.table?.game ?? '', rule) },
          this.words.say('web.read-rule', { rule }),
        ),
      );
  }

  /** @param {string} [number] */
  async readRules(number) {
    const Rules = await fetchRules();
    if (!Rules) this.table?.say(this.words.say('web.no-rules'));
    else if (!this.element.querySelector('.sheet'))
      // somebody may press twice
      this.laySheet(new Rules(this.model.table?.game ?? '', this.words, number));
  }

  /** Shows the rules in a dialog over the table. @param {import('../home/rules.js').Rules} rules */
  laySheet(rules) {
    const close = h(
      'button',
      { type: 'button', class: 'choice', onclick: () => sheet.close() },
      this.words.say('web.close'),
    );
    const sheet = h(
      'dialog',
      { class: 'sheet', 'aria-label': this.words.say('web.rules'), onclose: () => sheet.remove() },
      close,
      rules.element,
    );
    this.element.append(sheet);
    sheet.showModal();
  }

  /** Opens the rule of a log entry in a dialog. @param {Event} event */
  followRule(event) {
    const link = event.target instanceof Element ? event.target.closest('a.rule') : null;
    if (!(link instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    this.readRules(link.hash.split('/')[2]);
  }

  drawTools() {
    const { table, model, words } = this,
      sight = sightOf(model);
    if (!table || !sight) return;
    const seated = model.you.seats.length > 0;
    const leave = () => this.connection.send('leave');
    const tool = (/** @type {string} */ key, /** @type {() => void} */ act, name = 'tool') =>
      vdom.h(
        'button',
        { type: 'button', class: name, 'data-key': key, onclick: act },
        signs[key] && drawn(key),
        words.say(key),
      );
    const icon = (/** @type {string} */ key, /** @type {() => void} */ act, name = 'tool') =>
      vdom.h(
        'button',
        {
          type: 'button',
          class: name,
          'data-key': key,
          title: words.say(key),
          'aria-label': words.say(key),
          onclick: act,
        },
        drawn(key),
      );
    vdom.patch(
      table.tools,
      this.passing(),
      !seated && vdom.h('em', {}, words.say('web.watching')),
      this.ending && tool('ending.results', () => this.showResults(true), 'choice is-quiet'),
      sight.over &&
        seated &&
        !this.isAtEnd &&
        tool('web.rematch', () => this.again(), 'choice is-main'),
      sight.over && !this.isAtEnd && this.lookingBack(),
      !sight.over && seated && icon('web.undo', () => this.undo()),
      !sight.over &&
        sight.prompt &&
        table.recent.changes.length > 0 &&
        words.has('teach.recap') &&
        !table.isForKids &&
        icon('teach.recap', () => table.showRecent()),
      table.isForKids &&
        kids.canRead() &&
        (sight.prompt || sight.over) &&
        icon('web.listen', () => table.readAloud()),
      !sight.over &&
        sight.prompt &&
        !sight.lesson?.move &&
        model.hints &&
        model.table?.hints &&
        icon('web.hint', () => this.askHint()),
    );
    vdom.patch(this.asking, !sight.over && this.parting.request(model, words));
    vdom.patch(
      this.tools,
      seated && model.table?.chat !== 'off' && !table.isForKids && this.signals(),
      icon('web.log', () => table.log.toggle(), 'tool for-drawer'),
      icon('web.rules', () => this.readRules()),
      icon('web.leave', leave, 'tool for-wide'),
    );
    vdom.patch(
      this.entries,
      vdom.h(
        'button',
        {
          type: 'button',
          class: 'choice for-narrow',
          popovertarget: 'menu',
          popovertargetaction: 'hide',
          onclick: leave,
        },
        words.say('web.leave'),
      ),
      this.parting.entries(model, words),
    );
  }

  /** Whether the end of the match is shown instead of the board. */
  get isAtEnd() {
    return !!this.ending && !this.ending.element.hidden;
  }

  undo() {
    this.takenBack = true;
    this.connection.send('undo');
  }

  /** Links to the replay and the dice of a finished match. */
  lookingBack() {
    const to = (/** @type {string} */ key, /** @type {string} */ more) =>
      vdom.h(
        'a',
        { class: 'tool', 'data-key': key, href: `#replay=${this.model.table?.id}${more}` },
        drawn(key),
        this.words.say(key),
      );
    return [to('viewer.replay', ''), to('viewer.dice', '&see=dice')];
  }

  /** Starts a rematch; at once if all others are bots. */
  again() {
    const others = (this.model.table?.seats ?? []).filter(
      (chair, i) => chair.name && !this.model.you.seats.includes(i + 1),
    );
    this.connection.send('rematch');
    if (!others.length) this.connection.send('start');
  }

  /** Chat: prepared phrases, and free text where the table allows it. */
  signals() {
    const { words, model } = this,
      toTeam = this.talksToTeam();
    return vdom.h(
      'details',
      {
        class: 'signals',
        open: this.signalling,
        ontoggle: (/** @type {Event} */ event) => {
          this.signalling = /** @type {HTMLDetailsElement} */ (event.currentTarget).open;
        },
      },
      vdom.h(
        'summary',
        {
          class: 'tool',
          'data-key': 'chat',
          title: words.say(toTeam ? 'web.to-team' : 'web.chat'),
          'aria-label': words.say(toTeam ? 'web.to-team' : 'web.chat'),
        },
        drawn('web.chat'),
        toTeam && vdom.h('span', { class: 'for-wide' }, words.say('web.to-team')),
      ),
      vdom.h(
        'div',
        { role: 'region', 'aria-label': words.say('web.chat') },
        this.reactions.panel(model, words, () => this.closeSignals()),
        model.you.team && this.addressees(),
        model.chatPhrases.map((key, i) =>
          vdom.h(
            'button',
            {
              type: 'button',
              class: 'choice',
              onclick: (/** @type {Event} */ event) => this.signal(event, i + 1),
            },
            words.say(key),
          ),
        ),
        model.table?.chat === 'free' &&
          vdom.h(
            'form',
            { onsubmit: (/** @type {Event} */ event) => this.speakFreely(event) },
            vdom.h('input', {
              name: 'text',
              maxlength: '200',
              'aria-label': words.say(toTeam ? 'web.to-team' : 'web.chat'),
            }),
            vdom.h('button', { class: 'choice' }, words.say('web.send')),
          ),
      ),
    );
  }

  /** Closes the box of messages, and gives its button the focus. */
  closeSignals() {
    const box = /** @type {HTMLDetailsElement | null} */ (this.tools.querySelector('.signals'));
    if (!box) return;
    box.open = false;
    box.querySelector('summary')?.focus();
  }

  talksToTeam() {
    return this.toTeam && !!this.model.you.team;
  }

  /** The choice whether to write to everybody or to partners only. */
  addressees() {
    const { words } = this;
    const to = (/** @type {boolean} */ team, /** @type {string} */ key) =>
      vdom.h(
        'button',
        {
          type: 'button',
          class: 'choice',
          'data-key': key,
          'aria-pressed': String(team === this.toTeam),
          onclick: () => {
            this.toTeam = team;
            this.drawTools();
          },
        },
        words.say(key),
      );
    return vdom.h(
      'div',
      { class: 'addressees', role: 'group', 'aria-label': words.say('web.chat-to') },
      to(false, 'web.to-all'),
      to(true, 'web.to-team'),
    );
  }

  /** @param {Event} event @param {number} phrase */
  signal({ currentTarget }, phrase) {
    const box = /** @type {Element} */ (currentTarget).closest('details');
    if (box) box.open = false;
    this.connection.send(`${this.talksToTeam() ? 'team-phrase' : 'phrase'} ${phrase}`);
  }

  /** @param {Event} event */
  speakFreely(event) {
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    event.preventDefault();
    this.connection.send(
      `${this.talksToTeam() ? 'team-chat' : 'chat'} ${new FormData(form).get('text')}`,
    );
    form.reset();
  }

  askHint() {
    this.table?.say(this.words.say('web.hint-soon'));
    this.connection.send('hint');
  }

  /** Shows the best move with its reasons, and highlights its items. @param {any} message */
  hinted({ moves, reason }) {
    const { table, words } = this,
      named = moves.map((/** @type {import('../lib/sight.js').Move} */ move) =>
        words.choice(move.phrase),
      );
    const args = Object.entries(reason.args).map(([name, arg]) => [
      name,
      arg.move === undefined ? arg : named[arg.move],
    ]);
    if (!table) return;
    table.board?.suggest(moves[0].touches);
    table.say('');
    table.note.append(
      this.closing(table),
      h('strong', { class: 'counsel' }, words.say('web.hint-is', { move: lowerFirst(named[0]) })),
      ' ',
      h(
        'button',
        { type: 'button', class: 'choice', onclick: () => this.play([moves[0].move]) },
        words.say('web.hint-play'),
      ),
      ' ',
      h('span', {}, words.say(afterMove[reason.key] ?? reason.key, Object.fromEntries(args))),
    );
  }

  /** A button that closes the hint, which covers half of the board on a phone. @param {Table}
   *   table */
  closing(table) {
    return h('button', {
      type: 'button',
      class: 'tool closing',
      'aria-label': this.words.say('web.close'),
      onclick: () => table.say(''),
    });
  }

  /** First shows the moves that are still waiting, because they would remove the hint.
   * @param {any} message */
  undoAsked({ type, seat, request }) {
    const { table, words, model } = this;
    if (!table) return;
    table.catchUp();
    const mine = model.you.seats.includes(seat),
      asked = type === 'undo-requested';
    const key = mine
      ? asked
        ? 'web.undo-sent'
        : 'web.undo-refused-you'
      : asked
        ? 'web.undo-asked'
        : 'web.undo-refused';
    table.say(words.say(key, { who: { seat } }));
    if (asked && !mine && model.you.seats.length)
      table.note.append(
        ' ',
        this.answer(`agree ${request}`, 'web.agree'),
        ' ',
        this.answer(`disagree ${request}`, 'web.disagree'),
      );
  }

  /** Whether the user has resigned one of the seats. */
  get hasResigned() {
    return this.model.you.seats.some((seat) => this.model.table?.seats[seat - 1]?.resigned);
  }

  /** A request to end the match, which stays among the tools until it is answered.
   * @param {any} message */
  endAsked({ type, seat }) {
    this.parting.answered = 0; // the same request may be made again, with the same number
    if (type === 'end-refused')
      this.table?.say(this.words.say('web.end-refused', { who: { seat } }));
    this.drawTools();
  }

  /** @param {string} command @param {string} key */
  answer(command, key) {
    return h(
      'button',
      {
        type: 'button',
        class: 'choice',
        onclick: () => {
          this.connection.send(command);
          this.table?.say('');
        },
      },
      this.words.say(key),
    );
  }

  // ---- clocks ----

  keepTime() {
    this.since = performance.now();
    if (this.table) this.table.clocks = this.left();
  }

  /** @returns {Record<number, number>} */
  left() {
    const gone = performance.now() - (this.since ?? 0),
      turn = sightOf(this.model)?.turn ?? [];
    return Object.fromEntries(
      this.model.clocks.map((time, i) => [i + 1, turn.includes(i + 1) ? time - gone : time]),
    );
  }

  tick() {
    if (!this.element.isConnected && this.table) {
      clearInterval(this.clock);
      return;
    }
    const left = this.left(),
      turn = sightOf(this.model)?.turn ?? [];
    for (const clock of /** @type {NodeListOf<HTMLElement>} */ (
      this.element.querySelectorAll('.clock')
    )) {
      const seat = Number(clock.dataset.seat),
        time = left[seat] ?? 0;
      /** @type {Text} */ (clock.firstChild).data = clockFace(time);
      clock.classList.toggle('is-low', turn.includes(seat) && time < low);
    }
    this.warn(turn.some((seat) => this.model.you.seats.includes(seat) && left[seat] < low));
  }

  /** Announces once that the user's own time is running out. @param {boolean} isLow */
  warn(isLow) {
    if (isLow && !this.warned) this.table?.say(this.words.say('web.clock-low', { n: low / 1000 }));
    this.warned = isLow;
  }
}
