// A seat at a real table, and all that is not a move: hints, taking back, signals, clocks, who is away, another
// language in the middle, the way back; the line cut and the server killed, without loading the page again.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { openBrowser, person, playNow, serveBehindWire } from './lib.mjs';
import { clickAndWait } from './players.mjs';

const limit = { timeout: 300_000 }; // far more than a slow machine needs
let browser, server;
before(async () => { [browser, server] = await Promise.all([openBrowser(), serveBehindWire()]); });
after(async () => { await browser.close(); await server.stop(); });

const isWell = async ({ trouble, context }) => {
  assert.deepEqual(trouble, []);
  await context.close();
};

const tool = (page, key) => page.locator(`.tools [data-key="${key}"]`);

/** Makes a table through the door; `choose` fills the form. */
async function make(page, game, choose) {
  await page.goto(server.url);
  await page.locator('.poster', { has: page.locator(`#title-${game}`) }).locator('.choice').nth(1).click();
  await choose(async (row, value) => page.locator(`#making-${row} [value="${value}"]`).check());
  await page.locator('.making .is-main').click();
  await page.waitForSelector('[data-key="start"]');
}

test('a hint says in words what is best and why, lights it, and can be played', limit, async () => {
  const who = await person(browser), { page } = who;
  await playNow(page, server.url, 'corsaires');
  await page.waitForSelector('.is-asked');
  await tool(page, 'web.hint').click();
  await page.waitForSelector('.note button');
  const note = await page.locator('.note').textContent(), hint = who.messages.findLast((message) => message.is === 'hint');
  assert.match(note, /^The first mate would play: \S.* Play it \S.*\.$/);
  assert.doesNotMatch(note, /[{}]|undefined|hint\./);
  assert.deepEqual(await page.locator('.is-suggested').evaluateAll((all) => all.map((one) => Number(one.dataset.id)).sort()),
    [...hint.moves[0].touches].sort());
  await page.locator('.note .closing').click();
  assert.equal(await page.locator('.note').textContent(), '', 'what was read may go');
  await page.locator('.head nav button[lang=fr]').click();
  await page.waitForFunction(() => document.documentElement.lang === 'fr');
  await page.waitForTimeout(2100); // between two hints there is a pause
  await tool(page, 'web.hint').click();
  await page.getByText(/^Le second jouerait/).waitFor();
  await clickAndWait(page, () => page.locator('.note .choice').click());
  const first = who.messages.findLast((message) => message.is === 'hint').moves[0];
  assert.ok(who.messages.filter((message) => message.is === 'event' && message.seat === 1).some(({ say }) => say[0].key === first.say.key));
  await isWell(who);
});

test('the door is there before what lies behind it, and one who is quick gets in all the same', limit, async () => {
  const who = await person(browser), { page } = who;
  let open;
  const opened = new Promise((resolve) => { open = resolve; });
  await page.route('**/seat.js', async (route) => { await opened; await route.continue(); });
  await page.goto(server.url);
  await page.locator('.poster .is-main').first().click();
  await page.waitForFunction(() => location.hash.startsWith('#t='));
  assert.equal(await page.locator('.board').count(), 0);
  open();
  await page.waitForSelector('.board .item');
  await isWell(who);
});

test('rules asked for by their address wait for what shows them', limit, async () => {
  const who = await person(browser), { page } = who;
  let open;
  const opened = new Promise((resolve) => { open = resolve; });
  await page.route('**/rules.js', async (route) => { await opened; await route.continue(); });
  await page.goto(`${server.url}#rules/corsaires/4.1`);
  await page.waitForSelector('.wait');
  open();
  await page.locator('.rules').first().waitFor();
  await isWell(who);
});

test('rules asked for by their address come though what shows them failed at first', limit, async () => {
  const { page, context } = await person(browser);
  let failed = 0;
  await page.route('**/rules.js', (route) => (failed++ < 2 ? route.abort() : route.continue()));
  await page.goto(`${server.url}#rules/corsaires/4.1`);
  await page.locator('.rules').first().waitFor();
  assert.ok(failed > 2);
  await context.close();
});

test('the bots one likes are chosen at the door and remembered', limit, async () => {
  const who = await person(browser), { page } = who;
  await page.goto(server.url);
  await page.locator('.bots label').first().waitFor();
  assert.equal(await page.locator('.bots :checked').inputValue(), 'matelot');
  await page.locator('.bots label', { hasText: 'Captain' }).click();
  await playNow(page, server.url, 'corsaires'); // which loads the page again
  assert.equal(await page.locator('.sitter small', { hasText: 'Captain' }).count(), 2);
  await isWell(who);
});

test('where the maker wants none there are no hints', limit, async () => {
  const who = await person(browser), { page } = who;
  await make(page, 'mille-sabords', (choose) => choose('hints', 'off'));
  await page.locator('[data-key="start"]').click();
  await page.waitForSelector('.tools [data-key="web.undo"]');
  assert.equal(await tool(page, 'web.hint').count(), 0);
  await isWell(who);
});

/** Anne and Bob at a table of Mille Sabords! for two, begun. Both pages are marked: no test loads them again. */
async function annesTable(choose = async () => {}) {
  const [anne, bob] = await Promise.all(['Anne', 'Bob'].map((name) => person(browser, { name })));
  await make(anne.page, 'mille-sabords', async (set) => { await set('seats', '2'); await choose(set); });
  const code = (await anne.page.locator('.code strong').textContent()).trim();
  await bob.page.goto(`${server.url}#j=${code}`);
  await bob.page.locator('[data-key="sit 2"]').click();
  await anne.page.getByText('Bob').waitFor();
  await anne.page.locator('[data-key="start"]').click();
  for (const { page } of [anne, bob]) {
    await page.waitForSelector('.board .item');
    await page.evaluate(() => { window.marked = true; });
  }
  return { anne, bob };
}

/** Who is asked, and the other one, once both pages show the same event. */
async function mover({ anne, bob }) {
  const number = ({ page }) => page.locator('.table').getAttribute('data-n');
  while (await number(anne) !== await number(bob))
    await anne.page.waitForTimeout(20);
  return await anne.page.locator('.is-asked').count() ? [anne, bob] : [bob, anne];
}

/** Plays on until somebody may stop; that one, and the other. */
async function untilStop(table) {
  for (;;) {
    const [who, other] = await mover(table), stop = who.page.locator('.now [data-key="stop"]');
    if (await stop.count())
      return [who, other, stop];
    await clickAndWait(who.page, () => who.page.locator('.ms-pile .is-live, .now [data-key="throw"]').first().click());
  }
}

const told = ({ page }) => page.locator('.told li').allTextContents();
const shows = ({ page }, number) => page.waitForFunction((n) => document.querySelector('.table').dataset.n === n, number);

/** The page says that it is lost, and later no longer, and was not loaded again. */
const isLost = ({ page }) => page.locator('.linked', { hasText: 'Reconnecting' }).waitFor();
async function isBack({ page }) {
  await page.locator('.linked').waitFor({ state: 'hidden' });
  assert.ok(await page.evaluate(() => window.marked), 'the page was not loaded again');
}

test('the line is cut and the server killed: the page says so and goes on by itself', limit, async () => {
  const table = await annesTable(), [who, other] = await mover(table), both = [who, other];
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
  const [a, b] = await Promise.all(both.map(told));
  assert.deepEqual(a, b);
  assert.deepEqual(a, [...new Set(a)], 'nothing is told twice');
  await Promise.all(both.map(isWell));
});

test('taking back: freely, by consent, and refused', limit, async () => {
  const table = await annesTable(), [who, other, stop] = await untilStop(table);
  await clickAndWait(who.page, () => stop.click());
  await other.page.waitForSelector('.is-asked');
  await tool(who.page, 'web.undo').click();
  await stop.waitFor(); // nothing was learnt by stopping: nobody is asked
  await clickAndWait(who.page, () => stop.click());
  const card = other.page.locator('.ms-pile .is-live');
  await card.click();
  await other.page.waitForSelector('.now [data-key="throw"]');
  await tool(other.page, 'web.undo').click();
  await who.page.locator('.note button').first().click(); // agrees
  await card.click();
  await tool(other.page, 'web.undo').click();
  await who.page.locator('.note button').nth(1).click(); // does not
  await other.page.locator('.note', { hasText: 'was refused' }).waitFor();
  assert.equal(await card.count(), 0);
  await Promise.all([who, other].map(isWell));
});

test('a clock that runs out is seen and, by the one whose it is, heard once', limit, async () => {
  const table = await annesTable((set) => set('clock', 'move:60')), [who, other] = await mover(table);
  const hurry = (page) => page.evaluate(() => { const now = performance.now.bind(performance); performance.now = () => now() + 46_000; });
  assert.equal(await who.page.locator('.clock.is-low').count(), 0);
  await who.page.evaluate(() => {
    window.said = [];
    new MutationObserver(() => window.said.push(document.querySelector('.note').textContent)).observe(document.querySelector('.note'), { childList: true });
  });
  await Promise.all([who, other].map(({ page }) => hurry(page)));
  for (const { page } of [who, other])
    await page.waitForSelector('.sitter.is-turn .clock.is-low');
  await who.page.waitForTimeout(1200); // two more ticks
  assert.deepEqual(await who.page.evaluate(() => window.said), ['Fewer than 15 seconds left.']);
  assert.equal(await other.page.locator('.note').textContent(), '');
  assert.equal(await other.page.locator('.clock.is-low').count(), 1, "only the mover's");
  await Promise.all([who, other].map(isWell));
});

test('signals, clocks, another language, the way back, and who is away', limit, async () => {
  const table = await annesTable((set) => set('clock', 'move:60')), [who, other] = await mover(table);
  await tool(who.page, 'chat').click();
  const phrase = who.page.locator('.signals .choice').nth(2), said = await phrase.textContent();
  await phrase.click();
  await other.page.locator('.told li', { hasText: said }).waitFor();

  const clock = other.page.locator('.sitter.is-turn .clock');
  assert.match(await clock.textContent(), /^(1:00|0:5\d)$/);
  await other.page.waitForFunction(() => document.querySelector('.sitter.is-turn .clock').textContent < '0:58');

  const number = await other.page.locator('.table').getAttribute('data-n'), english = await told(other);
  await other.page.locator('.head nav button[lang=fr]').click();
  await other.page.waitForFunction(() => document.documentElement.lang === 'fr');
  const french = await told(other);
  assert.equal(french.length, english.length);
  assert.ok(french.every((line, i) => line !== english[i]), 'all that was told is told in French');
  assert.match(await other.page.locator('.choices > .question').textContent(), /^Au tour de/);
  await shows(other, number);

  const { anne, bob } = table;
  await anne.page.goBack();
  await anne.page.waitForSelector('.poster');
  const away = bob.page.locator('.sitter.is-away', { hasText: /Anne.*(away|absent)/ });
  await away.waitFor();
  await anne.page.goForward();
  await anne.page.waitForSelector('.board .item');
  await away.waitFor({ state: 'detached' });
  await isWell(anne);
  await away.waitFor();
  await isWell(bob);
});

/** Counts the sounds a page really starts. */
const listen = (page) => page.addInitScript(() => {
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
  const who = await person(browser), { page } = who;
  const heard = () => page.evaluate(() => window.started);
  await listen(page);
  await playNow(page, server.url, 'mille-sabords');
  await page.waitForSelector('.ms-pile .is-live');
  await clickAndWait(page, () => page.locator('.ms-pile .is-live').click());
  assert.equal(await heard(), 0);
  await page.locator('.head nav button').first().click();
  await page.waitForFunction(() => window.audio?.state === 'running' && window.audio.currentTime > 0);
  const before = await heard();
  assert.ok(before > 0);
  await clickAndWait(page, () => page.locator('.now [data-key="throw"]').click());
  assert.ok(await heard() > before, 'dice are heard');
  await isWell(who);
});
