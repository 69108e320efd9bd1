// The fairness page of a record: commitment, nonces of the players, secret, every roll recomputed
// in this browser (fair.js), and the frequencies of outcomes. Users may change any value and see
// which rolls fail.

import { emblem } from '../lib/art.js';
import { fill, h } from '../lib/dom.js';
import { loadGame } from '../games/games.js';
import { ask } from './api.js';
import { claimsOf, commitmentTo, recompute, statistics } from './fair.js';

/** @typedef {import('./api.js').Replay} Replay */
/** @typedef {import('./fair.js').Claims} Claims */
/** @typedef {import('../lib/words.js').Words} Words */

/** An outcome in words, if there is a text for it.
 * @param {import('../play/board.js').GameModule} module @param {string} outcome
 * @param {Words} words */
export function outcomeIn(module, outcome, words) {
  const { faces = {}, cards = [], numbers = {} } = module.book ?? {},
    [, what = '', n] = outcome.match(/^([a-z]+)-(\d+)$/) ?? [];
  if (what === 'first') return words.say('viewer.begins', { who: { seat: Number(n) } });
  if (faces[outcome]) return words.word(faces[outcome]);
  const key = cards
    .map((kind) => `${kind}${outcome.replace(/^(show|first)-/, '')}`)
    .find((one) => words.has(one));
  if (key) return words.word(key);
  const text = what === 'die' ? 'viewer.die' : numbers[what];
  return text ? words.say(text, { n: Number(n) }) : outcome;
}

export class DicePanel {
  /** @param {Words} words @param {string} text the record @param {Replay} replay */
  constructor(words, text, replay) {
    this.words = words;
    this.replay = replay;
    this.text = text;
    this.claims = claimsOf(text);
    /** Contents of the fields; initially those of the record. */
    this.tried = this.claims && { ...this.claims, nonces: [...this.claims.nonces] };
    /** @type {import('./fair.js').Roll[]} */
    this.rolls = [];
    /** @type {any} the module of the game, after open() */
    this.module = undefined;
    this.verdict = h('div', { class: 'verdict', role: 'status' });
    this.list = h('div', { class: 'scroll rolls', tabindex: '0', role: 'region' });
    this.element = h('main', { class: 'page dice-page', id: 'board', tabindex: '-1' });
  }

  async open() {
    this.module = await loadGame(this.replay.game); // for the names of outcomes
    if (this.replay.record_viewer === 'all') this.rolls = (await ask('odds', this.text)).rolls;
    this.draw();
  }

  /** @param {Words} words */
  speak(words) {
    this.words = words;
    this.draw();
  }

  draw() {
    const { words } = this;
    this.replay.players.forEach(({ name }, i) => {
      words.names[i + 1] = name || undefined;
    });
    fill(
      this.element,
      h('h2', {}, words.say('viewer.fair-title')),
      ...(this.claims ? this.drawClaims(this.claims) : [h('p', {}, words.say('viewer.no-claims'))]),
      this.rolls.length > 0 && h('h3', {}, words.say('viewer.statistics')),
      this.rolls.length > 0 && h('p', {}, words.say('viewer.statistics-is')),
      this.rolls.length > 0 && this.drawStatistics(),
    );
    this.judge();
  }

  /** @param {Claims} claims */
  drawClaims(claims) {
    const { words } = this;
    const intro = h('p', {}, words.say('viewer.fair-is'));
    if (!claims.secret)
      return [
        intro,
        h(
          'dl',
          { class: 'claims' },
          ...this.pair('viewer.commitment', h('code', {}, claims.commitment)),
        ),
        h('p', { class: 'verdict' }, words.say('viewer.not-revealed')),
      ];
    return [
      intro,
      this.verdict,
      h(
        'dl',
        { class: 'claims' },
        ...this.pair('viewer.commitment', h('code', {}, claims.commitment)),
        ...this.pair(
          'viewer.secret',
          this.field('secret', claims.secret, 64, (value) => {
            if (this.tried) this.tried.secret = value;
          }),
        ),
        ...this.pair('viewer.table', h('code', {}, claims.table)),
        ...claims.nonces.flatMap((nonce, i) =>
          this.pair(
            i,
            this.field(`nonce-${i + 1}`, nonce, 32, (value) => {
              if (this.tried) this.tried.nonces[i] = value;
            }),
          ),
        ),
      ),
      h('p', { class: 'fine' }, words.say('viewer.try')),
      this.list,
    ];
  }

  /** @param {string | number} what a translation key, or the index of a seat from 0
   * @param {Node} said */
  pair(what, said) {
    const { words } = this;
    return typeof what === 'string'
      ? [h('dt', {}, words.say(what)), h('dd', {}, said)]
      : [
          h('dt', {}, emblem(what + 1), words.say('viewer.nonce', { who: { seat: what + 1 } })),
          h('dd', {}, said),
        ];
  }

  /** @param {string} name @param {string} value @param {number} most
   * @param {(value: string) => void} typed */
  field(name, value, most, typed) {
    const label =
      name === 'secret'
        ? this.words.say('viewer.secret')
        : this.words.say('viewer.nonce', { who: { seat: Number(name.slice(6)) } });
    // a text area shows the whole secret on narrow screens
    const input = h('textarea', {
      name,
      rows: '1',
      maxlength: String(most),
      spellcheck: 'false',
      autocomplete: 'off',
      'aria-label': label,
      oninput: () => {
        typed(input.value);
        this.judge();
      },
    });
    input.value = value;
    return input;
  }

  /** Recomputes everything with the contents of the fields. */
  judge() {
    const { words, claims, tried, replay } = this;
    if (!claims?.secret || !tried) return;
    const found = recompute(tried, this.rolls),
      wrong = found.rolls.filter((roll) => roll.came !== roll.expected);
    const own = JSON.stringify(tried) === JSON.stringify(claims),
      fair = found.kept && !wrong.length;
    const name = (/** @type {string} */ outcome) => outcomeIn(this.module, outcome, words);
    this.verdict.className = `verdict ${fair ? 'is-fair' : 'is-wrong'}`;
    fill(
      this.verdict,
      h(
        'p',
        {},
        found.kept
          ? words.say('viewer.secret-matches')
          : words.say('viewer.secret-differs', { hash: commitmentTo(tried.secret) }),
      ),
      h(
        'p',
        {},
        this.rolls.length === 0
          ? words.say('viewer.partial')
          : !wrong.length
            ? words.say('viewer.all-fair', { n: found.rolls.length })
            : words.say('viewer.wrong', {
                n: wrong.length,
                of: found.rolls.length,
                first: wrong[0].number,
                came: name(wrong[0].came),
                computed: name(wrong[0].expected),
              }),
      ),
      !own && h('p', {}, words.say('viewer.changed')),
    );
    this.list.hidden = !this.rolls.length;
    this.list.setAttribute('aria-label', words.say('viewer.rolls'));
    fill(
      this.list,
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ['viewer.number', 'viewer.came', 'viewer.recomputed'].map((key) =>
              h('th', { scope: 'col' }, words.say(key)),
            ),
          ),
        ),
        h(
          'tbody',
          {},
          found.rolls.map((roll) =>
            h(
              'tr',
              { class: roll.came === roll.expected ? '' : 'is-wrong' },
              h('td', {}, roll.number),
              h('td', {}, name(roll.came)),
              h('td', {}, `${roll.came === roll.expected ? '✓' : '✗'} ${name(roll.expected)}`),
            ),
          ),
        ),
      ),
    );
    requestAnimationFrame(() => this.point());
  }

  /** Scrolls to the first wrong roll. */
  point() {
    const wrong = /** @type {HTMLElement | null} */ (this.list.querySelector('tr.is-wrong'));
    this.list.scrollTop = wrong ? wrong.offsetTop - wrong.offsetHeight * 2 : 0;
  }

  drawStatistics() {
    const { words, replay } = this,
      number = new Intl.NumberFormat(words.locale, { maximumFractionDigits: 1 });
    const row = (/** @type {any} */ one, /** @type {number} */ most) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, outcomeIn(this.module, one.outcome, words)),
        h('td', {}, one.came),
        h(
          'td',
          {},
          words.say('viewer.give-or-take', {
            n: number.format(one.expected),
            spread: number.format(one.spread),
          }),
        ),
        h('td', {}, bar(one, most)),
      );
    return h(
      'div',
      {
        class: 'scroll',
        tabindex: '0',
        role: 'region',
        'aria-label': words.say('viewer.statistics'),
      },
      h(
        'table',
        { class: 'statistics' },
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ['viewer.outcome', 'viewer.how-often', 'viewer.expected-often', 'viewer.compared'].map(
              (key) => h('th', { scope: 'col' }, words.say(key)),
            ),
          ),
        ),
        statistics(this.rolls).map((rows) =>
          h(
            'tbody',
            {},
            rows.map((one) =>
              row(
                one,
                Math.max(
                  ...rows.map(({ came, expected, spread }) => Math.max(came, expected + spread)),
                ),
              ),
            ),
          ),
        ),
      ),
    );
  }
}

/** A bar with the frequency of an outcome and the expected range.
 * @param {{came: number, expected: number, spread: number}} row @param {number} most */
function bar({ came, expected, spread }, most) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg'),
    low = Math.max(0, expected - spread),
    x = (/** @type {number} */ n) => ((n / most) * 160).toFixed(1);
  svg.setAttribute('viewBox', '0 0 160 16');
  svg.setAttribute('class', 'often');
  svg.setAttribute('aria-hidden', 'true');
  svg.innerHTML = `<rect class="band" x="${x(low)}" width="${x(expected + spread - low)}"
 y="0" height="16"/>
<rect class="came" width="${x(came)}" y="4" height="8"/>
<line class="middle-line" x1="${x(expected)}" x2="${x(expected)}" y1="0" y2="16"/>`;
  return svg;
}
