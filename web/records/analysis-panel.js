// The analysis of a record: winning chances over time, luck and skill, and mistakes.

import { emblem } from '../lib/art.js';
import { fill, h, put } from '../lib/dom.js';
import { analysisOf, Refusal } from './api.js';
import { plot } from './plot.js';

/** @typedef {import('./api.js').Replay} Replay */
/** @typedef {import('../lib/words.js').Words} Words */

const listed = 12; // mistakes
const narrow = 320, // pixels of the chart
  wide = 880,
  margins = 30; // pixels next to the chart

export class AnalysisPanel {
  /** @param {Words} words @param {string} text the record @param {(frame: number) => void} jump
   * @param {(frame: number) => void} look also scrolls to the board */
  constructor(words, text, jump, look) {
    this.words = words;
    this.text = text;
    this.jump = jump;
    this.look = look;
    this.frame = 0;
    /** Results by viewer. @type {Map<import('./api.js').Viewer, any>} */
    this.known = new Map();
    /** The chart, next to the board. */
    this.element = h('section', { class: 'study' });
    /** The figures, below the board. */
    this.more = h('section', { class: 'balance', hidden: true });
  }

  /** The viewer whose knowledge the analysis uses; without secrets they are all equal.
   * @returns {import('./api.js').Viewer} */
  get viewer() {
    return this.replay?.hidden ? this.replay.viewer : 'all';
  }

  get analysis() {
    return this.known.get(this.viewer);
  }

  /** @param {number} fraction */
  percent(fraction) {
    return new Intl.NumberFormat(this.words.locale, { style: 'percent' }).format(fraction);
  }

  /** @param {number} fraction */
  signed(fraction) {
    return new Intl.NumberFormat(this.words.locale, {
      style: 'percent',
      signDisplay: 'exceptZero',
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    })
      .format(fraction)
      .replace('-', '−');
  }

  /** @param {Words} words @param {Replay} replay */
  show(words, replay) {
    this.words = words;
    this.replay = replay;
    this.element.setAttribute('aria-label', words.say('viewer.analysis'));
    this.more.setAttribute('aria-label', words.say('viewer.accounts'));
    this.more.hidden = !this.analysis;
    if (this.analysis) this.draw();
    else
      this.begin(
        this.viewer === 'spectator'
          ? h('p', {}, words.say('viewer.whose'))
          : h('p', {}, words.say('viewer.analysis-is')),
        this.viewer !== 'spectator' &&
          h(
            'button',
            { type: 'button', class: 'choice is-main', onclick: () => this.analyse() },
            words.say('viewer.analyse'),
          ),
      );
  }

  /** @param {...any} below element for the title */
  begin(...below) {
    fill(this.element, h('h2', {}, this.words.say('viewer.analysis')), ...below);
  }

  async analyse() {
    const { viewer } = this;
    this.begin(h('p', { role: 'status' }, this.words.say('viewer.analysing')));
    try {
      this.known.set(
        viewer,
        await analysisOf(typeof viewer === 'number' ? `analysis ${viewer}` : 'analysis', this.text),
      );
      this.show(this.words, /** @type {Replay} */ (this.replay));
    } catch (error) {
      this.show(this.words, /** @type {Replay} */ (this.replay));
      put(
        this.element,
        h(
          'p',
          { class: 'sorry', role: 'alert' },
          this.words.phrase(
            error instanceof Refusal ? error.why : { key: 'viewer.no-answer', args: {} },
          ),
        ),
      );
    }
  }

  draw() {
    const { words, analysis } = this,
      replay = /** @type {Replay} */ (this.replay);
    this.element.classList.add('is-drawn'); // it becomes wider on a laptop
    this.plot = plot(analysis, replay, {
      width: Math.max(narrow, Math.min(wide, this.element.clientWidth - margins)),
      percent: (n) => this.percent(n),
      say: (key, args) => words.say(key, args),
      jump: this.jump,
    });
    this.legend = h('ul', { class: 'legend' });
    this.begin(this.plot.element, this.legend);
    fill(
      this.more,
      this.accounts(),
      this.mistakes(),
      h(
        'p',
        { class: 'fine' },
        words.say(analysis.exact ? 'viewer.exact' : 'viewer.estimated', { n: analysis.playouts }),
      ),
    );
    this.move(this.frame);
  }

  /** Everybody's winning chance at a frame. @param {number} frame */
  move(frame) {
    this.frame = frame;
    if (!this.analysis || !this.plot || !this.legend) return;
    const step = this.replay?.frames[frame]?.step ?? 0;
    const post =
      this.analysis.course.findLast((/** @type {any} */ one) => one.step <= step) ??
      this.analysis.course[0];
    this.plot.move(frame);
    fill(
      this.legend,
      post.wins.map((/** @type {number} */ chance, /** @type {number} */ i) =>
        h(
          'li',
          { class: `seat-${i + 1} dash-${i + 1}` },
          emblem(i + 1),
          h('span', {}, this.words.seat(i + 1)),
          h('b', {}, this.percent(chance)),
        ),
      ),
    );
  }

  accounts() {
    const { words } = this,
      head = [
        'viewer.player',
        'viewer.start',
        'viewer.luck',
        'viewer.skill',
        'viewer.rest',
        'viewer.result',
      ];
    return h(
      'div',
      {
        class: 'scroll',
        tabindex: '0',
        role: 'region',
        'aria-label': words.say('viewer.accounts'),
      },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            head.map((key) =>
              h('th', { scope: 'col', class: key.replace('viewer.', 'is-') }, words.say(key)),
            ),
          ),
        ),
        h(
          'tbody',
          {},
          this.analysis.players.map((/** @type {any} */ one) =>
            h(
              'tr',
              { class: `seat-${one.seat}` },
              h('th', { scope: 'row' }, emblem(one.seat), words.seat(one.seat)),
              h('td', {}, this.percent(one.start)),
              h('td', {}, this.signed(one.luck)),
              h('td', {}, this.signed(one.skill)),
              h('td', {}, this.signed(one.rest)),
              h('td', {}, this.percent(one.result)),
            ),
          ),
        ),
      ),
    );
  }

  /** Mistakes, the most expensive first, each with a link to its frame. */
  mistakes() {
    const { words, analysis } = this,
      replay = /** @type {Replay} */ (this.replay);
    const worst = analysis.decisions
      .filter((/** @type {any} */ one) => one.mistake)
      .sort((/** @type {any} */ a, /** @type {any} */ b) => b.loss - a.loss)
      .slice(0, listed);
    if (!worst.length) return h('p', {}, words.say('viewer.no-mistakes'));
    return h(
      'div',
      {},
      h('h3', {}, words.say('viewer.mistakes')),
      h(
        'ol',
        { class: 'mistakes' },
        worst.map((/** @type {any} */ one) => {
          const at = replay.frames.findIndex((frame) => frame.step > one.step),
            frame = replay.frames[at];
          const better = analysis.suggestions.find(
            (/** @type {any} */ other) => other.step === one.step,
          );
          return h(
            'li',
            { class: `seat-${one.seat}` },
            h(
              'button',
              { type: 'button', class: 'choice', onclick: () => this.look(at) },
              emblem(one.seat),
              h(
                'span',
                {},
                words.say('viewer.mistake', {
                  n: at,
                  made: frame?.lines[0] ? words.choice(frame.lines[0]) : one.made,
                  better: better ? words.choice(better.phrase) : one.best,
                }),
              ),
              h('b', {}, this.signed(-one.loss)),
            ),
          );
        }),
      ),
    );
  }
}
