// Tokens of seats: the page deletes only wrong ones; links open seats only with the consent of
// its reader; the owner of a table can give a seat back to a player without a token.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import {
  changeLanguage,
  chooseGame,
  findings,
  openBrowser,
  person,
  playNow,
  serve,
  showsText,
} from './lib.mjs';
import { doAnything, poster, staticHost } from './alone.mjs';
import { clickAndWait } from './players.mjs';

const limit = { timeout: 300_000 }; // generous for a slow machine
let browser, server;
before(async () => {
  [browser, server] = await Promise.all([openBrowser(), serve()]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

const isWell = async (...people) => {
  for (const { trouble, context } of people) {
    assert.deepEqual(trouble, []);
    await context.close();
  }
};

/** What the browser stores for its only table: {table, tokens, ...}, or undefined. Earlier versions
 * stored one token. */
const stored = (page) =>
  page.evaluate(
    () =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith('token '))
        .map((key) => ({ table: key.slice(6), ...JSON.parse(localStorage[key]) }))
        .map(({ token, tokens = [token], ...rest }) => ({ tokens, ...rest }))[0],
  );

const chosen = (page, key) => page.locator(`.page [data-key="${key}"]`);
const question = (page) => page.locator('.page .sorry');

/** Refuses the first resumes of this page for these reasons; they do not reach the server. Resolves
 * to a function that cuts the connection. */
async function refusing(page, reasons) {
  let socket;
  await page.routeWebSocket(/socket$/, (near) => {
    const far = near.connectToServer();
    socket = near;
    // a server answers in order: its hello comes before any refusal
    const greeted = new Promise((resolve) => {
      far.onMessage((message) => {
        near.send(message);
        resolve();
      });
    });
    near.onMessage(async (command) => {
      if (command.startsWith('resume ') && reasons.length) {
        const key = reasons.shift();
        await greeted;
        near.send(
          JSON.stringify({
            type: 'refused',
            command: 'resume',
            reason: { key, args: {} },
          }),
        );
      } else far.send(command);
    });
  });
  return () => socket.close();
}

/** Creates a table of Mille Sabords! for two on the home page; returns its address. */
async function makeTable(page) {
  await page.goto(server.url);
  await chooseGame(page, 'mille-sabords', 'invite');
  await page.locator('#making-seats [value="2"]').check();
  await page.locator('.making .is-main').click();
  await page.waitForSelector('[data-key="start"]');
  return page.url();
}

/** Joins a table by its code and takes a seat. */
async function comeAndSit(code, name) {
  const who = await person(browser, { name });
  await who.page.goto(`${server.url}#j=${code}`);
  await who.page.locator('[data-key="sit 2"]').click();
  await who.page.locator('.berth', { hasText: name }).locator('em').waitFor(); // "you"
  return who;
}

const codeOf = async (page) => (await page.locator('.code strong').textContent()).trim();

test(
  'a page that is refused for a while keeps its token, says why and comes back by itself',
  limit,
  async () => {
    const anne = await person(browser),
      { page } = anne,
      reasons = [];
    const cut = await refusing(page, reasons);
    await playNow(page, server.url, 'mille-sabords');
    const before = await stored(page);
    assert.equal(before.tokens.length, 1);
    reasons.push(...Array(100).fill('host.busy'));
    await page.reload();
    await showsText(page, '.news', /The table is busy.*Trying again in a moment/);
    assert.deepEqual((await stored(page))?.tokens, before.tokens);
    reasons.splice(0, Infinity, 'host.not-stored', 'host.table-full');
    await page.waitForSelector('.table .item');
    await page.waitForSelector('.tools [data-key="web.undo"]'); // Anne has her seat
    reasons.push(...Array(100).fill('host.busy')); // without a reload
    await cut();
    await page.locator('.news', { hasText: /Trying again/ }).waitFor();
    reasons.length = 0;
    await page.waitForSelector('.table .item');
    await page.locator('.news', { hasText: /Trying again/ }).waitFor({ state: 'hidden' });
    assert.deepEqual((await stored(page)).tokens, before.tokens);
    await isWell(anne);
  },
);

test('a table that no longer exists is no longer offered, but its token stays', limit, async () => {
  const anne = await person(browser),
    { page } = anne,
    reasons = [];
  await refusing(page, reasons);
  await playNow(page, server.url, 'mille-sabords');
  const before = await stored(page);
  reasons.push('host.no-table');
  await page.reload();
  await page.locator('.news', { hasText: /No table/ }).waitFor();
  await page.locator('.poster').first().waitFor();
  assert.equal(await page.locator('a.choice[href^="#t="]').count(), 0);
  assert.deepEqual((await stored(page))?.tokens, before.tokens);
  await page.goto(`${server.url}#t=${before.table}`); // which exists after all
  await page.waitForSelector('.tools [data-key="web.undo"]');
  await isWell(anne);
});

test(
  'a stored token that is wrong is forgotten, and one may come as somebody new',
  limit,
  async () => {
    const anne = await person(browser),
      { page } = anne;
    const { hash } = new URL(await makeTable(page));
    await page.evaluate(
      (table) =>
        localStorage.setItem(
          `token ${table}`,
          JSON.stringify({ tokens: ['0'.repeat(32)], game: 'mille-sabords', at: 1 }),
        ),
      hash.slice(3),
    );
    await page.reload();
    await question(page).waitFor();
    assert.equal(await stored(page), undefined);
    assert.deepEqual(await findings(page), []);
    await chosen(page, 'web.join').click();
    await page.locator('[data-key="sit 2"]').waitFor();
    await isWell(anne);
  },
);

test('a token in the form of earlier versions still opens its seat', limit, async () => {
  const anne = await person(browser),
    { page } = anne;
  await playNow(page, server.url, 'mille-sabords');
  const { table, tokens, game } = await stored(page);
  await page.evaluate(
    ([id, token, name]) => {
      localStorage.removeItem('storage'); // version 1 had no such key
      localStorage.setItem(`token ${id}`, JSON.stringify({ token, game: name, at: 1 }));
    },
    [table, tokens[0], game],
  );
  await page.goto(server.url);
  await page.locator(`.poster a.choice[href="#t=${table}"]`).click();
  await page.waitForSelector('.tools [data-key="web.undo"]');
  await page.reload(); // now preload.js sends it
  await page.waitForSelector('.tools [data-key="web.undo"]');
  assert.deepEqual((await stored(page)).tokens, tokens);
  await isWell(anne);
});

for (const lang of ['fr', 'en'])
  test(`a link with a wrong token takes nobody's own seat, ${lang}`, limit, async () => {
    const anne = await person(browser, { lang, width: 390 }),
      { page } = anne;
    await playNow(page, server.url, 'mille-sabords');
    const before = await stored(page),
      link = `${server.url}#t=${before.table}&k=${'0'.repeat(32)}`;
    await page.goto(`${server.url}icon.svg`);
    await page.goto(link);
    await page.locator('.page .sorry, .news:not(:empty)').first().waitFor();
    assert.deepEqual((await stored(page))?.tokens, before.tokens);
    await question(page)
      .getByText(lang === 'fr' ? 'Vous êtes déjà à cette table' : 'You’re already at this table')
      .waitFor();
    assert.deepEqual(await findings(page), []);
    await chosen(page, 'web.link-stay').click();
    await page.waitForSelector('.tools [data-key="web.undo"]');
    assert.equal(new URL(page.url()).hash, `#t=${before.table}`);
    await page.goto(link); // on the same page, and tried
    await chosen(page, 'web.link-try').click();
    await chosen(page, 'web.link-stay').waitFor();
    assert.equal(await chosen(page, 'web.link-try').count(), 0, 'the link opens nothing');
    assert.deepEqual((await stored(page)).tokens, before.tokens);
    await chosen(page, 'web.link-stay').click();
    await page.waitForSelector('.tools [data-key="web.undo"]');
    assert.deepEqual((await stored(page)).tokens, before.tokens);
    await isWell(anne);
  });

test(
  'a link with a token says whose seat it opens, and its token is stored once its reader said so',
  limit,
  async () => {
    const anne = await person(browser, { name: 'Anne' });
    await makeTable(anne.page);
    const {
        table,
        tokens: [token],
      } = await stored(anne.page),
      link = `${server.url}#t=${table}&k=${token}`;
    const phone = await person(browser, { name: 'Anne', width: 390 }),
      reasons = ['host.busy'];
    await refusing(phone.page, reasons); // keeps the link
    await phone.page.goto(link);
    await question(phone.page).getByText('This link opens Anne’s seat.').waitFor();
    await question(phone.page).getByText('host’s rights').waitFor();
    assert.equal(reasons.length, 0);
    assert.deepEqual(await findings(phone.page), []);
    assert.equal(await stored(phone.page), undefined);
    await changeLanguage(phone.page);
    await question(phone.page).getByText('Ce lien ouvre la place occupée par Anne.').waitFor();
    await phone.page.reload(); // the link is still in the address
    await chosen(phone.page, 'web.link-mine').click();
    await phone.page.locator('.berth em').waitFor(); // "you"
    assert.deepEqual((await stored(phone.page)).tokens, [token]);
    assert.equal(new URL(phone.page.url()).hash, `#t=${table}`);
    await phone.page.goto(`${server.url}icon.svg`);
    await phone.page.goto(link); // again: the token is stored
    await phone.page.locator('.berth em').waitFor();
    assert.equal(await question(phone.page).count(), 0);
    await isWell(anne, phone);
  },
);

test(
  'somebody invited by a link with a token sits down as a person of their own',
  limit,
  async () => {
    const anne = await person(browser, { name: 'Anne' }),
      bob = await person(browser, { name: 'Bob' });
    await makeTable(anne.page);
    const {
      table,
      tokens: [token],
    } = await stored(anne.page);
    await bob.page.goto(`${server.url}#t=${table}&k=${token}`);
    await chosen(bob.page, 'web.link-newcomer').click();
    await bob.page.locator('[data-key="sit 2"]').click();
    await bob.page.locator('.berth', { hasText: 'Bob' }).locator('em').waitFor();
    const { tokens } = await stored(bob.page);
    assert.equal(tokens.length, 1);
    assert.notEqual(tokens[0], token);
    assert.equal(await bob.page.locator('[data-key^="bot "]').count(), 0, 'Bob is no host');
    await isWell(anne, bob);
  },
);

test('two people with the same name: the second one chooses another', limit, async () => {
  const anne = await person(browser, { name: 'Anne' }),
    other = await person(browser, { name: 'Anne' }),
    { page } = other;
  await makeTable(anne.page);
  await page.goto(`${server.url}#j=${await codeOf(anne.page)}`);
  await page.locator('[data-key="sit 2"]').click();
  await page.locator('.note', { hasText: /\S/ }).waitFor();
  assert.ok(
    await page
      .locator('#sit-name')
      .evaluate(
        (field) =>
          field === document.activeElement &&
          field.selectionEnd === field.value.length &&
          field.selectionStart === 0,
      ),
  );
  await page.keyboard.type('Mary');
  await page.locator('[data-key="sit 2"]').click();
  await anne.page.locator('.berth', { hasText: 'Mary' }).waitFor();
  await isWell(anne, other);
});

/** A new link for the seat of an absent player, as the owner receives it, and the text of the
 * dialog. */
async function linkFor(page, seat) {
  await page.locator(`[data-key="link ${seat}"]`).click();
  const sheet = page.locator('dialog.link-sheet');
  await sheet.waitFor();
  assert.deepEqual(await findings(page), []);
  assert.equal(await sheet.locator('.qr').count(), 1);
  const link = await sheet.locator('input').inputValue(),
    said = await sheet.textContent();
  await sheet.locator('p > .choice').last().click();
  await sheet.waitFor({ state: 'detached' });
  return { link, said };
}

const log = (page, text) => page.locator('.log-lines .told', { hasText: text });

for (const [lang, width, told] of [
  ['fr', 390, /Bob.*Les anciens liens de cette place ne marchent plus/s],
  ['en', 1280, /Bob.*Older links to this seat no longer work/s],
])
  test(`the owner gives a seat back to a person who lost its token, ${lang}`, limit, async () => {
    const anne = await person(browser, { lang, width, name: 'Anne' });
    await makeTable(anne.page);
    const bob = await comeAndSit(await codeOf(anne.page), 'Bob'),
      old = await stored(bob.page);
    await anne.page.locator('.berth', { hasText: 'Bob' }).waitFor();
    assert.equal(await anne.page.locator('[data-key="link 2"]').count(), 0, 'Bob is here');
    await anne.page.locator('[data-key="start"]').click();
    await anne.page.waitForSelector('.table .item');
    await bob.page.waitForSelector('.table .item');
    assert.equal(await bob.page.locator('[data-key^="link "]').count(), 0);
    await bob.context.close();
    const { link, said } = await linkFor(anne.page, 2);
    assert.match(said, told);
    await log(anne.page, 'Bob')
      .and(anne.page.locator(':has(> .seat-2)'))
      .filter({ hasText: lang === 'fr' ? 'nouveau lien' : 'new link' })
      .first()
      .waitFor();

    const again = await person(browser, { name: 'Bob' }); // another browser
    await again.page.goto(link);
    await again.page.waitForSelector('.tools [data-key="web.undo"]');
    assert.equal(await question(again.page).count(), 0, 'a link for one person is not asked about');
    const fresh = await stored(again.page),
      token = new URLSearchParams(new URL(link).hash.slice(1)).get('k');
    assert.equal(fresh.tokens.length, 1);
    assert.ok(!fresh.tokens.includes(token) && !fresh.tokens.includes(old.tokens[0]));
    assert.equal(new URL(again.page.url()).hash, `#t=${fresh.table}`);
    await log(again.page, /^You.*new link/)
      .last()
      .waitFor();
    await anne.page.locator('[data-key="link 2"]').waitFor({ state: 'detached' });
    await again.page.goto(`${server.url}icon.svg`);
    await again.page.goto(link); // used before by this browser
    await again.page.waitForSelector('.tools [data-key="web.undo"]');
    assert.equal(await question(again.page).count(), 0);

    const thief = await person(browser, { name: 'Mary' });
    for (const stale of [token, old.tokens[0]]) {
      // neither the used link nor the old token opens anything
      await thief.page.goto(`${server.url}icon.svg`);
      await thief.page.goto(`${server.url}#t=${fresh.table}&k=${stale}`);
      await chosen(thief.page, 'web.join').waitFor();
      assert.equal(await chosen(thief.page, 'web.link-mine').count(), 0);
      assert.equal(await stored(thief.page), undefined);
    }
    await isWell(anne, again, thief);
  });

test(
  'a new link works in a browser that still has the old token, and before the match',
  limit,
  async () => {
    const anne = await person(browser, { name: 'Anne' });
    await makeTable(anne.page);
    const bob = await comeAndSit(await codeOf(anne.page), 'Bob'),
      old = await stored(bob.page);
    await bob.page.goto(`${server.url}icon.svg`);
    const { link } = await linkFor(anne.page, 2);
    await anne.page.locator('.room .note', { hasText: 'Bob' }).waitFor();
    await bob.page.goto(link);
    await bob.page.locator('.berth', { hasText: 'Bob' }).locator('em').waitFor(); // "you"
    const fresh = await stored(bob.page);
    assert.equal(fresh.tokens.length, 1);
    assert.notEqual(fresh.tokens[0], old.tokens[0]);
    await bob.page.reload();
    await bob.page.locator('.berth', { hasText: 'Bob' }).locator('em').waitFor();
    await isWell(anne, bob);
  },
);

test(
  'a link for another seat, on a device that has one: both are there afterwards',
  limit,
  async () => {
    const anne = await person(browser, { name: 'Anne' });
    await makeTable(anne.page);
    const bob = await comeAndSit(await codeOf(anne.page), 'Bob'),
      own = await stored(anne.page);
    await bob.context.close();
    const { link } = await linkFor(anne.page, 2);
    await anne.page.goto(link);
    await chosen(anne.page, 'web.link-try').click();
    // "you", twice
    await anne.page.waitForFunction(() => document.querySelectorAll('.berth em').length === 2);
    const { tokens } = await stored(anne.page);
    assert.equal(tokens.length, 2);
    assert.equal(tokens[0], own.tokens[0]);
    await anne.page.reload();
    await anne.page.waitForFunction(() => document.querySelectorAll('.berth em').length === 2);
    await isWell(anne);
  },
);

test('who sits down after coming back gets a token more, and loses none', limit, async () => {
  const anne = await person(browser, { name: 'Anne' }),
    { page } = anne;
  await makeTable(page);
  const [token] = (await stored(page)).tokens;
  await page.reload();
  await page.locator('[data-key="sit 2"]').click();
  await page.waitForFunction(() => document.querySelectorAll('.berth em').length === 2);
  const { tokens } = await stored(page);
  assert.equal(tokens.length, 2);
  assert.equal(tokens[0], token);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('.berth em').length === 2);
  await page.locator('[data-key="start"]').waitFor();
  await isWell(anne);
});

test('a player who comes back is asked about an undo again', limit, async () => {
  const anne = await person(browser, { name: 'Anne' });
  await makeTable(anne.page);
  const bob = await comeAndSit(await codeOf(anne.page), 'Bob');
  await anne.page.locator('[data-key="start"]').click();
  await anne.page.waitForSelector('.table .item');
  const first = await Promise.race(
      [anne, bob].map(async (who) => {
        await who.page.waitForSelector('.now [data-key="card"]');
        return who;
      }),
    ),
    other = first === anne ? bob : anne;
  await first.page.locator('.now [data-key="card"]').click();
  await first.page.waitForSelector('.now [data-key="throw"]');
  // this reveals hidden information
  await clickAndWait(first.page, () => first.page.locator('.now [data-key="throw"]').click());
  await first.page.locator('.tools [data-key="web.undo"]').click();
  const note = other.page
    .locator('.note', { hasText: /Anne|Bob/ })
    .filter({ has: other.page.locator('button') });
  await note.waitFor();
  await other.page.reload();
  await note.waitFor();
  await note.getByRole('button', { name: 'Accept' }).click();
  await first.page.waitForSelector('.now [data-key="throw"]');
  await isWell(anne, bob);
});

test('a table has at most nine tokens here: the first one and the newest', async () => {
  const kept = new Map();
  globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  };
  const { tokens } = await import('../../web/lib/connection.js');
  for (let i = 1; i <= 12; i++) tokens.add('t', `token-${i}`);
  assert.deepEqual(
    tokens.of('t'),
    [1, 5, 6, 7, 8, 9, 10, 11, 12].map((i) => `token-${i}`),
  );
  tokens.add('t', 'token-5'); // known already
  assert.equal(tokens.of('t').length, 9);
  tokens.drop('t', ['token-1', 'token-7']);
  assert.deepEqual(
    tokens.of('t'),
    [6, 8, 9, 10, 11, 12, 5].map((i) => `token-${i}`),
  );
  tokens.drop('t', tokens.of('t'));
  assert.equal(kept.size, 0);
});

test('a table without a server: a link takes no seat there either', limit, async () => {
  const host = await staticHost(),
    anne = await person(browser),
    { page } = anne;
  await page.goto(host.url);
  await poster(page, 'corsaires').locator('.is-main').click();
  assert.ok(await doAnything(page, 0));
  const before = await stored(page);
  await page.goto(`${host.url}#t=${before.table}&k=${'0'.repeat(32)}`);
  await chosen(page, 'web.link-try').click();
  await chosen(page, 'web.link-stay').click();
  assert.ok(await doAnything(page, 0));
  assert.deepEqual((await stored(page)).tokens, before.tokens);
  await page.evaluate(
    ([id, token, game]) => {
      localStorage.removeItem('storage'); // version 1 had no such key
      localStorage.setItem(`token ${id}`, JSON.stringify({ token, game, at: 1 }));
    },
    [before.table, before.tokens[0], before.game],
  );
  await page.reload(); // as earlier versions stored it
  assert.ok(await doAnything(page, 0));
  assert.deepEqual(
    anne.trouble.filter((line) => !/404/.test(line)),
    [],
  );
  await anne.context.close();
  await host.stop();
});
