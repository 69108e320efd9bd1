// The form for a new table and the waiting room: seats are lists and numbers are radio buttons, all
// with names, with the keyboard alone and on the smallest phone.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import {
  chooseGame,
  drawn,
  eventually,
  findings,
  openBrowser,
  person,
  serve,
  showsCount,
} from './lib.mjs';

let browser, server;
before(async () => {
  [browser, server] = await Promise.all([openBrowser(), serve()]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

const limit = { timeout: 240_000 };

/** Opens the form for a table of Buccaneer. */
async function ask(options) {
  const who = await person(browser, { width: 320, height: 640, ...options });
  await who.page.goto(server.url);
  await chooseGame(who.page, 'buccaneer', 'invite');
  await who.page.waitForSelector('.making[open]');
  return who;
}

test(
  'places are filled by keys, kept when there are more of them, and the table is as they say',
  limit,
  async () => {
    const { page, context, messages, trouble } = await ask({ lang: 'en' });
    const seat = (n) => page.getByRole('combobox', { name: `Player ${n}`, exact: true }),
      chosen = (n) => seat(n).evaluate((list) => list.selectedOptions[0].textContent);
    await page.getByRole('radio', { name: '3 players' }).focus();
    await showsCount(page, '.making .berth', 3);
    assert.equal(await chosen(2), 'a friend, or else a bot');
    await seat(2).press('ArrowDown');
    await seat(2).press('ArrowDown');
    await eventually(() => chosen(2), 'bot, level 2: Sailor');
    await eventually(
      () => page.locator('.making .berth').nth(1).locator('.boat').innerHTML(),
      /class="green k"/,
      'the parrot sits there',
    );
    await page.getByRole('radio', { name: '3 players' }).focus();
    await page.keyboard.press('ArrowRight');
    await showsCount(page, '.making .berth', 4);
    assert.equal(await chosen(2), 'bot, level 2: Sailor', 'who sat there still does');
    await seat(4).press('End');
    await seat(4).press('ArrowUp'); // the last entry is a player on this device
    await eventually(() => chosen(4), 'bot, level 4: Captain');
    await page.locator('.settings summary').press('Enter');
    await page
      .getByRole('group', { name: 'Hidden money' })
      .getByRole('radio', { name: 'yes' })
      .press('Space');
    assert.deepEqual(await findings(page), []);
    await page.getByRole('button', { name: 'Open the table' }).press('Enter');
    await page.waitForSelector('[data-key="start"]');
    const table = () => messages.findLast(({ type }) => type === 'table');
    await eventually(
      () => table().seats.map(({ kind, level }) => level ?? kind),
      ['person', 'matelot', 'open', 'capitaine'],
    );
    assert.equal(table().options['hidden-money'], 'on');
    assert.deepEqual(trouble, []);
    await context.close();
  },
);

test('who presses twice is asked once', limit, async () => {
  const { page, context } = await person(browser);
  await page.goto(server.url);
  await page
    .locator('.poster [data-key="invite"]')
    .first()
    .evaluate((button) => {
      button.click();
      button.click();
    });
  await page.waitForSelector('.making[open]');
  // both clicks waited for the same style sheet: a second dialog would have opened with the first
  await drawn(page);
  assert.equal(await page.locator('.making').count(), 1);
  await context.close();
});

test(
  'in the room a bot is called to a free place and sent away again, and the focus stays',
  limit,
  async () => {
    const { page, context, trouble } = await ask({ lang: 'fr' });
    await page.locator('.making .is-main').click();
    const third = page.locator('.room .berth').nth(2),
      list = third.getByRole('combobox', { name: 'Joueur 3' });
    await list.focus();
    await list.press('End');
    await eventually(() => third.locator('strong').textContent(), 'robot');
    await eventually(
      () => list.evaluate((one) => one === document.activeElement && one.value === 'bot:capitaine'),
      true,
    );
    await list.selectOption({ label: 'robot, niveau 2\u00a0: Matelot' });
    await eventually(
      () => third.locator('.boat').innerHTML(),
      /class="green k"/,
      'the parrot sits there',
    );
    assert.deepEqual(await findings(page), []);
    assert.equal(
      await page.evaluate(() => document.documentElement.scrollWidth > innerWidth),
      false,
      'no sideways scrolling',
    );
    await list.press('Home');
    await page.waitForFunction(() =>
      document.querySelectorAll('.room .berth')[2].querySelector('.boat.is-open'),
    );
    assert.deepEqual(trouble, []);
    await context.close();
  },
);
