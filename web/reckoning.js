// The reckoning of Corsaires, for a game that was played with the box alone: a tap a galleon.

import { fill, h } from './dom.js';

/** @typedef {import('./words.js').Words} Words */

/** How many galleons of each value there are (rule 1.3). @type {Record<string, number>} */
export const galleons = { 2: 5, 3: 6, 4: 5, 5: 5, 6: 2, 7: 1, 8: 1 };

/** A galleon of a player: captured, or still in hand. @typedef {{gold: number, inHand: boolean}} Galleon */

/** What they come to: those in hand count against their holder (rule 7.5). @param {Galleon[]} own */
export const goldOf = (own) => own.reduce((sum, { gold, inHand }) => sum + (inHand ? -gold : gold), 0);

/** Who has most; several win together (rule 7.7). @param {Galleon[][]} players @returns {number[]} */
export function richest(players) {
  const gold = players.map(goldOf), most = Math.max(...gold);
  return gold.flatMap((sum, i) => (sum === most ? [i] : []));
}

export class Reckoning {
  /** @param {Words} words @param {string[]} names */
  constructor(words, names) {
    this.words = words;
    this.names = names;
    /** @type {Galleon[][]} */
    this.players = names.map(() => []);
    this.of = 0;
    this.tabs = h('div', { class: 'now', role: 'group', 'aria-label': words.say('web.who-sits') });
    this.own = h('div', { class: 'fallen' });
    this.pads = h('div', { class: 'reckoning-pads' });
    this.result = h('p', { class: 'question', role: 'status' });
    this.element = h('dialog', { class: 'making reckoning', 'aria-labelledby': 'reckoning-title', onclose: () => this.element.remove() },
      h('h2', { id: 'reckoning-title' }, words.say('web.reckoning')), h('p', {}, words.say('web.reckoning-how')),
      this.tabs, this.own, this.pads, this.result,
      h('div', { class: 'now' }, h('button', { type: 'button', class: 'choice', onclick: () => this.element.close() }, words.say('web.close'))));
    this.draw();
  }

  open() {
    this.element.showModal();
  }

  /** How many galleons of this value nobody has yet. @param {number} gold */
  left(gold) {
    return galleons[gold] - this.players.flat().filter((one) => one.gold === gold).length;
  }

  /** @param {() => void} change */
  change(change) {
    const key = document.activeElement?.getAttribute('data-key');
    change();
    this.draw();
    if (key)
      /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`))?.focus();
  }

  draw() {
    const { words, players } = this, winners = richest(players);
    fill(this.tabs, this.names.map((name, i) => h('button', { type: 'button', class: `choice${i === this.of ? ' is-main' : ''}`,
      'aria-pressed': String(i === this.of), 'data-key': `player ${i}`, onclick: () => this.change(() => { this.of = i; }) },
    words.say('web.has-gold', { name, n: goldOf(players[i]) }))));
    fill(this.own, players[this.of].map((one, i) => h('button', { type: 'button', class: 'chip', 'data-key': `own ${i}`,
      'aria-label': words.say('web.take-out', { what: one.inHand ? `−${one.gold}` : String(one.gold) }),
      onclick: () => this.change(() => players[this.of].splice(i, 1)) }, one.inHand ? `−${one.gold}` : one.gold)));
    fill(this.pads, this.row(false), this.row(true));
    this.result.textContent = players.some((own) => own.length)
      ? words.say('web.richest', { who: winners.map((i) => this.names[i]).join(', ') }) : '';
  }

  /** @param {boolean} inHand */
  row(inHand) {
    const { words } = this, label = words.say(inHand ? 'web.in-hand' : 'web.captured');
    return h('div', { role: 'group', 'aria-label': label }, h('h3', {}, label),
      h('div', { class: 'faces' }, Object.keys(galleons).map(Number).map((gold) => h('button', { type: 'button', class: 'choice face',
        'data-key': `${inHand ? 'hand' : 'captured'} ${gold}`, disabled: this.left(gold) === 0,
        'aria-label': words.say('web.galleon-of', { gold, n: this.left(gold) }),
        onclick: () => this.change(() => this.players[this.of].push({ gold, inHand })) },
      h('b', {}, inHand ? `−${gold}` : gold), h('small', {}, `× ${this.left(gold)}`)))));
  }
}
