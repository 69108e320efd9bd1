// The form for a new table: the player of each seat and the options of the game.

import { h, picture } from '../lib/dom.js';
import * as kids from '../lib/kids.js';
import { usualName } from '../lib/profile.js';
import { optionWord } from './option-words.js';
import { boat } from './seat-art.js';
import { posterOf } from '../games/posters.js';

/** @typedef {import('../lib/words.js').Words} Words */
/** @typedef {import('../lib/model.js').GameInfo} GameInfo */

/** Called with the options of the table, the name of the player, and the other players on this
 * device.
 * @typedef {(terms: string[], name: string, here: {seat: number, name: string}[]) => void} Done */

const left = ['first']; // options that the form does not show

/** Icons of the settings that every game has, 64 by 64. @type {Record<string, string>} */
const signs = {
  clock:
    'M14 8h36M14 56h36M18 8c0 14 10 16 14 24-4 8-14 10-14 24M46 8c0 14-10 16-14 24 4 8 14 10 14 24',
  hints: 'M22 26h20l4 28H18zM24 26a8 10 0 0 1 16 0M32 8v8M32 36v8M12 58h40',
  lobby: 'M7 32a11 11 0 1 1 22 0a11 11 0 1 1-22 0zM29 32h29M50 32v10M42 32v7',
};

export class NewTableForm {
  /** @param {GameInfo} game @param {Words} words @param {string[]} levels
   * @param {boolean} alone without a server @param {Done} done */
  constructor(game, words, levels, alone, done) {
    this.game = game;
    this.alone = alone;
    this.words = words;
    this.levels = levels;
    this.chairs = h('fieldset', { class: 'chairs' });
    this.name = h('input', {
      id: 'making-name',
      maxlength: '24',
      required: true,
      value: usualName(words),
      autocomplete: 'nickname',
    });
    this.seats = this.tokens(
      'seats',
      words.say('web.how-many'),
      game.seat_counts.map((n) => [String(n), words.say('web.player-count', { n }), String(n)]),
      String(game.seat_counts.includes(3) ? 3 : game.seat_counts[0]),
      () => this.drawChairs(),
    );
    this.form = this.ask(done);
    this.element = h(
      'dialog',
      { class: 'making', 'aria-labelledby': 'making-title', onclose: () => this.element.remove() },
      this.form,
    );
    this.drawChairs();
  }

  /** The number of seats. */
  get count() {
    return Number(this.chosen(this.seats));
  }

  /** The fields of the form. @param {Done} done */
  ask(done) {
    const words = this.words;
    return h(
      'form',
      {
        method: 'dialog',
        onsubmit: () => {
          if (posterOf(this.game.name).kids) kids.keep(this.isForKids());
          done(this.terms(), this.name.value.trim(), this.here());
        },
      },
      this.head(words.say('web.making', { game: [this.game.name] })),
      this.chairs,
      h(
        'details',
        { class: 'settings', open: matchMedia('(min-width: 46rem)').matches },
        h('summary', {}, words.say('web.settings')),
        h('div', { class: 'stakes' }, this.settings()),
      ),
      h(
        'div',
        { class: 'now' },
        h('button', { class: 'choice is-main' }, words.say('web.make')),
        h(
          'button',
          { type: 'button', class: 'choice is-quiet', onclick: () => this.element.close() },
          words.say('web.cancel'),
        ),
      ),
    );
  }

  /** The picture of the game and its number of players. @param {string} title */
  head(title) {
    return h(
      'div',
      { class: 'making-head' },
      picture(posterOf(this.game.name).scene, '0 0 222 200', 'scene'),
      h('div', {}, h('h2', { id: 'making-title' }, title), this.seats),
    );
  }

  /** Settings that most players leave unchanged; folded on a phone. */
  settings() {
    const { words } = this;
    return [
      this.mode(),
      ...this.options(),
      this.tokens(
        'clock',
        words.say('web.clock'),
        [
          ['none', words.say('web.clock-none')],
          ['move:60', words.say('web.clock-move')],
          ['bank:600+5', words.say('web.clock-bank')],
        ],
        'none',
      ),
      this.tokens(
        'hints',
        words.say('web.hints'),
        [
          ['on', words.say('web.hints-on')],
          ['off', words.say('web.hints-off')],
        ],
        'on',
      ),
      !this.alone &&
        this.tokens(
          'lobby',
          words.say('web.who-may-come'),
          [
            ['private', words.say('web.private')],
            ['public', words.say('web.public')],
          ],
          'private',
        ),
    ];
  }

  /** The mode for small children, for the games that suit them. It goes with some options only:
   * choosing it sets them, and other options end it. @returns {HTMLElement | false} */
  mode() {
    const { words, game } = this,
      needed = posterOf(game.name).kids;
    const check = (/** @type {string} */ name, /** @type {string} */ value) => {
      const token = this.form.querySelector(`[name="${name}"][value="${value}"]`);
      if (token instanceof HTMLInputElement) token.checked = true;
    };
    if (!needed) return false;
    const tokens = this.tokens(
      'kids',
      words.say('web.kids'),
      [
        ['off', words.say('web.sound.off')],
        ['on', words.say('web.kids.on')],
      ],
      kids.isOn() ? 'on' : 'off',
      () => {
        if (this.isForKids())
          for (const [name, value] of Object.entries(needed)) check(name, value);
      },
    );
    queueMicrotask(() =>
      this.form.addEventListener('change', ({ target }) => {
        const { name, value } = /** @type {HTMLInputElement} */ (target);
        if (name in needed && value !== needed[name]) check('kids', 'off');
      }),
    );
    return tokens;
  }

  /** Whether the mode for small children is chosen. */
  isForKids() {
    return new FormData(this.form).get('kids') === 'on';
  }

  /** The options of the game, one group of buttons per option. */
  options() {
    return Object.entries(this.game.options)
      .filter(([name]) => !left.includes(name))
      .map(([name, values]) =>
        this.tokens(
          name,
          optionWord(this.words, this.game.name, name),
          values.map((value) => [value, optionWord(this.words, this.game.name, name, value)]),
          values[0],
        ),
      );
  }

  /** A group of radio buttons: value, label, and the picture shown instead of the label.
   * @param {string} name @param {string} label @param {(string | Element)[][]} values
   * @param {string} usual @param {() => void} [changed] */
  tokens(name, label, values, usual, changed) {
    return h(
      'fieldset',
      { class: 'tokens', id: `making-${name}`, onchange: changed },
      h(
        'legend',
        {},
        signs[name] && picture(`<path class="line" d="${signs[name]}"/>`, '0 0 64 64'),
        label,
      ),
      h(
        'div',
        {},
        values.map(([value, text, seen]) =>
          h(
            'label',
            { class: `token${seen ? ' is-figure' : ''}`, title: seen && text },
            h('input', { type: 'radio', name, value, checked: value === usual }),
            seen
              ? [h('span', { 'aria-hidden': 'true' }, seen), h('span', { class: 'unseen' }, text)]
              : h('span', {}, text),
          ),
        ),
      ),
    );
  }

  /** The selected value. @param {Element} tokens */
  chosen(tokens) {
    return /** @type {HTMLInputElement} */ (tokens.querySelector(':checked')).value;
  }

  drawChairs() {
    const words = this.words,
      before = [...this.chairs.querySelectorAll('select')].map(({ value }) => value);
    this.chairs.replaceChildren(
      h('legend', {}, words.say('web.around-table')),
      h(
        'div',
        { class: 'berth seat-1' },
        boat(1, 'person'),
        h('label', { for: 'making-name' }, words.say('web.name')),
        this.name,
      ),
      ...Array.from({ length: this.count - 1 }, (_, i) => this.chair(i + 2, before[i])),
    );
  }

  /** The choices of a seat: open, a person on this device, whose name is asked for, or a bot.
   * @param {number} seat @param {string} [before] the choice before the number of seats changed */
  chair(seat, before) {
    const words = this.words;
    const bots = this.levels.map((level, i) => [
      `bot:${level}`,
      words.say('web.chair-bot', { n: i + 1, level: [`level.${level}`] }),
    ]);
    const who = [
      ...(this.alone ? [] : [['open', words.say('web.chair-open')]]),
      ...bots,
      ['here', words.say('web.chair-here')],
    ];
    const name = h('input', {
      name: 'here',
      'data-seat': seat,
      maxlength: '24',
      required: true,
      autocomplete: 'off',
      'aria-label': words.say('web.chair-name', { n: seat }),
      value: words.say('web.somebody-here', { n: seat }),
    });
    const choice = this.choice(`chair-${seat}`, who),
      place = h(
        'div',
        { class: `berth seat-${seat}` },
        boat(seat, 'open'),
        h('label', { for: choice.id }, `${words.say('seat')} ${seat}`),
        choice,
      );
    choice.value = before ?? (this.alone ? bots[Math.min(1, bots.length - 1)][0] : 'open');
    choice.onchange = () => {
      place.querySelector('.boat')?.replaceWith(boat(seat, choice.value));
      if (choice.value === 'here') place.append(name);
      else name.remove();
    };
    choice.onchange(new Event('change'));
    return place;
  }

  /** A list of which one value is chosen. @param {string} name @param {string[][]} values value and
   * text, the default first */
  choice(name, values) {
    return h(
      'select',
      { name, id: `making-${name}` },
      values.map(([value, text]) => h('option', { value }, text)),
    );
  }

  /** The other players on this device. */
  here() {
    return [...this.element.querySelectorAll('input')]
      .filter((input) => input.name === 'here')
      .map((input) => ({ seat: Number(input.dataset.seat), name: input.value.trim() }));
  }

  /** The options in the form of the `new` command (docs/protocol.md). */
  terms() {
    const chosen = [...new FormData(this.form)].map(([name, value]) => [name, String(value)]);
    const chairs = chosen
      .filter(([name]) => name.startsWith('chair-'))
      .map(([, who]) => who.replace('here', 'person'));
    return [
      `seats=${['person', ...chairs].join(',')}`,
      ...chosen
        .filter(([name]) => !/^(seats|here|kids|chair-.*)$/.test(name))
        .map(([name, value]) => `${name}=${value}`),
      ...(this.isForKids() && !this.alone ? ['chat=off'] : []),
    ];
  }

  open() {
    this.element.showModal();
    this.name.focus();
  }
}
