// Making a table: who sits on which chair, and how the game is to be played.

import { h } from './dom.js';
import { usualName } from './person.js';

/** @typedef {import('./words.js').Words} Words */
/** @typedef {import('./model.js').GameInfo} GameInfo */

/** Told what the table is to be, one's name, and who else on this device sits where.
 * @typedef {(terms: string[], name: string, here: {seat: number, name: string}[]) => void} Done */

const left = ['first']; // options that the table decides by itself

export class Making {
  /** @param {GameInfo} game @param {Words} words @param {string[]} levels
   * @param {boolean} alone without a server @param {Done} done */
  constructor(game, words, levels, alone, done) {
    this.game = game;
    this.alone = alone;
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

  /** @param {Done} done */
  form(done) {
    const words = this.words;
    return h('form', { method: 'dialog', onsubmit: () => done(this.terms(), this.name.value.trim(), this.here()) },
      h('h2', { id: 'making-title' }, words.say('web.making', { game: [this.game.name] })),
      this.row('making-name', words.say('web.name'), this.name),
      this.row('making-seats', words.say('web.how-many'), this.seats),
      this.chairs,
      h('details', { class: 'settings', open: matchMedia('(min-width: 46rem)').matches }, h('summary', {}, words.say('web.settings')), this.settings()),
      h('div', { class: 'now' },
        h('button', { class: 'choice is-main' }, words.say('web.make')),
        h('button', { type: 'button', class: 'choice is-quiet', onclick: () => this.element.close() }, words.say('web.cancel'))));
  }

  /** What most leave as it is; on a phone it is folded away. */
  settings() {
    const { words } = this;
    return [...this.options(),
      this.row('making-clock', words.say('web.clock'), this.choice('clock', [['none', words.say('web.clock-none')],
        ['move:60', words.say('web.clock-move')], ['bank:600+5', words.say('web.clock-bank')]], 'none')),
      this.row('making-hints', words.say('web.hints'), this.choice('hints',
        [['on', words.say('web.hints-on')], ['off', words.say('web.hints-off')]], 'on')),
      !this.alone && this.row('making-lobby', words.say('web.who-may-come'), this.choice('lobby',
        [['private', words.say('web.private')], ['public', words.say('web.public')]], 'private'))];
  }

  /** How the game is to be played: a row an option. */
  options() {
    return Object.entries(this.game.options).filter(([name]) => !left.includes(name))
      .map(([name, values]) => this.row(`making-${name}`, this.optionWord(name),
        this.choice(name, values.map((value) => [value, this.optionWord(name, value)]), values[0])));
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
      ...Array.from({ length: n - 1 }, (_, i) => this.chair(i + 2)));
  }

  /** Who sits there: somebody who may come, somebody here, whose name is asked for, or a bot. @param {number} seat */
  chair(seat) {
    const words = this.words;
    const bots = this.levels.map((level) => [`bot:${level}`, words.say('web.chair-bot', { level: [`level.${level}`] })]);
    const who = [...(this.alone ? [] : [['open', words.say('web.chair-open')]]), ...bots, ['here', words.say('web.chair-here')]];
    const name = h('input', { name: 'here', 'data-seat': seat, maxlength: '24', required: true, autocomplete: 'off',
      'aria-label': words.say('web.chair-name', { n: seat }), value: words.say('web.somebody-here', { n: seat }) });
    const chosen = this.choice('chair', who, this.alone ? bots[Math.min(1, bots.length - 1)][0] : 'open', () => mind());
    const row = this.row(`making-chair-${seat}`, `${words.say('seat')} ${seat}`, chosen);
    const mind = () => (chosen.value === 'here' ? row.append(name) : name.remove());
    return row;
  }

  /** Who else sits down on this device. */
  here() {
    return [...this.element.querySelectorAll('input')].filter((input) => input.name === 'here')
      .map((input) => ({ seat: Number(input.dataset.seat), name: input.value.trim() }));
  }

  /** What the table is to be, as the server reads it. */
  terms() {
    const chosen = [...this.element.querySelectorAll('select')];
    const chairs = chosen.filter((select) => select.name === 'chair').map((select) => select.value.replace('here', 'person'));
    return [`seats=${['person', ...chairs].join(',')}`,
      ...chosen.filter((select) => !['seats', 'chair'].includes(select.name)).map((select) => `${select.name}=${select.value}`)];
  }

  open() {
    this.element.showModal();
    this.name.focus();
  }
}
