// The home page: the games to choose from, a code to join with, and tables to watch.

import { icons } from '../lib/art.js';
import { quay, sky, water } from './harbour.js';
import { fill, h, picture } from '../lib/dom.js';
import { foresee, loadSheet } from '../games/games.js';
import { posterOf } from '../games/posters.js';
import { RealTableForm } from './real-table.js';
import { tokens } from '../lib/connection.js';
import { savedTables } from '../offline/saved-tables.js';
import { NewTableForm } from './new-table.js';
import { keepLevel, usualLevel } from '../lib/profile.js';

/** @typedef {import('../lib/words.js').Words} Words */
/** @typedef {import('../lib/model.js').GameInfo} GameInfo */

/** What the home page asks its owner to do.
 * @typedef {{ play: (game: GameInfo, needed?: Record<string, string>) => void,
 *   make: (game: GameInfo, words: string[], name: string,
 *   here: {seat: number, name: string}[]) => void, gather: (game: GameInfo, words: string[], names:
 *   string[], complete: boolean) => void, join: (code: string) => void, open: (file: File) => void,
 *   }} HomeActions */

/** How the drawings of the harbour fill their places. @type {Record<string, string>} */
const slices = { sky: 'xMidYMax slice', water: 'xMidYMin slice', quay: 'xMidYMax slice' };

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
    this.mine = h('section', { class: 'lobby', id: 'my-games' });
    this.tables = h('section', { class: 'lobby' });
    this.records = h('section', { class: 'lobby' });
    this.heading = h('header', { class: 'home-title' });
    this.bots = h('fieldset', { class: 'bots' });
    this.staying = h('p', { class: 'staying' });
    this.solitude = h('p', { class: 'solitude', role: 'status' });
    /** Links at the lower edge of a phone. */
    this.foot = h('nav', { class: 'home-foot' });
    this.install = h('button', { type: 'button', class: 'choice is-quiet', hidden: true });
    this.element = h(
      'main',
      { class: 'home', id: 'board', tabindex: '-1' },
      h(
        'div',
        { class: 'harbour' },
        h('div', { class: 'sky' }, picture(sky, '0 0 1280 336')),
        h('div', { class: 'water' }, picture(water, '0 0 1280 464')),
        h('div', { class: 'quay' }, picture(quay, '0 0 1280 72')),
        this.heading,
        this.posters,
        this.foot,
      ),
      h(
        'div',
        { class: 'home-more' },
        this.solitude,
        this.mine,
        this.bots,
        this.tables,
        this.records,
        h('p', {}, this.install),
        this.staying,
      ),
    );
    for (const name in slices)
      this.element.querySelector(`.${name} svg`)?.setAttribute('preserveAspectRatio', slices[name]);
    this.joining = h('form');
    /** The button of the header that asks for a code. */
    this.tools = h('div', { class: 'tools' });
    this.drawHeading();
    this.drawStaying();
    sw.changed = () => this.drawStaying();
    addEventListener('beforeinstallprompt', (event) => this.offerInstall(event));
  }

  /** @param {Words} words */
  speak(words) {
    this.words = words;
    this.drawHeading();
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
    this.tools.hidden = this.tables.hidden = this.alone;
    this.solitude.textContent = this.alone ? this.words.say('web.alone') : '';
    this.drawMine();
    this.drawRecords();
    this.drawTables(model.lobby);
  }

  /** Unfinished tables for which this browser has tokens, the latest first. */
  running() {
    return tokens.tables().filter(({ table }) => !this.alone || savedTables.has(table));
  }

  /** Links to the running tables. */
  drawMine() {
    const tables = this.running().slice(0, 3);
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
            h('a', { class: 'choice', href: `#t=${table}` }, this.words.say('web.resume')),
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

  /** Offers to install the page, where the browser supports it. @param {Event} event */
  offerInstall(event) {
    event.preventDefault();
    this.install.hidden = false;
    this.install.onclick = () => /** @type {any} */ (event).prompt();
  }

  /** The name of the page, and the form for a code. */
  drawHeading() {
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
        class: 'menu joining',
        id: 'joining',
        popover: 'auto',
        ontoggle: () => this.joining.matches(':popover-open') && code.focus(),
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.actions.join(code.value.trim());
        },
      },
      h('label', { for: 'code' }, say('web.have-code')),
      code,
      h('button', { class: 'choice is-main' }, say('web.join')),
    );
    fill(
      this.tools,
      h(
        'button',
        { type: 'button', class: 'join', popovertarget: 'joining' },
        say('web.join-table'),
      ),
      this.joining,
    );
    fill(this.heading, h('h1', {}, say('web.title')), h('p', {}, say('web.tagline')));
    fill(
      this.foot,
      h(
        'a',
        {
          class: 'tool',
          href: '#my-games',
          onclick: (/** @type {Event} */ event) => {
            event.preventDefault(); // the fragment is the address of a page
            this.element.querySelector('.home-more')?.scrollIntoView();
          },
        },
        picture(icons.log, '0 0 64 64'),
        say('web.my-games'),
      ),
    );
    this.install.textContent = say('web.install');
  }

  /** @param {GameInfo} game */
  poster(game) {
    const words = this.words,
      { scene, minutes } = posterOf(game.name),
      title = words.word(game.name),
      running = this.running().find((one) => one.game === game.name),
      name = { 'aria-describedby': `title-${game.name}` };
    const act = (
      /** @type {string} */ what,
      /** @type {string} */ key,
      /** @type {() => void} */ run,
    ) =>
      h(
        'button',
        { type: 'button', class: 'choice', 'data-key': what, ...name, onclick: run },
        words.say(key),
      );
    const to = (
      /** @type {string} */ what,
      /** @type {string} */ key,
      /** @type {string} */ href,
    ) => h('a', { class: 'choice', 'data-key': what, ...name, href }, words.say(key));
    const main = running
      ? h(
          'a',
          { class: 'choice is-main', ...name, href: `#t=${running.table}` },
          words.say('web.resume'),
        )
      : h(
          'button',
          {
            type: 'button',
            class: 'choice is-main',
            ...name,
            onclick: () => this.play(game),
          },
          picture(icons.play, '0 0 64 64', 'icon'),
          words.say('web.play'),
        );
    return h(
      'li',
      { class: 'poster' },
      h('div', { class: 'ship' }, picture(scene, '0 0 222 200', 'scene')),
      h(
        'div',
        { class: 'sign' },
        h(
          'div',
          { class: 'said' },
          h('h2', { id: `title-${game.name}` }, title),
          h('p', { class: 'about' }, words.say(`${game.name}.about`)),
          h(
            'p',
            { class: 'meta' },
            h(
              'span',
              {
                class: 'chip',
                title: words.say('web.meta-players', {
                  least: game.min_seats,
                  most: game.max_seats,
                }),
              },
              picture(icons.people, '0 0 64 64', 'icon'),
              words.say('web.players-range', { least: game.min_seats, most: game.max_seats }),
            ),
            minutes &&
              h(
                'span',
                { class: 'chip' },
                picture(icons.clock, '0 0 64 64', 'icon'),
                words.say('web.meta-minutes', { n: minutes }),
              ),
          ),
        ),
        h(
          'div',
          { class: 'go' },
          main,
          h(
            'button',
            {
              type: 'button',
              class: 'more',
              popovertarget: `more-${game.name}`,
              'aria-label': words.say('web.more-about', { game: [game.name] }),
            },
            picture(icons.more, '0 0 64 64', 'icon'),
          ),
          h(
            'div',
            { class: 'menu more-menu', id: `more-${game.name}`, popover: 'auto' },
            h('h2', {}, title),
            running && act('play', 'web.play', () => this.play(game)),
            act('invite', this.alone ? 'web.invite-here' : 'web.invite', () => this.make(game)),
            game.lesson && to('learn', 'web.learn', `#l=${game.name}`),
            to('rules', 'web.rules', `#rules/${game.name}`),
            act('real', 'web.real', () => this.gather(game)),
          ),
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
  play(game) {
    this.actions.play(game, posterOf(game.name).kids);
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
