// Measures the page: its weight, the time to the first table on a slow connection, and the time to
// draw a change. BUILD=build node bench/page.mjs [weight] [line] [draw]
//
// Targets: below 400 kB in total, a first table within a second on 3G, 95 of 100 changes within 16
// ms.

import { readFileSync, readdirSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import path from 'node:path';
import {
  build,
  drawMoment,
  moments,
  openBrowser,
  person,
  root,
  serve,
  servePage,
} from '../tests/browser/lib.mjs';

// ---- weight ----

/** @param {string} folder @param {RegExp} ending */
const filesIn = (folder, ending) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => ending.test(name))
    .map((name) => path.join(folder, name));

/** Everything that a browser can load to play; rules are text that is loaded when it is read. */
function pageFiles() {
  return [
    ...filesIn(path.join(build, 'web/bundle'), /^(?!offline).*\.(js|css)$/),
    ...filesIn(path.join(root, 'web'), /\.(html|svg|webmanifest)$/),
    ...filesIn(path.join(build, 'lang'), /^(?!learn-).*\.json$/),
  ];
}

/** The files for a table that is opened by its link. @param {string} game */
function tableFiles(game) {
  return [
    path.join(root, 'web/index.html'),
    ...[
      'preload.js',
      'main.js',
      'play/match.js',
      'play/table.js',
      'style.css',
      `games/${game}/index.js`,
      `games/${game}/style.css`,
    ].map((name) => path.join(build, 'web/bundle', name)),
    ...['fr.json', `${game}-fr.json`].map((name) => path.join(build, 'lang', name)),
  ];
}

/** @param {string} what @param {string[]} files @param {string} limit */
function weigh(what, files, limit) {
  const all = files.map((file) => readFileSync(file));
  const sum = (/** @type {(bytes: Buffer) => number} */ size) =>
    (all.reduce((total, bytes) => total + size(bytes), 0) / 1000).toFixed(0);
  const plain = sum((bytes) => bytes.length),
    gzip = sum((bytes) => gzipSync(bytes, { level: 9 }).length),
    brotli = sum((bytes) => brotliCompressSync(bytes).length);
  console.log(`${what}: ${plain} kB, ${gzip} kB with gzip, ${brotli} kB with brotli${limit}`);
}

function weighAll() {
  const all = pageFiles();
  weigh('weight of the page', all, ', of 400 kB');
  weigh(
    'what one person loads, in one language',
    all.filter((file) => !file.endsWith('en.json')),
    '',
  );
  for (const game of ['mille-sabords', 'corsaires', 'buccaneer', 'pirates-en-duel', 'aux-sabords'])
    weigh(`a table of ${game} by its link`, tableFiles(game), '');
  weigh('rules to read, besides', filesIn(path.join(root, 'docs/rules'), /\.md$/), '');
  weigh(
    'a host for playing without a server, besides',
    [
      path.join(build, 'src/wasm/flibuste.wasm'),
      path.join(root, 'web/sw.js'),
      ...['host.js', 'bot-worker.js', 'worker.js'].map((name) =>
        path.join(build, 'web/bundle/offline', name),
      ),
    ],
    '',
  );
}

// ---- slow connection ----

/** A connection of 1.6 Mbit/s and 150 ms, with an empty cache. */
async function slowDown({ page, context }) {
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1.6e6 / 8,
    uploadThroughput: 0.75e6 / 8,
  });
}

/** Milliseconds until a selector matches. */
async function until(page, selector, act) {
  const start = performance.now();
  await act();
  await page.waitForSelector(selector);
  return performance.now() - start;
}

/** From opening the address to the home page, from a click to the table, and from a link to its
 * table. */
async function firstTable(browser, server) {
  const who = await person(browser),
    { page } = who;
  await slowDown(who);
  const door = await until(page, '.poster', () => page.goto(server.url, { waitUntil: 'commit' }));
  await page.waitForTimeout(600); // the user looks and decides
  const click = await until(page, '.board .item', () =>
    page.locator('.poster .is-main').first().click(),
  );
  const address = page.url();
  await page.goto('about:blank');
  const link = await until(page, '.board .item', () => page.goto(address, { waitUntil: 'commit' }));
  await who.context.close();
  return { door, click, link };
}

/** The minimum of several runs, because other load can only add time. */
async function measureLine(browser) {
  const server = await serve(),
    times = [];
  for (let i = 0; i < 5; i++) times.push(await firstTable(browser, server));
  await server.stop();
  const best = (/** @type {string} */ key) => Math.min(...times.map((one) => one[key])).toFixed(0);
  console.log(
    `3G: the door after ${best('door')} ms, a table ${best('click')} ms after the click, ` +
      `a table by its link after ${best('link')} ms, of 1000 ms`,
  );
}

// ---- drawing ----

const parts = ['TaskDuration', 'RecalcStyleDuration', 'LayoutDuration'];

/** CPU milliseconds of the page's main thread so far: total, style, layout. */
async function worked(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return parts.map((name) => metrics.find((metric) => metric.name === name).value * 1000);
}

/** A fixed amount of work, for comparing busy and quiet machines. */
const reference = () => {
  let sum = 0;
  for (let i = 0; i < 4e6; i++) sum = (sum + i * i) % 1009;
  return sum;
};

/** @param {number[]} times @param {number} share */
const quantile = (times, share) =>
  [...times]
    .sort((x, y) => x - y)
    [Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(1);

/** CPU time of the main thread for every change of a match: script, style, layout and painting,
 * with animations, until the frame is finished. */
async function draws(browser, game, seats, ...options) {
  const site = await servePage(),
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const all = moments(game, seats, 7, 1, 'every', ...options).slice(0, 150),
    times = [];
  await drawMoment(page, site.url, {
    ...all[0],
    options: Object.fromEntries(options.map((option) => option.split('='))),
  });
  await page.evaluate(
    (list) => {
      window.sights = list;
    },
    all.map((moment) => moment.sight),
  );
  for (let i = 0; i < all.length; i++) {
    await page.waitForTimeout(400); // until animations have ended
    const before = await worked(session);
    await page.evaluate(
      (n) =>
        new Promise((resolve) => {
          window.table.see(window.sights[n]);
          requestAnimationFrame(() => setTimeout(resolve));
        }),
      i,
    );
    times.push((await worked(session)).map((time, part) => time - before[part]));
  }
  const start = (await worked(session))[0];
  await page.evaluate(reference);
  const slow = (await worked(session))[0] - start;
  const [whole, style, layout] = [0, 1, 2].map((part) => times.map((time) => time[part]));
  console.log(
    `${[`${game}, ${seats} seats`, ...options].join(', ')}: ${times.length} changes, ` +
      `half within ${quantile(whole, 0.5)} ms, ` +
      `95 of 100 within ${quantile(whole, 0.95)} ms, of 16 ms ` +
      `(style ${quantile(style, 0.95)}, layout ${quantile(layout, 0.95)}; ` +
      `a reference loop ${slow.toFixed(0)})`,
  );
  await page.close();
  site.close();
}

async function measureDrawing(browser) {
  await draws(browser, 'mille-sabords', 3);
  await draws(browser, 'corsaires', 4);
  await draws(browser, 'buccaneer', 4);
  await draws(browser, 'pirates-en-duel', 2);
  await draws(browser, 'pirates-en-duel', 6, 'level=3');
  await draws(browser, 'aux-sabords', 4);
}

const wanted = process.argv.slice(2),
  isWanted = (/** @type {string} */ what) => !wanted.length || wanted.includes(what);
if (isWanted('weight')) weighAll();
const browser = await openBrowser();
if (isWanted('line')) await measureLine(browser);
if (isWanted('draw')) await measureDrawing(browser);
await browser.close();
