// A match under way: brings together the table and the line, and all one can do besides moving.

import { ruleAddress } from './cited.js';
import { clockFace } from './crew.js';
import { curtain } from './curtain.js';
import { fill, h } from './dom.js';
import { loadGame, loadSheet } from './games/games.js';
import { Lesson } from './lesson.js';
import { askedOf, eyesOf, isCurtained, isPassedRound, logOf, sightOf, sittersOf, toldIn } from './model.js';
import { shelf } from './offline/shelf.js';
import { Pad } from './pad.js';
import { isDue, keepRecord } from './records/kept.js';
import * as sketch from './sketch.js';
import { Table } from './table.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./words.js').Words} Words */
/** @typedef {import('./words.js').Phrase} Phrase */

const low = 15_000; // milliseconds: less than that, and a clock is seen and heard to run out

/** Why a move is best, where the move has just been named. @type {Record<string, string>} */
const afterMove = { 'hint.same': 'web.hint.same', 'hint.close': 'web.hint.close', 'hint.gap': 'web.hint.gap',
  'hint.brings': 'web.hint.brings' };

/** What one can do besides moving, drawn; the words stand below. @type {Record<string, string>} */
const signs = {
  'web.undo': 'M14 26h28a14 14 0 0 1 0 28H24M26 12L12 26l14 14',
  'web.hint': 'M22 26h20l4 28H18zM24 26a8 10 0 0 1 16 0M32 8v8M32 36v8M12 58h40',
  'web.chat': 'M8 10h48v32H32L18 54V42H8zM20 21h24M20 31h16',
  'web.rules': 'M32 16C24 10 14 10 8 12v38c6-2 16-2 24 4 8-6 18-6 24-4V12c-6-2-16-2-24 4v38',
  'web.leave': 'M34 56H12V8h22M26 32h32M48 20l12 12-12 12',
  'viewer.replay': 'M18 10l34 22-34 22z',
  'viewer.dice': 'M10 10h44v44H10zM23 23h.1M41 23h.1M32 32h.1M23 41h.1M41 41h.1',
};

/** @param {string} key */
const drawn = (key) => sketch.picture(`<path class="line" d="${signs[key]}"/>`, '0 0 64 64');

/** What shows the rules, and its sheet: few read them. Nothing if it does not come. */
const fetchRules = () => Promise.all([import('./rules.js'), loadSheet('door.css')]).then(([{ Rules }]) => Rules, () => undefined);

export class Seat {
  /** @param {Words} words @param {import('./line.js').Line} line */
  constructor(words, line) {
    this.words = words;
    this.line = line;
    this.element = h('div', { class: 'seat', onclick: (/** @type {Event} */ event) => this.followRule(event) });
    /** @type {Table | undefined} */
    this.table = undefined;
    /** Moves of a way that are still to be made. @type {string[]} */
    this.rest = [];
    this.signalling = false;
    /** @type {import('./board.js').GameModule | undefined} */
    this.module = undefined;
    this.lesson = new Lesson((text) => this.table?.say(text));
    this.pad = new Pad((question, fallen) => this.tell(question, fallen), () => this.table?.board?.answer(this.module?.throws ?? ''),
      (outcome) => this.table?.module.outcome?.(outcome.say.args, outcome.move));
    /** Something was just taken back: what must be done is not done at once. */
    this.takenBack = false;
    this.recorded = performance.now(); // when a record was last asked for
    this.warned = false;
    this.clock = setInterval(() => this.tick(), 500);
  }

  get model() {
    return this.line.model;
  }

  /** @param {Model} model */
  async enter(model) {
    const [module] = await Promise.all([loadGame(/** @type {any} */ (model.table).game), this.isPlain(model) || loadSheet('people.css')]);
    this.module = module;
    this.lay(module);
    this.open();
  }

  /** A table on which nothing lies yet. @param {import('./board.js').GameModule} module */
  lay(module) {
    this.table = new Table(module, this.words, {
      play: (moves) => this.play(moves), why: (spelled) => this.move(spelled),
      options: () => this.model.table?.options ?? {},
      drawn: (board) => {
        this.lesson.show(board.view.sight.lesson, board, this.words);
        this.showPad();
      } });
    if (this.model.table?.dice === 'lesson')
      this.table.element.prepend(this.lesson.element);
    this.table.foot.prepend(this.pad.element);
    fill(this.element, this.table.element);
  }

  /** Neither a lesson nor real dice. @param {Model} model */
  isPlain(model) {
    return !['lesson', 'real'].includes(model.table?.dice ?? '');
  }

  /** Everything anew. */
  open() {
    const sight = sightOf(this.model);
    if (!this.table || !sight)
      return;
    this.keepTime();
    this.table.seat(sittersOf(this.model));
    if (isCurtained(this.model)) {
      this.drawCurtain();
      return;
    }
    if (this.curtain?.isConnected)
      fill(this.element, this.table.element);
    this.table.open(sight, toldIn(logOf(this.model), this.model.phrases), this.model.n);
    this.drawTools();
    this.showPad();
    this.goOn(sight);
  }

  // ---- several people on one device ----

  /** Nothing of anybody's hand is left on the page. */
  drawCurtain() {
    this.curtain = curtain(this.words, askedOf(this.model), (seat) => this.look(seat));
    fill(this.element, this.curtain);
    this.curtain.querySelector('button')?.focus();
  }

  /** The one at this seat looks from now on; 0: nobody does. @param {number} seat */
  look(seat) {
    this.line.model = { ...this.model, looking: seat };
    this.rest = [];
    if (this.module)
      this.lay(this.module);
    this.open();
  }

  /** The next one's turn, when it is somebody else's on this device. */
  passing() {
    const { model, words } = this, next = askedOf(model);
    return isPassedRound(model) && next && next !== model.looking && !model.sights[model.looking]?.ask &&
      sketch.h('button', { type: 'button', class: 'choice is-main', 'data-key': 'pass', onclick: () => this.look(0) },
        words.say('web.curtain-draw', { who: { seat: next } }));
  }

  /** @param {Words} words */
  speak(words) {
    this.words = words;
    this.table?.speak(words);
    if (isCurtained(this.model))
      this.drawCurtain();
    this.drawTools();
    this.showPad();
  }

  /** @param {Model} model @param {any} message */
  hear(model, message) {
    if (!this.table)
      return;
    if (isCurtained(model)) {
      this.table.seat(sittersOf(model));
      this.drawCurtain();
      return;
    }
    if (this.curtain?.isConnected) { // all is over, and nothing secret any more
      this.open();
      return;
    }
    switch (message.is) {
    case 'event':
      this.happened(model, message);
      break;
    case 'ask':
      this.asked(model, message);
      break;
    case 'view':
    case 'log':
      this.open();
      break;
    case 'seats':
    case 'table':
    case 'you':
      this.keepTime();
      this.table.seat(sittersOf(model));
      this.drawTools();
      break;
    case 'throw':
      this.thrown(model);
      break;
    case 'record':
      keepRecord(model.table?.id ?? '', message.text);
      break;
    case 'hint':
      this.hinted(message);
      break;
    case 'undo-asked':
    case 'undo-refused':
      this.undoAsked(message);
      break;
    case 'stopped':
    case 'goes-on':
      this.table.say(this.words.phrase(message.why));
      break;
    }
  }

  /** @param {Model} model @param {any} message */
  happened(model, message) {
    if (message.as !== undefined && message.as !== eyesOf(model))
      return;
    const told = toldIn(model.log.slice(-1), model.phrases), sight = sightOf(model);
    this.keepTime();
    if (message.turn && sight)
      this.table?.happen({ sight, told, n: message.n, mine: !message.seat || model.you.seats.includes(message.seat),
        onTheWay: this.rest.length > 0 });
    else
      this.table?.log.tell(told, this.words);
    this.drawTools();
    this.showPad();
    this.askRecord(sight?.over);
  }

  /** What one played is kept here, too: a server may be gone one day. @param {boolean} [over] */
  askRecord(over = false) {
    const { model } = this;
    if (!model.you.seats.length || shelf.has(model.table?.id ?? '') || !isDue(this.recorded, over))
      return;
    this.recorded = performance.now();
    this.line.send('record');
  }

  /** The dice of a real table: with the eyes of whom they are for. @param {Model} model */
  thrown(model) {
    const sight = sightOf(model);
    if (sight && !this.table?.waiting.length)
      this.table?.see(sight);
    this.drawTools();
    this.showPad();
  }

  /** Only to who may look: secret cards are told behind the curtain. */
  showPad() {
    const { model } = this, hidden = isPassedRound(model) && askedOf(model) !== model.looking;
    this.pad.show(hidden ? undefined : model.thrown ?? this.pad.expected(this.picked()), this.words, model.mover);
  }

  /** How many dice are picked that could be thrown, at a real table. */
  picked() {
    const choosing = this.table?.board?.choosing, verb = this.module?.throws;
    return this.model.table?.dice === 'real' && verb && choosing?.spell(verb) ? choosing.picked.size : 0;
  }

  /** @param {number} question @param {string[]} fallen */
  tell(question, fallen) {
    this.takenBack = false;
    this.line.send(`chance ${question} ${fallen.join(' ')}`);
  }

  /** At a real table what must be done is done, to save a tap. @param {import('./sight.js').Sight} sight */
  goOn(sight) {
    const [only, ...others] = sight.moves;
    if (this.model.table?.dice === 'real' && only && !others.length && !sight.subsets.length && !this.takenBack)
      this.move(only.move);
  }

  /** A question belongs to what was last seen. @param {Model} model @param {any} message */
  asked(model, message) {
    const table = this.table, sight = sightOf(model), last = table?.waiting.at(-1);
    if (!table || !sight || message.as !== eyesOf(model)) {
      this.drawTools();
      return;
    }
    if (this.goesOn(sight))
      return;
    if (last)
      last.sight = sight;
    else
      table.see(sight);
    this.drawTools();
    this.goOn(sight);
  }

  /** Makes the next move of a way, as long as it is offered. @param {import('./sight.js').Sight} sight */
  goesOn(sight) {
    const next = this.rest.shift();
    if (next && sight.moves.some((move) => move.move === next)) {
      this.move(next);
      return true;
    }
    this.rest = [];
    return false;
  }

  /** @param {string[]} moves */
  play(moves) {
    this.rest = moves.slice(1);
    this.takenBack = false;
    this.move(moves[0]);
  }

  /** @param {string} spelled */
  move(spelled) {
    const as = eyesOf(this.model);
    this.line.send(`move ${this.model.questions[/** @type {number} */ (as)] ?? 0} ${spelled}`);
  }

  /** Why not, with the rule to read. @param {Phrase} why */
  refused(why) {
    const table = this.table, rule = why.args?.rule, sight = sightOf(this.model);
    this.rest = [];
    this.pad.again();
    if (!table)
      return;
    if (sight && !table.waiting.length)
      table.board?.show(sight);
    table.say(this.words.phrase(why));
    if (typeof rule === 'string')
      table.note.append(' ', h('a', { class: 'rule', href: ruleAddress(this.model.table?.game ?? '', rule) },
        this.words.say('web.read-rule', { rule })));
  }

  /** @param {string} [number] */
  async readRules(number) {
    const Rules = await fetchRules();
    if (!Rules)
      this.table?.say(this.words.say('web.no-rules'));
    else if (!this.element.querySelector('.sheet')) // somebody may press twice
      this.laySheet(new Rules(this.model.table?.game ?? '', this.words, number));
  }

  /** Over the table. @param {import('./rules.js').Rules} rules */
  laySheet(rules) {
    const close = h('button', { type: 'button', class: 'choice', onclick: () => sheet.close() }, this.words.say('web.close'));
    const sheet = h('dialog', { class: 'sheet', 'aria-label': this.words.say('web.rules'),
      onclose: () => sheet.remove() }, close, rules.element);
    this.element.append(sheet);
    sheet.showModal();
  }

  /** A rule in the log is read over the table, which stays. @param {Event} event */
  followRule(event) {
    const link = event.target instanceof Element ? event.target.closest('a.rule') : null;
    if (!(link instanceof HTMLAnchorElement))
      return;
    event.preventDefault();
    this.readRules(link.hash.split('/')[2]);
  }

  drawTools() {
    const { table, model, words } = this, sight = sightOf(model);
    if (!table || !sight)
      return;
    const seated = model.you.seats.length > 0;
    const tool = (/** @type {string} */ key, /** @type {() => void} */ act, name = 'tool') =>
      sketch.h('button', { type: 'button', class: name, 'data-key': key, onclick: act }, signs[key] && drawn(key), words.say(key));
    sketch.patch(table.tools,
      this.passing(),
      !seated && sketch.h('em', {}, words.say('web.watching')),
      sight.over && seated && tool('web.rematch', () => this.again(), 'choice is-main'),
      sight.over && this.lookingBack(),
      !sight.over && seated && tool('web.undo', () => this.undo()),
      !sight.over && sight.ask && !sight.lesson?.move && model.hints && model.table?.hints && tool('web.hint', () => this.askHint()),
      seated && model.table?.chat !== 'off' && this.signals(),
      tool('web.rules', () => this.readRules()),
      tool('web.leave', () => this.line.send('leave')));
  }

  undo() {
    this.takenBack = true;
    this.line.send('undo');
  }

  /** The match that is over: once more from the beginning, and whether its dice were fair. */
  lookingBack() {
    const to = (/** @type {string} */ key, /** @type {string} */ more) => sketch.h('a', { class: 'tool', 'data-key': key,
      href: `#replay=${this.model.table?.id}${more}` }, drawn(key), this.words.say(key));
    return [to('viewer.replay', ''), to('viewer.dice', '&see=dice')];
  }

  /** Once more; against bots alone, at once. */
  again() {
    const others = (this.model.table?.seats ?? []).filter((chair, i) => chair.name && !this.model.you.seats.includes(i + 1));
    this.line.send('rematch');
    if (!others.length)
      this.line.send('start');
  }

  /** Chat: ready-made phrases, and free words where the table allows them. */
  signals() {
    const { words, model } = this;
    return sketch.h('details', { class: 'signals', open: this.signalling, ontoggle: (/** @type {Event} */ event) => {
      this.signalling = /** @type {HTMLDetailsElement} */ (event.currentTarget).open;
    } },
    sketch.h('summary', { class: 'tool', 'data-key': 'chat' }, drawn('web.chat'), words.say('web.chat')),
    sketch.h('div', {}, model.phrases.map((key, i) => sketch.h('button', { type: 'button', class: 'choice',
      onclick: (/** @type {Event} */ event) => this.signal(event, i + 1) }, words.say(key))),
    model.table?.chat === 'free' && sketch.h('form', { onsubmit: (/** @type {Event} */ event) => this.speakFreely(event) },
      sketch.h('input', { name: 'text', maxlength: '200', 'aria-label': words.say('web.chat') }),
      sketch.h('button', { class: 'choice' }, words.say('web.send')))));
  }

  /** @param {Event} event @param {number} phrase */
  signal({ currentTarget }, phrase) {
    const box = /** @type {Element} */ (currentTarget).closest('details');
    if (box)
      box.open = false;
    this.line.send(`chat ${phrase}`);
  }

  /** @param {Event} event */
  speakFreely(event) {
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    event.preventDefault();
    this.line.send(`say ${new FormData(form).get('text')}`);
    form.reset();
  }

  askHint() {
    this.table?.say(this.words.say('web.hint-soon'));
    this.line.send('hint');
  }

  /** What is best, and why, in words; what it touches is lit. @param {any} message */
  hinted({ moves, why }) {
    const { table, words } = this, told = moves.map((/** @type {import('./sight.js').Move} */ move) => words.choice(move.say));
    const args = Object.entries(why.args).map(([name, arg]) => [name, arg.move === undefined ? arg : told[arg.move]]);
    if (!table)
      return;
    table.board?.suggest(moves[0].touches);
    table.say('');
    table.note.append(this.closing(table), h('strong', { class: 'counsel' }, words.say('web.hint-is', { move: told[0] })), ' ',
      h('button', { type: 'button', class: 'choice', onclick: () => this.play([moves[0].move]) }, words.say('web.hint-play')), ' ',
      h('span', {}, words.say(afterMove[why.key] ?? why.key, Object.fromEntries(args))));
  }

  /** What was said may go when it was read: on a phone it covers half of the board. @param {Table} table */
  closing(table) {
    return h('button', { type: 'button', class: 'tool closing', 'aria-label': this.words.say('web.close'), onclick: () => table.say('') });
  }

  /** @param {any} message */
  undoAsked({ is, seat }) {
    const { table, words, model } = this;
    if (!table)
      return;
    const mine = model.you.seats.includes(seat), asked = is === 'undo-asked';
    table.say(words.say(asked ? 'web.undo-asked' : 'web.undo-refused', { who: { seat } }));
    if (asked && !mine && model.you.seats.length)
      table.note.append(' ', this.answer('agree', 'web.agree'), ' ', this.answer('disagree', 'web.disagree'));
  }

  /** @param {string} command @param {string} key */
  answer(command, key) {
    return h('button', { type: 'button', class: 'choice', onclick: () => {
      this.line.send(command);
      this.table?.say('');
    } }, this.words.say(key));
  }

  // ---- clocks ----

  keepTime() {
    this.since = performance.now();
    if (this.table)
      this.table.clocks = this.left();
  }

  /** @returns {Record<number, number>} */
  left() {
    const gone = performance.now() - (this.since ?? 0), turn = sightOf(this.model)?.turn ?? [];
    return Object.fromEntries(this.model.clocks.map((time, i) =>
      [i + 1, turn.includes(i + 1) ? time - gone : time]));
  }

  tick() {
    if (!this.element.isConnected && this.table) {
      clearInterval(this.clock);
      return;
    }
    const left = this.left(), turn = sightOf(this.model)?.turn ?? [];
    for (const clock of /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll('.clock'))) {
      const seat = Number(clock.dataset.seat), time = left[seat] ?? 0;
      /** @type {Text} */ (clock.firstChild).data = clockFace(time);
      clock.classList.toggle('is-low', turn.includes(seat) && time < low);
    }
    this.warn(turn.some((seat) => this.model.you.seats.includes(seat) && left[seat] < low));
  }

  /** One's own time runs out: it is said once. @param {boolean} isLow */
  warn(isLow) {
    if (isLow && !this.warned)
      this.table?.say(this.words.say('web.clock-low', { n: low / 1000 }));
    this.warned = isLow;
  }
}
