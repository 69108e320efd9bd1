// Measures the main thread's work per frame while a round of each game is shown with its scenes and
// animations, on a processor throttled four times. BUILD=build node bench/frames.mjs [GAME...]
//
// Target: at most 16 ms at the 95th percentile. Rendering is in software: painting and compositing
// run on other threads, which compete for the same cores.

import os from 'node:os';
import { drawMoment, moments, newPage, openBrowser, servePage } from '../tests/browser/lib.mjs';

const rate = 4; // how much slower the processor is made
const categories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];

/** Games with seats and options, and where a round begins and ends among the moments of a match. */
const rounds = {
  'mille-sabords': { seats: 3, from: 12, to: 40 },
  corsaires: { seats: 4, from: 40, to: 56 },
  buccaneer: { seats: 4, from: 60, to: 74 },
  'pirates-en-duel': { seats: 3, from: 30, to: 62 },
  'aux-sabords': { seats: 3, from: 150, to: 190 },
};

/** @param {number[]} all ascending @param {number} share */
const quantile = (all, share) => all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0;

/** A fixed amount of work, which shows how busy the machine is. */
const reference = () => {
  const start = performance.now();
  let sum = 0;
  for (let i = 0; i < 4e6; i++) sum = (sum + i * i) % 1009;
  return sum && performance.now() - start;
};

/** Records a trace while `act` runs. */
async function traced(session, act) {
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories },
  });
  await act();
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done));
  await session.send('Tracing.end');
  await complete;
  return events;
}

/** Milliseconds of work in each frame: all tasks of the page's main thread since the frame before,
 * in processor time, which waits for other programs do not lengthen. */
function framesOf(events) {
  const isCommit = ({ name }) => name === 'Commit',
    { pid, tid } = events.find(isCommit) ?? {},
    own = events.filter((event) => event.pid === pid && event.tid === tid),
    commits = own
      .filter(isCommit)
      .map(({ ts }) => ts)
      .sort((a, b) => a - b),
    work = commits.map(() => 0);
  for (const { name, ts, dur = 0, tdur = dur } of own) {
    const frame = name === 'RunTask' ? commits.findIndex((commit) => commit >= ts) : -1;
    if (frame >= 0) work[frame] += tdur / 1000;
  }
  return work.sort((a, b) => a - b);
}

/** @param {import('playwright-core').Browser} browser @param {string} game */
async function measure(browser, site, game) {
  const { seats, from, to } = rounds[game],
    all = moments(game, seats, 7, 1, 'every').slice(from, to),
    page = await newPage(browser, {
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'no-preference',
    });
  await drawMoment(page, site.url, all[0], { names: ['Anne', 'Rackham', 'Mary', 'Surcouf'] });
  await page.waitForFunction(() => window.table.stage);
  const session = await page.context().newCDPSession(page),
    loop = await page.evaluate(reference);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  const events = await traced(session, () =>
    page.evaluate(
      async (changes) => {
        const { table } = window;
        changes.forEach((change, i) => table.happen({ ...change, n: i }));
        while (table.timer !== undefined || table.waiting.length)
          await new Promise((done) => setTimeout(done, 200));
      },
      all.slice(1).map(({ sight, log }) => ({ sight, lines: log ?? [] })),
    ),
  );
  const work = framesOf(events),
    over = work.filter((one) => one > 16).length;
  console.log(
    `${game}, ${seats} seats: ${work.length} frames, half within ` +
      `${quantile(work, 0.5).toFixed(1)} ms, 95 of 100 within ` +
      `${quantile(work, 0.95).toFixed(1)} ms, ` +
      `the longest ${(work.at(-1) ?? 0).toFixed(1)} ms, ${over} above 16 ms ` +
      `(a reference loop ${loop.toFixed(0)} ms)`,
  );
  await page.close();
}

const wanted = process.argv.slice(2);
const browser = await openBrowser(),
  site = await servePage();
console.log(
  `software rendering, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)}, ` +
    `throttled ${rate} times`,
);
for (const game of wanted.length ? wanted : Object.keys(rounds)) await measure(browser, site, game);
await browser.close();
site.close();
