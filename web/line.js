// The line to the server: one WebSocket that says hello, comes back by itself after every gap and
// goes on where it was.

import { after, nothing } from './model.js';

/** @typedef {import('./model.js').Model} Model */

const shortest = 400, longest = 8000; // milliseconds between attempts

/** Tokens of seats are kept by table; they never stand in an address but its fragment. */
export const tokens = {
  /** @param {string} table */
  of: (table) => localStorage.getItem(`token ${table}`),
  /** @param {string} table @param {string} token */
  keep: (table, token) => localStorage.setItem(`token ${table}`, token),
  /** @param {string} table */
  forget: (table) => localStorage.removeItem(`token ${table}`),
};

export class Line {
  /** @param {string} address @param {string} lang
   * @param {(model: Model, message: any, before: Model) => void} heard
   * @param {(state: 'open' | 'lost') => void} changed */
  constructor(address, lang, heard, changed) {
    this.address = address;
    this.lang = lang;
    this.heard = heard;
    this.changed = changed;
    this.model = nothing();
    /** What to do at a table as soon as the line is open. @type {string[]} */
    this.waiting = [];
    this.pause = shortest;
    this.closed = false;
    for (const sign of ['online', 'focus', 'pageshow'])
      addEventListener(sign, () => this.hurry());
    document.addEventListener('visibilitychange', () => this.hurry());
    this.connect();
  }

  connect() {
    const socket = this.socket = new WebSocket(this.address);
    socket.onopen = () => this.greet();
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = () => socket === this.socket && this.lose();
  }

  /** Says hello and takes up the table where it was left. */
  greet() {
    this.pause = shortest;
    this.changed('open');
    this.send(`hello 1 ${this.lang}`);
    const table = this.model.you.table;
    if (table)
      this.send(`resume ${table} ${tokens.of(table) ?? '-'} ${this.model.n}`);
    for (const command of this.waiting.splice(0))
      this.send(command);
  }

  lose() {
    if (this.closed)
      return;
    this.changed('lost');
    this.timer = setTimeout(() => this.connect(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(longest, this.pause * 2);
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
      tokens.keep(message.table, message.token);
    this.model = after(before, message);
    this.heard(this.model, message, before);
  }

  /** Leaves what was known of a table behind. */
  forgetTable() {
    const { games, levels, phrases, url, hints, lobby } = this.model;
    this.model = { ...nothing(), games, levels, phrases, url, hints, lobby };
  }
}
