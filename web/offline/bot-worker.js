// The Worker in which bots think, so that the Worker with the tables stays responsive. It receives
// {module}, the compiled WebAssembly, once, then {question}. It replies with {found, milliseconds},
// or {failed}.

import { Host } from './host.js';

/** @type {Promise<Host>} */
let host;

/** @param {Uint8Array} question */
async function think(question) {
  const thinking = await host,
    begun = performance.now();
  const found = thinking.think(question);
  postMessage({ found, milliseconds: performance.now() - begun });
}

onmessage = ({ data }) => {
  if (data.module) host = Host.make(data.module);
  else think(data.question).catch(() => postMessage({ failed: true }));
};
