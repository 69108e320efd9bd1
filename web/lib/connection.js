// The connection to the host, which is on a server or in this browser. It says hello, reconnects
// after every interruption, and resumes the table where it was.

import { after, nothing } from './model.js';
import { remember } from './storage.js';
import { isOtherVersion, protocol } from './version.js';

/** @typedef {import('./model.js').Model} Model */
/** What preload.js started: a socket that is open or opening and says hello by itself, the messages
 * received so far, the table that was resumed, and the tokens that were sent.
 * @typedef {{lang: string, address: URL, words: Record<string,
 *   Promise<import('./words.js').Table>>, socket: WebSocket, heard: MessageEvent[], asked: string |
 *   undefined, tokens: string[]}} First */

const shortest = 400,
  longest = 8000; // milliseconds between attempts to connect
const patience = 10000; // milliseconds to wait for a server that never answered
const hope = 20000; // milliseconds until a lost connection counts as gone
const firstRetry = 1000,
  lastRetry = 30000; // milliseconds until a refused resume is sent again

const sign = 'token ';
const mostTokens = 9; // in one resume

/** What is stored for a table: its tokens, the last link that was followed to it, its game, and the
 * time of the last change. @param {string} table
 * @returns {{tokens: string[], via?: string, game?: string, at?: number}} */
const stored = (table) => ({
  tokens: [],
  ...JSON.parse(localStorage.getItem(sign + table) ?? '{}'),
});

/** Tokens are stored per table. Addresses contain them only in the fragment, which browsers do not
 * send. */
export const tokens = {
  /** @param {string} table @returns {string[]} */
  of: (table) => stored(table).tokens,
  /** @param {string} table @returns {string | undefined} */
  game: (table) => stored(table).game,
  /** Whether a link with this token was followed before, or the token is stored.
   * @param {string} table @param {string} token */
  knows: (table, token) => stored(table).via === token || stored(table).tokens.includes(token),
  /** @param {string} table @param {{tokens?: string[], via?: string, game?: string}} more */
  keep: (table, more) =>
    remember(sign + table, JSON.stringify({ ...stored(table), at: Date.now(), ...more })),
  /** Adds a token. If there are too many, the first one stays, which may be the owner's, and the
   * oldest of the others are dropped. @param {string} table @param {string} token */
  add(table, token) {
    const [first, ...rest] = [...stored(table).tokens.filter((one) => one !== token), token];
    tokens.keep(table, { tokens: [first, ...rest.slice(1 - mostTokens)] });
  },
  /** Removes tokens that the host did not accept. @param {string} table @param {string[]} wrong */
  drop(table, wrong) {
    const left = stored(table).tokens.filter((one) => !wrong.includes(one));
    if (left.length) tokens.keep(table, { tokens: left });
    else tokens.forget(table);
  },
  /** @param {string} table */
  forget: (table) => localStorage.removeItem(sign + table),
  /** Tables with stored tokens and a game, the most recent first.
   * @returns {{table: string, game: string, at: number}[]} */
  tables: () =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith(sign))
      .map((key) => ({
        table: key.slice(sign.length),
        game: '',
        at: 0,
        ...stored(key.slice(sign.length)),
      }))
      .filter((one) => one.tokens.length && one.game)
      .sort((a, b) => b.at - a.at),
};

export class Connection {
  /** @param {() => import('../offline/offline.js').Socket} open @param {string} lang
   * @param {First} [first] */
  constructor(open, lang, first) {
    this.open = open;
    this.lang = lang;
    /** Called after every message. @type {(model: Model, message: any, before: Model) => void} */
    this.heard = () => {};
    /** Called when the connection is open, lost, gone (lost for long), could never be established
     * ("none"), or leads to a host of another version ("other").
     * @type {(state: 'open' | 'lost' | 'gone' | 'none' | 'other') => void} */
    this.changed = () => {};
    this.model = nothing();
    /** Commands to send as soon as the connection is open. @type {string[]} */
    this.waiting = [];
    /** The token of a link that is tried instead of the stored ones. @type {string | undefined} */
    this.trial = undefined;
    /** The tokens of the last resume. @type {string[]} */
    this.sent = [];
    /** Timer until a refused resume is sent again.
     * @type {ReturnType<typeof setTimeout> | undefined} */
    this.retrying = undefined;
    this.retryPause = firstRetry;
    this.pause = shortest;
    this.met = false;
    /** Timer until the lost connection counts as gone.
     * @type {ReturnType<typeof setTimeout> | undefined} */
    this.losing = undefined;
    this.gone = false;
    this.closed = false;
    /** Set until `goOn` has handled what preload.js received. */
    this.first = first;
    for (const sign of ['online', 'focus', 'pageshow']) addEventListener(sign, () => this.hurry());
    document.addEventListener('visibilitychange', () => this.hurry());
    this.connect(first);
  }

  /** @param {First} [first] */
  connect(first) {
    if (this.closed) return;
    const socket = (this.socket = first?.socket ?? this.open());
    socket.onopen = () => {
      this.send(`hello ${protocol} ${this.lang}`);
      this.greet();
    };
    socket.onmessage = (/** @type {{data: string}} */ event) => this.hear(JSON.parse(event.data));
    socket.onclose = () => socket === this.socket && this.lose();
    clearTimeout(this.giving);
    if (!this.met)
      this.giving = setTimeout(
        () => this.met || this.changed('none'),
        navigator.onLine ? patience : 0,
      );
  }

  /** Connects in another way from now on.
   * @param {() => import('../offline/offline.js').Socket} open */
  through(open) {
    if (open === this.open) return;
    this.open = open;
    this.met = false;
    this.pause = shortest;
    this.found();
    this.again();
  }

  /** Connects again in the same way. */
  again() {
    this.hangUp();
    this.connect();
  }

  hangUp() {
    clearTimeout(this.timer);
    clearTimeout(this.retrying);
    if (!this.socket) return;
    this.socket.onclose = this.socket.onmessage = this.socket.onopen = null;
    this.socket.close();
  }

  /** Takes over the socket of preload.js. Its messages are handled after `go`, which opens the page
   * that the address asks for. @param {() => void} go */
  goOn(go) {
    const { socket = undefined, heard = [] } = this.first ?? {},
      [hello, ...rest] = heard.map(({ data }) => JSON.parse(data));
    if (socket?.readyState === WebSocket.OPEN) this.greet();
    else if (socket && socket.readyState !== WebSocket.CONNECTING) this.lose();
    if (hello) this.hear(hello);
    go();
    for (const message of this.socket === socket ? rest : []) this.hear(message);
    this.first = undefined;
  }

  /** Resumes a table, unless preload.js has already done so. @param {string} table */
  resume(table) {
    if (this.first && this.socket === this.first.socket && this.first.asked === table)
      this.sent = this.first.tokens;
    else this.sendResume(table, 0);
    this.model.you.table = table;
  }

  /** @param {string} table @param {number} cursor number of the last known event */
  sendResume(table, cursor) {
    clearTimeout(this.retrying);
    this.sent = this.trial ? [this.trial] : tokens.of(table);
    this.send(`resume ${table} ${this.sent.join(',') || '-'} ${cursor}`);
    // the answer arrives after a new token that replaces that of a one-time link
    if (this.trial) this.send('lobby');
  }

  /** Sends a refused resume again after a delay that doubles each time until the host accepts
   *   one. */
  resumeLater() {
    clearTimeout(this.retrying);
    this.retrying = setTimeout(
      () => this.model.you.table && this.sendResume(this.model.you.table, this.model.n),
      this.retryPause * (0.75 + Math.random() / 2),
    );
    this.retryPause = Math.min(lastRetry, this.retryPause * 2);
  }

  /** Resumes the table and sends the commands that were delayed. */
  greet() {
    this.pause = shortest;
    this.met = true;
    this.found();
    this.changed('open');
    const table = this.model.you.table;
    if (table) this.sendResume(table, this.model.n);
    for (const command of this.waiting.splice(0)) this.send(command);
  }

  /** Resets the timer for a lost connection. */
  found() {
    clearTimeout(this.losing);
    this.losing = undefined;
    this.gone = false;
  }

  lose() {
    if (this.closed) return;
    this.losing ??= setTimeout(() => {
      this.gone = true;
      this.changed('gone');
    }, hope);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(longest, this.pause * 2);
    this.changed(this.gone ? 'gone' : this.met ? 'lost' : 'none');
  }

  /** Connects at once instead of waiting: the browser is online again, or the page is visible
   * again. */
  hurry() {
    if (this.closed || document.hidden || this.socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.connect();
  }

  /** @param {string} command one line */
  send(command) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(command);
    else if (!/^(hello|resume|move) /.test(command)) this.waiting.push(command);
  }

  /** @param {any} message */
  hear(message) {
    const before = this.model;
    if (this.closed) return;
    if (isOtherVersion(message)) {
      this.closed = true;
      this.hangUp();
      this.changed('other');
      return;
    }
    if (message.type === 'token') {
      tokens.add(message.table, message.token);
      this.trial = undefined; // the new token replaces it
    }
    if (message.type === 'you') this.retryPause = firstRetry;
    this.model = after(before, message);
    this.remember(message);
    this.heard(this.model, message, before);
  }

  /** Stores which game a table has, until the match is over. @param {any} message */
  remember({ type, id, game, phase }) {
    if (type !== 'table' || !tokens.of(id).length) return;
    if (phase === 'closed') tokens.forget(id);
    else tokens.keep(id, { game: phase === 'finished' ? '' : game });
  }

  /** Leaves the table by opening a new connection, which is at no table. */
  forgetTable() {
    const { you } = this.model;
    this.trial = undefined;
    if (you.table && this.socket) this.again();
    const { games, levels, chatPhrases, reactions, endings, url, hints, lobby } = this.model;
    const known = { games, levels, chatPhrases, reactions, endings, url, hints, lobby };
    this.model = { ...nothing(), ...known };
  }
}
