// Without a server: whole games after the server is gone, in both languages, stored across reloads
// and replayed; and one clear message where local storage or WebAssembly is missing.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { doAnything, lookBack, poster, staticHost } from './alone.mjs';
import {
  eventually,
  findings,
  newPage,
  openBrowser,
  person,
  root,
  serve,
  showsCount,
  showsText,
} from './lib.mjs';

const limit = { timeout: 600_000 }; // generous for a slow machine
let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

/** The page of somebody who visited once, after the server is gone. */
async function visitor(host, options) {
  const who = await person(browser, { serviceWorkers: 'allow', ...options });
  await who.page.goto(host.url);
  await who.page.waitForFunction(() => document.querySelector('.staying')?.textContent);
  await host.stop();
  return { ...who, url: host.url };
}

/** In the page: counts the records that are packed for an address from now on, after an action with
 * each. */
function countPacked() {
  const { arrayBuffer } = Response.prototype;
  window.packed = 0;
  Response.prototype.arrayBuffer = async function () {
    const bytes = await arrayBuffer.call(this);
    setTimeout(() => window.packed++);
    return bytes;
  };
}

/** Plays to the end and starts another game, with reloads in between. */
async function playThrough(page, lang) {
  for (let turn = 0; await doAnything(page, turn); turn++)
    if (turn === 5) {
      // the next phrase may extend the last entry
      const told = (await page.locator('.log-lines .told').allTextContents()).slice(0, -1);
      await page.reload();
      await page.waitForSelector('.table .item');
      await eventually(
        async () =>
          (await page.locator('.log-lines .told').allTextContents()).slice(0, told.length),
        told,
      );
    }
  await showsText(page, '.choices > .question', lang === 'fr' ? /gagne/ : / wins?\b/);
  await page.reload();
  await page.waitForSelector('.crown');
  const table = page.url();
  await page.locator('.ending [data-key="viewer.replay"]').first().click();
  await page.waitForURL(/#record=/); // and can be shared
  await lookBack(page, 3);
  await showsCount(page, '.tools button', 3); // the first one takes back
  await page.evaluate(countPacked);
  await page.evaluate(() => {
    // undone, and left before the undo is complete
    document.querySelector('.tools button').click();
    location.hash = '#';
  });
  await page.waitForSelector('.poster');
  await page.waitForFunction(() => window.packed === 1);
  assert.equal(await page.evaluate(() => location.hash), '');
  await page.goto(table);
  await page.waitForSelector('.crown');
  await page.locator('[data-key="web.rematch"]').click();
  await page.waitForFunction(
    () => !document.querySelector('.crown') && document.querySelector('.table .item'),
  );
  assert.ok(await doAnything(page, 0));
}

for (const [where, open, game, lang, kept, alone] of [
  ['a server', serve, 'mille-sabords', 'fr', /enregistré sur cet appareil/, /^Sans serveur/],
  ['a static site', staticHost, 'corsaires', 'en', /saved on this device/, /^No server/],
])
  test(`a whole game of ${game} after ${where} is gone (${lang})`, limit, async () => {
    const { page, context, trouble, url } = await visitor(await open(), { lang });
    await showsText(page, '.staying', kept);
    await page.goto(url);
    await poster(page, game).locator('.is-main').waitFor();
    await showsText(page, '.solitude', alone);
    await page.locator('.joining').waitFor({ state: 'hidden' });
    assert.deepEqual(await findings(page), []);
    await poster(page, game).locator('.is-main').click();
    await playThrough(page, lang);
    assert.deepEqual(trouble, []);
    await context.close();
  });

test('every game has a table without a server', limit, async () => {
  const host = await staticHost(),
    { page, trouble, context } = await person(browser);
  for (const game of [
    'mille-sabords',
    'corsaires',
    'buccaneer',
    'pirates-en-duel',
    'aux-sabords',
  ]) {
    await page.goto(host.url);
    await poster(page, game).locator('.is-main').click();
    for (let turn = 0; turn < 3; turn++) assert.ok(await doAnything(page, turn));
  }
  await page.goto(host.url);
  await showsCount(page, '.home .lobby li', 3); // the table to return to
  await page.locator('.home .lobby a').first().click();
  await page.waitForSelector('.as-sea, .board .item');
  assert.deepEqual(
    trouble.filter((line) => !/404/.test(line)),
    [],
  );
  await context.close();
  await host.stop();
});

test('while a bot thinks, the table answers', limit, async () => {
  const host = await staticHost((site) => {
    const files = readdirSync(site).find((name) => name.startsWith('flibuste-'));
    writeFileSync(path.join(site, files, 'offline/bot-worker.js'), 'onmessage = () => {};');
  }); // never ends
  const { page, trouble, context } = await person(browser);
  await page.goto(host.url);
  await poster(page, 'corsaires').locator('.is-main').click();
  await page.waitForSelector('.table .item');
  let moves = 0; // a bot may begin
  if (await page.locator('.is-asked').count()) {
    await doAnything(page, moves++); // a whole turn
    await showsCount(page, '.is-asked', 0);
  }
  await page.locator('[data-key="web.undo"]').click();
  // undone, or the reason why not
  await page.waitForSelector(moves ? '.is-asked' : '.note:not(:empty)');
  assert.deepEqual(
    trouble.filter((line) => !/404/.test(line)),
    [],
  );
  await context.close();
  await host.stop();
});

for (const [lang, game] of [
  ['fr', 'corsaires'],
  ['en', 'mille-sabords'],
])
  test(`a record of ${game} opens on a static site (${lang})`, limit, async () => {
    const host = await staticHost(),
      { page, trouble, context } = await person(browser, { lang });
    await page.goto(host.url);
    await poster(page, game).waitFor(); // the levels of bots are known, too
    await page.setInputFiles('#record', path.join(root, `tests/golden/fair/${game}.txt`));
    await lookBack(page, 3);
    await page.reload();
    assert.ok(await doAnything(page, 0));
    assert.deepEqual(
      trouble.filter((line) => !/404|501/.test(line)),
      [],
    );
    await context.close();
    await host.stop();
  });

const full = () => {
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
};
const forbidden = () => {
  Object.defineProperty(window, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('no', 'SecurityError');
    },
  });
};

for (const [what, lang, trick, sentence] of [
  ['full', 'en', full, /^Your game is no longer being saved: .* Don’t close this page\.$/],
  [
    'forbidden',
    'fr',
    forbidden,
    /^La partie n’est plus enregistrée\s: .* Ne fermez pas cette page\.$/,
  ],
])
  test(
    `one sentence where the storage is ${what}, and the game goes on (${lang})`,
    limit,
    async () => {
      const host = await staticHost(),
        trouble = [];
      const page = await newPage(browser, {
        locale: lang,
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      });
      page.on('pageerror', (error) => trouble.push(error.stack));
      await page.addInitScript(trick);
      await page.goto(host.url);
      await poster(page, 'mille-sabords').locator('.is-main').click();
      assert.ok(await doAnything(page, 0));
      await showsText(page, '.linked', sentence);
      await page.waitForSelector('.is-asked');
      await page.locator('[data-key="web.hint"]').click(); // hints work without a server, too
      await page.waitForSelector('.note .counsel');
      assert.ok(await doAnything(page, 1));
      assert.deepEqual(trouble, []);
      await page.close();
      await host.stop();
    },
  );

test(
  'one sentence where a service worker is not allowed, or the WebAssembly is missing',
  limit,
  async () => {
    const host = await staticHost(),
      { page, trouble, context } = await person(browser);
    await page.addInitScript(() => {
      navigator.serviceWorker.register = () => Promise.reject(new Error('not allowed'));
    });
    await page.goto(host.url);
    await showsText(
      page,
      '.staying',
      /^This browser isn’t saving Flibuste: .* Without a server, this page won’t open\.$/,
    );
    await page.route('**/flibuste.wasm', (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await page.waitForFunction(() =>
      document.querySelector('.linked')?.textContent.includes('can’t play without it'),
    );
    assert.deepEqual(
      trouble.filter((line) => !/404/.test(line)),
      [],
    );
    await context.close();
    await host.stop();
  },
);
