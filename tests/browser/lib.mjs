// What the tests of the page share: a browser, the page served from its folder, and moments of real
// matches to draw. BUILD is the build directory.

import { execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { connect, createServer as createWire } from 'node:net';
import { readFile } from 'node:fs/promises';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';

export const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '../..');
export const build = path.resolve(process.env.BUILD ?? path.join(root, 'build'));

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css',
  '.svg': 'image/svg+xml', '.json': 'application/json', '.md': 'text/markdown' };

/** The same rules of safety as the server sends. */
export const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves web/, the words and the rules; resolves to its address. */
export async function servePage() {
  const folders = { words: path.join(build, 'lang'), rules: path.join(root, 'docs/rules') };
  const server = createServer(async (request, response) => {
    const name = new URL(request.url, 'http://x').pathname.slice(1) || 'index.html';
    const [top, ...rest] = name.split('/');
    const file = folders[top] ? path.join(folders[top], ...rest) : path.join(root, 'web', name);
    try {
      const body = await readFile(file);
      response.writeHead(200, { 'content-type': `${types[path.extname(file)]}; charset=utf-8`,
        'content-security-policy': policy });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** Chromium without the windows that nobody sees: half the work of a whole one. CHROMIUM names another. */
export function openBrowser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell', headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
      '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
}

/** All moments of a match at which `viewer` is asked, and its end. */
export function moments(game, seats, seed, viewer, ...options) {
  const lines = execFileSync(path.join(build, 'tests/moment'),
    [game, String(seats), String(seed), String(viewer), ...options], { maxBuffer: 1 << 28 });
  return lines.toString().trim().split('\n').map((line) => JSON.parse(line))
    .map(({ sight, ...moment }) => ({ ...moment, sight: { ways: [], ...sight } })); // as web/model.js takes it in
}

const bench = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>bench</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="style.css"></head><body><div id="page"></div></body></html>`;

/** Puts a table on a page of its own, without any server; what is played is kept in window.sent. */
export async function drawMoment(page, url, moment, { lang = 'en', theme = 'light', names = [] } = {}) {
  await page.route('**/bench.html', (route) => route.fulfill({ contentType: 'text/html', body: bench,
    headers: { 'content-security-policy': policy } }));
  await page.addInitScript((kept) => Object.assign(localStorage, kept), { lang, theme });
  await page.goto(`${url}bench.html`);
  await page.evaluate(async ({ moment, lang, names }) => {
    const [{ Shell }, { loadWords }, { loadGame }, { Table }] = await Promise.all(
      ['./shell.js', './words.js', './games/games.js', './table.js'].map((name) => import(name)));
    const shell = new Shell(document.getElementById('page'), await loadWords(lang));
    window.sent = [];
    const table = new Table(await loadGame(moment.sight.game), shell.words, {
      play: (moves) => window.sent.push(...moves), why: (spelled) => window.sent.push(`why ${spelled}`),
      options: () => moment.options ?? {} });
    shell.show(table.element, moment.sight.game);
    shell.onspeak = (words) => table.speak(words);
    table.seat(Array.from({ length: moment.sight.seats }, (_, i) => ({ seat: i + 1,
      kind: i ? 'bot' : 'person', level: 'matelot', here: true, mine: i + 1 === moment.sight.viewer,
      name: names[i] ?? '' })));
    table.open(moment.sight, moment.log);
    window.table = table;
  }, { moment, lang, names });
}

const newStore = () => path.join(mkdtempSync(path.join(tmpdir(), 'flibuste-')), 'tables.db');

/** Starts a real server on a store; resolves to its address. Extra words go on its command line. */
export async function serveFrom(store, ...words) {
  const server = spawn(path.join(build, 'flibuste'), ['serve', '--lang', 'en', '--listen', '127.0.0.1:0', '--think', '100',
    '--store', store, ...words], { stdio: ['ignore', 'pipe', 'ignore'] });
  const url = await new Promise((resolve, reject) => {
    let said = '';
    server.stdout.on('data', (text) => {
      said += text;
      const match = said.match(/http:\/\/[^ \n]+/);
      if (match)
        resolve(match[0]);
    });
    server.on('exit', () => reject(new Error(`the server ended: ${said}`)));
  });
  return { url, stop: (signal) => new Promise((resolve) => { server.on('exit', resolve); server.kill(signal); }) };
}

/** Starts a real server; resolves to its address. Extra words go on its command line. */
export const serve = (...words) => serveFrom(newStore(), ...words);

/** A server behind a wire that can be cut and mended, and that can be killed and started again. */
export async function serveBehindWire() {
  const store = newStore(), open = new Set();
  let server = await serveFrom(store), whole = true;
  const wire = createWire((near) => {
    const far = connect(Number(new URL(server.url).port), '127.0.0.1');
    if (!whole)
      near.destroy();
    for (const [one, other] of [[near, far], [far, near]]) {
      open.add(one);
      one.on('error', () => {}).on('close', () => { open.delete(one); other.destroy(); });
      one.pipe(other);
    }
  });
  await new Promise((resolve) => wire.listen(0, '127.0.0.1', resolve));
  const cut = () => { whole = false; open.forEach((one) => one.destroy()); };
  return { url: `http://127.0.0.1:${wire.address().port}/`, cut, mend: () => { whole = true; },
    kill: () => server.stop('SIGKILL'), again: async () => { server = await serveFrom(store); },
    stop: () => { cut(); wire.close(); return server.stop(); } };
}

/** A page of its own person: what goes wrong in it is gathered, and every message of its line kept. */
export async function person(browser, { lang = 'en', width = 1280, height = 800, motion = 'reduce', name = 'Anne', touch = false, serviceWorkers = 'block' } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: motion, locale: lang, hasTouch: touch, isMobile: touch, serviceWorkers });
  context.setDefaultTimeout(200_000); // far more than a slow machine needs
  const page = await context.newPage();
  const trouble = [], messages = [];
  await page.addInitScript((who) => { localStorage.name ??= who; }, name);
  page.on('pageerror', (error) => trouble.push(`error: ${error.stack}`));
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type()) && !/WebSocket connection to|ERR_CONNECTION|ERR_INTERNET|Service Worker registration blocked by/.test(line.text()))
      trouble.push(`console: ${line.text()}`);
  });
  page.on('request', (request) => {
    if (!['127.0.0.1'].includes(new URL(request.url()).hostname))
      trouble.push(`request: ${request.url()}`);
  });
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => messages.push(JSON.parse(payload))));
  return { page, context, trouble, messages, touch };
}

/** Opens the door and plays a game at once against bots. */
export async function playNow(page, url, game) {
  await page.goto(url);
  await page.locator('.poster', { has: page.locator(`#title-${game}`) }).locator('.is-main').click();
  await page.waitForSelector('.board .item');
}

/** What axe-core finds that is serious, or lies outside of all landmarks, in a line each. */
export async function findings(page) {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const { violations } = await page.evaluate(() => globalThis.axe.run(document,
    { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }));
  return violations.filter((one) => ['serious', 'critical'].includes(one.impact) || one.id === 'region').flatMap((one) =>
    one.nodes.map((node) => `${one.id}: ${node.target.join(' ')} ${node.any[0]?.message ?? ''}`));
}
