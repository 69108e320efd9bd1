// A real table: who sits round it. Flibuste is told what falls and keeps the rest.

import { h } from './dom.js';
import { Making } from './making.js';
import { usualName } from './person.js';
import { medallion } from './places.js';
import { loadPart } from './words.js';

export class Companion extends Making {
  /** @param {import('./model.js').GameInfo} game @param {import('./words.js').Words} words @param {string[]} levels
   * @param {boolean} alone @param {(terms: string[], names: string[], complete: boolean) => void} done */
  constructor(game, words, levels, alone, done) {
    super(game, words, levels, alone, (terms) => done(terms, this.names(), this.isComplete()));
  }

  /** @param {import('./making.js').Done} done */
  ask(done) {
    const words = this.words;
    return h('form', { method: 'dialog', onsubmit: () => done(this.terms(), '', []) },
      this.head(words.say('web.real-table', { game: [this.game.name] })),
      h('p', {}, words.say('web.real-how')),
      this.chairs,
      this.game.secret && h('p', { class: 'plainly' }, words.say('web.real-secret')),
      h('div', { class: 'stakes' }, this.options()),
      h('div', { class: 'now' },
        h('button', { class: 'choice is-main' }, words.say('web.sit-down')),
        this.game.name === 'corsaires' && h('button', { type: 'button', class: 'choice', onclick: () => this.reckon() }, words.say('web.just-count')),
        h('button', { type: 'button', class: 'choice is-quiet', onclick: () => this.element.close() }, words.say('web.cancel'))));
  }

  /** Only the gold at the end is to be counted. */
  async reckon() {
    const [{ Reckoning }] = await Promise.all([import('./reckoning.js'), loadPart('records')]); // which say why there is no answer
    const reckoning = new Reckoning(this.words, this.names());
    this.element.after(reckoning.element);
    this.element.close();
    reckoning.open();
  }

  drawChairs() {
    const { words } = this, old = [...this.chairs.querySelectorAll('input')].map((input) => input.value);
    this.chairs.replaceChildren(h('legend', {}, words.say('web.who-sits')),
      ...Array.from({ length: this.count }, (_, i) => this.person(i, old[i])));
  }

  /** @param {number} i @param {string | undefined} name */
  person(i, name) {
    const { words } = this, id = `making-chair-${i + 1}`;
    const input = h('input', { id, maxlength: '24', required: true, autocomplete: 'off',
      value: name ?? (i ? `${words.say('seat')} ${i + 1}` : usualName(words)) });
    const where = this.choice(`chair-${i + 1}`, [['here', words.say('web.this-device')], ...(this.alone ? [] : [['open', words.say('web.chair-phone')]]),
      ...this.levels.map((level) => [`bot:${level}`, words.say('web.chair-bot', { level: [`level.${level}`] })])]);
    where.setAttribute('aria-label', words.say('web.where-sits', { n: i + 1 }));
    const place = h('p', { class: `berth seat-${i + 1}` }, medallion(i + 1, 'person'), h('label', { for: id }, `${words.say('seat')} ${i + 1}`), input, i > 0 && where);
    where.onchange = () => {
      input.disabled = where.value !== 'here';
      place.querySelector('.medallion')?.replaceWith(medallion(i + 1, where.value));
    };
    return place;
  }

  /** @param {string} name @param {string[][]} values the usual one first */
  choice(name, values) {
    return h('select', { name }, values.map(([value, text]) => h('option', { value }, text)));
  }

  /** Names of those who share this device, the first of them this person's. */
  names() {
    return [...this.chairs.querySelectorAll('input')].filter((input) => !input.disabled).map((input) => input.value.trim());
  }

  /** Whether nobody has to come yet. */
  isComplete() {
    return [...this.chairs.querySelectorAll('select')].every((select) => select.value !== 'open');
  }

  terms() {
    return super.terms().concat('dice=real');
  }

  open() {
    this.element.showModal();
    this.chairs.querySelector('input')?.select();
  }
}
