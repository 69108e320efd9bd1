// The Worker in which the host of tables without a server lives, so that a bot that thinks keeps nobody
// from looking around. It is told {begin, kept}, then {open} with the number of a line, {command} and
// {close}. It tells {ready}, then {keep} and behind it {said, line}; {missing} where WebAssembly is not to
// be had, and {failed} if it cannot go on.

import { Host } from './host.js';

class Worked {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    this.line = 0;
    this.thinking = false;
  }

  /** @param {{open?: number, close?: boolean, command?: string}} told */
  hear({ open, close, command }) {
    this.line = open ?? this.line;
    if (command !== undefined)
      this.host.command(command, Date.now());
    else if (open || close)
      this.host.call(open ? 'open' : 'close', Date.now());
    this.tell();
  }

  /** What came of a call: first what is to be kept, then what was said. */
  tell() {
    const keep = this.host.kept(), said = this.host.said();
    if (keep.length)
      postMessage({ keep });
    if (said.length)
      postMessage({ said, line: this.line });
    this.setAlarm();
    if (!this.thinking && this.host.call('is_asked')) {
      this.thinking = true;
      setTimeout(() => this.think());
    }
  }

  setAlarm() {
    const wait = this.host.call('wake') - Date.now();
    clearTimeout(this.alarm);
    if (wait < 2 ** 31)
      this.alarm = setTimeout(() => {
        this.host.call('tick', Date.now());
        this.tell();
      }, Math.max(0, wait));
  }

  think() {
    const begun = performance.now();
    this.host.call('think');
    this.thinking = false;
    this.host.call('thought', Date.now(), performance.now() - begun);
    this.tell();
  }
}

/** @param {{begin: string, kept: Uint8Array[]}} told where the WebAssembly is, and what was kept */
async function begin({ begin: address, kept }) {
  const answer = await fetch(address);
  const host = await Host.begin(await answer.arrayBuffer(), crypto.getRandomValues(new Uint8Array(32)), kept, Date.now());
  postMessage({ ready: true, damaged: host.damaged });
  return new Worked(host);
}

/** @type {Promise<Worked | void>} */
let worked = Promise.resolve();

onmessage = ({ data }) => {
  if (data.begin)
    worked = begin(data).catch(() => postMessage({ missing: true }));
  else
    worked.then((one) => one?.hear(data)).catch(() => postMessage({ failed: true }));
};
