// What would follow from a selection is shown at the pieces before the move is made.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { drawMoment, newPage, openBrowser, readAll, servePage, showsText } from './lib.mjs';
import { names, shown } from './shown.mjs';

let browser, site;
before(async () => {
  [browser, site] = await Promise.all([openBrowser(), servePage()]);
});
after(async () => {
  await browser.close();
  site.close();
});

const crowned = (page, fight) =>
  readAll(page, `.co-fight:nth-of-type(${fight}) .co-rung.is-ahead .seat-name`, (all) =>
    all.map((one) => one.textContent),
  );

test('corsaires: a selected card shows who would lead and get the galleon', async () => {
  const page = await newPage(browser);
  await drawMoment(page, site.url, shown['corsaires-battle'], { lang: 'en', names });
  const fate = '.co-fight:nth-of-type(2) .co-fate';
  await showsText(page, fate, 'If nothing changes, it goes to Mary Read.');
  assert.deepEqual(await crowned(page, 2), ['Mary Read']);

  await page.locator('.co-hand.is-own .is-live').first().click();
  await showsText(page, fate, 'If nothing changes, it is yours.');
  assert.deepEqual(await crowned(page, 2), ['Anne']);
  assert.deepEqual(await crowned(page, 1), ['Surcouf'], 'where the card is not allowed');

  await page.keyboard.press('Escape');
  await showsText(page, fate, 'If nothing changes, it goes to Mary Read.');
  await page.close();
});

test('pirates-en-duel: each loss shows the forces that would be left', async () => {
  const page = await newPage(browser);
  await drawMoment(page, site.url, shown['pirates-en-duel-losses'], { lang: 'en', names });
  const drops = await readAll(page, '.is-open .pd-spot', (all) =>
    all
      .filter((one) => one.querySelector('.is-live'))
      .map((one) => [
        one.querySelector('.pd-name').textContent,
        [...one.querySelectorAll('.pd-drop b')].map((b) => b.textContent).join(' '),
      ]),
  );
  const forces = await readAll(page, '.is-open .pd-forces b', (all) =>
    all.map((one) => one.textContent),
  );
  assert.deepEqual(forces, ['2', '2'], 'sabres and cannons before');
  assert.deepEqual(drops, [
    ['captain', '2 1 2 1'],
    ['lookout', '2 1'],
    ['twin', '2 1'],
  ]);
  await page.close();
});
