// Shared by tests without a server: a static site, playing any move, and replaying a finished game.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, eventually, findings, showsCount, showsText } from './lib.mjs';

export const poster = (page, game) =>
  page.locator('.poster', { has: page.locator(`#title-${game}`) });

const buttons = ':is(.now, .all li) button:not([aria-disabled=true])';

/** Waits for a turn and plays one legal move; false when the game is over. */
export async function doAnything(page, turn) {
  await page.waitForFunction(() => document.querySelector('.crown, .is-asked'));
  if (await page.locator('.crown').count()) return false;
  const n = await page.locator('.table').getAttribute('data-n');
  await page.evaluate(() => {
    document.querySelector('.all').open = true;
  });
  await page.waitForFunction((buttons) => document.querySelector(buttons), buttons);
  await page.evaluate(
    ([all, i]) => {
      const offered = [...document.querySelectorAll(all)];
      offered[i % offered.length].click();
    },
    [buttons, turn],
  );
  await page.waitForFunction((was) => document.querySelector('.table').dataset.n !== was, n);
  return true;
}

/** The output of `flibuste site`, changed if requested, on a static web host below a path of its
 * own. */
export async function staticHost(change = () => {}, program = path.join(build, 'flibuste')) {
  const folder = mkdtempSync(path.join(tmpdir(), 'flibuste-'));
  mkdirSync(path.join(folder, 'games'));
  execFileSync(program, ['site', path.join(folder, 'games/pirates')]);
  change(path.join(folder, 'games/pirates'));
  const host = spawn(
    'python3',
    ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', folder],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const origin = await new Promise((resolve, reject) => {
    let said = '';
    host.stdout.on('data', (more) => {
      said += more;
      const match = said.match(/http:\/\/[^ /]+(?=\/)/);
      if (match) resolve(match[0]);
    });
    host.on('exit', () => reject(new Error('the web host ended')));
  });
  return {
    url: `${origin}/games/pirates/`,
    stop: () =>
      new Promise((resolve) => {
        host.on('exit', resolve);
        host.kill('SIGKILL');
      }),
  };
}

/** Opens a record, steps through it, analyses it, recomputes its dice, and continues it. */
export async function lookBack(page, players) {
  await page.locator('[data-key="viewer.next"]').click();
  await showsText(page, '.count', /^1 /);
  await page.locator('[data-key="viewer.last"]').click();
  await page.waitForSelector('.finale:not([hidden])');
  await page.locator('.study .is-main').click();
  await page.waitForSelector('.plot');
  await showsCount(page, '.plot .curve', players);
  await showsCount(page, '.balance tbody tr', players);
  assert.deepEqual(await findings(page), []);
  await page.locator('.tabs a').nth(1).click();
  await page.waitForSelector('.verdict.is-fair');
  await page.locator('.rolls tbody tr').first().waitFor();
  await page.locator('.tabs a').first().click();
  await page.locator('.transport input').fill('4');
  await page.locator('.settings summary').click();
  await eventually(
    () => page.locator('.settings details select').nth(1).locator('option').count(),
    4,
  ); // levels
  await page.locator('.settings .is-main').click();
  await page.waitForURL(/[&#]play=1/);
  // before that, the end of the record may still be on the page
  await page.waitForSelector('.is-asked');
  assert.ok(await doAnything(page, 0));
  assert.ok(await doAnything(page, 1));
}
