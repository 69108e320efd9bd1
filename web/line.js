// The line to the host, on a server or in this browser: it says hello, comes back by itself after every
// gap and goes on where it was.

import { after, nothing } from './model.js';
import { remember } from './remember.js';

/** @typedef {import('./model.js').Model} Model */
/** What early.js began: a socket that is open already, or soon, and says hello by itself; what it heard before
 * anybody listened, and the table it asked for.
 * @typedef {{lang: string, address: URL, words: Record<string, Promise<import('./words.js').Table>>, socket: WebSocket,
 *   heard: MessageEvent[], asked: string | undefined}} First */

const shortest = 400, longest = 8000; // milliseconds between attempts
const patience = 10000; // milliseconds until one who never answered is nobody
const hope = 20000; // milliseconds until one who was lost is gone

const sign = 'token ';

/** Tokens of seats are kept by table; they never stand in an address but its fragment. */
export const tokens = {
  /** @param {string} table @returns {string | undefined} */
  of: (table) => JSON.parse(localStorage.getItem(sign + table) ?? '{}').token,
  /** @param {string} table @returns {string | undefined} */
  game: (table) => JSON.parse(localStorage.getItem(sign + table) ?? '{}').game,
  /** @param {string} table @param {{token?: string, game?: string}} more */
  keep: (table, more) => remember(sign + table, JSON.stringify(
    { ...JSON.parse(localStorage.getItem(sign + table) ?? '{}'), at: Date.now(), ...more })),
  /** @param {string} table */
  forget: (table) => localStorage.removeItem(sign + table),
  /** The tables one has a seat at, the last first. @returns {{table: string, game: string, at: number}[]} */
  tables: () => Object.keys(localStorage).filter((key) => key.startsWith(sign))
    .map((key) => ({ table: key.slice(sign.length), ...JSON.parse(localStorage.getItem(key) ?? '{}') }))
    .filter((one) => one.token && one.game).sort((a, b) => b.at - a.at),
};

export class Line {
  /** @param {() => import('./offline/offline.js').Socket} open @param {string} lang @param {First} [first] */
  constructor(open, lang, first) {
    this.open = open;
    this.lang = lang;
    /** Told after every message. @type {(model: Model, message: any, before: Model) => void} */
    this.heard = () => {};
    /** Told when the line is open, or lost, or has been so for long, or there never was one.
     * @type {(state: 'open' | 'lost' | 'gone' | 'none') => void} */
    this.changed = () => {};
    this.model = nothing();
    /** What to do at a table as soon as the line is open. @type {string[]} */
    this.waiting = [];
    this.pause = shortest;
    this.met = false;
    /** Until it is gone. @type {ReturnType<typeof setTimeout> | undefined} */
    this.losing = undefined;
    this.gone = false;
    this.closed = false;
    /** Until somebody listens. */
    this.first = first;
    for (const sign of ['online', 'focus', 'pageshow'])
      addEventListener(sign, () => this.hurry());
    document.addEventListener('visibilitychange', () => this.hurry());
    this.connect(first);
  }

  /** @param {First} [first] */
  connect(first) {
    const socket = this.socket = first?.socket ?? this.open();
    socket.onopen = () => {
      this.send(`hello 1 ${this.lang}`);
      this.greet();
    };
    socket.onmessage = (/** @type {{data: string}} */ event) => this.hear(JSON.parse(event.data));
    socket.onclose = () => socket === this.socket && this.lose();
    clearTimeout(this.giving);
    if (!this.met)
      this.giving = setTimeout(() => this.met || this.changed('none'), navigator.onLine ? patience : 0);
  }

  /** Goes another way from now on. @param {() => import('./offline/offline.js').Socket} open */
  through(open) {
    if (open === this.open)
      return;
    this.open = open;
    this.met = false;
    this.pause = shortest;
    this.found();
    this.again();
  }

  /** A new line the same way. */
  again() {
    this.hangUp();
    this.connect();
  }

  hangUp() {
    clearTimeout(this.timer);
    if (!this.socket)
      return;
    this.socket.onclose = this.socket.onmessage = this.socket.onopen = null;
    this.socket.close();
  }

  /** Somebody listens: what the first socket has been through before. What it heard is told after `go`, in which
   * one goes where one wants to be. @param {() => void} go */
  goOn(go) {
    const { socket = undefined, heard = [] } = this.first ?? {}, [hello, ...rest] = heard.map(({ data }) => JSON.parse(data));
    if (socket?.readyState === WebSocket.OPEN)
      this.greet();
    else if (socket && socket.readyState !== WebSocket.CONNECTING)
      this.lose();
    if (hello)
      this.hear(hello);
    go();
    for (const message of this.socket === socket ? rest : [])
      this.hear(message);
    this.first = undefined;
  }

  /** Takes a seat again, or a place to watch, unless that was asked for already. @param {string} table */
  resume(table) {
    if (this.socket !== this.first?.socket || this.first?.asked !== table)
      this.send(`resume ${table} ${tokens.of(table) ?? '-'} 0`);
    this.model.you.table = table;
  }

  /** Takes up the table where it was left. */
  greet() {
    this.pause = shortest;
    this.met = true;
    this.found();
    this.changed('open');
    const table = this.model.you.table;
    if (table)
      this.send(`resume ${table} ${tokens.of(table) ?? '-'} ${this.model.n}`);
    for (const command of this.waiting.splice(0))
      this.send(command);
  }

  /** There is hope again. */
  found() {
    clearTimeout(this.losing);
    this.losing = undefined;
    this.gone = false;
  }

  lose() {
    if (this.closed)
      return;
    this.losing ??= setTimeout(() => {
      this.gone = true;
      this.changed('gone');
    }, hope);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(longest, this.pause * 2);
    this.changed(this.gone ? 'gone' : this.met ? 'lost' : 'none');
  }

  /** Does not wait when there is reason to hope. */
  hurry() {
    if (this.closed || document.hidden || this.socket?.readyState !== WebSocket.CLOSED)
      return;
    clearTimeout(this.timer);
    this.connect();
  }

  /** @param {string} command one line */
  send(command) {
    if (this.socket?.readyState === WebSocket.OPEN)
      this.socket.send(command);
    else if (!/^(hello|resume|move) /.test(command))
      this.waiting.push(command);
  }

  /** @param {any} message */
  hear(message) {
    const before = this.model;
    if (message.is === 'token')
      tokens.keep(message.table, { token: message.token });
    this.model = after(before, message);
    this.remember(message);
    this.heard(this.model, message, before);
  }

  /** Which game a seat is at, until it is over. @param {any} message */
  remember({ is, id, game, phase }) {
    if (is !== 'table' || !tokens.of(id))
      return;
    if (phase === 'closed')
      tokens.forget(id);
    else
      tokens.keep(id, { game: phase === 'over' ? '' : game });
  }

  /** Goes away from a table: a new line begins, which is at none. */
  forgetTable() {
    const { you } = this.model;
    if (you.table && this.socket)
      this.again();
    const { games, levels, phrases, url, hints, lobby } = this.model;
    this.model = { ...nothing(), games, levels, phrases, url, hints, lobby };
  }
}
