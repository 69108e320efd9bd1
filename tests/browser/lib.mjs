// Shared by the tests of the page: a browser, a static server for web/, and moments of real matches
// to draw. BUILD is the build directory.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { connect, createServer as createWire } from 'node:net';
import { readFile } from 'node:fs/promises';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { chromium } from 'playwright-core';

export const root = path.resolve(
  import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname),
  '../..',
);
export const build = path.resolve(process.env.BUILD ?? path.join(root, 'build'));

// milliseconds for a page to show or do something; generous for a slow machine
const patience = Number(process.env.PATIENCE ?? 200_000);

/** Console messages that tests cause on purpose. */
const expected = /WebSocket connection to|ERR_CONNECTION|ERR_INTERNET|Service Worker registration/;

/** The assertion for `expected`: a regular expression, a predicate, or an equal value. */
function assertionOf(expected, message) {
  if (expected instanceof RegExp) return (value) => assert.match(value, expected, message);
  if (typeof expected === 'function')
    return (value) =>
      assert.ok(expected(value), `${message ?? expected}, not with ${inspect(value)}`);
  return (value) => assert.deepEqual(value, expected, message);
}

/** Reads until the value is as expected, and returns it. After a minute the assertion fails with
 * the last value. `expected` is a value, a regular expression or a predicate. */
export async function eventually(read, expected, message) {
  const check = assertionOf(expected, message),
    end = performance.now() + 60_000;
  for (; ; await pause(20))
    try {
      const value = await read();
      check(value);
      return value;
    } catch (error) {
      // also if the page is being replaced
      if (performance.now() > end) throw error;
    }
}

/** Waits until a selector has this text, compared as in `eventually`. */
export const showsText = (page, selector, expected, message) =>
  eventually(() => page.locator(selector).textContent(), expected, message);

/** Waits until a selector matches this number of elements. */
export const showsCount = (page, selector, expected, message) =>
  eventually(() => page.locator(selector).count(), expected, message);

/** Applies `read` to all elements that a CSS selector matches, and to `argument`, in one step of
 * the page. A locator needs two steps: the page may replace the elements between them. */
export const readAll = (page, selector, read, argument = null) => {
  const elements = `[...document.querySelectorAll(${JSON.stringify(selector)})]`;
  return page.evaluate(`(${read})(${elements}, ${JSON.stringify(argument)})`);
};

/** The rectangles of the first elements that the selectors match, all of the same moment. */
export const boxes = (page, ...selectors) =>
  page.evaluate(
    (all) => all.map((one) => document.querySelector(one).getBoundingClientRect().toJSON()),
    selectors,
  );

/** Waits for two frames: observers, scrolling and focus changes after a layout are done then. */
export const drawn = (page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.woff2': 'font/woff2',
};

/** The Content-Security-Policy of the server. */
export const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";

/** style.css with tokens.css in place of its import, as in the bundle. */
const styleSheet = async (file) =>
  (await readFile(file, 'utf8')).replace(
    "@import './tokens.css';",
    await readFile(path.join(path.dirname(file), 'tokens.css'), 'utf8'),
  );

/** Serves web/, the texts and the rules; resolves to the address. */
export async function servePage() {
  const folders = { words: path.join(build, 'lang'), rules: path.join(build, 'lang/rules') };
  const server = createServer(async (request, response) => {
    const name = new URL(request.url, 'http://x').pathname.slice(1) || 'index.html';
    const [top, ...rest] = name.split('/');
    const file = folders[top] ? path.join(folders[top], ...rest) : path.join(root, 'web', name);
    try {
      const body = name === 'style.css' ? await styleSheet(file) : await readFile(file);
      response.writeHead(200, {
        'content-type': `${types[path.extname(file)]}; charset=utf-8`,
        'content-security-policy': policy,
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** Headless Chromium without a window system, which needs half the time. CHROMIUM names another
 * executable. */
export function openBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** A page without a server, with the timeouts of `person`. */
export async function newPage(browser, options) {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(patience);
  return page;
}

/** All moments at which `viewer` has a question, and the end of the match. */
export function moments(game, seats, seed, viewer, ...options) {
  const lines = execFileSync(
    path.join(build, 'tests/moment'),
    [game, String(seats), String(seed), String(viewer), ...options],
    { maxBuffer: 1 << 28 },
  );
  return (
    lines
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      // as web/lib/model.js stores it
      .map(({ sight, ...moment }) => ({ ...moment, sight: { routes: [], ...sight } }))
  );
}

const bench = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>bench</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<script src="words/languages.js"></script>
<link rel="stylesheet" href="style.css"></head><body><div id="page"></div></body></html>`;

/** Draws a table without a server; moves are stored in window.sent. */
export async function drawMoment(
  page,
  url,
  moment,
  { lang = 'en', theme = 'light', names = [] } = {},
) {
  await page.route('**/bench.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: bench,
      headers: { 'content-security-policy': policy },
    }),
  );
  await page.addInitScript((kept) => Object.assign(localStorage, kept), { lang, theme });
  await page.goto(`${url}bench.html`);
  await page.evaluate(
    async ({ moment, lang, names }) => {
      const [{ Layout }, { loadWords }, { loadGame }, { Table }] = await Promise.all(
        ['./layout.js', './lib/words.js', './games/games.js', './play/table.js'].map(
          (name) => import(name),
        ),
      );
      const layout = new Layout(document.getElementById('page'), await loadWords(lang));
      window.sent = [];
      const table = new Table(await loadGame(moment.sight.game), layout.words, {
        play: (moves) => window.sent.push(...moves),
        why: (spelled) => window.sent.push(`why ${spelled}`),
        options: () => moment.options ?? {},
      });
      layout.show(table.element, moment.sight.game);
      layout.onspeak = (words) => table.speak(words);
      table.seat(
        Array.from({ length: moment.sight.seats }, (_, i) => ({
          seat: i + 1,
          kind: i ? 'bot' : 'person',
          level: 'matelot',
          connected: true,
          mine: i + 1 === moment.sight.viewer,
          name: names[i] ?? '',
        })),
      );
      table.open(moment.sight, moment.log);
      window.table = table;
    },
    { moment, lang, names },
  );
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  await drawn(page);
}

export const newStore = () => path.join(mkdtempSync(path.join(tmpdir(), 'flibuste-')), 'tables.db');

/** The program that servers run. */
const flibuste = path.join(build, 'flibuste');

/** Starts a server of a program with a store; resolves to its address. Further arguments are
 * appended to its command line. */
export async function serveWith(program, store, ...words) {
  const server = spawn(
    program,
    [
      'serve',
      '--lang',
      'en',
      '--listen',
      '127.0.0.1:0',
      '--think',
      '100',
      '--store',
      store,
      ...words,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const url = await new Promise((resolve, reject) => {
    let said = '';
    server.stdout.on('data', (text) => {
      said += text;
      const match = said.match(/http:\/\/[^ \n]+/);
      if (match) resolve(match[0]);
    });
    server.on('exit', () => reject(new Error(`the server ended: ${said}`)));
  });
  return {
    url,
    stop: (signal) =>
      new Promise((resolve) => {
        server.on('exit', resolve);
        server.kill(signal);
      }),
  };
}

export const serveFrom = (store, ...words) => serveWith(flibuste, store, ...words);

/** Starts a server; resolves to its address. Further arguments are appended to its command line. */
export const serve = (...words) => serveFrom(newStore(), ...words);

/** A server whose connections can be cut and restored, and that can be killed and started
 * again. */
export async function serveBehindWire() {
  const store = newStore(),
    open = new Set();
  let server = await serveFrom(store),
    whole = true;
  const wire = createWire((near) => {
    const far = connect(Number(new URL(server.url).port), '127.0.0.1');
    if (!whole) near.destroy();
    for (const [one, other] of [
      [near, far],
      [far, near],
    ]) {
      open.add(one);
      one
        .on('error', () => {})
        .on('close', () => {
          open.delete(one);
          other.destroy();
        });
      one.pipe(other);
    }
  });
  await new Promise((resolve) => wire.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    whole = false;
    open.forEach((one) => one.destroy());
  };
  return {
    url: `http://127.0.0.1:${wire.address().port}/`,
    cut,
    mend: () => {
      whole = true;
    },
    kill: () => server.stop('SIGKILL'),
    again: async () => {
      server = await serveFrom(store);
    },
    stop: () => {
      cut();
      wire.close();
      return server.stop();
    },
  };
}

/** A page with its own storage. Errors and all messages of its connection are collected. */
export async function person(
  browser,
  {
    lang = 'en',
    width = 1280,
    height = 800,
    motion = 'reduce',
    name = 'Anne',
    touch = false,
    serviceWorkers = 'block',
  } = {},
) {
  const context = await browser.newContext({
    viewport: { width, height },
    reducedMotion: motion,
    locale: lang,
    hasTouch: touch,
    isMobile: touch,
    serviceWorkers,
  });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  const trouble = [],
    messages = [];
  await page.addInitScript((who) => {
    localStorage.name ??= who;
  }, name);
  page.on('pageerror', (error) => trouble.push(`error: ${error.stack || error}`));
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type()) && !expected.test(line.text()))
      trouble.push(`console: ${line.text()}`);
  });
  page.on('request', (request) => {
    if (!['127.0.0.1'].includes(new URL(request.url()).hostname))
      trouble.push(`request: ${request.url()}`);
  });
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => messages.push(JSON.parse(payload))),
  );
  return { page, context, trouble, messages, touch };
}

/** The numbers in each entry of the log. Every reader gets the same; the words depend on the reader
 * ("You roll", "Anne rolls"). */
export const numbersTold = (page) =>
  readAll(page, '.log-lines .told', (all) =>
    all.map((entry) => entry.textContent.match(/\d[\d,]*/g)?.join(' ') ?? ''),
  );

/** Opens the home page and starts a quick game against bots. */
export async function playNow(page, url, game) {
  await page.goto(url);
  await page
    .locator('.poster', { has: page.locator(`#title-${game}`) })
    .locator('.is-main')
    .click();
  await page.waitForSelector('.table .item');
}

/** Changes a setting in the menu of the header: theme, sound or hand. */
export async function setSetting(page, name, value) {
  await page.locator('.menu-button').click();
  await page.locator(`#menu [name="setting-${name}"][value="${value}"]`).check({ force: true });
  await page.keyboard.press('Escape');
}

/** Chooses the other language in the menu of the header. */
export async function changeLanguage(page) {
  await page.locator('.menu-button').click();
  await page.locator('#menu .language').click();
  await page.keyboard.press('Escape');
}

/** Chooses something in the menu of a game on the home page: invite, learn, rules or real. */
export async function chooseGame(page, game, what) {
  const poster = page.locator('.poster', { has: page.locator(`#title-${game}`) });
  await poster.locator('.more').click();
  await poster.locator(`[data-key="${what}"]`).click();
}

/** Chooses the player of a seat in the form for a new table: open, here or bot:LEVEL. */
export const chooseSeat = (page, seat, who) =>
  page.locator(`#making-chair-${seat}`).selectOption(who);

/** Serious findings of axe-core, and content outside of landmarks, one per line. */
export async function findings(page) {
  await drawn(page);
  await page.evaluate(
    readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
  );
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run(document, {
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }),
  );
  return violations
    .filter((one) => ['serious', 'critical'].includes(one.impact) || one.id === 'region')
    .flatMap((one) =>
      one.nodes.map((node) => `${one.id}: ${node.target.join(' ')} ${node.any[0]?.message ?? ''}`),
    );
}
