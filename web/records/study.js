// The analysis beside a replay: chances over time, what luck and skill brought, and the mistakes.

import { emblem } from '../crew.js';
import { fill, h, put } from '../dom.js';
import { ask, Refusal } from './asking.js';
import { plot } from './plot.js';

/** @typedef {import('./asking.js').Reel} Reel */
/** @typedef {import('../words.js').Words} Words */

const listed = 12; // mistakes

export class Study {
  /** @param {Words} words @param {string} text the record @param {(frame: number) => void} jump */
  constructor(words, text, jump) {
    this.words = words;
    this.text = text;
    this.jump = jump;
    this.frame = 0;
    /** @type {any} */
    this.analysis = undefined;
    this.element = h('section', { class: 'study' });
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
    if (this.analysis)
      this.draw();
    else
      fill(this.element, h('h2', {}, words.say('viewer.analysis')), h('p', {}, words.say('viewer.analysis-is')),
        h('button', { type: 'button', class: 'choice is-main', onclick: () => this.analyse() }, words.say('viewer.analyse')));
  }

  async analyse() {
    const { words } = this, reel = /** @type {Reel} */ (this.reel);
    fill(this.element, h('h2', {}, words.say('viewer.analysis')), h('p', { role: 'status' }, words.say('viewer.analysing')));
    try {
      this.analysis = await ask(typeof reel.as === 'number' ? `analysis ${reel.as}` : 'analysis', this.text);
      this.draw();
    } catch (error) {
      this.show(words, reel);
      put(this.element, h('p', { class: 'sorry', role: 'alert' }, words.phrase(error instanceof Refusal ? error.why
        : { key: 'viewer.no-answer', args: {} })));
    }
  }

  draw() {
    const { words, analysis } = this, reel = /** @type {Reel} */ (this.reel);
    this.plot = plot(analysis, reel, { percent: (n) => this.percent(n), label: words.say('viewer.plot'),
      loss: words.say('viewer.losses'), jump: this.jump });
    this.legend = h('ul', { class: 'legend' });
    fill(this.element, h('h2', {}, words.say('viewer.analysis')),
      h('div', { class: 'chart' }, this.plot.element, this.legend),
      h('div', { class: 'balance' }, this.accounts(), this.mistakes()),
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
      return h('li', { class: `seat-${one.seat}` }, h('button', { type: 'button', class: 'choice', onclick: () => this.jump(at) },
        emblem(one.seat), h('span', {}, words.say('viewer.mistake', { n: at, made: frame?.told[0] ? words.phrase(frame.told[0]) : one.made,
          better: better ? words.choice(better.say) : one.best })), h('b', {}, this.signed(-one.loss))));
    })));
  }
}
