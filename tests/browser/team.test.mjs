// Messages between the partners of a team, which nobody else receives.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { chooseGame, chooseSeat, findings, openBrowser, person, serve } from './lib.mjs';
import { after as modelAfter, nothing, linesOf } from '../../web/lib/model.js';

const limit = { timeout: 300_000 }; // generous for a slow machine
let browser, server;
before(async () => {
  [browser, server] = await Promise.all([openBrowser(), serve()]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

/** Makes a table of Corsaires in teams of two through the home page. */
async function makeTable(page, choose = async () => {}) {
  await page.goto(server.url);
  await chooseGame(page, 'corsaires', 'invite');
  await page.locator('#making-seats [value="4"]').check();
  if (!(await page.locator('.settings[open]').count()))
    await page.locator('.settings summary').click();
  await page.locator('#making-teams [value="on"]').check();
  await choose();
  await page.locator('.making .is-main').click();
}

/** The page offers no tables with free text, so its connection creates one. */
const withFreeText = (page) =>
  page.routeWebSocket(/socket$/, (near) => {
    const far = near.connectToServer();
    near.onMessage((command) =>
      far.send(command.startsWith('new ') ? `${command} chat=free` : command),
    );
  });

const log = (page, text) => page.locator('.log-lines .told', { hasText: text });
const panel = (page) => page.locator('.signals');

async function openPanel(page) {
  if (!(await page.locator('.signals[open]').count())) await panel(page).locator('summary').click();
  await panel(page).locator('form').waitFor();
}

/** Writes to everybody or to the team, and checks the labels. */
async function write(page, to, text) {
  await openPanel(page);
  const wanted = panel(page).locator(`[data-key="${to}"]`);
  await wanted.click();
  await page.waitForSelector(`.signals [data-key="${to}"][aria-pressed="true"]`);
  assert.equal(await panel(page).locator('.addressees [aria-pressed="true"]').count(), 1);
  await panel(page).locator('input').fill(text);
  await panel(page).locator('form button').click();
}

for (const [lang, width, ready, only, summary] of [
  ['fr', 390, 'Ohé', 'Anne, à l’équipe seulement', 'À mon équipe'],
  ['en', 1280, 'Ahoy', 'Anne, to the team only', 'To my team'],
])
  test(
    `partners write to each other, and neither opponents nor spectators receive it, ${lang}`,
    limit,
    async () => {
      const [anne, bob, mary, jack, zoe] = await Promise.all(
        ['Anne', 'Bob', 'Mary', 'Jack', 'Zoe'].map((name) =>
          person(browser, { lang, width, name }),
        ),
      );
      const others = [mary, jack, zoe];
      await withFreeText(anne.page);
      await makeTable(anne.page);
      const code = (await anne.page.locator('.code strong').textContent()).trim();
      for (const [i, { page }] of [bob, mary, jack].entries()) {
        await page.goto(`${server.url}#j=${code}`);
        await page.locator(`[data-key="sit ${i + 2}"]`).click();
      }
      await zoe.page.goto(`${server.url}#j=${code}`);
      await zoe.page.locator('.berth', { hasText: 'Jack' }).waitFor();
      await anne.page.locator('[data-key="start"]').click();
      for (const { page } of [anne, bob, ...others]) await page.waitForSelector('.table .item');
      assert.equal(await panel(zoe.page).count(), 0);

      await openPanel(anne.page);
      assert.deepEqual(await findings(anne.page), []);
      assert.equal(
        await panel(anne.page).locator('[data-key="web.to-all"]').getAttribute('aria-pressed'),
        'true',
        'to everybody, unless chosen',
      );
      await write(anne.page, 'web.to-team', 'attack number two');
      await log(bob.page, `${only}`).filter({ hasText: 'attack number two' }).waitFor();
      await log(anne.page, 'attack number two').waitFor();
      await panel(anne.page).getByRole('button', { name: ready }).click(); // closes the panel
      await log(bob.page, only).filter({ hasText: ready }).waitFor();
      await panel(anne.page).locator('summary', { hasText: summary }).waitFor();
      await write(bob.page, 'web.to-team', 'aye aye');
      await log(anne.page, 'aye aye').waitFor();

      await write(anne.page, 'web.to-all', 'good evening'); // arrives last
      for (const { page, messages } of others) {
        await log(page, 'good evening').waitFor();
        assert.match(JSON.stringify(messages), /good evening/);
        assert.doesNotMatch(
          JSON.stringify(messages),
          /attack number two|aye aye|"chat":\{[^}]*"team"/,
        );
        assert.equal(await log(page, only.split(', ')[1]).count(), 0);
      }
      for (const { page } of [bob, ...others]) {
        // sent to a client that reconnects
        await page.reload();
        await log(page, 'good evening').waitFor();
      }
      await log(bob.page, only).nth(1).waitFor();
      for (const { page, messages } of others) {
        assert.equal(await log(page, only.split(', ')[1]).count(), 0);
        assert.doesNotMatch(JSON.stringify(messages), /attack number two|aye aye/);
      }
      for (const { trouble, context } of [anne, bob, ...others]) {
        assert.deepEqual(trouble, []);
        await context.close();
      }
    },
  );

test('a device with seats of both teams has no messages to a team', limit, async () => {
  const { page, trouble, context } = await person(browser);
  await makeTable(page, async () => {
    for (const seat of [2, 3, 4]) await chooseSeat(page, seat, 'here');
  });
  await page.locator('[data-key="look"]').click();
  await panel(page).locator('summary').click();
  await panel(page).locator('button').first().waitFor();
  assert.equal(await page.locator('.addressees').count(), 0);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a message to partners is marked; the channel closes when the host withdraws it', () => {
  const open = modelAfter(nothing(), {
    type: 'you',
    table: 't',
    name: 'Anne',
    seats: [1],
    viewers: [1],
    owner: false,
    team: true,
  });
  assert.equal(open.you.team, true);
  assert.equal(
    modelAfter(open, {
      type: 'you',
      table: 't',
      name: 'Anne',
      seats: [1, 3],
      viewers: [1, 3],
      owner: false,
    }).you.team,
    false,
  );
  const told = linesOf(
    [
      { n: 1, lines: [], chat: { seat: 1, name: 'Anne', chat_phrase: 1, team: true } },
      { n: 2, lines: [], chat: { seat: 1, name: 'Anne', text: 'aye', team: true } },
      { n: 3, lines: [], chat: { seat: 1, name: 'Anne', text: 'aye' } },
    ],
    ['p'],
  );
  assert.deepEqual(
    told.map(({ key }) => key),
    ['web.said-team-phrase', 'web.said-team', 'web.said'],
  );
});
