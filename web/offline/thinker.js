// The Worker in which bots think, so that the one with the tables answers meanwhile. It is told the module of
// WebAssembly once, as {module}, then {question}; it tells {found, milliseconds}, or {failed} if it cannot.

import { Host } from './host.js';

/** @type {Promise<Host>} */
let host;

/** @param {Uint8Array} question */
async function think(question) {
  const thinking = await host, begun = performance.now();
  const found = thinking.think(question);
  postMessage({ found, milliseconds: performance.now() - begun });
}

onmessage = ({ data }) => {
  if (data.module)
    host = Host.make(data.module);
  else
    think(data.question).catch(() => postMessage({ failed: true }));
};
