// Without a server: whole games in a real browser after the server is gone, in both languages, kept over a
// reload and looked back at; and one clear sentence where the browser keeps nothing, or the program has no WebAssembly.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { doAnything, lookBack, poster, staticHost, text } from './alone.mjs';
import { findings, openBrowser, person, root, serve } from './lib.mjs';

const limit = { timeout: 600_000 }; // far more than a slow machine needs
let browser;
before(async () => { browser = await openBrowser(); });
after(() => browser.close());

/** The page of somebody who was here once, and finds nobody there any more. */
async function visitor(host, options) {
  const who = await person(browser, { serviceWorkers: 'allow', ...options });
  await who.page.goto(host.url);
  await who.page.waitForFunction(() => document.querySelector('.staying')?.textContent);
  await host.stop();
  return { ...who, url: host.url };
}

/** Plays to the end and begins another game, with the page loaded anew now and then. */
async function playThrough(page, lang) {
  for (let turn = 0; await doAnything(page, turn); turn++)
    if (turn === 5) {
      const told = await page.locator('.told li').allTextContents();
      await page.reload();
      await page.waitForSelector('.board .item');
      assert.deepEqual((await page.locator('.told li').allTextContents()).slice(0, told.length), told);
    }
  assert.match(await text(page, '.choices > .question'), lang === 'fr' ? /^Victoire/ : /ictory/);
  await page.reload();
  await page.waitForSelector('.crown');
  const table = page.url();
  await page.locator('[data-key="viewer.replay"]').click();
  await page.waitForURL(/#record=/); // which can be shared
  await lookBack(page, 3);
  await page.evaluate(() => { // taken back, and gone before that is done
    document.querySelector('.tools button').click();
    location.hash = '#';
  });
  await page.waitForSelector('.poster');
  await page.waitForTimeout(1000);
  assert.equal(await page.evaluate(() => location.hash), '');
  await page.goto(table);
  await page.waitForSelector('.crown');
  await page.locator('[data-key="web.rematch"]').click();
  await page.waitForFunction(() => !document.querySelector('.crown') && document.querySelector('.board .item'));
  assert.ok(await doAnything(page, 0));
}

for (const [where, open, game, lang, kept, alone] of [
  ['a server', serve, 'mille-sabords', 'fr', /gardée sur cet appareil/, /^Sans serveur/],
  ['a static site', staticHost, 'corsaires', 'en', /kept on this device/, /^Without a server/]])
  test(`a whole game of ${game} after ${where} is gone (${lang})`, limit, async () => {
    const { page, context, trouble, url } = await visitor(await open(), { lang });
    assert.match(await text(page, '.staying'), kept);
    await page.goto(url);
    await poster(page, game).locator('.is-main').waitFor();
    assert.match(await text(page, '.solitude'), alone);
    assert.equal(await page.locator('.joining').isVisible(), false);
    assert.deepEqual(await findings(page), []);
    await poster(page, game).locator('.is-main').click();
    await playThrough(page, lang);
    assert.deepEqual(trouble, []);
    await context.close();
  });

test('every game has a table without a server', limit, async () => {
  const host = await staticHost(), { page, trouble, context } = await person(browser);
  for (const game of ['mille-sabords', 'corsaires', 'buccaneer', 'pirates-en-duel', 'aux-sabords']) {
    await page.goto(host.url);
    await poster(page, game).locator('.is-main').click();
    for (let turn = 0; turn < 3; turn++)
      assert.ok(await doAnything(page, turn));
  }
  await page.goto(host.url);
  assert.equal(await page.locator('.door .lobby li').count(), 3); // to return to
  await page.locator('.door .lobby a').first().click();
  await page.waitForSelector('.as-sea, .board .item');
  assert.deepEqual(trouble.filter((line) => !/404/.test(line)), []);
  await context.close();
  await host.stop();
});

test('while a bot thinks, the table answers', limit, async () => {
  const host = await staticHost((site) => writeFileSync(path.join(site, 'offline/thinker.js'), 'onmessage = () => {};')); // for ever
  const { page, trouble, context } = await person(browser);
  await page.goto(host.url);
  await poster(page, 'corsaires').locator('.is-main').click();
  await page.waitForSelector('.board .item');
  let moves = 0; // a bot may begin
  while (await page.locator('.is-asked').count())
    await doAnything(page, moves++);
  await page.locator('[data-key="web.undo"]').click();
  await page.waitForSelector(moves ? '.is-asked' : '.note:not(:empty)'); // taken back, or why not
  assert.deepEqual(trouble.filter((line) => !/404/.test(line)), []);
  await context.close();
  await host.stop();
});

for (const [lang, game] of [['fr', 'corsaires'], ['en', 'mille-sabords']])
  test(`a record of ${game} opens on a static site (${lang})`, limit, async () => {
    const host = await staticHost(), { page, trouble, context } = await person(browser, { lang });
    await page.goto(host.url);
    await page.setInputFiles('#record', path.join(root, `tests/golden/fair/${game}.txt`));
    await lookBack(page, 3);
    await page.reload();
    assert.ok(await doAnything(page, 0));
    assert.deepEqual(trouble.filter((line) => !/404|501/.test(line)), []);
    await context.close();
    await host.stop();
  });

const full = () => {
  Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
};
const forbidden = () => {
  Object.defineProperty(window, 'localStorage', { configurable: true, get() { throw new DOMException('no', 'SecurityError'); } });
};

for (const [what, lang, trick, sentence] of [
  ['full', 'en', full, /^This browser keeps nothing more .* lost if you close the page\.$/],
  ['forbidden', 'fr', forbidden, /^Ce navigateur ne garde plus rien .* si vous fermez la page\.$/]])
  test(`one sentence where the storage is ${what}, and the game goes on (${lang})`, limit, async () => {
    const host = await staticHost(), context = await browser.newContext({ locale: lang, reducedMotion: 'reduce', serviceWorkers: 'block' });
    const page = await context.newPage(), trouble = [];
    page.on('pageerror', (error) => trouble.push(error.stack));
    await page.addInitScript(trick);
    await page.goto(host.url);
    await poster(page, 'mille-sabords').locator('.is-main').click();
    assert.ok(await doAnything(page, 0));
    assert.match(await text(page, '.linked'), sentence);
    await page.waitForSelector('.is-asked');
    await page.locator('[data-key="web.hint"]').click(); // advice is given here, too
    await page.waitForSelector('.note .counsel');
    assert.ok(await doAnything(page, 1));
    assert.deepEqual(trouble, []);
    await context.close();
    await host.stop();
  });

test('one sentence where a service worker is not allowed, or the WebAssembly is missing', limit, async () => {
  const host = await staticHost(), { page, trouble, context } = await person(browser);
  await page.addInitScript(() => { navigator.serviceWorker.register = () => Promise.reject(new Error('not allowed')); });
  await page.goto(host.url);
  await page.waitForFunction(() => document.querySelector('.staying')?.textContent);
  assert.match(await text(page, '.staying'), /^This browser does not keep the page \(.*\): without a server it will not open\.$/);
  await page.route('**/flibuste.wasm', (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await page.waitForFunction(() => document.querySelector('.linked')?.textContent.includes('cannot play without it'));
  assert.deepEqual(trouble.filter((line) => !/404/.test(line)), []);
  await context.close();
  await host.stop();
});
