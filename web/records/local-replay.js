// Answers requests about records in this browser, as src/server/replay_jobs.c does on a server.
// Slow requests get a Worker of their own, so that quick ones do not wait.

import { fileAt } from '../lib/version.js';
import { savedTables } from '../offline/saved-tables.js';

/** @typedef {{question: string} | {table: string}} Asked */

class ReplayWorker {
  /** @param {Uint8Array[]} kept exported tables */
  constructor(kept) {
    this.worker = new Worker(fileAt('offline/replay-worker.js'), {
      type: 'module',
    });
    /** Callbacks by number of the request. @type {Map<number, (answer?: string) => void>} */
    this.waiting = new Map();
    this.number = 0;
    this.worker.onmessage = ({ data }) => this.give(data.number, data.answer);
    this.worker.onerror = () => this.dismiss();
    this.worker.postMessage({
      begin: new URL(fileAt('flibuste.wasm'), document.baseURI).href,
      kept,
    });
  }

  /** @param {Asked} asked @returns {Promise<string | undefined>} undefined if there is no answer */
  ask(asked) {
    const number = this.number++;
    return new Promise((resolve) => {
      this.waiting.set(number, resolve);
      this.worker.postMessage({ number, ...asked });
    });
  }

  /** @param {number} number @param {string} [answer] */
  give(number, answer) {
    this.waiting.get(number)?.(answer);
    this.waiting.delete(number);
  }

  dismiss() {
    this.worker.terminate();
    for (const number of [...this.waiting.keys()]) this.give(number);
  }
}

/** Answers one request with a new Worker. @param {Asked} asked @param {Uint8Array[]} [kept] */
async function once(asked, kept = []) {
  const worker = new ReplayWorker(kept),
    answer = await worker.ask(asked);
  worker.dismiss();
  return answer;
}

/** The Worker for quick requests. @type {ReplayWorker | undefined} */
let quick;

/** The JSON that a server would answer. @param {string} question one line, followed by the
 *   record */
export async function answerHere(question) {
  if (question.startsWith('analysis')) return once({ question });
  quick ??= new ReplayWorker([]);
  const answer = await quick.ask({ question });
  if (answer === undefined) quick = undefined; // the next request starts another one
  return answer;
}

/** The record of a stored table. @param {string} table */
export async function recordHere(table) {
  const bytes = savedTables.get(table);
  return bytes && once({ table }, [bytes]);
}
