// The Worker that answers requests about records where no server does (src/replay). It receives
// {begin, kept} once, then {number, question}, or {number, table} for the record of a stored table.
// It replies with {number, answer}; the answer is missing if there is none.

import { Host } from './host.js';

/** @param {{begin: string, kept: Uint8Array[]}} message address of the WebAssembly, and stored
 *   tables */
async function begin({ begin: address, kept }) {
  const wasm = await fetch(address),
    module = await WebAssembly.compile(await wasm.arrayBuffer());
  return Host.begin(module, crypto.getRandomValues(new Uint8Array(32)), kept, Date.now());
}

/** @type {Promise<Host>} */
let host;

onmessage = async ({ data }) => {
  const { number, question, table } = data;
  if (data.begin) {
    host = begin(data);
    return;
  }
  const answer = await host
    .then((one) => (table ? one.recordOf(table, Date.now()) : one.answer(question)))
    .catch(() => undefined);
  postMessage({ number, answer });
};
