// What a page of version 1 stored in this browser, and links that it made, work in the present one.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eventually, openBrowser, person, playNow, root, serve, showsText } from './lib.mjs';

const limit = { timeout: 300_000 }; // generous for a slow machine
let browser, server;
before(async () => {
  [browser, server] = await Promise.all([openBrowser(), serve()]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

/** A table of Corsaires without a server, as a page of version 1 stored it. */
const alone = '32d36ce3ad280b5c',
  aloneToken = '9ce912d4710a37b17eee5f6d51b2cd47',
  aloneBytes =
    'RkxLMVwLKK3jbNMy0zCz7KEBAAABAJsJ8VSyiuDWZn+ApUPGH0KNF61kzD3bVnyR5BcRiwvsCQBjb3JzYWlyZXN3' +
    'AHRlYW1zPWF1dG8gY2FwdHVyZXM9aGlkZGVuIGZpcnN0PXJhbmRvbSBzZWF0cz1wZXJzb24sYm90Om1hdGVsb3Qs' +
    'Ym90Om1hdGVsb3QgY2xvY2s9bm9uZSBjaGF0PW9mZiBhd2F5PTEyMCBsb2JieT1wcml2YXRlAAAC/gAAJkeKxy3A' +
    'DX66C7p9ETugI//QTBe/1gX1007wN3cMdasABABBbm5lJkeKxy3ADX66C7p9ETugI//QTBe/1gX1007wN3cMdavW' +
    'MLPsoQEAAAAeAAAYYTU1MjVmNDc3OGVhMzc4NTYxOTljMjcxQW5uZdcws+yhAQAABScACDICRQJHAkACOgJKAkkC' +
    'OgJDAkoCUAJIAj0COwJAAkkCUgI9AkcCOzGz7KEBAAAGAwCBAgCjMbPsoQEAAAYDAIIMAEYzs+yhAQAABgUAAAAA' +
    'SwKqM7PsoQEAAAYDAIEXAA40s+yhAQAABgMAgg8AtDSz7KEBAAAGBQAAAABCAhg1s+yhAQAABgUAgQAAPgJ8NbPs' +
    'oQEAAAYDAIIBAAw2s+yhAQAABgMAAAEA0Daz7KEBAAAGAwCBIQA0N7PsoQEAAAYFAIIAAEoCrTez7KEBAAAGAwAA' +
    'AwAUOLPsoQEAAAYDAIFIAHg4s+yhAQAABgMAglUA';

/** In the page: replaces the storage by that of version 1. */
function goBack({ table, bytes, record }) {
  const [token] = JSON.parse(localStorage[`token ${table}`]).tokens;
  localStorage.clear();
  Object.assign(localStorage, {
    name: 'Anne',
    lang: 'fr',
    theme: 'dark',
    sound: 'off',
    odds: 'on',
    level: 'capitaine',
    [`token ${table}`]: JSON.stringify({ token, game: 'mille-sabords', at: 2 }),
    [`token ${bytes[0]}`]: JSON.stringify({ tokens: [bytes[1]], game: 'corsaires', at: 1 }),
    [`offline ${bytes[0]}`]: JSON.stringify({ at: 1, bytes: bytes[2] }),
    'record 0123456789abcdef': `3\n${record}`,
  });
  return token;
}

test('storage and links of version 1 are still good', limit, async () => {
  const { page, context, messages, trouble } = await person(browser);
  await playNow(page, server.url, 'mille-sabords');
  const table = new URL(page.url()).hash.slice(3),
    record = readFileSync(path.join(root, 'tests/golden/records/corsaires-3.txt'), 'utf8');
  const token = await page.evaluate(goBack, {
    table,
    bytes: [alone, aloneToken, aloneBytes],
    record,
  });

  // the table of the server, with its seat
  messages.length = 0;
  await page.reload();
  await page.waitForSelector('.board .item');
  assert.deepEqual(messages.find(({ type }) => type === 'you').seats, [1]);
  const now = await page.evaluate(() => ({ ...localStorage, page: document.documentElement.lang }));
  assert.deepEqual(
    [now.storage, now.page, now.theme, now.odds, now.level, now.name],
    ['2', 'fr', 'dark', 'on', 'capitaine', 'Anne'],
  );
  const { tokens, token: old } = JSON.parse(now[`token ${table}`]);
  assert.deepEqual([tokens, old], [[token], undefined]);

  // the table of this browser, with its log
  await page.goto(`${server.url}#t=${alone}`);
  await showsText(page, '.log-lines .told >> nth=0', /^Vous prenez place/);
  // 26 phrases make 19 sentences
  await eventually(() => page.locator('.log-lines .told').count(), 19);
  await page.waitForSelector('.board .item');

  // a record, and a link with a viewer
  await page.goto(`${server.url}#replay=0123456789abcdef&eyes=watcher&at=3`);
  await page.waitForSelector('.board .item');
  await eventually(() => page.locator('.settings select').nth(1).inputValue(), 'spectator');

  // an invitation
  const { code } = messages.find(({ type }) => type === 'table');
  await page.goto(`${server.url}#j=${code}`);
  await page.waitForURL(new RegExp(`#t=${table}$`));
  await page.waitForSelector('.board .item');
  assert.deepEqual(
    trouble.map((one) => one.match(/\b404\b/)?.[0] ?? one),
    ['404'], // the server does not have the record
  );
  await context.close();

  // the link of a seat in another browser
  const other = await person(browser);
  await other.page.goto(`${server.url}#t=${table}&k=${token}`);
  await other.page.locator('.page [data-key="web.link-mine"]').click();
  await other.page.waitForSelector('.board .item');
  assert.deepEqual(other.trouble, []);
  await other.context.close();
});
