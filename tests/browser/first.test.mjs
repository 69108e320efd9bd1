// The first script travels inside the page: it asks for the table one comes back to, once; and where a policy
// forbids it, the page imports it and goes on.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { openBrowser, person, playNow, serve } from './lib.mjs';

const limit = { timeout: 300_000 }; // far more than a slow machine needs
let browser, server;
before(async () => { [browser, server] = await Promise.all([openBrowser(), serve()]); });
after(async () => { await browser.close(); await server.stop(); });

/** The files a page asks for from now on. */
function filesOf(page) {
  const files = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  return files;
}

test('a table is asked for once, by the script inside the page', limit, async () => {
  const who = await person(browser), { page, messages, trouble } = who, asked = [];
  await playNow(page, server.url, 'mille-sabords');
  const files = filesOf(page);
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => asked.push(payload.split(' ')[0])));
  messages.length = 0;
  await page.reload();
  await page.waitForSelector('.board .item');
  assert.deepEqual({ asked, views: messages.filter(({ is }) => is === 'view').length }, { asked: ['hello', 'resume'], views: 1 });
  assert.ok(!files.includes('/early.js'), 'it is not loaded as well');
  assert.deepEqual(trouble, []);
  await who.context.close();
});

test('the words of a game come with its table, and no others; another language brings the same', limit, async () => {
  const who = await person(browser), { page } = who, words = () => files.filter((file) => file.startsWith('/words/')).sort();
  await playNow(page, server.url, 'corsaires');
  const files = filesOf(page);
  await page.reload();
  await page.waitForSelector('.board .item');
  assert.deepEqual(words(), ['/words/corsaires-en.json', '/words/en.json']);
  await page.locator('.head nav .tool').last().click();
  await page.waitForSelector('.board [aria-label*="Corsaire"], .board [aria-label*="Galion"]');
  assert.deepEqual(words(), ['/words/corsaires-en.json', '/words/corsaires-fr.json', '/words/en.json', '/words/fr.json']);
  await who.context.close();
});

test('a table by its link loads nothing that the door, a room or the rules need, until they are wanted', limit, async () => {
  const { page, context } = await person(browser);
  const behind = (files) => files.filter((file) => /^\/(door|room|rules|people|records)\b/.test(file)).sort();
  await playNow(page, server.url, 'corsaires');
  const files = filesOf(page);
  await page.reload();
  await page.waitForSelector('.board .item');
  assert.deepEqual(behind(files), []);
  await page.route('**/rules.js', (route) => route.abort());
  await page.locator('[data-key="web.rules"]').click();
  await page.locator('.note', { hasText: 'These rules are not aboard.' }).waitFor();
  await page.unroute('**/rules.js');
  await page.locator('[data-key="web.rules"]').click();
  await page.locator('.sheet .rules h2').waitFor();
  assert.deepEqual(behind(files), ['/door.css', '/rules.js', '/rules.js', '/rules/corsaires.en.md']);
  await context.close();
});

test('a part of the page that comes after the table is there changes nothing', limit, async () => {
  const { page, context } = await person(browser), said = [];
  const came = page.waitForResponse('**/room.js');
  await page.route('**/room.js', (route) => setTimeout(() => route.continue(), 1000)); // late: the match has begun
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => said.push(payload.split(' ')[0])));
  await page.goto(`${server.url}#l=corsaires`);
  await page.waitForSelector('.lesson:not([hidden])');
  await came;
  await page.waitForTimeout(500);
  assert.deepEqual(said, ['hello', 'new', 'sit', 'start']);
  await context.close();
});

test('where a policy forbids that script, the page loads it and goes on', limit, async () => {
  const { page, context } = await person(browser), files = filesOf(page);
  await page.route((url) => url.pathname === '/', async (route) => {
    const answer = await fetch(server.url), policy = answer.headers.get('content-security-policy').replace(/'sha256-[^']*'/, '');
    await route.fulfill({ body: await answer.text(), contentType: 'text/html', headers: { 'content-security-policy': policy } });
  });
  await page.goto(server.url);
  await page.waitForSelector('.head .brand');
  assert.deepEqual(['/early.js', '/words/en.json'].filter((file) => !files.includes(file)), []);
  await context.close();
});

test('a table there is not leads to the door, and says so', limit, async () => {
  const { page, context } = await person(browser);
  await page.goto(`${server.url}#t=0123456789abcdef`);
  await page.waitForSelector('.poster');
  assert.equal(new URL(page.url()).hash, '');
  assert.equal(await page.locator('.news').textContent(), 'There is no table of that name.');
  await context.close();
});
