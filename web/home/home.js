// The home page: the games to choose from, a code to join with, and tables to watch.

import { rose } from '../lib/art.js';
import { fill, h, picture } from '../lib/dom.js';
import { foresee, loadSheet } from '../games/games.js';
import { games } from '../games/list.js';
import { plainPoster } from '../games/poster.js';
import { RealTableForm } from './real-table.js';
import { tokens } from '../lib/connection.js';
import { savedTables } from '../offline/saved-tables.js';
import { NewTableForm } from './new-table.js';
import { keepLevel, usualLevel } from '../lib/profile.js';

/** @typedef {import('../lib/words.js').Words} Words */
/** @typedef {import('../lib/model.js').GameInfo} GameInfo */

/** What the home page asks its owner to do.
 * @typedef {{ play: (game: GameInfo) => void, make: (game: GameInfo, words: string[], name: string,
 *   here: {seat: number, name: string}[]) => void, gather: (game: GameInfo, words: string[], names:
 *   string[], complete: boolean) => void, join: (code: string) => void, open: (file: File) => void,
 *   }} HomeActions */

export class HomePage {
  /** @param {Words} words @param {import('../offline/sw-registration.js').SwRegistration} sw
   * @param {HomeActions} actions */
  constructor(words, sw, actions) {
    this.words = words;
    this.sw = sw;
    this.actions = actions;
    this.alone = false; // without a server
    /** @type {import('../lib/model.js').Model | undefined} */
    this.model = undefined;
    /** @type {GameInfo[] | undefined} */
    this.drawn = undefined;
    this.posters = h('ul', { class: 'posters' });
    this.mine = h('section', { class: 'lobby' });
    this.tables = h('section', { class: 'lobby' });
    this.records = h('section', { class: 'lobby' });
    this.hero = h('section', { class: 'hero' });
    this.bots = h('fieldset', { class: 'bots' });
    this.staying = h('p', { class: 'staying' });
    this.solitude = h('p', { class: 'solitude', role: 'status' });
    this.element = h(
      'main',
      { class: 'door', id: 'board', tabindex: '-1' },
      this.hero,
      this.solitude,
      this.mine,
      this.bots,
      this.posters,
      this.tables,
      this.records,
      this.staying,
    );
    this.joining = h('form');
    this.drawHero();
    this.drawStaying();
    sw.changed = () => this.drawStaying();
  }

  /** @param {Words} words */
  speak(words) {
    this.words = words;
    this.drawHero();
    this.drawStaying();
    this.drawn = undefined;
    if (this.model) this.show(this.model);
  }

  /** @param {import('../lib/model.js').Model} model */
  show(model) {
    this.model = model;
    if (this.drawn !== model.games) {
      this.drawn = model.games;
      fill(
        this.posters,
        model.games.map((game) => this.poster(game)),
      );
      this.drawBots(model.levels);
      // after the home page is drawn
      setTimeout(() => model.games.forEach((game) => foresee(game.name)), 100);
    }
    this.joining.hidden = this.tables.hidden = this.alone;
    this.solitude.textContent = this.alone ? this.words.say('web.alone') : '';
    this.drawMine();
    this.drawRecords();
    this.drawTables(model.lobby);
  }

  /** Unfinished tables for which this browser has tokens. */
  drawMine() {
    const tables = tokens
      .tables()
      .filter(({ table }) => !this.alone || savedTables.has(table))
      .slice(0, 3);
    this.mine.hidden = !tables.length;
    fill(
      this.mine,
      h('h2', {}, this.words.say('web.your-tables')),
      h(
        'ul',
        {},
        tables.map(({ table, game }) =>
          h(
            'li',
            {},
            h('strong', {}, this.words.word(game)),
            h('a', { class: 'choice', href: `#t=${table}` }, this.words.say('web.return')),
          ),
        ),
      ),
    );
  }

  /** Opens a record file; it may also be dropped anywhere on the page. */
  drawRecords() {
    if (this.records.lang === this.words.lang) return;
    const file = h('input', {
      type: 'file',
      id: 'record',
      class: 'unseen',
      onchange: () => file.files?.[0] && this.actions.open(file.files[0]),
    });
    this.records.lang = this.words.lang;
    fill(
      this.records,
      h('h2', {}, this.words.say('viewer.records')),
      h(
        'p',
        { class: 'row' },
        h('label', { class: 'choice picking' }, this.words.say('viewer.open-file'), file),
        h('span', {}, this.words.say('viewer.drop-file')),
      ),
    );
  }

  /** The level of the bots of a quick game. @param {string[]} levels */
  drawBots(levels) {
    const usual = usualLevel(levels);
    this.bots.hidden = !levels.length;
    fill(
      this.bots,
      h('legend', {}, this.words.say('web.bots')),
      levels.map((level, i) =>
        h(
          'label',
          {},
          h('input', {
            type: 'radio',
            name: 'level',
            value: level,
            checked: level === usual,
            onchange: () => keepLevel(level),
          }),
          this.words.say('web.level', { n: i + 1, level: [`level.${level}`] }),
        ),
      ),
    );
  }

  /** Shows whether the page can be opened without a server next time. */
  drawStaying() {
    this.staying.textContent = this.sw.key && this.words.say(this.sw.key);
  }

  drawHero() {
    const say = (/** @type {string} */ key) => this.words.say(key);
    const code = h('input', {
      id: 'code',
      name: 'code',
      autocomplete: 'off',
      autocapitalize: 'characters',
      spellcheck: 'false',
      maxlength: '16',
      size: '9',
      required: true,
    });
    this.joining = h(
      'form',
      {
        class: 'joining',
        hidden: this.alone,
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.actions.join(code.value.trim());
        },
      },
      h('label', { for: 'code' }, say('web.table-code')),
      code,
      h('button', { class: 'choice is-main' }, say('web.join')),
    );
    fill(
      this.hero,
      picture(rose, '0 0 200 200', 'hero-rose'),
      h('div', {}, h('h1', {}, say('web.title')), h('p', {}, say('web.tagline'))),
      this.joining,
    );
  }

  /** @param {GameInfo} game */
  poster(game) {
    const words = this.words,
      { scene, minutes, age } = games[game.name]?.poster ?? plainPoster,
      title = words.word(game.name);
    const act = (
      /** @type {string} */ key,
      /** @type {string} */ name,
      /** @type {() => void} */ run,
    ) =>
      h(
        'button',
        {
          type: 'button',
          class: `choice ${name}`,
          'aria-describedby': `title-${game.name}`,
          onclick: run,
        },
        words.say(key),
      );
    return h(
      'li',
      { class: 'poster' },
      picture(scene, '0 0 240 130', 'scene'),
      h('h2', { id: `title-${game.name}` }, title),
      h('p', { class: 'about' }, words.say(`${game.name}.about`)),
      h(
        'ul',
        { class: 'meta' },
        h('li', {}, words.say('web.meta-players', { least: game.min_seats, most: game.max_seats })),
        minutes && h('li', {}, words.say('web.meta-minutes', { n: minutes })),
        age && h('li', {}, words.say('web.meta-age', { n: age })),
      ),
      h(
        'div',
        { class: 'now' },
        act('web.play', 'is-main', () => this.actions.play(game)),
        act(this.alone ? 'web.invite-here' : 'web.invite', '', () => this.make(game)),
        game.lesson &&
          h(
            'a',
            { class: 'choice', href: `#l=${game.name}`, 'aria-describedby': `title-${game.name}` },
            words.say('web.learn'),
          ),
        act('web.real', 'is-quiet', () => this.gather(game)),
        h(
          'a',
          {
            class: 'choice is-quiet',
            href: `#rules/${game.name}`,
            'aria-describedby': `title-${game.name}`,
          },
          words.say('web.rules'),
        ),
      ),
    );
  }

  /** Opens the form for a table with real dice. @param {GameInfo} game */
  gather(game) {
    const companion = new RealTableForm(
      game,
      this.words,
      this.model?.levels ?? [],
      this.alone,
      (terms, names, complete) => this.actions.gather(game, terms, names, complete),
    );
    this.lay(companion, 'play/people.css', 'home/seat-art.css');
  }

  /** @param {GameInfo} game */
  make(game) {
    const making = new NewTableForm(
      game,
      this.words,
      this.model?.levels ?? [],
      this.alone,
      (terms, name, here) => this.actions.make(game, terms, name, here),
    );
    this.lay(making, 'home/seat-art.css');
  }

  /** Opens a form once its style sheets have arrived; a second click opens nothing.
   * @param {NewTableForm} asking @param {...string} sheets */
  async lay(asking, ...sheets) {
    await Promise.all(sheets.map(loadSheet));
    if (this.element.querySelector('dialog')) return;
    this.element.append(asking.element);
    asking.open();
  }

  /** @param {any[]} lobby */
  drawTables(lobby) {
    const say = this.words;
    fill(
      this.tables,
      h('h2', {}, say.say('web.lobby')),
      lobby.length
        ? h(
            'ul',
            {},
            lobby.map((table) =>
              h(
                'li',
                {},
                h('strong', {}, say.word(table.game)),
                h(
                  'span',
                  {},
                  table.seats
                    .map((/** @type {any} */ seat) => seat.name)
                    .filter(Boolean)
                    .join(', '),
                ),
                table.free_seats > 0 &&
                  h('span', {}, say.say('web.free-seats', { n: table.free_seats })),
                h(
                  'button',
                  { type: 'button', class: 'choice', onclick: () => this.actions.join(table.code) },
                  say.say(table.free_seats > 0 ? 'web.join' : 'web.watch'),
                ),
              ),
            ),
          )
        : h('p', {}, say.say('web.lobby-empty')),
    );
  }
}
