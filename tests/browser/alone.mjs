// What tests of pages without a server share: a static site, doing anything that is offered, and looking back at
// a game that is over.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, findings } from './lib.mjs';

export const text = (page, selector) => page.locator(selector).textContent();
export const poster = (page, game) => page.locator('.poster', { has: page.locator(`#title-${game}`) });

const buttons = ':is(.now, .all li) button:not([aria-disabled=true])';

/** Waits for a turn and does one thing that is offered; false when the game is over. */
export async function doAnything(page, turn) {
  await page.waitForFunction(() => document.querySelector('.crown, .is-asked'));
  if (await page.locator('.crown').count())
    return false;
  const n = await page.locator('.table').getAttribute('data-n');
  await page.evaluate(() => { document.querySelector('.all').open = true; });
  await page.waitForFunction((buttons) => document.querySelector(buttons), buttons);
  await page.evaluate(([all, i]) => {
    const offered = [...document.querySelectorAll(all)];
    offered[i % offered.length].click();
  }, [buttons, turn]);
  await page.waitForFunction((was) => document.querySelector('.table').dataset.n !== was, n);
  return true;
}

/** What `flibuste site` writes, changed if need be, behind a web host that knows files alone, below a path of its own. */
export async function staticHost(change = () => {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'flibuste-'));
  mkdirSync(path.join(folder, 'games'));
  execFileSync(path.join(build, 'flibuste'), ['site', path.join(folder, 'games/pirates')]);
  change(path.join(folder, 'games/pirates'));
  const host = spawn('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', folder],
    { stdio: ['ignore', 'pipe', 'ignore'] });
  const origin = await new Promise((resolve, reject) => {
    let said = '';
    host.stdout.on('data', (more) => {
      said += more;
      const match = said.match(/http:\/\/[^ /]+(?=\/)/);
      if (match)
        resolve(match[0]);
    });
    host.on('exit', () => reject(new Error('the web host ended')));
  });
  return { url: `${origin}/games/pirates/`,
    stop: () => new Promise((resolve) => { host.on('exit', resolve); host.kill('SIGKILL'); }) };
}

/** A record on the page: stepped through, analysed, its dice recomputed, and gone on from. */
export async function lookBack(page, players) {
  await page.locator('[data-key="viewer.next"]').click();
  assert.match(await text(page, '.count'), /^1 /);
  await page.locator('[data-key="viewer.last"]').click();
  await page.waitForSelector('.finale:not([hidden])');
  await page.locator('.study .is-main').click();
  await page.waitForSelector('.plot');
  assert.equal(await page.locator('.plot .curve').count(), players);
  assert.equal(await page.locator('.balance tbody tr').count(), players);
  assert.deepEqual(await findings(page), []);
  await page.locator('.tabs a').nth(1).click();
  await page.waitForSelector('.verdict.is-fair');
  assert.ok(await page.locator('.rolls tbody tr').count() > 0);
  await page.locator('.tabs a').first().click();
  await page.locator('.transport input').fill('4');
  await page.locator('.settings summary').click();
  await page.waitForSelector('.settings details select');
  assert.equal(await page.locator('.settings details select').nth(1).locator('option').count(), 4); // levels
  await page.locator('.settings .is-main').click();
  await page.waitForURL(/[&#]play=1/);
  assert.ok(await doAnything(page, 0));
  assert.ok(await doAnything(page, 1));
}
