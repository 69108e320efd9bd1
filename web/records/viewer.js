// The viewer for a record: step by step or automatically, from any seat, with analysis and dice.
// From any step a match can continue against bots.

import { fill, h, picture } from '../lib/dom.js';
import { loadGame } from '../games/games.js';
import { calm } from '../play/motion.js';
import { savedTables } from '../offline/saved-tables.js';
import { Table } from '../play/table.js';
import { moveTo, replaceUrl } from './url.js';
import { ask, pack, recordIn, recordOf, replayOf, Refusal, unpack } from './api.js';
import { DicePanel } from './dice.js';
import { ContinuedMatch } from './continue.js';
import { AnalysisPanel } from './analysis-panel.js';

/** @typedef {import('./api.js').Replay} Replay */
/** @typedef {import('./api.js').Viewer} Viewer */
/** @typedef {import('../lib/words.js').Words} Words */

const pace = 1500; // milliseconds per move at normal speed
const speeds = ['0.5', '1', '2', '4'];

const signs = {
  first: '<path class="K" d="M12 12h8v40h-8zM52 12v40L22 32z"/>',
  back: '<path class="line" d="M40 12L20 32l20 20"/>',
  play: '<path class="K" d="M16 8v48l40-24z"/>',
  pause: '<path class="K" d="M16 10h12v44H16zM36 10h12v44H36z"/>',
  next: '<path class="line" d="M24 12l20 20-20 20"/>',
  last: '<path class="K" d="M44 12h8v40h-8zM12 12v40l30-20z"/>',
};

/** The players of all seats, as the table draws them. @param {Replay} replay
 * @param {string[]} levels of bots, weakest first @returns {import('../play/board.js').Sitter[]} */
function sittersIn(replay, levels) {
  return replay.players.map(({ kind, name }, i) => ({
    seat: i + 1,
    name,
    kind: kind && kind !== 'person' ? 'bot' : 'person',
    level: kind,
    rank: levels.indexOf(kind) + 1,
    connected: true,
  }));
}

/** A viewer by name: "all", the number of a seat, or the spectator, whom records and links of
 * version 1 call "watcher". @param {string} name @returns {Viewer} */
const viewerNamed = (name) => (name === 'all' ? name : Number(name) || 'spectator');

/** @param {unknown} error @returns {import('../lib/words.js').Phrase} */
export function reasonOf(error) {
  if (error instanceof Refusal) return error.why;
  throw error;
}

/** The reason why a file was refused, without the number of a line.
 * @param {import('../lib/words.js').Phrase} why @param {Words} words */
function apology(why, words) {
  const other =
    ['record.other-version', 'record.unknown-game'].includes(why.key) ||
    /^flibuste-record \d/.test(String(why.args?.text));
  if (other) return words.say('viewer.other-version');
  if (why.key === 'record.not-a-record') return words.say('viewer.not-a-record');
  return why.key.startsWith('record.')
    ? words.say('viewer.damaged', { what: words.phrase(why) })
    : words.phrase(why);
}

/** Wide enough for all settings; viewer.css has the same width. */
const roomy = '(min-width: 40rem)';

export class RecordViewer {
  /** @param {Words} words @param {() => string[]} levels of bots, weakest first
   * @param {(title: string) => void} entitle */
  constructor(words, levels, entitle) {
    this.words = words;
    this.levels = levels;
    this.entitle = entitle;
    this.element = h('div', { class: 'viewer' });
    this.at = 0;
    this.speed = '1';
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    /** @type {Map<Viewer, Replay>} */
    this.replays = new Map();
    this.text = '';
    this.where = new URLSearchParams();
    /** @type {AnalysisPanel | undefined} */
    this.analysis = undefined;
  }

  // ---- loading ----

  /** Shows what an address asks for. @param {URLSearchParams} where */
  async go(where) {
    const same =
      ['replay', 'record'].every((name) => where.get(name) === this.where.get(name)) && this.text;
    this.where = where;
    this.stop();
    try {
      if (!same) {
        this.say('viewer.opening');
        const table = where.get('replay');
        this.text = table ? await recordOf(table) : await unpack(where.get('record') ?? '');
        this.replays.clear();
        this.analysis = undefined;
        if (table && savedTables.has(table)) await this.takeAlong();
      }
      await this.show();
    } catch (error) {
      this.apologize(reasonOf(error));
    }
  }

  /** Only this browser can open a stored table, so its record is put into the address. */
  async takeAlong() {
    const where = new URLSearchParams(this.where);
    where.delete('replay');
    where.set('record', await pack(this.text));
    this.where = where;
    replaceUrl(`#${where}`);
  }

  /** Opens a file that was dropped or chosen. Its record is put into the address.
   * @param {File} file */
  async open(file) {
    this.say('viewer.opening');
    try {
      const text = await recordIn(file);
      await ask('views spectator', text).catch((error) => {
        if (reasonOf(error).key !== 'viewer.one-viewpoint') throw error;
      });
      location.hash = `record=${await pack(text)}`;
    } catch (error) {
      this.apologize(reasonOf(error));
    }
  }

  /** @param {string} key */
  say(key) {
    this.problem = { key, args: {} };
    fill(
      this.element,
      h(
        'main',
        { class: 'page wait', id: 'board', tabindex: '-1', role: 'status' },
        this.words.say(key),
      ),
    );
  }

  /** Shows a message and a link to the home page. @param {import('../lib/words.js').Phrase} why */
  apologize(why) {
    this.table = undefined;
    this.text = '';
    this.problem = why;
    fill(
      this.element,
      h(
        'main',
        { class: 'page', id: 'board', tabindex: '-1' },
        h('p', { class: 'sorry', role: 'alert' }, apology(why, this.words)),
        h('p', {}, h('a', { class: 'choice', href: '#' }, this.words.say('web.home'))),
      ),
    );
  }

  /** The tabs: replay, dice, continued match. */
  async show() {
    const seat = Number(this.where.get('play'));
    this.continued = undefined;
    if (this.where.get('see') === 'dice') await this.showDice();
    else if (seat) await this.goOn(seat);
    else await this.showReel();
  }

  async showDice() {
    const replay = await this.replay(this.usualViewer());
    this.dice = new DicePanel(this.words, this.text, replay);
    this.table = undefined;
    await this.dice.open();
    this.entitle(replay.game);
    fill(this.element, this.tabs(), this.dice.element);
  }

  /** @param {number} seat */
  async goOn(seat) {
    const replay = await this.replay(seat);
    this.table = undefined;
    this.continued = new ContinuedMatch(
      this.words,
      this.text,
      replay,
      seat,
      this.where.get('level') ?? this.levels()[1] ?? 'matelot',
    );
    this.entitle(replay.game);
    await this.continued.open();
    fill(this.element, this.continued.element);
  }

  // ---- viewers ----

  /** The viewer that the address names, else that of the record. @returns {Viewer} */
  usualViewer() {
    const recorded = this.text.match(/^viewer (\S+)/m)?.[1],
      named = this.where.get('viewer') ?? this.where.get('eyes'); // `eyes`: links of version 1
    return viewerNamed(named ?? recorded ?? (/^winners /m.test(this.text) ? 'all' : 'spectator'));
  }

  /** The replay from the point of view of a seat. @param {Viewer} viewer */
  async replay(viewer) {
    const known = this.replays.get(viewer) ?? replayOf(await ask(`views ${viewer}`, this.text));
    this.replays.set(viewer, known);
    return known;
  }

  /** @param {Viewer} viewer */
  async lookAs(viewer) {
    try {
      this.now = await this.replay(viewer);
      this.analysis?.show(this.words, this.now);
      this.jump(this.at);
      this.remember();
    } catch (error) {
      this.table?.say(this.words.phrase(reasonOf(error)));
      this.drawTools();
    }
  }

  // ---- the replay ----

  async showReel() {
    const replay = (this.now = await this.replay(this.usualViewer()));
    const module = await loadGame(replay.game);
    this.table = new Table(module, this.words, {
      play: () => {},
      why: () => {},
      options: () => replay.options,
    });
    this.analysis ??= new AnalysisPanel(
      this.words,
      this.text,
      (frame) => this.jump(frame),
      (frame) => this.look(frame),
    );
    this.entitle(replay.game);
    this.table.seat(sittersIn(replay, this.levels()));
    this.table.log.element.before(
      h('div', { class: 'insight' }, this.analysis.element, this.analysis.more),
    );
    fill(this.element, this.tabs(), this.table.element);
    this.drawTools();
    this.analysis.show(this.words, replay);
    this.jump(Number(this.where.get('at') ?? 0));
    if (this.where.get('see') === 'analysis' && !this.analysis.analysis) this.analysis.analyse();
  }

  /** Shows a frame: the next one with animation, any other one at once. @param {number} to
   * @param {boolean} [live] */
  jump(to, live = false) {
    const { table, now } = this;
    if (!table || !now) return;
    const next = Math.max(0, Math.min(now.frames.length - 1, to || 0)),
      frame = now.frames[next];
    if (live && next === this.at + 1)
      table.happen({ sight: frame.sight, lines: frame.lines, n: next });
    else
      table.open(
        frame.sight,
        now.frames.slice(0, next + 1).flatMap(({ lines }) => lines),
        next,
      );
    this.at = next;
    this.analysis?.move(next);
    this.mark();
  }

  /** Shows a frame that was chosen far below, and scrolls to the board. @param {number} frame */
  look(frame) {
    this.stop();
    this.jump(frame);
    this.remember();
    this.element.scrollIntoView({ behavior: calm() ? 'auto' : 'smooth' });
  }

  /** @param {number} by */
  step(by) {
    this.stop();
    this.jump(this.at + by, by === 1);
    this.remember();
  }

  play() {
    if (this.timer) {
      this.stop();
      return;
    }
    if (this.at + 1 >= (this.now?.frames.length ?? 0)) this.jump(0);
    this.timer = setInterval(
      () => {
        this.jump(this.at + 1, true);
        if (!this.element.isConnected || this.at + 1 >= (this.now?.frames.length ?? 0)) this.stop();
      },
      pace / Number(this.speed),
    );
    this.mark();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.mark();
  }

  /** Puts the frame into the address, so that it can be shared. */
  remember() {
    const where = new URLSearchParams(this.where);
    where.set('at', String(this.at));
    where.delete('eyes');
    where.set('viewer', String(this.now?.viewer ?? 'spectator'));
    this.where = where;
    replaceUrl(`#${where}`);
  }

  // ---- tools ----

  tabs() {
    const to = (/** @type {string} */ see) => {
      const where = new URLSearchParams(this.where);
      where.delete('see');
      if (see) where.set('see', see);
      return `#${where}`;
    };
    const dice = this.where.get('see') === 'dice';
    return h(
      'nav',
      { class: 'tabs', 'aria-label': this.words.say('viewer.title') },
      h(
        'a',
        { href: to(''), 'aria-current': dice ? null : 'page' },
        this.words.say('viewer.replay'),
      ),
      h(
        'a',
        { href: to('dice'), 'aria-current': dice ? 'page' : null },
        this.words.say('viewer.dice'),
      ),
    );
  }

  drawTools() {
    const { table, now, words } = this;
    if (!table || !now) return;
    const last = now.frames.length - 1;
    const tool = (
      /** @type {string} */ sign,
      /** @type {string} */ key,
      /** @type {() => void} */ act,
    ) =>
      h(
        'button',
        {
          type: 'button',
          class: 'tool',
          'data-key': key,
          'aria-label': words.say(key),
          title: words.say(key),
          onclick: act,
        },
        picture(sign, '0 0 64 64'),
      );
    this.slider = h('input', {
      type: 'range',
      min: '0',
      max: String(last),
      'aria-label': words.say('viewer.place'),
      oninput: () => {
        const to = Number(this.slider?.value);
        this.stop();
        this.jump(to);
      },
      onchange: () => this.remember(),
    });
    this.count = h('output', { class: 'count' });
    this.player = tool(signs.play, 'viewer.play', () => this.play());
    fill(
      table.tools,
      h(
        'section',
        { class: 'controls', 'aria-label': words.say('viewer.title') },
        h(
          'div',
          { class: 'transport' },
          tool(signs.first, 'viewer.first', () => this.step(-this.at)),
          tool(signs.back, 'viewer.back', () => this.step(-1)),
          this.player,
          tool(signs.next, 'viewer.next', () => this.step(1)),
          tool(signs.last, 'viewer.last', () => this.step(last)),
          this.count,
          this.slider,
        ),
        this.settings(),
      ),
    );
    this.mark();
  }

  /** What is needed rarely; folded on phones. */
  settings() {
    const { words } = this;
    return h(
      'details',
      { class: 'more-settings', open: matchMedia(roomy).matches },
      h('summary', { class: 'tool', 'aria-label': words.say('viewer.more') }),
      h(
        'div',
        { class: 'settings' },
        this.speedChoice(),
        this.viewerChoice(),
        this.goingChoice(),
        h(
          'button',
          { type: 'button', class: 'choice', onclick: () => this.share() },
          words.say('viewer.share'),
        ),
        h(
          'button',
          { type: 'button', class: 'choice', onclick: () => this.save() },
          words.say('viewer.save'),
        ),
      ),
    );
  }

  mark() {
    const { slider, count, player, words } = this;
    if (!slider || !count || !player) return;
    slider.value = String(this.at);
    slider.setAttribute(
      'aria-valuetext',
      (count.textContent = words.say('viewer.count', { at: this.at, of: Number(slider.max) })),
    );
    fill(player, picture(this.timer ? signs.pause : signs.play, '0 0 64 64'));
    player.setAttribute('aria-label', words.say(this.timer ? 'viewer.pause' : 'viewer.play'));
    player.title = words.say(this.timer ? 'viewer.pause' : 'viewer.play');
  }

  /** @param {string} label @param {[string, string][]} choices values and labels
   * @param {string} value @param {(value: string) => void} chosen */
  choice(label, choices, value, chosen) {
    const select = h(
      'select',
      { 'aria-label': label, title: label, onchange: () => chosen(select.value) },
      choices.map(([one, text]) => h('option', { value: one, selected: one === value }, text)),
    );
    return select;
  }

  speedChoice() {
    return this.choice(
      this.words.say('viewer.speed'),
      speeds.map((speed) => [
        speed,
        `× ${new Intl.NumberFormat(this.words.locale).format(Number(speed))}`,
      ]),
      this.speed,
      (speed) => {
        this.speed = speed;
        if (this.timer) {
          this.stop();
          this.play();
        }
      },
    );
  }

  /** Only if the game has secrets. */
  viewerChoice() {
    const { now, words } = this;
    if (!now?.hidden || now.record_viewer !== 'all') return undefined;
    /** @type {[string, string][]} */
    const viewers = [
      ...(now.over
        ? [/** @type {[string, string]} */ (['all', words.say('viewer.everything')])]
        : []),
      ['spectator', words.say('viewer.public')],
      ...now.players.map(
        (_, i) =>
          /** @type {[string, string]} */ ([
            String(i + 1),
            words.say('viewer.seen-by', { who: { seat: i + 1 } }),
          ]),
      ),
    ];
    return this.choice(words.say('viewer.viewpoint'), viewers, String(now.viewer), (one) =>
      this.lookAs(viewerNamed(one)),
    );
  }

  /** The form to continue. Its fields are filled when it is opened, because the levels may arrive
   * late. */
  goingChoice() {
    const { now, words } = this;
    if (!now || now.record_viewer !== 'all') return undefined;
    const choice = h('div'),
      details = h(
        'details',
        {
          class: 'signals',
          ontoggle: () => details.open && fill(choice, ...this.goingQuestions(this.now ?? now)),
        },
        h('summary', { class: 'choice' }, words.say('viewer.continue')),
        choice,
      );
    return details;
  }

  /** Seat and level of the continued match. @param {Replay} now */
  goingQuestions(now) {
    const { words } = this;
    let seat = typeof now.viewer === 'number' ? now.viewer : 1,
      level = this.levels()[1] ?? 'matelot';
    const levels = this.levels().length ? this.levels() : [level];
    return [
      h('p', {}, words.say('viewer.continue-how')),
      this.choice(
        words.say('viewer.seat'),
        now.players.map((_, i) => [String(i + 1), words.seat(i + 1)]),
        String(seat),
        (one) => {
          seat = Number(one);
        },
      ),
      this.choice(
        words.say('viewer.level'),
        levels.map((one, i) => [
          one,
          words.say('web.level', { n: i + 1, level: [`level.${one}`] }),
        ]),
        level,
        (one) => {
          level = one;
        },
      ),
      h(
        'button',
        { type: 'button', class: 'choice is-main', onclick: () => this.leaveFor(seat, level) },
        words.say('viewer.continue-now'),
      ),
    ];
  }

  /** @param {number} seat @param {string} level */
  async leaveFor(seat, level) {
    try {
      const step = this.now?.frames[this.at].step ?? 0;
      const { record } = await ask(`continue ${step} ${seat} ${level}`, this.text);
      moveTo(`#record=${await pack(record)}&play=${seat}&level=${level}`);
    } catch (error) {
      this.table?.say(this.words.phrase(reasonOf(error)));
    }
  }

  /** A link to the replay. It contains the record unless a table of the server has it. */
  async share() {
    this.remember();
    const note =
      (await navigator.clipboard?.writeText(location.href).then(
        () => 'viewer.copied',
        () => '',
      )) ?? '';
    this.table?.say(note ? this.words.say(note) : this.words.say('viewer.copy-it'));
  }

  save() {
    const url = URL.createObjectURL(new Blob([this.text], { type: 'text/plain' }));
    h('a', { href: url, download: `${this.now?.game ?? 'flibuste'}.txt` }).click();
    URL.revokeObjectURL(url);
  }

  /** @param {Words} words */
  speak(words) {
    this.words = words;
    this.table?.speak(words);
    this.dice?.speak(words);
    this.continued?.speak(words);
    if (this.table && this.now && this.analysis) {
      this.element.firstElementChild?.replaceWith(this.tabs());
      this.drawTools();
      this.analysis.show(words, this.now);
    } else if (this.dice?.element.isConnected) {
      this.element.firstElementChild?.replaceWith(this.tabs());
    } else if (this.problem && !this.continued && !this.text) {
      this.apologize(this.problem);
    }
  }
}
