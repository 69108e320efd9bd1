// The Worker in which the host of tables without a server lives; bots think in one of its own (thinker.js), so that
// they keep nobody waiting. It is told {begin, kept}, then {open} with the number of a line, {command} and
// {close}. It tells {ready}, then {keep} and behind it {said, line}; {missing} where WebAssembly is not to
// be had, and {failed} if it cannot go on.

import { Host } from './host.js';

const fail = () => postMessage({ failed: true });

class Worked {
  /** @param {Host} host @param {WebAssembly.Module} module of which it was made */
  constructor(host, module) {
    this.host = host;
    this.module = module;
    this.line = 0;
    this.thinking = false;
    /** @type {Worker | undefined} */
    this.thinker = undefined;
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
    this.ask();
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

  /** One question after the other. */
  ask() {
    const question = this.thinking ? undefined : this.host.question();
    if (!question)
      return;
    this.thinking = true;
    this.thinker ??= this.startThinker();
    this.thinker.postMessage({ question });
  }

  startThinker() {
    const thinker = new Worker(new URL('thinker.js', import.meta.url), { type: 'module' });
    thinker.onmessage = ({ data }) => this.learn(data);
    thinker.onerror = fail;
    thinker.postMessage({ module: this.module });
    return thinker;
  }

  /** @param {{found: Uint8Array, milliseconds: number, failed?: boolean}} answer */
  learn({ found, milliseconds, failed }) {
    if (failed)
      return fail();
    this.thinking = false;
    this.host.thought(found, Date.now(), milliseconds);
    this.tell();
  }
}

/** @param {{begin: string, kept: Uint8Array[]}} told where the WebAssembly is, and what was kept */
async function begin({ begin: address, kept }) {
  const answer = await fetch(address), module = await WebAssembly.compile(await answer.arrayBuffer());
  const host = await Host.begin(module, crypto.getRandomValues(new Uint8Array(32)), kept, Date.now());
  postMessage({ ready: true, damaged: host.damaged });
  return new Worked(host, module);
}

/** @type {Promise<Worked | void>} */
let worked = Promise.resolve();

onmessage = ({ data }) => {
  if (data.begin)
    worked = begin(data).catch(() => postMessage({ missing: true }));
  else
    worked.then((one) => one?.hear(data)).catch(fail);
};
