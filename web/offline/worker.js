// The Worker with the host of tables without a server. Bots think in another one (bot-worker.js),
// so that this one stays responsive. It receives {begin, kept}, then {open} with the number of a
// connection, {command} and {close}. It sends {ready}; then, after each call, {keep} followed by
// {said, line}; {missing} where WebAssembly is not available; and {failed} if it cannot continue.

import { Host } from './host.js';

const fail = () => postMessage({ failed: true });

class Worked {
  /** @param {Host} host @param {WebAssembly.Module} module the compiled WebAssembly */
  constructor(host, module) {
    this.host = host;
    this.module = module;
    this.line = 0;
    this.thinking = false;
    /** @type {Worker | undefined} */
    this.botWorker = undefined;
  }

  /** @param {{open?: number, close?: boolean, command?: string}} message */
  hear({ open, close, command }) {
    this.line = open ?? this.line;
    if (command !== undefined) this.host.command(command, Date.now());
    else if (open || close) this.host.call(open ? 'open' : 'close', Date.now());
    this.tell();
  }

  /** Sends the results of a call: first tables to store, then messages, so that nothing is shown
   * before it is stored. */
  tell() {
    const keep = this.host.kept(),
      said = this.host.said();
    if (keep.length) postMessage({ keep });
    if (said.length) postMessage({ said, line: this.line });
    this.setAlarm();
    this.ask();
  }

  setAlarm() {
    const wait = this.host.call('wake') - Date.now();
    clearTimeout(this.alarm);
    if (wait < 2 ** 31)
      this.alarm = setTimeout(
        () => {
          this.host.call('tick', Date.now());
          this.tell();
        },
        Math.max(0, wait),
      );
  }

  /** Passes questions to the bots one at a time. */
  ask() {
    const question = this.thinking ? undefined : this.host.question();
    if (!question) return;
    this.thinking = true;
    this.botWorker ??= this.startThinker();
    this.botWorker.postMessage({ question });
  }

  startThinker() {
    const botWorker = new Worker(new URL('bot-worker.js', import.meta.url), { type: 'module' });
    botWorker.onmessage = ({ data }) => this.learn(data);
    botWorker.onerror = fail;
    botWorker.postMessage({ module: this.module });
    return botWorker;
  }

  /** @param {{found: Uint8Array, milliseconds: number, failed?: boolean}} answer */
  learn({ found, milliseconds, failed }) {
    if (failed) return fail();
    this.thinking = false;
    this.host.thought(found, Date.now(), milliseconds);
    this.tell();
  }
}

/** @param {{begin: string, kept: Uint8Array[]}} message address of the WebAssembly, and stored
 *   tables */
async function begin({ begin: address, kept }) {
  const answer = await fetch(address),
    module = await WebAssembly.compile(await answer.arrayBuffer());
  const host = await Host.begin(
    module,
    crypto.getRandomValues(new Uint8Array(32)),
    kept,
    Date.now(),
  );
  postMessage({ ready: true, damaged: host.damaged });
  return new Worked(host, module);
}

/** @type {Promise<Worked | void>} */
let worked = Promise.resolve();

onmessage = ({ data }) => {
  if (data.begin) worked = begin(data).catch(() => postMessage({ missing: true }));
  else worked.then((one) => one?.hear(data)).catch(fail);
};
