// For everyone: the tables at moments of real matches, in both languages and themes, judged by axe-core
// and told in words as a screen reader would tell them (tests/golden/page; UPDATE=1 writes them anew).

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { buccaneerMoments } from './buccaneer.mjs';
import { auxMoments } from './aux-sabords.mjs';
import { drawMoment, moments, openBrowser, root, servePage } from './lib.mjs';
import { shown as duels } from './pirates-en-duel.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const golden = path.join(root, 'tests/golden/page');
const names = ['Anne', 'Rackham', 'Mary Read', 'Surcouf', 'Jean Bart', 'Barbe-Noire'];

const count = (moment, zone) => moment.sight.zones.filter((one) => one.name === zone)
  .reduce((sum, one) => sum + one.items.length, 0);
const busiest = (list, zone) => list.reduce((best, one) => (count(one, zone) > count(best, zone) ? one : best));

const dice = moments('mille-sabords', 3, 7, 1), alone = moments('corsaires', 4, 5, 1), teams = moments('corsaires', 6, 5, 1);
const shown = {
  'mille-sabords-opening': dice[0],
  'mille-sabords-island': dice.find((one) => one.sight.subsets.some((q) => q.verb === 'put')),
  'mille-sabords-end': dice.at(-1),
  'corsaires-opening': alone[0],
  'corsaires-battle': busiest(alone, 'co.zone.fight'),
  'corsaires-teams': busiest(teams, 'co.zone.fight'),
  'corsaires-end': alone.at(-1),
  ...buccaneerMoments(),
  ...duels,
  ...auxMoments(),
};

let browser, site;
before(async () => { [browser, site] = await Promise.all([openBrowser(), servePage()]); });
after(async () => { await browser.close(); site.close(); });

async function draw(name, options) {
  const page = await browser.newPage({ viewport: { width: options.width ?? 1280, height: 800 }, reducedMotion: 'reduce' });
  const trouble = [];
  page.on('pageerror', (error) => trouble.push(error.stack));
  page.on('console', (line) => line.type() === 'error' && trouble.push(line.text()));
  await drawMoment(page, site.url, shown[name], { names, ...options });
  return { page, trouble };
}

/** What axe-core finds, in a line each. */
async function findings(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document,
    { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }));
  return violations.filter((one) => ['serious', 'critical'].includes(one.impact)).flatMap((one) =>
    one.nodes.map((node) => `${one.id}: ${node.target.join(' ')} ${node.any[0]?.message ?? ''}`));
}

/** The page in words is as it was. */
async function isTold(page, name, lang) {
  const told = `${await page.locator('#page').ariaSnapshot()}\n`, file = path.join(golden, `${name}.${lang}.yaml`);
  if (process.env.UPDATE) {
    mkdirSync(golden, { recursive: true });
    writeFileSync(file, told);
  }
  assert.equal(told, readFileSync(file, 'utf8'));
}

for (const name of Object.keys(shown))
  for (const [lang, theme, width] of [['en', 'light', 1280], ['fr', 'dark', 360]])
    test(`${name}, ${lang}, ${theme}, ${width} pixels wide: in words, and nothing serious found by axe-core`, async () => {
      const { page, trouble } = await draw(name, { theme, width, lang });
      assert.deepEqual(await findings(page), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, 'no sideways scrolling');
      await isTold(page, name, lang);
      assert.deepEqual(trouble, []);
      await page.close();
    });
