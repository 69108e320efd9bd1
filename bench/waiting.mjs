// Measures how long a request waits at a table without a server while the strongest bots think:
// BUILD=build node bench/waiting.mjs [SECONDS]. In a real browser, two Capitaines play each game
// against each other; every 20 milliseconds the table gets a request like that of a click.

import { staticHost } from '../tests/browser/alone.mjs';
import { openBrowser } from '../tests/browser/lib.mjs';

const seconds = Number(process.argv[2] ?? 10);
const games = ['mille-sabords', 'corsaires', 'buccaneer', 'pirates-en-duel', 'aux-sabords'];

/** In the page: the duration of each answer, and of each move. */
async function measure({ game, seats, milliseconds }) {
  const worker = new Worker(new URL('offline/worker.js', document.baseURI), { type: 'module' });
  const say = (command) => worker.postMessage({ command });
  const told = new EventTarget(),
    is = (name) =>
      new Promise((resolve) => {
        told.addEventListener(name, resolve, { once: true });
      });
  worker.onmessage = ({ data }) => {
    if (data.ready) told.dispatchEvent(new Event('ready'));
    for (const text of data.said ?? []) told.dispatchEvent(new Event(JSON.parse(text).type));
  };
  worker.postMessage({ begin: new URL('flibuste.wasm', document.baseURI).href, kept: [] });
  await is('ready');
  worker.postMessage({ open: 1 });
  for (const line of [
    'hello 2 en',
    `new ${game} seats=${Array(seats).fill('bot:capitaine')}`,
    'start',
  ])
    say(line);
  await is('view');
  const waits = [],
    moves = [],
    end = performance.now() + milliseconds;
  let last = performance.now();
  told.addEventListener('event', () => {
    moves.push(performance.now() - last);
    last = performance.now();
  });
  while (performance.now() < end) {
    const asked = performance.now(),
      answer = is('view');
    say('refresh');
    await answer;
    waits.push(performance.now() - asked);
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
  worker.terminate();
  return { waits, moves };
}

const host = await staticHost(),
  browser = await openBrowser(),
  page = await browser.newPage();
await page.goto(host.url);
let worst = 0;
for (const game of games) {
  const seats = game === 'buccaneer' ? 3 : 2;
  const { waits, moves } = await page.evaluate(measure, {
    game,
    seats,
    milliseconds: 1000 * seconds,
  });
  waits.sort((a, b) => a - b);
  worst = Math.max(worst, waits.at(-1));
  console.log(
    `${game.padEnd(16)} ${waits.length} answers: ` +
      `middle ${waits[waits.length >> 1].toFixed(0)} ms, ` +
      `longest ${waits.at(-1).toFixed(0)} ms; ` +
      `${moves.length} moves, longest ${Math.max(...moves).toFixed(0)} ms`,
  );
}
console.log(`longest wait ${worst.toFixed(0)} ms; a click is answered at once if it is below 100`);
await browser.close();
await host.stop();
