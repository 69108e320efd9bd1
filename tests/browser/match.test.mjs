// The page of a match besides moves: hints, undo, chat, clocks, absent players, change of language,
// the back button; interrupted connections and a killed server, without a reload.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import {
  changeLanguage,
  setSetting,
  chooseGame,
  eventually,
  numbersTold,
  openBrowser,
  person,
  playNow,
  readAll,
  serveBehindWire,
  showsCount,
  showsText,
} from './lib.mjs';
import { clickAndWait, mover as moverOf } from './players.mjs';

const limit = { timeout: 300_000 }; // generous for a slow machine
let browser, server;
before(async () => {
  [browser, server] = await Promise.all([openBrowser(), serveBehindWire()]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

const isWell = async ({ trouble, context }) => {
  assert.deepEqual(trouble, []);
  await context.close();
};

const tool = (page, key) => page.locator(`.tools [data-key="${key}"]`);

/** Creates a table on the home page; `choose` fills the form. */
async function make(page, game, choose) {
  await page.goto(server.url);
  await chooseGame(page, game, 'invite');
  await choose(async (row, value) => page.locator(`#making-${row} [value="${value}"]`).check());
  await page.locator('.making .is-main').click();
  await page.waitForSelector('[data-key="start"]');
}

test('a hint says in words what is best and why, lights it, and can be played', limit, async () => {
  const who = await person(browser),
    { page } = who;
  await playNow(page, server.url, 'corsaires');
  await page.waitForSelector('.is-asked');
  await tool(page, 'web.hint').click();
  await page.waitForSelector('.note button');
  const note = await page.locator('.note').textContent(),
    hint = () => who.messages.findLast((message) => message.type === 'hint');
  assert.match(note, /^Hint: \S.*\. Play it \S.*\.$/);
  assert.doesNotMatch(note, /[{}]|undefined|hint\./);
  await eventually(
    () => readAll(page, '.is-suggested', (all) => all.map((one) => Number(one.dataset.id)).sort()),
    [...hint().moves[0].touches].sort(),
  );
  await page.locator('.note .closing').click();
  await showsText(page, '.note', '', 'what was read may go');
  await changeLanguage(page);
  await page.waitForFunction(() => document.documentElement.lang === 'fr');
  const given = page.getByText(/^Conseil\s: /),
    tooSoon = page.getByText(/^Un conseil à la fois/);
  do {
    // the server's pause between two hints
    await page.waitForTimeout(250);
    await tool(page, 'web.hint').click();
    await given.or(tooSoon).waitFor();
  } while (!(await given.count()));
  await clickAndWait(page, () => page.locator('.note .choice').click());
  await eventually(
    () =>
      who.messages
        .filter((message) => message.type === 'event' && message.seat === 1)
        .map(({ phrases }) => phrases[0].key),
    (keys) => keys.includes(hint().moves[0].phrase.key),
  );
  await isWell(who);
});

test(
  'the door is there before what lies behind it, and one who is quick gets in all the same',
  limit,
  async () => {
    const who = await person(browser),
      { page } = who;
    let open;
    const opened = new Promise((resolve) => {
      open = resolve;
    });
    await page.route('**/play/match.js', async (route) => {
      await opened;
      await route.continue();
    });
    await page.goto(server.url);
    await page.locator('.poster .is-main').first().click();
    await page.waitForFunction(() => location.hash.startsWith('#t='));
    assert.equal(await page.locator('.board').count(), 0);
    open();
    await page.waitForSelector('.table .item');
    await isWell(who);
  },
);

test('rules asked for by their address wait for what shows them', limit, async () => {
  const who = await person(browser),
    { page } = who;
  let open;
  const opened = new Promise((resolve) => {
    open = resolve;
  });
  await page.route('**/home/rules.js', async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto(`${server.url}#rules/corsaires/4.1`);
  await page.waitForSelector('.wait');
  open();
  await page.locator('.rules').first().waitFor();
  await isWell(who);
});

test(
  'rules asked for by their address come though what shows them failed at first',
  limit,
  async () => {
    const { page, context } = await person(browser);
    let failed = 0;
    await page.route('**/home/rules.js', (route) =>
      failed++ < 2 ? route.abort() : route.continue(),
    );
    await page.clock.install();
    await page.goto(`${server.url}#rules/corsaires/4.1`);
    await eventually(
      async () => {
        await page.clock.fastForward(2000); // until it is requested again
        return page.locator('.rules').count();
      },
      (rules) => rules > 0,
    );
    assert.ok(failed > 2);
    await context.close();
  },
);

test('the bots one likes are chosen at the door and remembered', limit, async () => {
  const who = await person(browser),
    { page } = who;
  await page.goto(server.url);
  await page.locator('.bots label').first().waitFor();
  await eventually(() => page.locator('.bots :checked').inputValue(), 'matelot');
  await page.locator('.bots label', { hasText: 'Captain' }).click();
  await playNow(page, server.url, 'corsaires'); // loads the page again
  await eventually(() => page.locator('.player small', { hasText: 'bot, level 4' }).count(), 2);
  await isWell(who);
});

test('where the maker wants none there are no hints', limit, async () => {
  const who = await person(browser),
    { page } = who;
  await make(page, 'mille-sabords', (choose) => choose('hints', 'off'));
  await page.locator('[data-key="start"]').click();
  await page.waitForSelector('.is-asked'); // the other page receives hints, too
  await page.waitForSelector('.tools [data-key="web.undo"]');
  assert.equal(await tool(page, 'web.hint').count(), 0);
  await isWell(who);
});

/** Anne and Bob at a table of Mille Sabords! for two, started. Both pages are marked, so that a
 * reload is noticed. */
async function annesTable(choose = async () => {}) {
  const [anne, bob] = await Promise.all(['Anne', 'Bob'].map((name) => person(browser, { name })));
  await make(anne.page, 'mille-sabords', async (set) => {
    await set('seats', '2');
    await choose(set);
  });
  const code = (await anne.page.locator('.code strong').textContent()).trim();
  await bob.page.goto(`${server.url}#j=${code}`);
  await bob.page.locator('[data-key="sit 2"]').click();
  await anne.page.getByText('Bob').waitFor();
  await anne.page.locator('[data-key="start"]').click();
  for (const { page } of [anne, bob]) {
    await page.waitForSelector('.table .item');
    await page.evaluate(() => {
      window.marked = true;
    });
  }
  return { anne, bob };
}

/** The person who has the question, and the other one. */
const mover = ({ anne, bob }) => moverOf(anne, bob);

/** Plays until one of them may stop; that one, and the other. */
async function untilStop(table) {
  for (;;) {
    const [who, other] = await mover(table),
      stop = who.page.locator('.now [data-key="stop"]');
    if (await stop.count()) return [who, other, stop];
    await clickAndWait(who.page, () =>
      who.page.locator('.ms-pile .is-live, .now [data-key="throw"]').first().click(),
    );
  }
}

const told = ({ page }) => page.locator('.log-lines .told').allTextContents();
const shows = ({ page }, number) =>
  page.waitForFunction((n) => document.querySelector('.table').dataset.n === n, number);

/** The page reports a lost connection, later its return, and was not loaded again. */
const isLost = ({ page }) => page.locator('.linked', { hasText: 'Reconnecting' }).waitFor();
async function isBack({ page }) {
  await page.locator('.linked').waitFor({ state: 'hidden' });
  assert.ok(await page.evaluate(() => window.marked), 'the page was not loaded again');
}

test(
  'the line is cut and the server killed: the page says so and goes on by itself',
  limit,
  async () => {
    const table = await annesTable(),
      [who, other] = await mover(table),
      both = [who, other];
    server.cut();
    await Promise.all(both.map(isLost));
    server.mend();
    await Promise.all(both.map(isBack));
    await clickAndWait(who.page, () => who.page.locator('.ms-pile .is-live').click());
    await mover(table);
    await server.kill();
    await Promise.all(both.map(isLost));
    await server.again();
    await Promise.all(both.map(isBack));
    const [again] = await mover(table);
    assert.equal(again, who, 'the card that was turned up is remembered');
    await clickAndWait(who.page, () => who.page.locator('.now [data-key="throw"]').click());
    await mover(table);
    await eventually(
      () => Promise.all(both.map(({ page }) => numbersTold(page))),
      ([one, two]) => isDeepStrictEqual(one, two),
      'both logs have the same entries',
    );
    const a = await told(both[0]);
    assert.deepEqual(a, [...new Set(a)], 'nothing is told twice');
    await Promise.all(both.map(isWell));
  },
);

test('taking back: freely, by consent, and refused', limit, async () => {
  const table = await annesTable(),
    [who, other, stop] = await untilStop(table);
  await clickAndWait(who.page, () => stop.click());
  await other.page.waitForSelector('.is-asked');
  await tool(who.page, 'web.undo').click();
  await stop.waitFor(); // stopping reveals nothing, so nobody has to consent
  await clickAndWait(who.page, () => stop.click());
  await mover(table); // the other page has shown the undo, too
  const card = other.page.locator('.ms-pile .is-live');
  await card.click();
  await other.page.waitForSelector('.now [data-key="throw"]');
  await tool(other.page, 'web.undo').click();
  await who.page.locator('.note button').first().click(); // consents
  await clickAndWait(other.page, () => card.click());
  await mover(table);
  await tool(other.page, 'web.undo').click();
  await who.page.locator('.note button').nth(1).click(); // refuses
  await other.page.locator('.note', { hasText: 'Undo declined' }).waitFor();
  assert.equal(await card.count(), 0);
  await Promise.all([who, other].map(isWell));
});

test(
  'a question about taking back stays when the move before it is shown late',
  limit,
  async () => {
    const table = await annesTable(),
      [who, other] = await mover(table),
      { clock } = other.page;
    await clock.install();
    await clock.pauseAt(Date.now() + 60_000); // from here on the test controls the clock
    await clickAndWait(who.page, () => who.page.locator('.ms-pile .is-live').click());
    await tool(who.page, 'web.undo').click();
    await eventually(() => other.messages.some(({ type }) => type === 'undo-requested'), true);
    await clock.runFor(10_000);
    await showsCount(other.page, '.note button', 2);
    await other.page.locator('.note button').first().click(); // consents
    await who.page.waitForSelector('.ms-pile .is-live');
    await Promise.all([who, other].map(isWell));
  },
);

test('a clock that runs out is seen and, by the one whose it is, heard once', limit, async () => {
  const table = await annesTable((set) => set('clock', 'bank:600+5')),
    [who, other] = await mover(table); // longer than any machine needs
  const hurry = (page) =>
    page.evaluate(() => {
      const now = performance.now.bind(performance),
        crew = document.querySelector('.players ul');
      window.ticks = 0;
      new MutationObserver(() => window.ticks++).observe(crew, {
        characterData: true,
        subtree: true,
      });
      performance.now = () => now() + 590_000;
    });
  assert.equal(await who.page.locator('.clock.is-low').count(), 0);
  await who.page.evaluate(() => {
    window.said = [];
    new MutationObserver(() =>
      window.said.push(document.querySelector('.note').textContent),
    ).observe(document.querySelector('.note'), { childList: true });
  });
  await Promise.all([who, other].map(({ page }) => hurry(page)));
  for (const { page } of [who, other]) await page.waitForSelector('.player.is-turn .clock.is-low');
  for (const { page } of [who, other]) {
    const ticks = await page.evaluate(() => window.ticks);
    await page.waitForFunction((most) => window.ticks > most, ticks + 1); // two more ticks
  }
  assert.deepEqual(await who.page.evaluate(() => window.said), ['Less than 15 seconds left.']);
  assert.equal(await other.page.locator('.note').textContent(), '');
  assert.equal(await other.page.locator('.clock.is-low').count(), 1, "only the mover's");
  await Promise.all([who, other].map(isWell));
});

test('signals, clocks, another language, the way back, and who is away', limit, async () => {
  const table = await annesTable((set) => set('clock', 'bank:600+5')),
    [who, other] = await mover(table); // longer than any machine needs
  await tool(who.page, 'chat').click();
  const phrase = who.page.locator('.signals > div > .choice').nth(2),
    said = await phrase.textContent();
  await phrase.click();
  await other.page.locator('.log-lines .told', { hasText: said }).waitFor();

  const seconds = async () => {
    const [, minutes, rest] = (
      await other.page.locator('.player.is-turn .clock').textContent()
    ).match(/^(\d+):(\d\d)$/);
    return 60 * minutes + Number(rest);
  };
  const left = await seconds();
  assert.ok(left <= 600);
  await eventually(seconds, (now) => now < left, 'the clock runs');

  const number = await other.page.locator('.table').getAttribute('data-n'),
    english = await told(other);
  await changeLanguage(other.page);
  await eventually(
    () => told(other),
    (french) => french.length === english.length && french.every((line, i) => line !== english[i]),
    'all that was told is told in French',
  );
  await showsText(other.page, '.choices > .question', / joue…$/);
  await shows(other, number);

  const { anne, bob } = table;
  await anne.page.goBack();
  await anne.page.waitForSelector('.poster');
  const away = bob.page.locator('.player.is-away', {
    hasText: /Anne.*(not responding|ne répond plus)/,
  });
  await away.waitFor();
  await anne.page.goForward();
  await anne.page.waitForSelector('.table .item');
  await away.waitFor({ state: 'detached' });
  await isWell(anne);
  await away.waitFor();
  await isWell(bob);
});

/** Counts the sounds that a page starts. */
const listen = (page) =>
  page.addInitScript(() => {
    window.started = 0;
    window.AudioContext = class extends AudioContext {
      constructor() {
        super();
        window.audio = this;
      }
    };
    for (const source of [OscillatorNode, AudioBufferSourceNode]) {
      const start = source.prototype.start;
      source.prototype.start = function (...at) {
        window.started++;
        return start.apply(this, at);
      };
    }
  });

test('sounds are off until they are turned on, and then they play', limit, async () => {
  const who = await person(browser),
    { page } = who;
  const heard = () => page.evaluate(() => window.started);
  await listen(page);
  await playNow(page, server.url, 'mille-sabords');
  await page.waitForSelector('.ms-pile .is-live');
  await clickAndWait(page, () => page.locator('.ms-pile .is-live').click());
  assert.equal(await heard(), 0);
  await setSetting(page, 'sound', 'on');
  await page.waitForFunction(
    () => window.audio?.state === 'running' && window.audio.currentTime > 0,
  );
  const before = await heard();
  assert.ok(before > 0);
  await clickAndWait(page, () => page.locator('.now [data-key="throw"]').click());
  await eventually(heard, (now) => now > before, 'dice are heard');
  await isWell(who);
});
