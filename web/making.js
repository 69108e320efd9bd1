// Making a table: who sits on which chair, and how the game is to be played.

import { h } from './dom.js';
import { usualName } from './person.js';

/** @typedef {import('./words.js').Words} Words */
/** @typedef {import('./model.js').GameInfo} GameInfo */

const left = ['first']; // options that the table decides by itself

export class Making {
  /** @param {GameInfo} game @param {Words} words @param {string[]} levels
   * @param {(terms: string[], name: string) => void} done */
  constructor(game, words, levels, done) {
    this.game = game;
    this.words = words;
    this.levels = levels;
    this.chairs = h('fieldset', { class: 'chairs' });
    this.name = h('input', { id: 'making-name', maxlength: '24', required: true, value: usualName(words), autocomplete: 'nickname' });
    this.seats = this.choice('seats', Array.from({ length: game.most - game.least + 1 }, (_, i) => {
      const n = game.least + i;
      return [String(n), words.say('web.chairs', { n })];
    }), String(Math.min(game.most, Math.max(game.least, 3))), () => this.drawChairs());
    this.element = h('dialog', { class: 'making', 'aria-labelledby': 'making-title',
      onclose: () => this.element.remove() }, this.form(done));
    this.drawChairs();
  }

  /** @param {(terms: string[], name: string) => void} done */
  form(done) {
    const words = this.words, options = Object.entries(this.game.options).filter(([name]) => !left.includes(name));
    return h('form', { method: 'dialog', onsubmit: () => done(this.terms(), this.name.value.trim()) },
      h('h2', { id: 'making-title' }, words.say('web.making', { game: [this.game.name] })),
      this.row('making-name', words.say('web.name'), this.name),
      this.row('making-seats', words.say('web.how-many'), this.seats),
      this.chairs,
      ...options.map(([name, values]) => this.row(`making-${name}`, this.optionWord(name),
        this.choice(name, values.map((value) => [value, this.optionWord(name, value)]), values[0]))),
      this.row('making-clock', words.say('web.clock'), this.choice('clock', [['none', words.say('web.clock-none')],
        ['move:60', words.say('web.clock-move')], ['bank:600+5', words.say('web.clock-bank')]], 'none')),
      this.row('making-hints', words.say('web.hints'), this.choice('hints',
        [['on', words.say('web.hints-on')], ['off', words.say('web.hints-off')]], 'on')),
      this.row('making-lobby', words.say('web.who-may-come'), this.choice('lobby',
        [['private', words.say('web.private')], ['public', words.say('web.public')]], 'private')),
      h('div', { class: 'now' },
        h('button', { class: 'choice is-main' }, words.say('web.make')),
        h('button', { type: 'button', class: 'choice is-quiet', onclick: () => this.element.close() }, words.say('web.cancel'))));
  }

  /** An option or one of its values in words. @param {string} name @param {string} [value] */
  optionWord(name, value) {
    const key = `web.option.${this.game.name}.${name}`, full = value === undefined ? key : `${key}.${value}`;
    return this.words.has(full) ? this.words.say(full) : value ?? name;
  }

  /** @param {string} id @param {string} label @param {Element} control */
  row(id, label, control) {
    control.id = id;
    return h('p', { class: 'row' }, h('label', { for: id }, label), control);
  }

  /** @param {string} name @param {string[][]} values @param {string} usual @param {() => void} [changed] */
  choice(name, values, usual, changed) {
    const made = h('select', { name, onchange: changed }, values.map(([value, text]) => h('option', { value }, text)));
    made.value = usual;
    return made;
  }

  drawChairs() {
    const words = this.words, n = Number(this.seats.value);
    this.chairs.replaceChildren(h('legend', {}, words.say('web.who-sits')),
      h('p', { class: 'row' }, h('span', {}, `${words.say('seat')} 1`), h('em', {}, words.say('web.you'))),
      ...Array.from({ length: n - 1 }, (_, i) => this.row(`making-chair-${i + 2}`, `${words.say('seat')} ${i + 2}`,
        this.choice('chair', [['open', words.say('web.chair-open')],
          ...this.levels.map((level) => [`bot:${level}`, words.say('web.chair-bot', { level: [`level.${level}`] })])], 'open'))));
  }

  /** What the table is to be, as the server reads it. */
  terms() {
    const chosen = [...this.element.querySelectorAll('select')];
    const chairs = chosen.filter((select) => select.name === 'chair').map((select) => select.value);
    return [`seats=${['person', ...chairs].join(',')}`,
      ...chosen.filter((select) => !['seats', 'chair'].includes(select.name)).map((select) => `${select.name}=${select.value}`)];
  }

  open() {
    this.element.showModal();
    this.name.focus();
  }
}
