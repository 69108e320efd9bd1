// The form for a game with real dice: the players around the table. Players enter what the dice and
// cards show, and Flibuste keeps the rest.

import { h } from '../lib/dom.js';
import { games } from '../games/list.js';
import { NewTableForm } from './new-table.js';
import { usualName } from '../lib/profile.js';
import { boat } from './seat-art.js';
import { loadPart } from '../lib/words.js';

export class RealTableForm extends NewTableForm {
  /** @param {import('../lib/model.js').GameInfo} game
   * @param {import('../lib/words.js').Words} words @param {string[]} levels @param {boolean} alone
   * @param {(terms: string[], names: string[], complete: boolean) => void} done */
  constructor(game, words, levels, alone, done) {
    super(game, words, levels, alone, (terms) => done(terms, this.names(), this.isComplete()));
  }

  /** @param {import('./new-table.js').Done} done */
  ask(done) {
    const words = this.words;
    return h(
      'form',
      { method: 'dialog', onsubmit: () => done(this.terms(), '', []) },
      this.head(words.say('web.real-table', { game: [this.game.name] })),
      h('p', {}, words.say('web.real-how')),
      this.chairs,
      this.game.hidden && h('p', { class: 'plainly' }, words.say('web.real-secret')),
      h('div', { class: 'stakes' }, this.options()),
      h(
        'div',
        { class: 'now' },
        h('button', { class: 'choice is-main' }, words.say('web.sit-down')),
        games[this.game.name]?.tally &&
          h(
            'button',
            { type: 'button', class: 'choice', onclick: () => this.tally() },
            words.say('web.just-count'),
          ),
        h(
          'button',
          { type: 'button', class: 'choice is-quiet', onclick: () => this.element.close() },
          words.say('web.cancel'),
        ),
      ),
    );
  }

  /** Opens the form that only calculates the result of a finished game. */
  async tally() {
    const { name } = this.game,
      load = /** @type {NonNullable<import('../games/list.js').Game['tally']>} */ (
        games[name].tally
      );
    // with the texts for refused requests
    const [{ Tally }] = await Promise.all([load(), loadPart(name), loadPart('records')]);
    const tally = new Tally(this.words, this.names(), this.terms());
    this.element.after(tally.element);
    this.element.close();
    tally.open();
  }

  drawChairs() {
    const { words } = this,
      old = [...this.chairs.querySelectorAll('input')].map((input) => input.value);
    this.chairs.replaceChildren(
      h('legend', {}, words.say('web.around-table')),
      ...Array.from({ length: this.count }, (_, i) => this.person(i, old[i])),
    );
  }

  /** @param {number} i @param {string | undefined} name */
  person(i, name) {
    const { words } = this,
      id = `making-name-${i + 1}`;
    const input = h('input', {
      id,
      maxlength: '24',
      required: true,
      autocomplete: 'off',
      value: name ?? (i ? words.say('web.somebody-here', { n: i + 1 }) : usualName(words)),
    });
    const where = this.choice(`chair-${i + 1}`, [
      ['here', words.say('web.this-device')],
      ...(this.alone ? [] : [['open', words.say('web.chair-phone')]]),
      ...this.levels.map((level, n) => [
        `bot:${level}`,
        words.say('web.chair-bot', { n: n + 1, level: [`level.${level}`] }),
      ]),
    ]);
    where.setAttribute('aria-label', words.say('web.where-sits', { n: i + 1 }));
    const place = h(
      'p',
      { class: `berth seat-${i + 1}` },
      boat(i + 1, 'person'),
      h('label', { for: id }, `${words.say('seat')} ${i + 1}`),
      input,
      i > 0 && where,
    );
    where.onchange = () => {
      input.disabled = where.value !== 'here';
      place.querySelector('.boat')?.replaceWith(boat(i + 1, where.value));
    };
    return place;
  }

  /** Names of the players on this device, the owner of the browser first. */
  names() {
    return [...this.chairs.querySelectorAll('input')]
      .filter((input) => !input.disabled)
      .map((input) => input.value.trim());
  }

  /** Whether all seats are taken by players on this device. */
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
