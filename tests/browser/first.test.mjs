// The script inside index.html: it resumes the user's table once. Where a policy forbids inline
// scripts, the page imports it instead.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import {
  changeLanguage,
  eventually,
  openBrowser,
  person,
  playNow,
  serve,
  showsText,
} from './lib.mjs';
import { clickAndWait } from './players.mjs';

const limit = { timeout: 300_000 }; // generous for a slow machine
let browser, server;
before(async () => {
  [browser, server] = await Promise.all([openBrowser(), serve()]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

/** The path of a requested file, without that of its build. */
const fileOf = (request) => new URL(request.url()).pathname.replace(/^\/flibuste-[0-9a-f]{16}/, '');

/** Collects the files that a page requests from now on. */
function filesOf(page) {
  const files = [];
  page.on('request', (request) => files.push(fileOf(request)));
  return files;
}

test('a table is asked for once, by the script inside the page', limit, async () => {
  const who = await person(browser),
    { page, messages, trouble } = who,
    asked = [];
  await playNow(page, server.url, 'mille-sabords');
  const files = filesOf(page);
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => asked.push(payload.split(' ')[0])),
  );
  messages.length = 0;
  await page.reload();
  await page.waitForSelector('.table .item');
  await eventually(
    () => ({ asked, views: messages.filter(({ type }) => type === 'view').length }),
    {
      asked: ['hello', 'resume'],
      views: 1,
    },
  );
  assert.ok(!files.includes('/preload.js'), 'it is not loaded as well');
  assert.deepEqual(trouble, []);
  await who.context.close();
});

test('the home page requests what it draws before its fonts', limit, async () => {
  const { page, context } = await person(browser),
    files = filesOf(page);
  await page.goto(server.url);
  await page.waitForSelector('.poster');
  await eventually(() => files.some((file) => file.endsWith('.woff2')), true);
  const at = (name) => files.findIndex((file) => file.includes(name));
  for (const name of ['/main.js', '/home/home.js', '/home/home.css', '/games/posters.js'])
    assert.ok(at(name) >= 0 && at(name) < at('.woff2'), `${name} in ${files}`);
  await context.close();
});

test(
  'the words of a game and its tips come with its table; another language brings the same',
  limit,
  async () => {
    const who = await person(browser),
      { page } = who,
      // those of the end of the match are loaded ahead of time, some seconds later
      words = () => files.filter((file) => /^\/words\/(?!ending)/.test(file)).sort();
    await playNow(page, server.url, 'corsaires');
    const files = filesOf(page);
    await page.reload();
    await page.waitForSelector('.table .item');
    await eventually(words, ['/words/corsaires-en.json', '/words/en.json', '/words/teach-en.json']);
    await changeLanguage(page);
    await page.waitForSelector('.board [aria-label*="Corsaire"], .board [aria-label*="Galion"]');
    await eventually(words, [
      '/words/corsaires-en.json',
      '/words/corsaires-fr.json',
      '/words/en.json',
      '/words/fr.json',
      '/words/teach-en.json',
      '/words/teach-fr.json',
    ]);
    await who.context.close();
  },
);

test(
  'the link of a table loads neither home page, waiting room nor rules before use',
  limit,
  async () => {
    const { page, context } = await person(browser);
    const behind = (files) =>
      files.filter((file) => /^\/(home|rules|play\/people|records)\b/.test(file)).sort();
    await playNow(page, server.url, 'corsaires');
    const files = filesOf(page);
    await page.reload();
    await page.waitForSelector('.table .item');
    assert.deepEqual(behind(files), []);
    await page.route('**/home/rules.js', (route) => route.abort());
    await page.locator('[data-key="web.rules"]').click();
    await page.locator('.note', { hasText: 'Rules not found.' }).waitFor();
    await page.unroute('**/home/rules.js');
    await page.locator('[data-key="web.rules"]').click();
    await page.locator('.sheet .rules h2').waitFor();
    await eventually(
      () => behind(files),
      ['/home/home.css', '/home/rules.js', '/home/rules.js', '/rules/corsaires.en.md'],
    );
    await context.close();
  },
);

test('a part of the page that comes after the table is there changes nothing', limit, async () => {
  const { page, context } = await person(browser),
    files = filesOf(page),
    said = [];
  let begin;
  const begun = new Promise((resolve) => {
    begin = resolve;
  });
  await page.route('**/home/waiting-room.js', async (route) => {
    await begun;
    await route.continue();
  });
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => said.push(payload.split(' ')[0])),
  );
  await page.goto(`${server.url}#l=mille-sabords`);
  await page.waitForSelector('.lesson:not([hidden])');
  await eventually(() => files.includes('/home/waiting-room.js'), true);
  begin();
  await page.evaluate(() => import(`/${globalThis.build}home/waiting-room.js`));
  await page.waitForFunction(
    () => document.querySelector('link[rel=stylesheet][href$="home/home.css"]').sheet,
  ); // loaded together with it
  // sent after everything that the part causes
  await clickAndWait(page, () => page.locator('.now [data-key="card"]').click());
  await eventually(() => said, ['hello', 'new', 'sit', 'start', 'move']);
  await context.close();
});

test('where a policy forbids that script, the page loads it and goes on', limit, async () => {
  const { page, context } = await person(browser),
    files = filesOf(page);
  await page.route(
    (url) => url.pathname === '/',
    async (route) => {
      const answer = await fetch(server.url),
        policy = answer.headers.get('content-security-policy').replace(/'sha256-[^']*'/, '');
      await route.fulfill({
        body: await answer.text(),
        contentType: 'text/html',
        headers: { 'content-security-policy': policy },
      });
    },
  );
  await page.goto(server.url);
  await page.waitForSelector('.head .menu-button');
  await eventually(
    () => ['/preload.js', '/words/en.json'].filter((file) => !files.includes(file)),
    [],
  );
  await context.close();
});

test('a table there is not leads to the door, and says so', limit, async () => {
  const { page, context } = await person(browser);
  await page.goto(`${server.url}#t=0123456789abcdef`);
  await page.waitForSelector('.poster');
  await showsText(page, '.news', 'No table has that code. Check it with your host.');
  await eventually(() => new URL(page.url()).hash, '');
  await context.close();
});
