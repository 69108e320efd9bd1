// The page begins here: one line to the server, or to a host in this browser where there is none, and what
// the address asks for.

import { h } from './dom.js';
import { foresee, loadSheet } from './games/games.js';
import { Line, tokens } from './line.js';
import { sightOf } from './model.js';
import { Elsewhere } from './offline/elsewhere.js';
import { Offline } from './offline/offline.js';
import { Stay } from './offline/stay.js';
import { keepName, nonce, usualLevel, usualName } from './person.js';
import { keptRecord } from './records/kept.js';
import { Shell } from './shell.js';
import { Viewing } from './viewing.js';
import { loadWords } from './words.js';

/** @typedef {import('./door.js').Door} Door */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./room.js').Room} Room */
/** @typedef {import('./rules.js').Rules} Rules */
/** @typedef {import('./seat.js').Seat} Seat */
/** What comes when it is wanted. @typedef {Pick<typeof import('./door.js'), 'Door'> & Pick<typeof import('./room.js'), 'Room'> &
 *   Pick<typeof import('./rules.js'), 'Rules'> & Pick<typeof import('./seat.js'), 'Seat'>} Parts */
/** Nothing to see yet, and what to do when more of the page has come. @typedef {{element: Element, further?: () => void}} Wait */

/** Where each part is; all that is before a match has a sheet of its own.
 * @type {{[Name in keyof Parts]: () => Promise<[Pick<Parts, Name>, ...any[]]>}} */
const places = {
  Door: () => Promise.all([import('./door.js'), loadSheet('door.css')]),
  Room: () => Promise.all([import('./room.js'), loadSheet('door.css')]),
  Rules: () => Promise.all([import('./rules.js'), loadSheet('door.css')]),
  Seat: () => Promise.all([import('./seat.js')]),
};

const pause = 2000; // milliseconds until what did not come is asked for again
const bots = 2; // against whom one plays at once, where the game allows as many

class Page {
  /** @param {import('./words.js').Words} words @param {Line} line */
  constructor(words, line) {
    this.offline = new Offline();
    this.offline.tell = (key) => this.shell.line(key);
    this.offline.lost = (table) => this.takenOver(table);
    this.ways = { server: line.open, alone: () => this.offline.open() };
    this.stay = new Stay();
    this.shell = new Shell(/** @type {Element} */ (document.getElementById('page')), words);
    this.shell.onspeak = () => this.speak();
    this.line = line;
    line.heard = (model, message, before) => this.hear(model, message, before);
    line.changed = (state) => this.lineIs(state);
    /** @type {Door | Elsewhere | Room | Rules | Seat | Viewing | Wait | undefined} */
    this.shown = undefined;
    /** What has come of the page. @type {Partial<Parts>} */
    this.parts = {};
    /** What is on its way. @type {Set<keyof Parts>} */
    this.coming = new Set();
    addEventListener('hashchange', () => this.go());
    addEventListener('dragover', (event) => event.dataTransfer?.types.includes('Files') && event.preventDefault());
    addEventListener('drop', (event) => this.drop(event));
    line.goOn(() => this.go());
    if (location.hash.startsWith('#t='))
      this.part('Seat');
  }

  /** What is shown, if it is that part of the page. @template {keyof Parts} Name @param {Name} name
   * @returns {InstanceType<Parts[Name]> | undefined} */
  shownAs(name) {
    const part = this.parts[name];
    return part && this.shown instanceof part ? /** @type {any} */ (this.shown) : undefined;
  }

  get door() {
    return this.shownAs('Door');
  }

  get room() {
    return this.shownAs('Room');
  }

  get seat() {
    return this.shownAs('Seat');
  }

  /** A part of the page, if it has come; else it is sent for. @template {keyof Parts} Name @param {Name} name
   * @returns {Partial<Parts>[Name]} */
  part(name) {
    if (!this.parts[name] && !this.coming.has(name))
      this.sendFor(name);
    return this.parts[name];
  }

  /** Lets a part come, and goes where one wanted to be meanwhile. @param {keyof Parts} name */
  async sendFor(name) {
    this.coming.add(name);
    try {
      const [module] = await places[name]();
      Object.assign(this.parts, { [name]: /** @type {any} */ (module)[name] });
    } catch {
      setTimeout(() => this.goFurther(), pause); // who waits for it, and the next who asks, tries again
      return;
    } finally {
      this.coming.delete(name);
    }
    this.goFurther();
    if (this.line.model.you.table)
      this.draw(this.line.model);
  }

  /** Does what one waits for, if one does. */
  goFurther() {
    if (this.shown && 'further' in this.shown)
      this.shown.further?.();
  }

  get words() {
    return this.shell.words;
  }

  get isAlone() {
    return this.line.open === this.ways.alone;
  }

  /** Where no server answers, and none is needed, one plays alone. @param {'open' | 'lost' | 'gone' | 'none'} state */
  lineIs(state) {
    const to = new URLSearchParams(location.hash.slice(1)), needed = to.has('t') || to.has('j');
    if ((state === 'none' || state === 'gone') && !needed && !this.isAlone && !this.offline.missing) {
      this.forgetTable(); // the server's, which is not to be had here
      this.line.through(this.ways.alone);
    } else if (this.isAlone && this.offline.missing) {
      this.line.through(this.ways.server);
    } else {
      this.shell.line(this.lineSays(state), state === 'gone' && needed, state === 'gone' ? this.keptMatch() : '');
    }
  }

  /** The table one is at, if its match so far is kept here, and the page that shows it. */
  keptMatch() {
    const table = this.line.model.you.table ?? '';
    return this.stay.key === 'web.stays' && keptRecord(table) ? table : '';
  }

  /** @param {'open' | 'lost' | 'gone' | 'none'} state @returns {string} a word key */
  lineSays(state) {
    if (state === 'open')
      this.offline.missing &&= this.isAlone; // a server has one
    return state === 'open' ? '' : this.offline.missing ? 'web.offline-missing' : state !== 'gone' ? 'web.reconnecting'
      : this.stay.key === 'web.stays' ? 'web.server-gone' : 'web.server-lost';
  }

  /** Goes where the fragment says: a table, an invitation, the rules, a record, or the door. */
  go() {
    const to = new URLSearchParams(location.hash.slice(1));
    const [table, code, key, lesson, play] = ['t', 'j', 'k', 'l', 'p'].map((name) => to.get(name));
    const rules = location.hash.match(/^#rules\/(.+)/)?.[1] ?? to.get('r');
    if (to.has('replay') || to.has('record'))
      this.viewing().go(to);
    else if (lesson)
      this.learn(lesson);
    else if (play)
      this.playNamed(play);
    else if (rules)
      this.openRules(rules);
    else if (table)
      this.openTable(table, key);
    else if (code)
      this.join(code);
    else
      this.openDoor();
  }

  /** Goes away from the table there is, if there is one. */
  forgetTable() {
    this.offline.hold.release(this.line.model.you.table ?? '');
    this.line.forgetTable();
  }

  /** @param {string} [news] what there is to say to who comes back to it */
  openDoor(news = '') {
    this.forgetTable();
    this.line.through(this.ways.server);
    this.showDoor(news);
    this.line.send('lobby');
  }

  /** @param {string} news */
  showDoor(news) {
    const Door = this.part('Door');
    if (!Door) {
      this.wait(() => this.showDoor(news));
      return;
    }
    this.set(new Door(this.words, this.stay, {
      play: (game) => this.playNow(game),
      make: (game, terms, name, here) => {
        keepName(name);
        this.makeTable([game.name, ...terms], name);
        for (const other of here)
          this.line.send(`sit ${other.seat} ${nonce()} ${other.name}`);
        if (!/\bopen\b/.test(terms[0])) // nobody else is to come
          this.line.send('start');
      },
      gather: (game, terms, names, complete) => this.gather([game.name, ...terms], names, complete),
      join: (code) => { location.hash = `j=${encodeURIComponent(code)}`; },
      open: (file) => this.viewing().open(file),
    }), '');
    this.shell.tell(news);
  }

  /** @param {string} what a game, or a game and the number of a rule */
  openRules(what) {
    const [game, number] = what.split('/'), Rules = this.part('Rules');
    if (Rules)
      this.set(new Rules(game, this.words, number), game);
    else
      this.wait(() => this.openRules(what));
  }

  /** The place for records, on the page. */
  viewing() {
    if (!(this.shown instanceof Viewing))
      this.set(new Viewing(this.words, () => this.line.model.levels, (title) => this.shell.entitle(title)), 'viewer.title');
    return /** @type {Viewing} */ (this.shown);
  }

  /** A record dropped on the page. @param {DragEvent} event */
  drop(event) {
    const file = event.dataTransfer?.files[0];
    if (!file)
      return;
    event.preventDefault();
    this.viewing().open(file);
  }

  /** @param {string} table @param {string | null} key */
  openTable(table, key) {
    if (key) {
      tokens.keep(table, { token: key });
      history.replaceState(null, '', `#t=${table}`);
    }
    if (this.line.model.you.table === table) {
      this.shown = undefined;
      this.draw(this.line.model);
      return;
    }
    this.forgetTable();
    this.wait();
    foresee(tokens.game(table) ?? '');
    if (this.offline.has(table))
      this.takeUp(table, false);
    else
      this.resume(table, this.ways.server);
  }

  /** @param {string} table @param {() => import('./offline/offline.js').Socket} way */
  resume(table, way) {
    this.line.through(way);
    this.line.resume(table);
  }

  /** A table that is kept here. @param {string} table @param {boolean} anyway also if another page has it */
  async takeUp(table, anyway) {
    const taken = await this.offline.take(table, anyway);
    if (location.hash !== `#t=${table}`)
      this.offline.hold.release(table); // one went elsewhere meanwhile
    else if (!taken)
      this.takenOver(table);
    else {
      if (this.isAlone)
        this.line.again();
      this.resume(table, this.ways.alone);
    }
  }

  /** Another page of this browser has the table. @param {string} table */
  takenOver(table) {
    if (this.line.model.you.table === table)
      this.line.forgetTable();
    if (location.hash === `#t=${table}`)
      this.set(new Elsewhere(this.words, () => this.takeUp(table, true)), 'web.title');
  }

  /** @param {string} code */
  join(code) {
    this.forgetTable();
    this.line.through(this.ways.server);
    this.wait();
    this.line.send(`join ${code.replace(/\s/g, '').slice(0, 16)}`);
  }

  /** @param {() => void} [further] what to do when more of the page has come */
  wait(further) {
    this.set({ element: h('main', { class: 'page wait', id: 'board', tabindex: '-1' }, this.words.say('web.connecting')), further }, 'web.title');
  }

  /** One click: a table with bots, and the first card. @param {import('./model.js').GameInfo} game */
  playNow(game) {
    const level = usualLevel(this.line.model.levels);
    const others = Math.max(game.least - 1, Math.min(game.most - 1, bots));
    this.makeTable([game.name, `seats=${['person', ...new Array(others).fill(`bot:${level}`)].join(',')}`], usualName(this.words));
    this.line.send('start');
  }

  /** A lesson is a table of its own. @param {string} game */
  learn(game) {
    this.forgetTable();
    this.wait();
    this.makeTable([game.slice(0, 32), 'dice=lesson'], usualName(this.words));
    this.line.send('start');
  }

  /** After a lesson. @param {string} name */
  playNamed(name) {
    const game = this.line.model.games.find((one) => one.name === name);
    history.replaceState(null, '', '#');
    this.openDoor();
    if (game)
      this.playNow(game);
  }

  /** A real table: everybody on this device sits down, and it begins if nobody is to come.
   * @param {string[]} terms @param {string[]} names @param {boolean} complete */
  gather(terms, names, complete) {
    keepName(names[0]);
    this.line.send(`new ${terms.join(' ')}`);
    for (const name of names)
      this.line.send(`sit - ${nonce()} ${name}`);
    if (complete)
      this.line.send('start');
  }

  /** @param {string[]} terms @param {string} name */
  makeTable(terms, name) {
    this.line.send(`new ${[...terms, ...(this.isAlone ? ['chat=off'] : [])].join(' ')}`);
    this.line.send(`sit - ${nonce()} ${name}`);
  }

  /** @param {any} part something with an element @param {string} title */
  set(part, title) {
    this.shown = part;
    this.shell.show(part.element, title);
    this.draw(this.line.model);
  }

  speak() {
    this.line.lang = this.words.lang;
    if (this.room)
      this.room.speak(this.words, this.line.model);
    else
      /** @type {Door | Rules | Seat | Viewing | undefined} */ (this.shown)?.speak?.(this.words); // who waits says nothing
  }

  /** @param {Model} model @param {any} message @param {Model} before */
  hear(model, message, before) {
    if (message.is === 'you' && model.you.table !== before.you.table) {
      this.offline.hold.release(before.you.table ?? '');
      this.moved(model);
    }
    if (message.is === 'refused')
      this.refused(message, model);
    else
      this.seat?.hear(model, message);
    this.draw(model);
  }

  /** At another table, or at none: the address says so, and from a table the way back leads to the door.
   * @param {Model} model */
  moved(model) {
    const hash = model.you.table ? `#t=${model.you.table}` : '#';
    if (model.you.table && !location.hash)
      history.pushState(null, '', hash);
    else if (location.hash !== hash && (model.you.table || location.hash.startsWith('#t=')))
      history.replaceState(null, '', hash);
    if (!model.you.table && !(this.door || this.isApart()))
      this.openDoor();
  }

  /** @param {any} message @param {Model} model */
  refused(message, model) {
    const text = this.words.phrase(message.why);
    if (['resume', 'join', 'new'].includes(message.to)) {
      if (message.to === 'resume' && model.you.table)
        tokens.forget(model.you.table);
      history.replaceState(null, '', '#');
      this.openDoor(text);
    } else if (this.seat) {
      this.seat.refused(message.why);
    } else if (this.room) {
      this.room.say(text);
    } else {
      this.shell.tell(text);
    }
  }

  /** What has nothing to do with the line. */
  isApart() {
    return this.shown instanceof Viewing || this.shownAs('Rules');
  }

  /** Shows the model with what is on the page, or opens what belongs to it. @param {Model} model */
  draw(model) {
    const { door } = this;
    if (door) {
      door.alone = this.isAlone;
      if (model.you.table && model.table)
        this.enter(model);
      else
        door.show(model);
      if (model.games.length) // the door is there to be looked at
        for (const name of /** @type {(keyof Parts)[]} */ (['Seat', 'Room', 'Rules']))
          this.part(name);
    } else if (!this.isApart() && model.table && model.you.table === model.table.id) {
      this.enter(model);
    }
  }

  /** @param {Model} model */
  enter(model) {
    const table = /** @type {import('./model.js').TableInfo} */ (model.table);
    if (table.phase === 'gathering')
      this.enterRoom(model, table);
    else if (!this.seat && sightOf(model))
      this.takeSeat(model, table);
  }

  /** @param {Model} model @param {import('./model.js').TableInfo} table */
  enterRoom(model, table) {
    const Room = this.part('Room');
    if (!Room)
      return;
    if (!this.room) {
      this.shown = new Room(this.words, (command) => this.line.send(this.withNonce(command)));
      this.shell.show(this.shown.element, table.game);
    }
    this.room?.show(model);
  }

  /** @param {Model} model @param {import('./model.js').TableInfo} table */
  takeSeat(model, table) {
    const Seat = this.part('Seat');
    if (!Seat)
      return;
    const seat = this.shown = new Seat(this.words, this.line);
    this.shell.show(seat.element, table.game);
    seat.enter(model);
  }

  /** @param {string} command */
  withNonce(command) {
    return command.startsWith('sit ') ? command.replace(' - ', ` ${nonce()} `) : command;
  }
}

const begun = () => /** @type {{first?: import('./line.js').First}} */ (globalThis).first;
if (!begun())
  await import('./early.js');
const first = /** @type {import('./line.js').First} */ (begun()), words = await loadWords(first.lang, first.words);
new Page(words, new Line(() => new WebSocket(first.address), first.lang, first));
