// A stored table in two tabs, and an online table whose server is gone: one clear message and a way
// to continue.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { doAnything, poster, staticHost } from './alone.mjs';
import {
  eventually,
  findings,
  openBrowser,
  person,
  playNow,
  serveBehindWire,
  showsText,
} from './lib.mjs';

const limit = { timeout: 600_000 }; // generous for a slow machine
let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

const log = (page) => page.locator('.log-lines .told').allTextContents();
const noLocks = () => {
  Object.defineProperty(navigator, 'locks', { value: undefined });
};

for (const [lang, how, trick, sentence] of [
  ['en', 'locks', () => {}, 'This game is open in another tab of this browser.'],
  [
    'fr',
    'no locks, as on plain HTTP',
    noLocks,
    'Cette partie est ouverte dans un autre onglet de ce navigateur.',
  ],
])
  test(`one tab at a time plays at a table without a server (${lang}, ${how})`, limit, async () => {
    const host = await staticHost(),
      { page: first, context, trouble } = await person(browser, { lang });
    await context.addInitScript(trick);
    await first.goto(host.url);
    await poster(first, 'corsaires').locator('.is-main').click();
    assert.ok(await doAnything(first, 0));
    const table = first.url(),
      second = await context.newPage();
    await second.goto(host.url); // the home page locks nothing
    await poster(second, 'corsaires').locator('.is-main').waitFor();
    assert.ok(await doAnything(first, 0));
    await second.goto(table);
    await showsText(second, '.sorry', sentence);
    assert.deepEqual(await findings(second), []);
    assert.ok(await doAnything(first, 0)); // undisturbed
    await first.waitForSelector('.is-asked');
    const told = await log(first);
    await second.locator('.page .is-main').click();
    await second.waitForSelector('.is-asked');
    // not in the state of when this tab was opened
    await eventually(async () => (await log(second)).slice(0, told.length), told);
    await showsText(first, '.sorry', sentence);
    assert.ok(await doAnything(second, 0));
    await second.waitForSelector('.is-asked');
    const later = await log(second);
    await second.locator('.brand').click();
    await poster(second, 'corsaires').waitFor();
    await first.reload(); // free again
    await first.waitForSelector('.is-asked');
    await eventually(async () => (await log(first)).slice(0, later.length), later);
    assert.deepEqual(
      trouble.filter((line) => !/404/.test(line)),
      [],
    );
    await context.close();
    await host.stop();
  });

for (const [lang, serviceWorkers, sentence, atTheDoor] of [
  [
    'en',
    'block',
    /^The server isn’t answering\. This page keeps trying\. Home$/,
    /can’t play without it/,
  ],
  [
    'fr',
    'allow',
    /^Le serveur ne répond pas\. .* jouez contre les robots\. Accueil$/,
    /^Sans serveur/,
  ],
])
  test(
    `a long outage offers other pages and ends by itself (${lang}, workers: ${serviceWorkers})`,
    limit,
    async () => {
      const server = await serveBehindWire(),
        { page, context, trouble } = await person(browser, { lang, serviceWorkers });
      await page.clock.install();
      await page.goto(server.url);
      await page.waitForFunction(() => document.querySelector('.staying')?.textContent);
      await playNow(page, server.url, 'mille-sabords');
      await page.waitForSelector('.is-asked');
      await page.clock.fastForward(2000);
      const hash = new URL(page.url()).hash;
      server.cut();
      await page.waitForSelector('.linked:not([hidden])');
      await page.clock.fastForward(21_000);
      await page.waitForSelector('.linked a');
      await showsText(page, '.linked', sentence);
      assert.deepEqual(await findings(page), []);
      await page.locator('.linked a').click();
      await page.waitForFunction(
        (said) =>
          [...document.querySelectorAll('.solitude, .linked')].some((one) =>
            new RegExp(said).test(one.textContent),
          ),
        atTheDoor.source,
      );
      if (serviceWorkers === 'allow') {
        await poster(page, 'corsaires').locator('.is-main').click();
        assert.ok(await doAnything(page, 0));
      }
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
      await page.waitForSelector('.wait');
      server.mend();
      await page.clock.fastForward(10_000);
      assert.ok(await doAnything(page, 0));
      await page.locator('.linked').waitFor({ state: 'hidden' });
      assert.deepEqual(
        trouble.filter((line) => !/Failed to load|ERR_|preload assets/.test(line)),
        [],
      );
      await context.close();
      await server.stop();
    },
  );

test(
  'a server that is gone for good: what one played there so far can be looked at',
  limit,
  async () => {
    const server = await serveBehindWire(),
      { page, context, trouble } = await person(browser, { serviceWorkers: 'allow' });
    await page.clock.install();
    await page.goto(server.url);
    await page.waitForFunction(() => document.querySelector('.staying')?.textContent);
    await playNow(page, server.url, 'corsaires');
    await page.waitForSelector('.is-asked');
    await page.clock.fastForward(61_000);
    assert.ok(await doAnything(page, 0));
    await page.waitForFunction(() =>
      Object.entries(localStorage).some(
        ([key, text]) => key.startsWith('record ') && /\nviewer 1\n/.test(text),
      ),
    );
    server.cut();
    await page.waitForSelector('.linked:not([hidden])');
    await page.clock.fastForward(21_000);
    await page.locator('.linked a[href^="#replay="]').click();
    await page.waitForSelector('.transport');
    await eventually(
      async () => Number(await page.locator('.transport input').getAttribute('max')),
      (last) => last > 0,
    );
    await page.locator('[data-key="viewer.last"]').click();
    // from the seat of the player
    await page.waitForSelector('.co-hand .item:not([aria-label="card face down"])');
    assert.deepEqual(
      trouble.filter((line) => !/Failed to load|ERR_/.test(line)),
      [],
    );
    await context.close();
    await server.stop();
  },
);
