// Compares the speed of bots in WebAssembly and in the program: node bench/wasm.mjs [BUILD]. Both
// play the same games of the searching bot, alternately; prints the best of three in CPU seconds,
// and the ratio. Needs a release build with -Doffline=enabled.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Host } from '../web/offline/host.js';

const root = fileURLToPath(new URL('..', import.meta.url)),
  build = path.resolve(process.argv[2] ?? path.join(root, 'build'));
const games = {
  'mille-sabords': [2, 800],
  corsaires: [3, 1200],
  buccaneer: [3, 200],
  'pirates-en-duel': [2, 500],
  'aux-sabords': [2, 150],
};

/** The game in the program. */
function natively(game, seats, playouts) {
  const told = execFileSync(
    path.join(build, 'flibuste'),
    [
      'sim',
      game,
      '--seats',
      seats,
      '--agents',
      `ismcts:${playouts}`,
      '--games',
      '1',
      '--seed',
      '1',
      '--json',
    ].map(String),
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const { hash, cpu_seconds: seconds } = JSON.parse(told);
  return { hash, seconds };
}

/** The game in WebAssembly. */
function inWasm(host, game, seats, playouts) {
  const before = process.cpuUsage();
  host.write(new TextEncoder().encode(`${game}\0ismcts\0`));
  const hash = BigInt.asUintN(64, host.call('bench', playouts, seats, 1, 1))
    .toString(16)
    .padStart(16, '0');
  return { hash, seconds: process.cpuUsage(before).user / 1e6 };
}

async function main() {
  const host = await Host.begin(
    new WebAssembly.Module(readFileSync(path.join(build, 'src/wasm/flibuste.wasm'))),
    new Uint8Array(32),
    [],
    0,
  );
  let worst = 0;
  for (const [game, [seats, playouts]] of Object.entries(games)) {
    const best = { native: Infinity, wasm: Infinity };
    inWasm(host, game, seats, 1); // warms up the browser's compiler
    for (let run = 0; run < 3; run++) {
      const native = natively(game, seats, playouts),
        wasm = inWasm(host, game, seats, playouts);
      if (native.hash !== wasm.hash)
        throw new Error(`${game}: ${native.hash} and ${wasm.hash} are not the same game`);
      best.native = Math.min(best.native, native.seconds);
      best.wasm = Math.min(best.wasm, wasm.seconds);
    }
    worst = Math.max(worst, best.wasm / best.native);
    console.log(
      `${game.padEnd(16)} native ${best.native.toFixed(2)} s, ` +
        `WebAssembly ${best.wasm.toFixed(2)} s, ` +
        `ratio ${(best.wasm / best.native).toFixed(2)}`,
    );
  }
  console.log(`worst ratio ${worst.toFixed(2)}; we want 2 at most`);
}

main().catch((error) => {
  console.error(`bench/wasm.mjs: ${error.message}`);
  process.exitCode = 1;
});
