// The entry point: connects to the server, or to a host in this browser if there is none, and opens
// the page that the address asks for.

import { h } from './lib/dom.js';
import { foresee, loadSheet } from './games/games.js';
import { Connection, tokens } from './lib/connection.js';
import { sightOf } from './lib/model.js';
import * as kids from './lib/kids.js';
import { Offline } from './offline/offline.js';
import { SwRegistration } from './offline/sw-registration.js';
import { keepName, nonce, usualLevel, usualName } from './lib/profile.js';
import { ConfirmPage } from './home/confirm-page.js';
import { keptRecord } from './records/saved-records.js';
import { Layout } from './layout.js';
import { RecordPage } from './records/record-page.js';
import { fileIsMissing, forgetReload, reloadOnce, updated } from './lib/version.js';
import { loadWords } from './lib/words.js';

/** @typedef {import('./home/home.js').HomePage} HomePage */
/** @typedef {import('./lib/model.js').Model} Model */
/** @typedef {import('./lib/words.js').Phrase} Phrase */
/** @typedef {import('./home/waiting-room.js').WaitingRoom} WaitingRoom */
/** @typedef {import('./home/rules.js').Rules} Rules */
/** @typedef {import('./play/match.js').MatchPage} MatchPage */
/** Parts that are loaded on demand.
 * @typedef {Pick<typeof import('./home/home.js'), 'HomePage'> & Pick<typeof
 *   import('./home/waiting-room.js'), 'WaitingRoom'> & Pick<typeof import('./home/rules.js'),
 *   'Rules'> & Pick<typeof import('./play/match.js'), 'MatchPage'>} Parts */
/** A page that is still loading, and what to do when another part has arrived.
 * @typedef {{element: Element, further?: () => void}} Wait */

/** How to load each part. Pages before a match share a style sheet.
 * @type {{[Name in keyof Parts]: () => Promise<[Pick<Parts, Name>, ...any[]]>}} */
const loaders = {
  HomePage: () => Promise.all([import('./home/home.js'), loadSheet('home/home.css')]),
  WaitingRoom: () => Promise.all([import('./home/waiting-room.js'), loadSheet('home/home.css')]),
  Rules: () => Promise.all([import('./home/rules.js'), loadSheet('home/home.css')]),
  MatchPage: () => Promise.all([import('./play/match.js')]),
};

const pause = 2000; // milliseconds until a part that failed to load is requested again
const bots = 2; // opponents in a quick game, if the game allows that many

/** Refusals of a resume that further attempts cannot change. */
const lasting = ['host.no-table', 'host.banned', 'host.frozen'];

/** Whether the address is that of a table. @param {string} table */
const asksFor = (table) => new URLSearchParams(location.hash.slice(1)).get('t') === table;

/** Sets the address to that of a table, without the token of a link. @param {string} table */
const showAddress = (table) =>
  location.hash !== `#t=${table}` && history.replaceState(null, '', `#t=${table}`);

class Page {
  /** @param {import('./lib/words.js').Words} words @param {Connection} connection */
  constructor(words, connection) {
    this.offline = new Offline();
    this.offline.tell = (key) => this.layout.showConnection(key);
    this.offline.lost = (table) => this.takenOver(table);
    this.ways = { server: connection.open, alone: () => this.offline.open() };
    this.sw = new SwRegistration();
    this.layout = new Layout(/** @type {Element} */ (document.getElementById('page')), words);
    this.layout.onspeak = () => this.speak();
    this.connection = connection;
    connection.heard = (model, message, before) => this.hear(model, message, before);
    connection.changed = (state) => this.connectionIs(state);
    /** @type {HomePage | ConfirmPage | WaitingRoom | Rules | MatchPage | RecordPage | Wait |
     *   undefined} */
    this.shown = undefined;
    /** The link to a seat, until it is accepted.
     * @type {{table: string, token: string} | undefined} */
    this.link = undefined;
    /** Whether the host refused a resume that is going to be sent again. */
    this.isKeptWaiting = false;
    /** Parts that have arrived. @type {Partial<Parts>} */
    this.parts = {};
    /** Parts that are being loaded. @type {Set<keyof Parts>} */
    this.coming = new Set();
    addEventListener('hashchange', () => this.go());
    addEventListener(
      'dragover',
      (event) => event.dataTransfer?.types.includes('Files') && event.preventDefault(),
    );
    addEventListener('drop', (event) => this.drop(event));
    connection.goOn(() => this.go());
    if (location.hash.startsWith('#t=')) this.part('MatchPage');
  }

  /** The page that is shown, if it is of that class. @template {keyof Parts} Name
   * @param {Name} name @returns {InstanceType<Parts[Name]> | undefined} */
  shownAs(name) {
    const part = this.parts[name];
    return part && this.shown instanceof part ? /** @type {any} */ (this.shown) : undefined;
  }

  get home() {
    return this.shownAs('HomePage');
  }

  get waitingRoom() {
    return this.shownAs('WaitingRoom');
  }

  get match() {
    return this.shownAs('MatchPage');
  }

  /** A part if it has arrived; otherwise starts to load it. @template {keyof Parts} Name
   * @param {Name} name @returns {Partial<Parts>[Name]} */
  part(name) {
    if (!this.parts[name] && !this.coming.has(name)) this.sendFor(name);
    return this.parts[name];
  }

  /** Loads a part and then continues what waited for it. @param {keyof Parts} name */
  async sendFor(name) {
    this.coming.add(name);
    try {
      const [module] = await loaders[name]();
      Object.assign(this.parts, { [name]: /** @type {any} */ (module)[name] });
    } catch {
      // the page that waits for it, or the next call, tries again
      fileIsMissing();
      setTimeout(() => this.goFurther(), pause);
      return;
    } finally {
      this.coming.delete(name);
    }
    this.goFurther();
    if (this.connection.model.you.table) this.draw(this.connection.model);
  }

  /** Continues what the present page waits for. */
  goFurther() {
    if (this.shown && 'further' in this.shown) this.shown.further?.();
  }

  get words() {
    return this.layout.words;
  }

  get isAlone() {
    return this.connection.open === this.ways.alone;
  }

  /** Switches to the host in this browser where no server answers and none is needed.
   * @param {'open' | 'lost' | 'gone' | 'none' | 'other'} state */
  connectionIs(state) {
    const to = new URLSearchParams(location.hash.slice(1)),
      needed = to.has('t') || to.has('j');
    if (state === 'other') {
      if (!reloadOnce()) this.layout.showConnection('host.protocol');
    } else if (
      (state === 'none' || state === 'gone') &&
      !needed &&
      !this.isAlone &&
      !this.offline.missing
    ) {
      this.forgetTable(); // a table of the server cannot be continued offline
      this.connection.through(this.ways.alone);
    } else if (this.isAlone && this.offline.missing) {
      this.connection.through(this.ways.server);
    } else {
      this.layout.showConnection(
        this.connectionKey(state),
        state === 'gone' && needed,
        state === 'gone' ? this.keptMatch() : '',
      );
    }
  }

  /** The present table, if its record so far and the page itself are stored in this browser. */
  keptMatch() {
    const table = this.connection.model.you.table ?? '';
    return this.sw.key === 'web.stays' && keptRecord(table) ? table : '';
  }

  /** @param {'open' | 'lost' | 'gone' | 'none' | 'other'} state
   * @returns {string} a translation key */
  connectionKey(state) {
    if (state === 'open') this.offline.missing &&= this.isAlone; // a server is an alternative
    return state === 'open'
      ? ''
      : this.offline.missing
        ? 'web.offline-missing'
        : state !== 'gone'
          ? this.connection.model.you.table
            ? 'web.reconnecting-game'
            : 'web.reconnecting'
          : this.sw.key === 'web.stays'
            ? 'web.server-gone'
            : 'web.server-lost';
  }

  /** Opens what the fragment asks for: a table, an invitation, the rules, a record, or the home
   * page. */
  go() {
    const to = new URLSearchParams(location.hash.slice(1));
    const [table, code, key, lesson, play] = ['t', 'j', 'k', 'l', 'p'].map((name) => to.get(name));
    this.link = undefined;
    const rules = location.hash.match(/^#rules\/(.+)/)?.[1] ?? to.get('r');
    if (to.has('replay') || to.has('record')) this.recordPage().go(to);
    else if (lesson) this.learn(lesson);
    else if (play) this.playNamed(play);
    else if (rules) this.openRules(rules);
    else if (table) this.openTable(table, key);
    else if (code) this.join(code);
    else this.openHome();
  }

  /** Leaves the present table, if there is one.
   * @param {string} [held] a table whose lock is kept, because the page is about to resume it: a
   *   released lock is not free at once */
  forgetTable(held = '') {
    this.offline.lock.releaseAllBut(held);
    this.connection.forgetTable();
  }

  /** @param {string} [news] a message to show there */
  openHome(news = '') {
    this.forgetTable();
    this.connection.through(this.ways.server);
    this.showHome(news);
    this.connection.send('lobby');
  }

  /** @param {string} news */
  showHome(news) {
    const HomePage = this.part('HomePage');
    if (!HomePage) {
      this.wait(() => this.showHome(news));
      return;
    }
    this.set(
      new HomePage(this.words, this.sw, {
        play: (game, needed) => this.playNow(game, needed),
        make: (game, terms, name, here) => {
          keepName(name);
          this.makeTable([game.name, ...terms], name);
          for (const other of here)
            this.connection.send(`sit ${other.seat} ${nonce()} ${other.name}`);
          if (!/\bopen\b/.test(terms[0]))
            // nobody else is expected
            this.connection.send('start');
        },
        gather: (game, terms, names, complete) =>
          this.gather([game.name, ...terms], names, complete),
        join: (code) => {
          location.hash = `j=${encodeURIComponent(code)}`;
        },
        open: (file) => this.recordPage().open(file),
      }),
      '',
    );
    this.layout.tell(news);
  }

  /** @param {string} what a game, or a game and the number of a rule */
  openRules(what) {
    const [game, number] = what.split('/'),
      Rules = this.part('Rules');
    if (Rules) this.set(new Rules(game, this.words, number), game);
    else this.wait(() => this.openRules(what));
  }

  /** The page for records; opens it if necessary. */
  recordPage() {
    if (!(this.shown instanceof RecordPage))
      this.set(
        new RecordPage(
          this.words,
          () => this.connection.model.levels,
          (title) => this.layout.entitle(title),
        ),
        'viewer.title',
      );
    return /** @type {RecordPage} */ (this.shown);
  }

  /** Opens a record that was dropped on the page. @param {DragEvent} event */
  drop(event) {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    this.recordPage().open(file);
  }

  /** @param {string} table
   * @param {string | null} token the token of a link; stored tokens are tried first */
  openTable(table, token) {
    const isOwn = tokens.of(table).length > 0;
    this.link = token && !tokens.knows(table, token) ? { table, token } : undefined;
    if (!this.link) showAddress(table);
    if (this.connection.model.you.table === table && (isOwn || !this.link)) {
      this.shown = undefined;
      this.draw(this.connection.model);
    } else {
      this.comeTo(table, isOwn ? undefined : this.link?.token);
    }
  }

  /** Resumes a table on a new connection. @param {string} table
   * @param {string} [trial] the token of a link */
  comeTo(table, trial) {
    this.forgetTable(table);
    this.connection.trial = trial;
    this.wait();
    foresee(tokens.game(table) ?? '');
    if (this.offline.has(table)) this.takeUp(table, false);
    else this.resume(table, this.ways.server);
  }

  /** @param {string} table @param {() => import('./offline/offline.js').Socket} way */
  resume(table, way) {
    this.connection.through(way);
    this.connection.resume(table);
  }

  /** Resumes a table that is stored in this browser. @param {string} table
   * @param {boolean} anyway even if another tab has it */
  async takeUp(table, anyway) {
    const taken = await this.offline.take(table, anyway);
    if (!asksFor(table))
      this.offline.lock.release(table); // the user has left meanwhile
    else if (!taken) this.takenOver(table);
    else {
      if (this.isAlone) this.connection.again();
      this.resume(table, this.ways.alone);
    }
  }

  /** Another tab of this browser has the table. @param {string} table */
  takenOver(table) {
    if (this.connection.model.you.table === table) this.connection.forgetTable();
    if (asksFor(table))
      this.ask(
        (words) => [words.say('web.elsewhere')],
        ['web.take-over', () => this.takeUp(table, true)],
      );
  }

  // ---- links to a seat ----

  /** The host accepted the stored tokens: asks whether to try the link, too. */
  askWhetherLink() {
    if (!(this.shown instanceof ConfirmPage))
      this.ask((words) => [words.say('web.link-other')], this.withoutLink(), [
        'web.link-try',
        () => this.tryLink(),
      ]);
  }

  /** The host accepted the token of the link: asks before the token is stored. @param {Model}
   *   model */
  askWhoseLink({ you, table }) {
    const names = you.seats.map((seat) => table?.seats[seat - 1].name ?? '');
    this.ask(
      (words) => [
        ...(names.length
          ? [
              words.say('web.link-seats', {
                n: names.length,
                names: new Intl.ListFormat(words.locale).format(names),
              }),
            ]
          : []),
        ...(you.owner ? [words.say('web.link-owner')] : []),
        words.say('web.link-warning'),
      ],
      ['web.link-mine', () => this.acceptLink(false)],
      this.withoutLink(),
    );
  }

  /** @param {(words: import('./lib/words.js').Words) => string[]} text
   * @param {...[string, () => void]} choices */
  ask(text, ...choices) {
    this.set(new ConfirmPage(this.words, text, choices), 'web.title');
  }

  /** The choice to continue without the link: with the stored tokens, else as a newcomer.
   * @returns {[string, () => void]} */
  withoutLink(table = this.link?.table ?? '') {
    return [
      tokens.of(table).length ? 'web.link-stay' : this.link ? 'web.link-newcomer' : 'web.join',
      () => {
        this.link = undefined;
        showAddress(table);
        this.comeTo(table);
      },
    ];
  }

  tryLink() {
    if (this.link) this.comeTo(this.link.table, this.link.token);
  }

  /** Accepts the link. Its token is stored, unless the host has replaced it by another one, which
   * is stored already. @param {boolean} isReplaced */
  acceptLink(isReplaced) {
    const { table, token } = /** @type {{table: string, token: string}} */ (this.link),
      { connection } = this;
    if (!isReplaced) tokens.add(table, token);
    tokens.keep(table, { via: token });
    this.link = connection.trial = this.shown = undefined;
    showAddress(table);
    if (tokens.of(table).length > 1) {
      // resume with all seats of this browser
      this.comeTo(table);
      return;
    }
    if (connection.model.table) connection.remember({ type: 'table', ...connection.model.table });
    this.draw(connection.model);
  }

  /** Shows the owner a link to somebody else's seat.
   * @param {{table: string, seat: number, token: string}} link */
  async showLink(link) {
    const { table, url } = this.connection.model,
      name = table?.seats[link.seat - 1]?.name ?? '';
    try {
      const [{ linkSheet }] = await Promise.all([
        import('./home/waiting-room.js'),
        loadSheet('home/home.css'),
        loadSheet('home/seat-art.css'),
      ]);
      linkSheet(this.words, { ...link, name }, url);
    } catch {
      fileIsMissing();
      setTimeout(() => this.showLink(link), pause);
    }
  }

  // ---- refusals ----

  /** The host refused a resume. Tokens are deleted only if they are wrong. @param {string} table
   * @param {Phrase} why */
  notLetIn(table, why) {
    const text = this.words.phrase(why);
    if (why.key === 'host.wrong-token') {
      tokens.drop(table, this.connection.sent);
      if (this.link && !this.connection.trial) this.tryLink();
      else this.tellWrong(table, why);
    } else if (lasting.includes(why.key)) {
      // not listed on the home page any more
      if (tokens.of(table).length) tokens.keep(table, { game: '' });
      history.replaceState(null, '', '#');
      this.openHome(text);
    } else {
      this.isKeptWaiting = true;
      this.layout.tell(`${text} ${this.words.say('web.trying-again')}`);
      this.connection.resumeLater();
    }
  }

  /** All tokens are wrong; the user may still join as a newcomer. @param {string} table
   * @param {Phrase} why */
  tellWrong(table, why) {
    this.link = undefined;
    showAddress(table);
    this.forgetTable(table);
    this.ask((words) => [words.phrase(why)], this.withoutLink(table));
  }

  /** @param {string} code */
  join(code) {
    this.forgetTable();
    this.connection.through(this.ways.server);
    this.wait();
    this.connection.send(`join ${code.replace(/\s/g, '').slice(0, 16)}`);
  }

  /** @param {() => void} [further] what to do when another part has arrived */
  wait(further) {
    this.set(
      {
        element: h(
          'main',
          { class: 'page wait', id: 'board', tabindex: '-1' },
          this.words.say('web.connecting'),
        ),
        further,
      },
      'web.title',
    );
  }

  /** Creates a table with bots and starts it at once.
   * @param {import('./lib/model.js').GameInfo} game
   * @param {Record<string, string>} [needed] the options that make it suit small children */
  playNow(game, needed) {
    const level = usualLevel(this.connection.model.levels);
    const others = Math.max(game.min_seats - 1, Math.min(game.max_seats - 1, bots));
    this.makeTable(
      [
        game.name,
        `seats=${['person', ...new Array(others).fill(`bot:${level}`)].join(',')}`,
        ...(kids.isFor(needed, {}) && !this.isAlone ? ['chat=off'] : []),
      ],
      usualName(this.words),
    );
    this.connection.send('start');
  }

  /** Creates the table of a lesson. @param {string} game */
  learn(game) {
    this.forgetTable();
    this.wait();
    this.makeTable([game.slice(0, 32), 'dice=lesson'], usualName(this.words));
    this.connection.send('start');
  }

  /** Starts a quick game after a lesson. @param {string} name */
  playNamed(name) {
    const game = this.connection.model.games.find((one) => one.name === name);
    history.replaceState(null, '', '#');
    this.openHome();
    if (game) this.playNow(game);
  }

  /** Creates a table with real dice: all players on this device take seats, and the match starts if
   * no others are expected. @param {string[]} terms @param {string[]} names
   * @param {boolean} complete */
  gather(terms, names, complete) {
    keepName(names[0]);
    this.connection.send(`new ${terms.join(' ')}`);
    for (const name of names) this.connection.send(`sit - ${nonce()} ${name}`);
    if (complete) this.connection.send('start');
  }

  /** @param {string[]} terms @param {string} name */
  makeTable(terms, name) {
    this.connection.send(`new ${[...terms, ...(this.isAlone ? ['chat=off'] : [])].join(' ')}`);
    this.connection.send(`sit - ${nonce()} ${name}`);
  }

  /** @param {any} part an object with an element @param {string} title */
  set(part, title) {
    this.shown = part;
    this.layout.show(part.element, title, part.tools);
    this.draw(this.connection.model);
  }

  speak() {
    this.connection.lang = this.words.lang;
    if (this.waitingRoom) this.waitingRoom.speak(this.words, this.connection.model);
    else
      /** @type {HomePage | ConfirmPage | Rules | MatchPage | RecordPage | undefined} */ (
        this.shown
      )?.speak?.(this.words); // a page that is loading has no texts to change
  }

  /** @param {Model} model @param {any} message @param {Model} before */
  hear(model, message, before) {
    if (message.type === 'you' && model.you.table !== before.you.table) {
      this.offline.lock.release(before.you.table ?? '');
      this.moved(model);
    }
    if (message.type === 'you' && this.isKeptWaiting) {
      this.isKeptWaiting = false;
      this.layout.tell('');
    }
    if (message.type === 'hello' && !this.isAlone) forgetReload();
    if (message.type === 'token' && this.link) this.acceptLink(true);
    else if (message.type === 'lobby' && this.link && this.connection.trial && model.table)
      this.askWhoseLink(model);
    else if (message.type === 'refused') this.refused(message, model);
    else if (message.type === 'link') this.showLink(message);
    else (this.match ?? this.waitingRoom)?.hear(model, message);
    this.draw(this.connection.model);
  }

  /** Updates the address after a change of table. The back button then leads from a table to the
   * home page. @param {Model} model */
  moved(model) {
    const hash = model.you.table ? `#t=${model.you.table}` : '#';
    if (model.you.table && !location.hash) history.pushState(null, '', hash);
    else if (
      location.hash !== hash &&
      !this.link &&
      (model.you.table || location.hash.startsWith('#t='))
    )
      history.replaceState(null, '', hash);
    if (!model.you.table && !(this.home || this.isApart())) this.openHome();
  }

  /** @param {any} message @param {Model} model */
  refused(message, model) {
    const text = this.words.phrase(message.reason);
    if (message.command === 'resume' && model.you.table) {
      this.notLetIn(model.you.table, message.reason);
    } else if (['resume', 'join', 'new'].includes(message.command)) {
      history.replaceState(null, '', '#');
      this.openHome(text);
    } else if (this.match) {
      this.match.refused(message.reason);
    } else if (this.waitingRoom) {
      this.waitingRoom.refused(message.reason.key, text);
    } else {
      this.layout.tell(text);
    }
  }

  /** Whether the page does not depend on the connection. */
  isApart() {
    return this.shown instanceof RecordPage || this.shownAs('Rules');
  }

  /** Updates the present page with the model, or opens the page that the model requires.
   * @param {Model} model */
  draw(model) {
    const { home } = this;
    if (home) {
      home.alone = this.isAlone;
      if (model.you.table && model.table) this.enter(model);
      else home.show(model);
      if (model.games.length)
        // load the other parts while the user looks at the home page
        for (const name of /** @type {(keyof Parts)[]} */ (['MatchPage', 'WaitingRoom', 'Rules']))
          this.part(name);
    } else if (!this.isApart() && model.table && model.you.table === model.table.id) {
      if (!this.link) this.enter(model);
      else if (!this.connection.trial) this.askWhetherLink();
    }
  }

  /** @param {Model} model */
  enter(model) {
    const table = /** @type {import('./lib/model.js').TableInfo} */ (model.table);
    if (table.phase === 'waiting') this.openWaitingRoom(model, table);
    else if (!this.match && sightOf(model)) this.openMatch(model, table);
  }

  /** @param {Model} model @param {import('./lib/model.js').TableInfo} table */
  openWaitingRoom(model, table) {
    const WaitingRoom = this.part('WaitingRoom');
    if (!WaitingRoom) return;
    if (!this.waitingRoom) {
      this.shown = new WaitingRoom(this.words, (command) =>
        this.connection.send(this.withNonce(command)),
      );
      this.layout.show(this.shown.element, table.game);
    }
    this.waitingRoom?.show(model);
  }

  /** @param {Model} model @param {import('./lib/model.js').TableInfo} table */
  openMatch(model, table) {
    const MatchPage = this.part('MatchPage');
    if (!MatchPage) return;
    const match = (this.shown = new MatchPage(this.words, this.connection));
    this.layout.show(match.element, table.game, match.tools, match.entries);
    match.enter(model);
  }

  /** @param {string} command */
  withNonce(command) {
    return command.startsWith('sit ') ? command.replace(' - ', ` ${nonce()} `) : command;
  }
}

if (location.search === updated) history.replaceState(null, '', location.pathname + location.hash);
const begun = () => /** @type {{first?: import('./lib/connection.js').First}} */ (globalThis).first;
if (!begun()) await import('./preload.js');
const first = /** @type {import('./lib/connection.js').First} */ (begun()),
  words = await loadWords(first.lang, first.words);
new Page(words, new Connection(() => new WebSocket(first.address), first.lang, first));
