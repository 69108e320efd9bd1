// The analysis beside a replay: chances over time, what luck and skill brought, and the mistakes.

import { emblem } from '../art.js';
import { fill, h, put } from '../dom.js';
import { ask, Refusal } from './asking.js';
import { plot } from './plot.js';

/** @typedef {import('./asking.js').Reel} Reel */
/** @typedef {import('../words.js').Words} Words */

const listed = 12; // mistakes

export class Study {
  /** @param {Words} words @param {string} text the record @param {(frame: number) => void} jump
   * @param {(frame: number) => void} look also brings the board before one's eyes */
  constructor(words, text, jump, look) {
    this.words = words;
    this.text = text;
    this.jump = jump;
    this.look = look;
    this.frame = 0;
    /** What was found, by whose eyes. @type {Map<import('./asking.js').Eyes, any>} */
    this.known = new Map();
    /** The curves, beside the board. */
    this.element = h('section', { class: 'study' });
    /** The figures, below it. */
    this.more = h('section', { class: 'balance', hidden: true });
  }

  /** Whose knowledge it rests on; where there are no secrets, everybody's is the same. @returns {import('./asking.js').Eyes} */
  get eyes() {
    return this.reel?.secrets ? this.reel.as : 'all';
  }

  get analysis() {
    return this.known.get(this.eyes);
  }

  /** @param {number} fraction */
  percent(fraction) {
    return new Intl.NumberFormat(this.words.lang, { style: 'percent' }).format(fraction);
  }

  /** @param {number} fraction */
  signed(fraction) {
    return new Intl.NumberFormat(this.words.lang, { style: 'percent', signDisplay: 'exceptZero',
      minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(fraction).replace('-', '−');
  }

  /** @param {Words} words @param {Reel} reel */
  show(words, reel) {
    this.words = words;
    this.reel = reel;
    this.element.setAttribute('aria-label', words.say('viewer.analysis'));
    this.more.setAttribute('aria-label', words.say('viewer.accounts'));
    this.more.hidden = !this.analysis;
    if (this.analysis)
      this.draw();
    else
      this.begin(this.eyes === 'watcher' ? h('p', {}, words.say('viewer.whose')) : h('p', {}, words.say('viewer.analysis-is')),
        this.eyes !== 'watcher' && h('button', { type: 'button', class: 'choice is-main', onclick: () => this.analyse() }, words.say('viewer.analyse')));
  }

  /** @param {...any} below the title */
  begin(...below) {
    fill(this.element, h('h2', {}, this.words.say('viewer.analysis')), ...below);
  }

  async analyse() {
    const { eyes } = this;
    this.begin(h('p', { role: 'status' }, this.words.say('viewer.analysing')));
    try {
      this.known.set(eyes, await ask(typeof eyes === 'number' ? `analysis ${eyes}` : 'analysis', this.text));
      this.show(this.words, /** @type {Reel} */ (this.reel));
    } catch (error) {
      this.show(this.words, /** @type {Reel} */ (this.reel));
      put(this.element, h('p', { class: 'sorry', role: 'alert' }, this.words.phrase(error instanceof Refusal ? error.why
        : { key: 'viewer.no-answer', args: {} })));
    }
  }

  draw() {
    const { words, analysis } = this, reel = /** @type {Reel} */ (this.reel);
    this.plot = plot(analysis, reel, { percent: (n) => this.percent(n), say: (key, args) => words.say(key, args), jump: this.jump });
    this.legend = h('ul', { class: 'legend' });
    this.begin(this.plot.element, this.legend);
    fill(this.more, this.accounts(), this.mistakes(),
      h('p', { class: 'fine' }, words.say(analysis.exact ? 'viewer.exact' : 'viewer.estimated', { n: analysis.playouts })));
    this.move(this.frame);
  }

  /** Everybody's chance at a frame. @param {number} frame */
  move(frame) {
    this.frame = frame;
    if (!this.analysis || !this.plot || !this.legend)
      return;
    const step = this.reel?.frames[frame]?.step ?? 0;
    const post = this.analysis.course.findLast((/** @type {any} */ one) => one.step <= step) ?? this.analysis.course[0];
    this.plot.move(frame);
    fill(this.legend, post.wins.map((/** @type {number} */ chance, /** @type {number} */ i) =>
      h('li', { class: `seat-${i + 1} dash-${i + 1}` }, emblem(i + 1), h('span', {}, this.words.seat(i + 1)), h('b', {}, this.percent(chance)))));
  }

  accounts() {
    const { words } = this, head = ['viewer.player', 'viewer.start', 'viewer.luck', 'viewer.skill', 'viewer.rest', 'viewer.result'];
    return h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': words.say('viewer.accounts') },
      h('table', {}, h('thead', {}, h('tr', {}, head.map((key) => h('th', { scope: 'col' }, words.say(key))))),
        h('tbody', {}, this.analysis.players.map((/** @type {any} */ one) => h('tr', { class: `seat-${one.seat}` },
          h('th', { scope: 'row' }, emblem(one.seat), words.seat(one.seat)),
          h('td', {}, this.percent(one.start)), h('td', {}, this.signed(one.luck)), h('td', {}, this.signed(one.skill)),
          h('td', {}, this.signed(one.rest)), h('td', {}, this.percent(one.result)))))));
  }

  /** The costliest first; each leads to its place. */
  mistakes() {
    const { words, analysis } = this, reel = /** @type {Reel} */ (this.reel);
    const worst = analysis.decisions.filter((/** @type {any} */ one) => one.mistake)
      .sort((/** @type {any} */ a, /** @type {any} */ b) => b.loss - a.loss).slice(0, listed);
    if (!worst.length)
      return h('p', {}, words.say('viewer.no-mistakes'));
    return h('div', {}, h('h3', {}, words.say('viewer.mistakes')), h('ol', { class: 'mistakes' }, worst.map((/** @type {any} */ one) => {
      const at = reel.frames.findIndex((frame) => frame.step > one.step), frame = reel.frames[at];
      const better = analysis.better.find((/** @type {any} */ other) => other.step === one.step);
      return h('li', { class: `seat-${one.seat}` }, h('button', { type: 'button', class: 'choice', onclick: () => this.look(at) },
        emblem(one.seat), h('span', {}, words.say('viewer.mistake', { n: at, made: frame?.told[0] ? words.phrase(frame.told[0]) : one.made,
          better: better ? words.choice(better.say) : one.best })), h('b', {}, this.signed(-one.loss))));
    })));
  }
}
