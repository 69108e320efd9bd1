// The desk where questions about records are answered in this browser, as the server's desk does
// (src/server/desk.c): what is slow has a Worker of its own, so that it keeps nothing else waiting.

import { shelf } from '../offline/shelf.js';

/** @typedef {{question: string} | {table: string}} Asked */

class Clerk {
  /** @param {Uint8Array[]} kept tables it is to know */
  constructor(kept) {
    this.worker = new Worker(new URL('offline/clerk.js', document.baseURI), { type: 'module' });
    /** Who waits for which answer. @type {Map<number, (answer?: string) => void>} */
    this.waiting = new Map();
    this.number = 0;
    this.worker.onmessage = ({ data }) => this.give(data.number, data.answer);
    this.worker.onerror = () => this.dismiss();
    this.worker.postMessage({ begin: new URL('flibuste.wasm', document.baseURI).href, kept });
  }

  /** @param {Asked} asked @returns {Promise<string | undefined>} nothing, where there is no answer */
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
    for (const number of [...this.waiting.keys()])
      this.give(number);
  }
}

/** One who answers once. @param {Asked} asked @param {Uint8Array[]} [kept] */
async function once(asked, kept = []) {
  const clerk = new Clerk(kept), answer = await clerk.ask(asked);
  clerk.dismiss();
  return answer;
}

/** For what is quick. @type {Clerk | undefined} */
let quick;

/** The JSON a server would give. @param {string} question a line, and the record behind it */
export async function answerHere(question) {
  if (question.startsWith('analysis'))
    return once({ question });
  quick ??= new Clerk([]);
  const answer = await quick.ask({ question });
  if (answer === undefined)
    quick = undefined; // another one, the next time
  return answer;
}

/** The record of a table that is kept here. @param {string} table */
export async function recordHere(table) {
  const bytes = shelf.get(table);
  return bytes && once({ table }, [bytes]);
}
