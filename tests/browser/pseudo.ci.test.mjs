// Every page in a generated language (tools/pseudo.py), whose texts have other letters than the 26
// of the alphabet: a word of plain letters on a page is hard-coded, unless it is a name or was
// typed. The program with that language is built by tests/pseudo/meson.build.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { doAnything, poster, staticHost } from './alone.mjs';
import {
  build,
  chooseGame,
  drawn,
  newStore,
  openBrowser,
  person,
  playNow,
  root,
  serveWith,
  showsCount,
} from './lib.mjs';

const limit = { timeout: 300_000 };
const program = path.join(build, 'tests/pseudo/flibuste');
const records = path.join(root, 'tests/golden/records'),
  fair = path.join(root, 'tests/golden/fair');
const games = ['mille-sabords', 'corsaires', 'buccaneer', 'pirates-en-duel', 'aux-sabords'];
const withoutRules = 'aux-sabords'; // its page is that of the default language

let browser, server;
before(async () => {
  [browser, server] = await Promise.all([openBrowser(), serveWith(program, newStore())]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

/** Runs in the page before it loads: reports every text that is ever in the document. */
function watchTexts() {
  const attributes = [
    'alt',
    'aria-description',
    'aria-label',
    'aria-roledescription',
    'aria-valuetext',
    'placeholder',
    'title',
  ];
  const seen = new Set();
  const report = (text, where) => {
    if (!/[A-Za-z]{2}/.test(text) || seen.has(text)) return;
    seen.add(text);
    window.reportText(text, where);
  };
  const read = (node) => {
    if (node instanceof Text) {
      const where = node.parentElement;
      if (where && !where.closest('script, style, noscript'))
        report(node.data, `${where.localName}.${where.getAttribute('class')}`);
      return;
    }
    if (!(node instanceof Element)) return;
    for (const name of attributes)
      report(node.getAttribute(name) ?? '', `${node.localName} ${name}`);
    node.childNodes.forEach(read);
  };
  new MutationObserver((changes) => {
    for (const { target, type, addedNodes } of changes)
      if (type === 'childList') addedNodes.forEach(read);
      else read(target);
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: attributes,
  });
}

/** What is not a text of lang/: names, the other languages, codes of tables, and hashes. */
const allowed = [
  /\b(Anne Bonny|Anne|Mary Read|Rackham|Flibuste|greedy)\b/g,
  /^(English|[0-9A-Z]{6}|[0-9a-f]{64})$/,
  /^terminal$/, // the table of a record of the terminal
];

const isHardCoded = (text) =>
  /[A-Za-z]{2}/.test(allowed.reduce((rest, pattern) => rest.replace(pattern, ''), text));

/** A page in the generated language, and the hard-coded texts that it has shown. */
async function reader(options = {}) {
  const who = await person(browser, options),
    found = new Set();
  await who.page.exposeFunction(
    'reportText',
    (text, where) => isHardCoded(text) && found.add(`${where}: ${text}`),
  );
  await who.page.addInitScript(() => {
    localStorage.lang = 'qps';
  });
  await who.page.addInitScript(watchTexts);
  return { ...who, found };
}

/** Ends a visit: nothing was hard-coded, and nothing went wrong. */
async function isClean({ page, context, found, trouble }) {
  await drawn(page);
  await page.evaluate(() => 0); // reports are delivered in order
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'qps');
  assert.deepEqual([...found].sort(), []);
  assert.deepEqual(trouble, []);
  await context.close();
}

test('home, its dialogs, and a waiting room', limit, async () => {
  const who = await reader(),
    { page } = who;
  await page.goto(server.url);
  for (const game of games) {
    for (const what of ['invite', 'real']) {
      await chooseGame(page, game, what);
      await page.waitForSelector('dialog[open]');
      await page.evaluate(() => {
        for (const one of document.querySelectorAll('dialog details')) one.open = true;
      });
      await page.keyboard.press('Escape');
      await showsCount(page, 'dialog', 0);
    }
  }
  await page.locator('.join').click();
  await page.locator('.joining input').first().fill('ZZZZ');
  await page.locator('.joining button').click();
  await page.waitForFunction(() => document.querySelector('.news').textContent);
  await page.locator('.menu-button').click();
  await page.keyboard.press('Escape');
  await chooseGame(page, 'mille-sabords', 'invite');
  await page.locator('.making .is-main').click();
  await page.waitForSelector('[data-key="start"]');
  await isClean(who);
});

/** Runs in the page: makes one of the offered entries or moves. */
function act(i) {
  const some = (selector) => {
    const all = [...document.querySelectorAll(selector)];
    return all[i % (all.length || 1)];
  };
  for (const list of document.querySelectorAll('.all')) list.open = true;
  (
    document.querySelector('[data-key="look"]') ??
    some('.pad:not([hidden]) .face:not([aria-disabled=true])') ??
    document.querySelector('[data-key="pass"]') ??
    some('.now button.is-main:not([aria-disabled=true])') ??
    some('.all li button') ??
    some('.now button:not(.is-quiet):not([aria-disabled=true])') ??
    some('.board .is-live:not(.is-picked)')
  )?.click();
}

/** Acts several times, whenever something is asked. */
async function actOn(page, times) {
  for (let i = 0; i < times; i++) {
    await page.waitForSelector(
      '.is-asked, .crown, [data-key="look"], [data-key="pass"], .pad:not([hidden]) .face',
    );
    await page.evaluate(act, i);
    await drawn(page);
  }
}

for (const game of games)
  test(`${game}: a table and its tools`, limit, async () => {
    const who = await reader(),
      { page } = who,
      tool = (key) => page.locator(`.tools [data-key="${key}"]`);
    await playNow(page, server.url, game);
    await actOn(page, 8);
    await page.waitForSelector('.is-asked');
    await tool('web.hint').click();
    await page.waitForFunction(() => document.querySelector('.note').textContent);
    await tool('chat').click();
    await page.locator('.reaction-muting').waitFor();
    await tool('chat').click(); // it covers other tools
    if (await tool('web.undo').count()) await tool('web.undo').click();
    if (game !== withoutRules) {
      await tool('web.rules').click();
      await page.waitForSelector('dialog .rules h3');
    }
    await isClean(who);
  });

test('the rules, and those of the default language where a page is missing', limit, async () => {
  const who = await reader(),
    { page } = who;
  for (const game of games.filter((one) => one !== withoutRules)) {
    await page.goto(`${server.url}#rules/${game}`);
    await page.waitForSelector('.rules h3');
    await page.locator('#rules-search').fill('zz');
    await page.waitForFunction(() => document.querySelector('output').textContent);
  }
  const missing = await (await fetch(`${server.url}rules/${withoutRules}.qps.md`)).text();
  assert.equal(missing, readFileSync(path.join(root, `docs/rules/${withoutRules}.en.md`), 'utf8'));
  await isClean(who);
});

test('lessons', limit, async () => {
  const who = await reader(),
    { page } = who;
  for (const game of games) {
    await page.goto(server.url);
    await page.goto(`${server.url}#l=${game}`);
    await page.waitForSelector('.lesson:not([hidden])');
    await actOn(page, 6);
  }
  await isClean(who);
});

test('records: the replay, its analysis and its dice', limit, async () => {
  const who = await reader(),
    { page } = who;
  for (const game of games) {
    await page.goto(server.url);
    await page.setInputFiles('#record', path.join(fair, `${game}.txt`));
    await page.waitForSelector('.transport');
    const steps = Number(await page.locator('.transport input').getAttribute('max'));
    for (const part of [0.25, 0.5, 0.75]) {
      await page.locator('.transport input').fill(String(Math.floor(steps * part)));
      await drawn(page);
    }
    await page.locator('[data-key="viewer.last"]').click();
    await page.waitForSelector('.finale:not([hidden])');
    await page.locator('.tabs a').nth(1).click();
    await page.waitForSelector('.verdict.is-fair');
  }
  await page.goto(server.url);
  await page.setInputFiles('#record', path.join(records, 'corsaires-2.txt'));
  await page.waitForSelector('.transport');
  await page.locator('.study .is-main').click();
  await page.waitForSelector('.study svg');
  await isClean(who);
});

test('a real table, and the tally of Corsaires', limit, async () => {
  const who = await reader(),
    { page } = who;
  for (const game of games) {
    await page.goto(server.url);
    await chooseGame(page, game, 'real');
    await page.locator('dialog .is-main').click();
    await actOn(page, 10);
  }
  await page.goto(server.url);
  await chooseGame(page, 'corsaires', 'real');
  await page.locator('dialog .now .choice').nth(1).click();
  await page.waitForSelector('.tally .face');
  await page.locator('.tally .face').first().click();
  await drawn(page);
  await isClean(who);
});

test('errors: no such table, not a record, and a server that is gone', limit, async () => {
  const gone = await serveWith(program, newStore()),
    who = await reader(),
    { page } = who;
  await page.goto(`${gone.url}#t=ZZZZZZ`);
  await page.waitForFunction(() => document.querySelector('.news').textContent);
  await page.goto(gone.url);
  await page.setInputFiles('#record', {
    name: 'x.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('?'),
  });
  await page.waitForSelector('.sorry');
  await playNow(page, gone.url, 'mille-sabords');
  await gone.stop();
  await page.waitForSelector('.linked:not([hidden])');
  await isClean(who);
});

test('without a server', limit, async () => {
  const host = await staticHost(() => {}, program),
    who = await reader(),
    { page } = who;
  await page.goto(host.url);
  await page.waitForFunction(() => document.querySelector('.solitude')?.textContent);
  await page.locator('.poster .is-main').first().click();
  await page.waitForSelector('.board .item');
  await actOn(page, 4);
  assert.deepEqual([...who.found], []);
  await isClean(who);
  await host.stop();
});

test('style sheets contain no text', () => {
  const sheets = readdirSync(path.join(root, 'web'), { recursive: true }).filter((name) =>
    name.endsWith('.css'),
  );
  const found = sheets.flatMap((name) =>
    readFileSync(path.join(root, 'web', name), 'utf8').match(/content: *(['"]).*[A-Za-z]{2}.*\1/g),
  );
  assert.ok(sheets.length > 5);
  assert.deepEqual(found.filter(Boolean), []);
});
