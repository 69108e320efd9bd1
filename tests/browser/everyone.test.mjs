// Accessibility: tables at moments of real matches, in both languages and themes, checked by
// axe-core and compared with accessibility trees (tests/golden/page; UPDATE=1 writes them again).

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { drawMoment, findings, newPage, openBrowser, root, servePage } from './lib.mjs';
import { names, shown } from './shown.mjs';

const golden = path.join(root, 'tests/golden/page');

let browser, site;
before(async () => {
  [browser, site] = await Promise.all([openBrowser(), servePage()]);
});
after(async () => {
  await browser.close();
  site.close();
});

async function draw(name, options) {
  const page = await newPage(browser, {
    viewport: { width: options.width ?? 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  const trouble = [];
  page.on('pageerror', (error) => trouble.push(error.stack));
  page.on('console', (line) => line.type() === 'error' && trouble.push(line.text()));
  await drawMoment(page, site.url, shown[name], { names, ...options });
  return { page, trouble };
}

/** Compares the accessibility tree with the golden file. */
async function isTold(page, name, lang) {
  assert.doesNotMatch(
    await page.locator('#page').innerText(),
    /\b(as|bu|co|hint|ms|pd|web)[.][a-z]+[.-]?[a-z]/,
    'a key instead of words',
  );
  const told = `${await page.locator('#page').ariaSnapshot()}\n`,
    file = path.join(golden, `${name}.${lang}.yaml`);
  if (process.env.UPDATE) {
    mkdirSync(golden, { recursive: true });
    writeFileSync(file, told);
  }
  assert.equal(told, readFileSync(file, 'utf8'));
}

for (const name of Object.keys(shown))
  for (const [lang, theme, width] of [
    ['en', 'light', 1280],
    ['fr', 'dark', 360],
  ])
    test(`${name}, ${lang}, ${theme}, ${width} pixels: words and axe-core`, async () => {
      const { page, trouble } = await draw(name, { theme, width, lang });
      assert.deepEqual(await findings(page), []);
      assert.equal(
        await page.evaluate(() => document.documentElement.scrollWidth > innerWidth),
        false,
        'no sideways scrolling',
      );
      await isTold(page, name, lang);
      assert.deepEqual(trouble, []);
      await page.close();
    });
