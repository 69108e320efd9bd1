// The reckoning of Corsaires, for a game that was played with the box alone: a tap a galleon.

import { fill, h } from './dom.js';
import { ask, Refusal } from './records/asking.js';

/** @typedef {import('./words.js').Words} Words */

/** What it all comes to: everybody's gold, who has most, and how many galleons of each value nobody has yet.
 * @typedef {{gold: number[], winners: number[], left: Record<string, number>}} Reckoned */

/** A line a player, as it is asked. @param {number[][]} players */
const spelled = (players) => players.map((own) => `${own.join(' ')}\n`).join('');

/** @param {number} gold */
const shown = (gold) => String(gold).replace('-', '−');

export class Reckoning {
  /** @param {Words} words @param {string[]} names */
  constructor(words, names) {
    this.words = words;
    this.names = names;
    /** The gold of everybody's galleons; less than nothing for those in hand. @type {number[][]} */
    this.players = names.map(() => []);
    /** As far as it could be. */
    this.good = this.players;
    this.of = 0;
    /** @type {Reckoned} */
    this.reckoned = { gold: names.map(() => 0), winners: [], left: {} };
    /** Why not. @type {import('./words.js').Phrase | undefined} */
    this.why = undefined;
    this.busy = false;
    this.tabs = h('div', { class: 'now', role: 'group', 'aria-label': words.say('web.who-sits') });
    this.own = h('div', { class: 'fallen' });
    this.pads = h('div', { class: 'reckoning-pads' });
    this.result = h('p', { class: 'question', role: 'status' });
    this.element = h('dialog', { class: 'making reckoning', 'aria-labelledby': 'reckoning-title', onclose: () => this.element.remove() },
      h('h2', { id: 'reckoning-title' }, words.say('web.reckoning')), h('p', {}, words.say('web.reckoning-how')),
      this.tabs, this.own, this.pads, this.result,
      h('div', { class: 'now' }, h('button', { type: 'button', class: 'choice', onclick: () => this.element.close() }, words.say('web.close'))));
    this.draw();
    this.reckon();
  }

  open() {
    this.element.showModal();
  }

  /** Asks the rules what it comes to; what is tapped meanwhile is asked about next. */
  async reckon() {
    if (this.busy)
      return;
    this.busy = true;
    for (let asked = ''; asked !== spelled(this.players);) {
      const players = this.players;
      this.why = await this.ask(players);
      if (this.why?.key === 'web.no-such-galleon')
        this.players = this.good;
      asked = this.why ? spelled(this.players) : spelled(players);
      this.draw();
    }
    this.busy = false;
  }

  /** @param {number[][]} players @returns {Promise<import('./words.js').Phrase | undefined>} why it cannot be */
  async ask(players) {
    try {
      this.reckoned = await ask('gold', spelled(players));
      this.good = players;
      return undefined;
    } catch (error) {
      if (error instanceof Refusal)
        return error.why;
      throw error;
    }
  }

  /** @param {(own: number[]) => number[]} change of the galleons of whoever is looked at */
  change(change) {
    this.players = this.players.map((own, i) => (i === this.of ? change(own) : own));
    this.draw();
    this.reckon();
  }

  draw() {
    const key = document.activeElement?.getAttribute('data-key');
    this.drawPlayers();
    fill(this.own, this.players[this.of].map((gold, i) => h('button', { type: 'button', class: 'chip', 'data-key': `own ${i}`,
      'aria-label': this.words.say('web.take-out', { what: shown(gold) }), onclick: () => this.change((own) => own.filter((_, n) => n !== i)) }, shown(gold))));
    fill(this.pads, this.row(1), this.row(-1));
    this.drawResult();
    if (key)
      /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`))?.focus();
  }

  drawPlayers() {
    fill(this.tabs, this.names.map((name, i) => h('button', { type: 'button', class: `choice${i === this.of ? ' is-main' : ''}`,
      'aria-pressed': String(i === this.of), 'data-key': `player ${i}`, onclick: () => { this.of = i; this.draw(); } },
    this.words.say('web.has-gold', { name, n: this.reckoned.gold[i] }))));
  }

  drawResult() {
    const { words, why, names } = this;
    const who = this.players.some((own) => own.length) && this.reckoned.winners.map((seat) => names[seat - 1]).join(', ');
    this.result.textContent = why ? words.phrase(why) : who ? words.say('web.richest', { who }) : '';
  }

  /** @param {1 | -1} sign of the galleons: captured, or in hand */
  row(sign) {
    const { words, reckoned } = this, label = words.say(sign < 0 ? 'web.in-hand' : 'web.captured');
    return h('div', { role: 'group', 'aria-label': label }, h('h3', {}, label),
      h('div', { class: 'faces' }, Object.entries(reckoned.left).map(([gold, n]) => h('button', { type: 'button', class: 'choice face',
        'data-key': `${sign < 0 ? 'hand' : 'captured'} ${gold}`, disabled: n === 0, 'aria-label': words.say('web.galleon-of', { gold: Number(gold), n }),
        onclick: () => this.change((own) => [...own, sign * Number(gold)]) },
      h('b', {}, shown(sign * Number(gold))), h('small', {}, `× ${n}`)))));
  }
}
