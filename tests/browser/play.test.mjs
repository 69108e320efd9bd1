// Whole games against a real server: by clicks, with the keyboard alone, by two players and a
// spectator, with an interrupted connection and a reload.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import * as model from '../../web/lib/model.js';
import { buccaneer } from './buccaneer.mjs';
import { sailor, shortGame } from './aux-sabords.mjs';
import {
  chooseGame,
  eventually,
  findings,
  numbersTold,
  openBrowser,
  person,
  playNow,
  readAll,
  serve,
  showsText,
} from './lib.mjs';
import * as duel from './pirates-en-duel.mjs';
import { clickAndWait, diceAndCards, handAndGalleons, mover, playOut } from './players.mjs';

const games = [
  ['mille-sabords', 'fr'],
  ['corsaires', 'en'],
  ['mille-sabords', 'en'],
  ['corsaires', 'fr'],
  ['buccaneer', 'en'],
  ['buccaneer', 'fr'],
  ['pirates-en-duel', 'fr'],
  ['pirates-en-duel', 'en', duel.beginAtLevel3],
  ['aux-sabords', 'fr', shortGame],
  ['aux-sabords', 'en', shortGame],
];
const limit = { timeout: 600_000 }; // generous for a slow machine
let browser, server, played;
before(async () => {
  [browser, server] = await Promise.all([openBrowser(), serve()]);
  // in parallel, because they mostly wait for bots
  played = games.map((one) => playByClicking(...one));
  played.forEach((one) => one.catch(() => {}));
});
after(async () => {
  await browser.close();
  await server.stop();
});

const players = {
  'mille-sabords': diceAndCards,
  corsaires: handAndGalleons,
  buccaneer: (who) => buccaneer(who, clickAndWait),
  'pirates-en-duel': duel.player(clickAndWait),
  'aux-sabords': (who) => sailor(who, clickAndWait),
};

/** The sight that was built from differences equals that of the server. */
function sameAsServer(messages, sent) {
  const folded = sent.reduce(model.after, model.nothing());
  const whole = messages.filter((message) => message.type === 'view').at(-1);
  assert.deepEqual(
    folded.sights[whole.viewer],
    model.after(model.nothing(), whole).sights[whole.viewer],
  );
}

async function playByClicking(game, lang, begin = playNow) {
  const who = await person(browser, { lang });
  await begin(who.page, server.url, game);
  await playOut(who.page, players[game](who));
  assert.equal(await who.page.evaluate(() => document.documentElement.lang), lang);
  await showsText(who.page, '.choices > .question', lang === 'fr' ? /gagne/ : / wins?\b/);
  const sent = [...who.messages];
  await who.page.reload();
  await who.page.waitForSelector('.crown');
  sameAsServer(who.messages.slice(sent.length), sent);
  assert.deepEqual(who.trouble, []);
  await who.context.close();
}

games.forEach(([game, lang], i) =>
  test(`${game} is played to its end by clicking (${lang})`, limit, () => played[i]),
);

test('a game by keys alone', limit, async () => {
  const { page, trouble, context } = await person(browser);
  await page.goto(server.url);
  await page.waitForSelector('.poster');
  for (
    let i = 0;
    i < 30 && !(await page.evaluate(() => document.activeElement?.matches('.poster .is-main')));
    i++
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.table .item');
  await playOut(page, async () => {
    const wanted = async () =>
      page.evaluate(() =>
        document.activeElement?.matches(
          '.now .choice:not([aria-disabled=true]), .item.is-live[data-id="9"]',
        ),
      );
    for (let i = 0; i < 60 && !(await wanted()); i++) await page.keyboard.press('Tab');
    await clickAndWait(page, () => page.keyboard.press('Enter'));
  });
  assert.deepEqual(trouble, []);
  await context.close();
});

test('two people and a watcher; one is cut off and comes back', limit, async () => {
  const [anne, bob, eve] = await Promise.all(
    ['Anne', 'Bob', 'Eve'].map((name) => person(browser, { name })),
  );
  await anne.page.goto(server.url);
  await chooseGame(anne.page, 'mille-sabords', 'invite');
  await anne.page.locator('#making-seats [value="2"]').check();
  await anne.page.locator('.making .is-main').click();
  const code = (await anne.page.locator('.code strong').textContent()).trim();
  await bob.page.goto(server.url);
  await bob.page.locator('.join').click();
  await bob.page.locator('#code').fill(code.toLowerCase());
  await bob.page.locator('.joining button').click();
  await bob.page.locator('[data-key="sit 2"]').click();
  await eve.page.goto(`${server.url}#j=${code}`);
  await eve.page.getByText('Bob').waitFor();
  await anne.page.getByText('Bob').waitFor();
  await anne.page.locator('[data-key="start"]').click();
  for (const one of [anne, bob, eve]) await one.page.waitForSelector('.table .item');
  assert.equal(await eve.page.locator('.is-asked').count(), 0);
  const act = new Map([anne, bob].map((one) => [one, diceAndCards(one)]));
  for (let turn = 0; turn < 12; turn++) {
    const [who, other] = await mover(anne, bob);
    if (turn === 3) {
      const text = `It’s not your turn: ${who === anne ? 'Anne' : 'Bob'} is playing.`;
      await other.page.locator('.table .item[data-id]').first().dispatchEvent('click');
      await other.page.getByText(text).waitFor();
    }
    await act.get(who)(turn);
    if (turn === 6) {
      // Bob's connection is cut while Bob looks
      await bob.context.setOffline(true);
      await bob.page.evaluate(() => window.dispatchEvent(new Event('offline')));
      await bob.context.setOffline(false);
      await bob.page.reload();
      await bob.page.waitForSelector('.table .item');
    }
  }
  const told = async (one) => (await numbersTold(one.page)).slice(-6).join('\n');
  await eventually(
    async () => new Set(await Promise.all([anne, bob, eve].map(told))),
    (all) => all.size === 1,
    'all three are told the same',
  );
  for (const one of [anne, bob, eve]) {
    assert.deepEqual(one.trouble, []);
    await one.context.close();
  }
});

/** Elements that exceed their container, described. */
const cutOff = (page, inside, box) =>
  readAll(
    page,
    inside,
    (all, around) =>
      all
        .filter((one) => {
          const { left, right } = one.getBoundingClientRect(),
            edge = one.closest(around).getBoundingClientRect();
          return left < edge.left || right > edge.right;
        })
        .map((one) => one.id || one.textContent),
    box,
  );

test(
  'home, new table and waiting room on the smallest phone: all visible and accessible',
  limit,
  async () => {
    const { page, context, trouble } = await person(browser, {
      lang: 'fr',
      width: 320,
      height: 640,
    });
    await page.goto(server.url);
    await page.waitForSelector('.poster');
    assert.deepEqual(await cutOff(page, '.poster .go > *:not(.menu)', '.poster'), []);
    assert.deepEqual(await cutOff(page, '.head > *', '.head'), []);
    assert.deepEqual(await findings(page), []);
    await chooseGame(page, 'mille-sabords', 'invite');
    await page.waitForSelector('.making[open]');
    assert.deepEqual(await cutOff(page, '.making :is(input, select, button)', '.making'), []);
    assert.deepEqual(await findings(page), []);
    await page.locator('.making .is-main').click();
    await page.waitForSelector('[data-key="start"]');
    assert.deepEqual(await cutOff(page, '.room button', '.room'), []);
    assert.deepEqual(await findings(page), []);
    assert.deepEqual(trouble, []);
    await context.close();
  },
);
