// Lessons and real tables in a real browser, in both languages: by clicking and by keys alone, judged by
// axe-core; and how many taps a real table takes.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findings, openBrowser, person, root, serve } from './lib.mjs';

const limit = { timeout: 300_000 };
let browser, server;
before(async () => { [browser, server] = await Promise.all([openBrowser(), serve()]); });
after(async () => { await browser.close(); await server.stop(); });

const poster = (page, game) => page.locator('.poster', { has: page.locator(`#title-${game}`) });

/** What is to be learnt now: in the last question, unless the script is at work. */
const lessonOf = (messages) => messages.findLast((one) => one.is === 'ask' || one.is === 'view')?.lesson;

/** Does on the page what the lesson wants: a button, an entry of the list, or items and their verb. */
async function doAsTold(page, { move, items }, use = (one) => one.click()) {
  const [verb] = move.split(' ');
  const button = page.locator(`.now [data-key="${move}"]`), list = page.locator('.all summary');
  if (await button.count()) {
    await use(button.first());
  } else if (await page.locator(`.now [data-key="${verb}"]`).count()) {
    for (const id of items)
      await use(page.locator(`[data-id="${id}"]`));
    await use(page.locator(`.now [data-key="${verb}"]`));
  } else {
    if (!(await page.locator('.all[open]').count()))
      await use(list);
    await use(page.locator(`[data-key="list ${move}"]`));
  }
}

/** By keys, where they can get to: by Tab, or by arrows from where Tab gets to. */
async function press(one) {
  assert.ok(await one.evaluate((it) => it.tabIndex >= 0 || !!it.closest('.board')?.querySelector('[tabindex="0"]')), 'keys get there');
  await one.focus();
  assert.ok(await one.evaluate((it) => it === document.activeElement));
  await one.press('Enter');
}

/** Anything else that the rules allow just now, a button or an entry of the list of all moves, if there is any. */
async function tryWrongly(page, { move }) {
  const [verb] = move.split(' '), list = page.locator('.all:visible');
  const button = page.locator(`.now button:visible:not([aria-disabled=true]):not([data-key="${move}"]):not([data-key="${verb}"])`);
  const entry = page.locator(`.all:visible li button:not([data-key="list ${move}"])`);
  if (await list.count() && !(await page.locator('.all[open]').count()))
    await press(page.locator('.all summary'));
  const other = await button.count() ? button : entry;
  if (!(await other.count()))
    return false;
  await press(other.first());
  await page.waitForFunction(() => document.querySelector('.note').textContent);
  return true;
}

/** Waits until there is something else to learn. */
const learnt = (page, was) => page.waitForFunction((text) => {
  const words = document.querySelector('.lesson p')?.textContent;
  return words && words !== text;
}, was);

const says = (page) => page.locator('.lesson p').textContent();

for (const [game, lang] of [['mille-sabords', 'fr'], ['corsaires', 'en'], ['buccaneer', 'fr'], ['pirates-en-duel', 'en'], ['aux-sabords', 'fr']])
  test(`the lesson of ${game} from its first word to its last, ${lang}`, limit, async () => {
    const { page, trouble, messages } = await person(browser, { lang, width: lang === 'fr' ? 390 : 1280, height: 1300 });
    await page.goto(server.url);
    await poster(page, game).locator('a[href^="#l="]').click();
    await page.waitForSelector('.lesson:not([hidden])');
    assert.deepEqual(await findings(page), []);
    for (let step = 0; step < 40; step++) {
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, 'no sideways scrolling');
      const lesson = lessonOf(messages), text = await says(page);
      if (!lesson.move)
        break;
      assert.ok(!/^learn\./.test(text), 'it is told in words');
      const before = messages.length;
      await doAsTold(page, lesson);
      while (!messages.slice(before).some((one) => one.is === 'ask') || !lessonOf(messages))
        await page.waitForTimeout(20);
      if (lessonOf(messages).say !== lesson.say)
        await learnt(page, text);
    }
    assert.equal(await page.locator('.lesson a[href^="#p="]').count(), 1, 'and now a real game');
    assert.deepEqual(await findings(page), []);
    await page.locator('.lesson a[href^="#p="]').click();
    await page.waitForFunction(() => document.querySelector('.board .item') && !document.querySelector('.lesson:not([hidden])'));
    assert.deepEqual(trouble, []);
    await page.context().close();
  });

for (const [game, lang] of [['mille-sabords', 'en'], ['corsaires', 'fr'], ['buccaneer', 'en'], ['pirates-en-duel', 'fr'], ['aux-sabords', 'en']])
  test(`the lesson of ${game} by keys alone, and a wrong try is told why, ${lang}`, limit, async () => {
    const { page, trouble, messages } = await person(browser, { lang, width: lang === 'fr' ? 360 : 1280, height: 740 });
    await page.goto(`${server.url}#l=${game}`);
    await page.waitForSelector('.lesson:not([hidden])');
    assert.equal(await page.locator('.lesson p').getAttribute('role'), 'status', 'an instruction is heard');
    assert.equal(await page.locator('.note').getAttribute('role'), 'alert', 'and so is why not');
    let wrong = false;
    for (let step = 0; step < 40; step++) {
      const lesson = lessonOf(messages), text = await says(page);
      if (!lesson.move)
        break;
      wrong ||= await tryWrongly(page, lesson);
      if (wrong === true) {
        wrong = await page.locator('.note').textContent();
        assert.match(wrong, /\S+ \S+ \S+.*[.!?]/, 'the reason is a sentence');
        assert.equal(await says(page), text, 'and the same is still to be learnt');
      }
      const before = messages.length;
      await doAsTold(page, lesson, press);
      while (!messages.slice(before).some((one) => one.is === 'ask') || !lessonOf(messages))
        await page.waitForTimeout(20);
      if (lessonOf(messages).say !== lesson.say)
        await learnt(page, text);
    }
    assert.ok(wrong, 'something could be tried');
    await press(page.locator('.lesson a[href^="#p="]'));
    await page.waitForFunction(() => document.querySelector('.board .item') && !document.querySelector('.lesson:not([hidden])'));
    assert.deepEqual(trouble, []);
    await page.context().close();
  });

test('a lesson shows who asks which move is wanted', limit, async () => {
  const { page, trouble } = await person(browser, { lang: 'en' });
  await page.goto(`${server.url}#l=mille-sabords`);
  await page.waitForSelector('.lesson:not([hidden])');
  const press = async (selector, key = 'Enter') => { await page.locator(selector).first().focus(); await page.keyboard.press(key); };
  for (const key of ['card', 'throw']) {
    const text = await says(page);
    await press(`.now [data-key="${key}"]`);
    await learnt(page, text);
  }
  await press('.now [data-key="stop"]');
  await page.waitForFunction(() => /would make 500 points/.test(document.querySelector('.note').textContent));
  await press('.lesson .tool');
  assert.match(await page.locator('.note').textContent(), /The move that is wanted: Throw 4 dice again/);
  assert.equal(await page.locator('.is-suggested').count(), 4);
  const text = await says(page);
  for (const id of await page.locator('.is-suggested').evaluateAll((dice) => dice.map((die) => die.getAttribute('data-id'))))
    await press(`[data-id="${id}"]`, ' ');
  await press('.now [data-key="reroll"]');
  await learnt(page, text);
  assert.match(await says(page), /Stop\.$/);
  assert.equal(await page.locator('.lesson p').getAttribute('role'), 'status');
  await page.locator('header .tool', { hasText: 'Français' }).click();
  await page.waitForFunction(() => /Arrêtez-vous/.test(document.querySelector('.lesson p').textContent));
  assert.deepEqual(trouble, []);
  await page.context().close();
});

/** Opens a real table for everybody on this device. */
async function sitDown(page, game, names) {
  await page.goto(server.url);
  await poster(page, game).locator('button.is-quiet').click();
  await page.locator(`#making-seats [value="${names.length}"]`).check();
  for (const [i, name] of names.entries())
    await page.locator(`#making-chair-${i + 1}`).fill(name);
  assert.deepEqual(await findings(page), []);
  await page.locator('dialog .is-main').click();
  if (game === 'aux-sabords')
    await page.locator('[data-key="look"]').click(); // secret hands: the first one takes the device
  await page.waitForSelector('.pad:not([hidden]) .face');
}

/** The device goes to the next one, behind the curtain. */
async function passOn(page) {
  await page.locator('[data-key="pass"]').click();
  assert.equal(await page.locator('.face').count(), 0, 'nothing to be seen');
  await page.locator('[data-key="look"]').click();
}

/** Taps on what fell, and waits until it is taken. */
async function tap(page, words) {
  for (const word of words.split(' ')) {
    await page.waitForSelector(`.face[data-key="${word}"]`);
    await page.locator(`.face[data-key="${word}"]`).click();
  }
}

const stands = (page, text) => page.waitForFunction((wanted) => document.querySelector('.crew').textContent.includes(wanted), text);

for (const lang of ['fr', 'en'])
  test(`Mille Sabords! at a real table, ${lang}: ten taps a turn, and a misread die is corrected`, limit, async () => {
    const { page, trouble } = await person(browser, { lang, width: 390, height: 844 });
    await sitDown(page, 'mille-sabords', ['Anne', 'Zoé']);
    await tap(page, 'first-1'); // who begins, once a game
    await page.evaluate(() => { window.taps = 0; addEventListener('click', () => { window.taps++; }, true); });
    await tap(page, 'coin C C C D P P P S');
    await page.locator('.now [data-key="stop"]').click();
    await page.waitForSelector('.face[data-key="diamond"]'); // the next one's card is asked for by itself
    await stands(page, '800');
    assert.equal(await page.evaluate(() => window.taps), 10);
    // a card misread, a die misread, one die taken out before it was sent
    await tap(page, 'pirate');
    await tap(page, 'S S P');
    await page.locator('.chip').nth(1).click();
    await tap(page, 'P P C C D M');
    await page.waitForSelector('.now [data-key="stop"]');
    assert.equal(await page.locator('.ms-socket.is-full').count(), 1);
    await page.locator('.tools [data-key="web.undo"]').click();
    await page.waitForSelector('.pad:not([hidden]) .face[data-key="S"]');
    await page.keyboard.type('sppccdm'); // typed, the last one by a tap
    await tap(page, 'D');
    await page.waitForSelector('.now [data-key="stop"]');
    // three dice once more: they are picked and told, and that they were thrown goes without saying
    await page.evaluate(() => { window.taps = 0; });
    const n = await page.locator('.table').getAttribute('data-n');
    for (const die of [2, 3, 7])
      await page.locator(`.ms-lying [data-id="${die}"]`).click();
    assert.equal(await page.locator('.now [data-key="stop"]:visible').count(), 1, 'one may still stop');
    assert.match(await page.locator('.pad .question').textContent(), /3/);
    assert.deepEqual(await findings(page), []);
    await tap(page, 'C X D');
    await page.waitForFunction((was) => document.querySelector('.table').dataset.n !== was && document.querySelector('.now [data-key="stop"]:not([hidden])') &&
      document.querySelector('.pad').hidden, n);
    const face = (id) => page.locator(`.ms-lying [data-id="${id}"]`).getAttribute('aria-label');
    assert.deepEqual((await Promise.all([2, 3, 7].map(face))).map((label) => label.replace(/.*:\s/, '')), lang === 'fr' ? ["pièce d'or", 'sabre', 'diamant'] : ['coin', 'sabre', 'diamond']);
    assert.equal(await page.evaluate(() => window.taps), 6);
    assert.deepEqual(await findings(page), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, 'no sideways scrolling');
    assert.deepEqual(trouble, []);
    await page.context().close();
  });

test('Buccaneer at a real table: boarding and paying everybody takes two taps', limit, async () => {
  const { page, trouble } = await person(browser, { lang: 'fr' });
  await sitDown(page, 'buccaneer', ['Anne', 'Bertrand', 'Chloé']);
  await tap(page, 'first-1');
  await tap(page, 'ship-3');
  await page.locator('.face[data-key="ship-3"]').evaluate((face) => face.click()); // there is one of each
  assert.equal(await page.locator('.chip:not(.is-empty)').count(), 1);
  assert.equal(await page.locator('.face[data-key="ship-3"]').getAttribute('aria-disabled'), 'true');
  assert.equal(await page.locator('.face svg').count(), 15);
  await tap(page, 'ship-6 ship-7');
  const play = async (move) => {
    await page.waitForFunction(() => document.querySelector('.is-asked'));
    if (!(await page.locator('.all[open]').count()))
      await page.locator('.all summary').click();
    const n = await page.locator('.table').getAttribute('data-n');
    await page.locator(`[data-key="list ${move}"]`).click();
    await page.waitForFunction((was) => document.querySelector('.table').dataset.n !== was, n);
  };
  for (const move of ['merge r5 b2', 'merge b3 y2', 'merge y3 r2', 'merge r5 y3', 'merge b4 y4', 'merge y5 b5'])
    await play(move);
  await page.locator('.all summary').click(); // closed again
  await page.evaluate(() => { window.taps = 0; addEventListener('click', () => { window.taps++; }, true); });
  await page.locator('.is-live[aria-label^="Équipage, Anne"]').click();
  await page.locator('.is-live[aria-label="tonneau"]').last().click();
  await stands(page, '21'); // 10 ducats and 16, less 2 for blue and 3 for yellow
  assert.equal(await page.evaluate(() => window.taps), 2);
  assert.deepEqual(await findings(page), []);
  assert.deepEqual(trouble, []);
  await page.context().close();
});

test('Corsaires at a real table: each tells a phone their own cards, and no other sees them', limit, async () => {
  const anne = await person(browser, { lang: 'en', name: 'Anne' }), zoe = await person(browser, { lang: 'fr', name: 'Zoé' });
  await anne.page.goto(server.url);
  await poster(anne.page, 'corsaires').locator('button.is-quiet').click();
  await anne.page.locator('#making-seats [value="2"]').check();
  await anne.page.locator('select[name="chair-2"]').selectOption('open');
  assert.match(await anne.page.locator('.plainly').textContent(), /secret hands/);
  await anne.page.locator('dialog .is-main').click();
  const code = await anne.page.locator('.code strong').textContent();
  await zoe.page.goto(`${server.url}#j=${code}`);
  await zoe.page.locator('[data-key="sit 2"]').click();
  await anne.page.locator('[data-key="start"]').click();
  await tap(anne.page, 'first-1');
  await anne.page.waitForSelector('.face[data-key="admiral"]');
  assert.match(await zoe.page.locator('.pad .question').textContent(), /Un autre le dit/);
  assert.equal(await zoe.page.locator('.face').count(), 0);
  await tap(anne.page, 'galleon-5 red-4 red-1 blue-2 admiral galleon-2');
  await tap(zoe.page, 'admiral galleon-6 green-1 green-2 green-3 red-1'); // impossible: Anne has it
  await zoe.page.waitForFunction(() => /ne peut pas être tombé/.test(document.querySelector('.note').textContent));
  await tap(zoe.page, 'captain-red galleon-6 green-1 green-2 green-3 red-1');
  await anne.page.waitForFunction(() => document.querySelector('.is-asked'));
  const seen = JSON.stringify(zoe.messages);
  assert.ok(!seen.includes('"co.card.admiral"') || !/"say":\[[^\]]*admiral/.test(seen), 'what Anne holds is not told to Zoé');
  for (const { page, trouble } of [anne, zoe]) {
    assert.deepEqual(await findings(page), []);
    assert.deepEqual(trouble, []);
    await page.context().close();
  }
});

test('the reckoning of Corsaires: a tap a galleon, and no galleon twice', limit, async () => {
  const table = readFileSync(path.join(root, 'docs/rules/corsaires.en.md'), 'utf8');
  const copies = Object.fromEntries([...table.matchAll(/\| galleon of (\d) gold \| (\d) \|/g)].map(([, gold, n]) => [gold, Number(n)]));
  const { page, trouble } = await person(browser, { lang: 'fr', width: 390, height: 1000 });
  await page.goto(server.url);
  await poster(page, 'corsaires').locator('button.is-quiet').click();
  for (const [i, name] of ['Anne', 'Bob', 'Zoé'].entries())
    await page.locator(`#making-chair-${i + 1}`).fill(name);
  await page.getByRole('button', { name: "Compter l'or seulement" }).click();
  await page.waitForSelector('.reckoning .face');
  const left = await page.locator('.reckoning-pads > div').first().locator('.face').evaluateAll((all) => all.map((face) => [face.querySelector('b').textContent, Number(face.querySelector('small').textContent.slice(2))]));
  assert.deepEqual(Object.fromEntries(left), copies, 'as many galleons as the rules say');
  await page.evaluate(() => { window.taps = 0; addEventListener('click', () => { window.taps++; }, true); });
  const take = async (...keys) => { for (const key of keys) await page.locator(`.reckoning [data-key="${key}"]`).click(); };
  await take('captured 8', 'captured 5', 'captured 5', 'captured 2', 'hand 3'); // 17
  await take('player 1', 'captured 7', 'captured 6', 'captured 6', 'captured 4', 'captured 4', 'hand 2'); // 25
  await take('player 2', 'captured 5', 'captured 5', 'captured 5', 'captured 4', 'captured 4', 'captured 4', 'captured 3', 'captured 3', 'captured 3', 'captured 3', 'captured 3'); // 42
  await page.waitForFunction(() => /Zoé/.test(document.querySelector('.reckoning .question').textContent));
  assert.equal(await page.evaluate(() => window.taps), 24, 'a tap a galleon, and one a player but the first');
  assert.match(await page.locator('.reckoning [data-key="player 1"]').textContent(), /25/);
  assert.ok(await page.locator('.reckoning [data-key="captured 8"]').isDisabled());
  assert.deepEqual(await findings(page), []);
  assert.deepEqual(trouble, []);
  await page.context().close();
});

test('a reckoning that nobody can answer says so', limit, async () => {
  const { page, context } = await person(browser, { lang: 'fr' });
  await page.route(/replay$|offline|wasm/, (route) => (route.request().url().endsWith('replay') ? route.fulfill({ status: 503 }) : route.abort()));
  await page.goto(server.url);
  await poster(page, 'corsaires').locator('button.is-quiet').click();
  await page.getByRole('button', { name: "Compter l'or seulement" }).click();
  const said = page.locator('.reckoning .question', { hasText: /\S/ });
  await said.waitFor();
  assert.match(await said.textContent(), /^Le serveur [a-zé' ]+/);
  await context.close();
});

for (const [game, first] of [['pirates-en-duel', 'first-1'], ['aux-sabords', 'first-red']])
  test(`${game} at a real table`, limit, async () => {
    const { page, trouble } = await person(browser, { lang: 'en', width: 390, height: 844 });
    await sitDown(page, game, game === 'aux-sabords' ? ['Anne', 'Bob', 'Zoe'] : ['Anne', 'Zoe']);
    await tap(page, first);
    if (game === 'aux-sabords') {
      await tap(page, 'pistol leg ship pirate pirate');
      await passOn(page);
      await page.waitForFunction(() => /Bob/.test(document.querySelector('.pad .question').textContent));
      await tap(page, 'pistol leg ship pirate pirate');
      await passOn(page);
      await tap(page, 'sabre leg ship pirate pirate');
      await passOn(page);
      await tap(page, 'captain'); // drawn by Anne: the draw itself costs no tap
      await page.waitForSelector('.now [data-key="build pistol leg"], .all summary');
    } else {
      await tap(page, 'sailor-sabre sailor-cannon twin twin helm-cannon helm-sabre pistol');
      await page.waitForFunction(() => document.querySelector('.is-asked'));
    }
    assert.deepEqual(await findings(page), []);
    assert.deepEqual(trouble, []);
    await page.context().close();
  });

/** In the page: does the next thing at a real table, anything of what is offered, and says what it was. */
function doNext(i) {
  const some = (selector) => { const all = [...document.querySelectorAll(selector)]; return all[i % (all.length || 1)]; };
  const passing = document.querySelector('[data-key="look"]') ?? (document.querySelector('.pad:not([hidden]) .face') ? null : document.querySelector('[data-key="pass"]'));
  const face = some('.pad:not([hidden]) .face:not([aria-disabled=true])');
  const list = document.querySelector('.all');
  if (document.querySelector('.crown'))
    return 'over';
  if (list)
    list.open = true;
  const found = passing ?? face ?? some('.now button.is-main:not([aria-disabled=true])') ?? some('.all li button') ?? some('.now button:not(.is-quiet):not([aria-disabled=true])') ??
    some('.board .is-live:not(.is-picked)');
  found?.click();
  return passing ? 'passed' : face ? document.querySelector('.pad .question').textContent.replace(/\d+|Anne|Bob/g, '') : 'played';
}

/** What changes when something was done: the last event, what is told and not sent yet, what is picked, the curtain, a
 * refusal (a card that another hides cannot be drawn); nothing as long as it is as it was. */
function standing(was) {
  const now = [document.querySelector('.table')?.dataset.n, document.querySelectorAll('.chip:not(.is-empty)').length,
    document.querySelectorAll('.is-picked').length, !!document.querySelector('[data-key="look"]'), !!document.querySelector('.pad:not([hidden]) .face'), document.querySelector('.note')?.textContent].join();
  return document.querySelector('.crown') || now !== was ? now : '';
}

/** Every face of the pad is drawn and can be read whole; names alone have no picture. */
async function lookAtPad(page) {
  const faces = await page.locator('.face').evaluateAll((all) => all.map((face) => ({ move: face.dataset.key, drawn: !!face.querySelector('svg'),
    cut: face.scrollWidth > face.clientWidth + 1, named: !!(face.textContent.trim() || face.ariaLabel) })));
  assert.deepEqual(faces.filter(({ move, drawn, cut, named }) => !(drawn || /^first-/.test(move)) || cut || !named), []);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, 'no sideways scrolling');
  assert.deepEqual(await findings(page), []);
}

for (const [game, lang, width, kinds] of [['pirates-en-duel', 'fr', 390, 7], ['aux-sabords', 'en', 1280, 4]])
  test(`every pad of ${game} at a real table, ${lang}`, limit, async () => {
    const { page, trouble } = await person(browser, { lang, width, height: 844 });
    await sitDown(page, game, ['Anne', 'Bob']);
    const seen = new Set();
    for (let step = 0, done = ''; seen.size < kinds; step++) {
      assert.notEqual(done, 'over', [...seen].join('\n'));
      const question = await page.evaluate(() => document.querySelector('.pad:not([hidden]) .face') && document.querySelector('.pad .question').textContent.replace(/\d+|Anne|Bob/g, ''));
      if (question && !seen.has(question))
        await lookAtPad(page);
      if (question)
        seen.add(question);
      const was = await page.evaluate(standing, '');
      done = await page.evaluate(doNext, step * 7 + 3);
      if (done !== 'over')
        await page.waitForFunction(standing, was);
    }
    assert.deepEqual(trouble, []);
    await page.context().close();
  });
