// The fairness page of a record: the commitment, the words of the players, the secret, every roll recomputed here
// (fair.js), and how often what came. Whoever doubts may change a letter and see what happens.

import { emblem } from '../art.js';
import { fill, h } from '../dom.js';
import { loadGame } from '../games/games.js';
import { ask } from './asking.js';
import { claimsOf, commitmentTo, recompute, statistics } from './fair.js';

/** @typedef {import('./asking.js').Reel} Reel */
/** @typedef {import('./fair.js').Claims} Claims */
/** @typedef {import('../words.js').Words} Words */

/** What the letters on dice stand for. @type {Record<string, Record<string, string>>} */
const faces = {
  'mille-sabords': { S: 'ms.face.skull', P: 'ms.face.parrot', M: 'ms.face.monkey', X: 'ms.face.sabre', C: 'ms.face.coin', D: 'ms.face.diamond' },
  'pirates-en-duel': { S: 'pd.face.skull', B: 'pd.face.boat', N: 'pd.face.blank' },
};

/** Where the cards of a game have their names. @type {Record<string, string[]>} */
const cards = { 'mille-sabords': ['ms.card'], 'corsaires': ['co.card'], 'pirates-en-duel': ['pd.pirate', 'pd.combat'], 'aux-sabords': ['as.card'] };

/** An outcome in words, as far as there are any. @param {string} game @param {string} outcome @param {Words} words */
export function outcomeIn(game, outcome, words) {
  const first = outcome.match(/^first-(\d+)$/), ship = outcome.match(/^ship-(\d+)$/), die = outcome.match(/^die-(\d)$/);
  if (first)
    return words.say('viewer.begins', { who: { seat: Number(first[1]) } });
  if (faces[game]?.[outcome])
    return words.word(faces[game][outcome]);
  const key = cards[game]?.map((kind) => `${kind}.${outcome.replace(/^show-/, '')}`).find((one) => words.has(one));
  if (key)
    return words.word(key);
  if (die || (ship && game === 'buccaneer'))
    return words.say(die ? 'viewer.die' : 'viewer.ship', { n: Number((die ?? ship)?.[1]) });
  return outcome.replace(/^first-/, '');
}

export class Dice {
  /** @param {Words} words @param {string} text the record @param {Reel} reel */
  constructor(words, text, reel) {
    this.words = words;
    this.reel = reel;
    this.text = text;
    this.claims = claimsOf(text);
    /** What is typed into the fields; the record's own at first. */
    this.tried = this.claims && { ...this.claims, nonces: [...this.claims.nonces] };
    /** @type {import('./fair.js').Roll[]} */
    this.rolls = [];
    this.verdict = h('div', { class: 'verdict', role: 'status' });
    this.list = h('div', { class: 'scroll rolls', tabindex: '0', role: 'region' });
    this.element = h('main', { class: 'page dice-page', id: 'board', tabindex: '-1' });
  }

  async open() {
    await loadGame(this.reel.game); // whose words name what fell
    if (this.reel.recorded === 'all')
      this.rolls = (await ask('odds', this.text)).rolls;
    this.draw();
  }

  /** @param {Words} words */
  speak(words) {
    this.words = words;
    this.draw();
  }

  draw() {
    const { words } = this;
    this.reel.players.forEach(({ name }, i) => { words.names[i + 1] = name || undefined; });
    fill(this.element, h('h2', {}, words.say('viewer.fair-title')),
      ...(this.claims ? this.drawClaims(this.claims) : [h('p', {}, words.say('viewer.no-claims'))]),
      this.rolls.length > 0 && h('h3', {}, words.say('viewer.statistics')),
      this.rolls.length > 0 && h('p', {}, words.say('viewer.statistics-is')),
      this.rolls.length > 0 && this.drawStatistics());
    this.judge();
  }

  /** @param {Claims} claims */
  drawClaims(claims) {
    const { words } = this;
    const intro = h('p', {}, words.say('viewer.fair-is'));
    if (!claims.secret)
      return [intro, h('dl', { class: 'claims' }, ...this.pair('viewer.commitment', h('code', {}, claims.commitment))),
        h('p', { class: 'verdict' }, words.say('viewer.not-revealed'))];
    return [intro, this.verdict, h('dl', { class: 'claims' },
      ...this.pair('viewer.commitment', h('code', {}, claims.commitment)),
      ...this.pair('viewer.secret', this.field('secret', claims.secret, 64, (value) => { if (this.tried) this.tried.secret = value; })),
      ...this.pair('viewer.table', h('code', {}, claims.table)),
      ...claims.nonces.flatMap((nonce, i) => this.pair(i, this.field(`nonce-${i + 1}`, nonce, 32, (value) => {
        if (this.tried)
          this.tried.nonces[i] = value;
      })))), h('p', { class: 'fine' }, words.say('viewer.try')), this.list];
  }

  /** @param {string | number} what a word key, or the number of a seat from 0 @param {Node} said */
  pair(what, said) {
    const { words } = this;
    return typeof what === 'string' ? [h('dt', {}, words.say(what)), h('dd', {}, said)]
      : [h('dt', {}, emblem(what + 1), words.say('viewer.nonce', { who: { seat: what + 1 } })), h('dd', {}, said)];
  }

  /** @param {string} name @param {string} value @param {number} most @param {(value: string) => void} typed */
  field(name, value, most, typed) {
    const label = name === 'secret' ? this.words.say('viewer.secret') : this.words.say('viewer.nonce', { who: { seat: Number(name.slice(6)) } });
    const input = h('input', { name, value, maxlength: String(most), spellcheck: 'false', autocomplete: 'off', 'aria-label': label, oninput: () => {
      typed(input.value);
      this.judge();
    } });
    return input;
  }

  /** Recomputes everything with what stands in the fields. */
  judge() {
    const { words, claims, tried, reel } = this;
    if (!claims?.secret || !tried)
      return;
    const found = recompute(tried, this.rolls), wrong = found.rolls.filter((roll) => roll.came !== roll.expected);
    const own = JSON.stringify(tried) === JSON.stringify(claims), fair = found.kept && !wrong.length;
    const name = (/** @type {string} */ outcome) => outcomeIn(reel.game, outcome, words);
    this.verdict.className = `verdict ${fair ? 'is-fair' : 'is-wrong'}`;
    fill(this.verdict,
      h('p', {}, found.kept ? words.say('viewer.kept') : words.say('viewer.not-kept', { hash: commitmentTo(tried.secret) })),
      h('p', {}, this.rolls.length === 0 ? words.say('viewer.partial')
        : !wrong.length ? words.say('viewer.all-fair', { n: found.rolls.length })
          : words.say('viewer.wrong', { n: wrong.length, of: found.rolls.length, first: wrong[0].number, came: name(wrong[0].came), expected: name(wrong[0].expected) })),
      !own && h('p', {}, words.say('viewer.changed')));
    this.list.hidden = !this.rolls.length;
    this.list.setAttribute('aria-label', words.say('viewer.rolls'));
    fill(this.list, h('table', {},
      h('thead', {}, h('tr', {}, ['viewer.number', 'viewer.came', 'viewer.recomputed'].map((key) => h('th', { scope: 'col' }, words.say(key))))),
      h('tbody', {}, found.rolls.map((roll) => h('tr', { class: roll.came === roll.expected ? '' : 'is-wrong' },
        h('td', {}, roll.number), h('td', {}, name(roll.came)),
        h('td', {}, `${roll.came === roll.expected ? '✓' : '✗'} ${name(roll.expected)}`))))));
    requestAnimationFrame(() => this.point());
  }

  /** The first roll that is wrong is the first one seen. */
  point() {
    const wrong = /** @type {HTMLElement | null} */ (this.list.querySelector('tr.is-wrong'));
    this.list.scrollTop = wrong ? wrong.offsetTop - wrong.offsetHeight * 2 : 0;
  }

  drawStatistics() {
    const { words, reel } = this, number = new Intl.NumberFormat(words.lang, { maximumFractionDigits: 1 });
    const row = (/** @type {any} */ one, /** @type {number} */ most) => h('tr', {}, h('th', { scope: 'row' }, outcomeIn(reel.game, one.outcome, words)),
      h('td', {}, one.came), h('td', {}, words.say('viewer.give-or-take', { n: number.format(one.expected), spread: number.format(one.spread) })),
      h('td', {}, bar(one, most)));
    return h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': words.say('viewer.statistics') }, h('table', { class: 'statistics' },
      h('thead', {}, h('tr', {}, ['viewer.outcome', 'viewer.how-often', 'viewer.expected-often', 'viewer.compared']
        .map((key) => h('th', { scope: 'col' }, words.say(key))))),
      statistics(this.rolls).map((rows) => h('tbody', {}, rows.map((one) =>
        row(one, Math.max(...rows.map(({ came, expected, spread }) => Math.max(came, expected + spread)))))))));
  }
}

/** How often it came, on what was to be expected. @param {{came: number, expected: number, spread: number}} row @param {number} most */
function bar({ came, expected, spread }, most) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg'), x = (/** @type {number} */ n) => (n / most * 160).toFixed(1);
  svg.setAttribute('viewBox', '0 0 160 16');
  svg.setAttribute('class', 'often');
  svg.setAttribute('aria-hidden', 'true');
  svg.innerHTML = `<rect class="band" x="${x(Math.max(0, expected - spread))}" width="${x(expected + spread - Math.max(0, expected - spread))}" y="0" height="16"/>` +
    `<rect class="came" width="${x(came)}" y="4" height="8"/><line class="middle-line" x1="${x(expected)}" x2="${x(expected)}" y1="0" y2="16"/>`;
  return svg;
}
