// Lessons and real dice in both languages: by clicks and with the keyboard alone, checked by
// axe-core; and the number of taps that a real table takes.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  changeLanguage,
  chooseGame,
  eventually,
  findings,
  openBrowser,
  person,
  readAll,
  root,
  serve,
  showsCount,
  showsText,
} from './lib.mjs';
import { mover } from './players.mjs';

const limit = { timeout: 300_000 };
let browser, server;
before(async () => {
  [browser, server] = await Promise.all([openBrowser(), serve('--rate', '1000')]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

const poster = (page, game) => page.locator('.poster', { has: page.locator(`#title-${game}`) });

/** The present task: in the last question, unless the script is moving. */
const lessonOf = (messages) =>
  messages.findLast((one) => one.type === 'question' || one.type === 'view')?.lesson;

/** Makes the move that the lesson expects: a button, an entry of the list, or items and their
 *   verb. */
async function doAsTold(page, { move, items }, use = (one) => one.click()) {
  const [verb] = move.split(' ');
  const button = page.locator(`.now [data-key="${move}"]`),
    list = page.locator('.all summary');
  if (await button.count()) {
    await use(button.first());
  } else if (await page.locator(`.now [data-key="${verb}"]`).count()) {
    for (const id of items) await use(page.locator(`[data-id="${id}"]`));
    await use(page.locator(`.now [data-key="${verb}"]`));
  } else {
    if (!(await page.locator('.all[open]').count())) await use(list);
    await use(page.locator(`[data-key="list ${move}"]`));
  }
}

/** Makes the expected move and waits for the next task. */
async function takeStep({ page, messages }, lesson, text, use) {
  const before = messages.length;
  await doAsTold(page, lesson, use);
  await eventually(
    () => messages.slice(before).some((one) => one.type === 'question') && lessonOf(messages),
    Boolean,
    'a question follows',
  );
  const { n } = messages.findLast((one) => one.type === 'event' && one.turn);
  await page.waitForFunction(
    (last) =>
      document.querySelector('.table').dataset.n === last &&
      document.querySelector('.is-asked, .lesson a'),
    String(n),
  );
  if (lessonOf(messages).key !== lesson.key) await learnt(page, text);
}

/** With the keyboard where possible: by Tab, or by arrow keys from the nearest Tab stop. */
async function press(one) {
  assert.ok(
    await one.evaluate(
      (it) => it.tabIndex >= 0 || !!it.closest('.board')?.querySelector('[tabindex="0"]'),
    ),
    'keys get there',
  );
  await one.focus();
  assert.ok(await one.evaluate((it) => it === document.activeElement));
  await one.press('Enter');
}

/** Makes another legal move, by button or list, if there is one. */
async function tryWrongly(page, { move }) {
  const [verb] = move.split(' '),
    list = page.locator('.all:visible');
  const others = [move, verb].map((key) => `:not([data-key="${key}"])`).join('');
  const button = page.locator(`.now button:visible:not([aria-disabled=true])${others}`);
  const entry = page.locator(`.all:visible li button:not([data-key="list ${move}"])`);
  if ((await list.count()) && !(await page.locator('.all[open]').count())) {
    await press(page.locator('.all summary'));
    await page.locator('.all[open] li').first().waitFor(); // the list is filled when it is opened
  }
  const other = (await button.count()) ? button : entry;
  if (!(await other.count())) return false;
  await press(other.first());
  await page.waitForFunction(() => document.querySelector('.note').textContent);
  return true;
}

/** Waits until the task changes. */
const learnt = (page, was) =>
  page.waitForFunction((text) => {
    const words = document.querySelector('.lesson p')?.textContent;
    return words && words !== text;
  }, was);

const says = (page) => page.locator('.lesson p').textContent();

for (const [game, lang] of [
  ['mille-sabords', 'fr'],
  ['corsaires', 'en'],
  ['buccaneer', 'fr'],
  ['pirates-en-duel', 'en'],
  ['aux-sabords', 'fr'],
])
  test(`the lesson of ${game} from its first word to its last, ${lang}`, limit, async () => {
    const who = await person(browser, { lang, width: lang === 'fr' ? 390 : 1280, height: 1300 }),
      { page, trouble, messages } = who;
    await page.goto(server.url);
    await chooseGame(page, game, 'learn');
    await page.waitForSelector('.lesson:not([hidden])');
    assert.deepEqual(await findings(page), []);
    for (let step = 0; step < 40; step++) {
      assert.equal(
        await page.evaluate(() => document.documentElement.scrollWidth > innerWidth),
        false,
        'no sideways scrolling',
      );
      const lesson = lessonOf(messages),
        text = await says(page);
      if (!lesson.move) break;
      assert.ok(!/^learn\./.test(text), 'it is told in words');
      await takeStep(who, lesson, text);
    }
    await showsCount(page, '.lesson a[href^="#p="]', 1, 'and now a real game');
    assert.deepEqual(await findings(page), []);
    await page.locator('.lesson a[href^="#p="]').click();
    await page.waitForFunction(
      () =>
        document.querySelector('.table .item') && !document.querySelector('.lesson:not([hidden])'),
    );
    assert.deepEqual(trouble, []);
    await page.context().close();
  });

for (const [game, lang] of [
  ['mille-sabords', 'en'],
  ['corsaires', 'fr'],
  ['buccaneer', 'en'],
  ['pirates-en-duel', 'fr'],
  ['aux-sabords', 'en'],
])
  test(
    `the lesson of ${game} by keys alone, and a wrong try is told why, ${lang}`,
    limit,
    async () => {
      const who = await person(browser, { lang, width: lang === 'fr' ? 360 : 1280, height: 740 }),
        { page, trouble, messages } = who;
      await page.goto(`${server.url}#l=${game}`);
      await page.waitForSelector('.lesson:not([hidden])');
      assert.equal(
        await page.locator('.lesson p').getAttribute('role'),
        'status',
        'an instruction is heard',
      );
      assert.equal(await page.locator('.note').getAttribute('role'), 'alert', 'and so is why not');
      let wrong = false;
      for (let step = 0; step < 40; step++) {
        const lesson = lessonOf(messages),
          text = await says(page);
        if (!lesson.move) break;
        wrong ||= await tryWrongly(page, lesson);
        if (wrong === true) {
          wrong = await page.locator('.note').textContent();
          assert.match(wrong, /\S+ \S+ \S+.*[.!?]/, 'the reason is a sentence');
          assert.equal(await says(page), text, 'and the same is still to be learnt');
        }
        await takeStep(who, lesson, text, press);
      }
      assert.ok(wrong, 'something could be tried');
      await press(page.locator('.lesson a[href^="#p="]'));
      await page.waitForFunction(
        () =>
          document.querySelector('.table .item') &&
          !document.querySelector('.lesson:not([hidden])'),
      );
      assert.deepEqual(trouble, []);
      await page.context().close();
    },
  );

test('a lesson shows who asks which move is wanted', limit, async () => {
  const { page, trouble } = await person(browser, { lang: 'en' });
  await page.goto(`${server.url}#l=mille-sabords`);
  await page.waitForSelector('.lesson:not([hidden])');
  const press = async (selector, key = 'Enter') => {
    await page.locator(selector).first().focus();
    await page.keyboard.press(key);
  };
  for (const key of ['card', 'throw']) {
    const text = await says(page);
    await press(`.now [data-key="${key}"]`);
    await learnt(page, text);
  }
  await press('.now [data-key="stop"]');
  await page.waitForFunction(() =>
    /could bank 500 points/.test(document.querySelector('.note').textContent),
  );
  await press('.lesson .tool');
  await showsText(page, '.note', /The move to play: Reroll 4 dice/);
  await showsCount(page, '.is-suggested', 4);
  const text = await says(page);
  for (const id of await readAll(page, '.is-suggested', (dice) =>
    dice.map((die) => die.dataset.id),
  ))
    await press(`[data-id="${id}"]`, ' ');
  await press('.now [data-key="reroll"]');
  await learnt(page, text);
  await showsText(page, '.lesson p', /Stop\.$/);
  assert.equal(await page.locator('.lesson p').getAttribute('role'), 'status');
  await changeLanguage(page);
  await page.waitForFunction(() =>
    /Arrêtez-vous/.test(document.querySelector('.lesson p').textContent),
  );
  assert.deepEqual(trouble, []);
  await page.context().close();
});

/** Opens a table with real dice for everybody on this device. */
async function sitDown(page, game, names) {
  await page.goto(server.url);
  await chooseGame(page, game, 'real');
  await page.locator(`#making-seats [value="${names.length}"]`).check();
  for (const [i, name] of names.entries()) await page.locator(`#making-name-${i + 1}`).fill(name);
  assert.deepEqual(await findings(page), []);
  await page.locator('dialog .is-main').click();
  // secret hands: the first player takes the device
  if (game === 'aux-sabords') await page.locator('[data-key="look"]').click();
  await page.waitForSelector('.pad:not([hidden]) .face');
}

/** Passes the device to the next player. */
async function passOn(page) {
  await page.locator('[data-key="pass"]').click();
  await showsCount(page, '.face', 0, 'nothing to be seen');
  await page.locator('[data-key="look"]').click();
}

/** Enters outcomes and waits until they are accepted. */
async function tap(page, words) {
  for (const word of words.split(' ')) {
    await page.waitForSelector(`.face[data-key="${word}"]`);
    await page.locator(`.face[data-key="${word}"]`).click();
  }
}

const stands = (page, text) =>
  page.waitForFunction(
    (wanted) => document.querySelector('.players ul').textContent.includes(wanted),
    text,
  );

for (const lang of ['fr', 'en'])
  test(
    `Mille Sabords! at a real table, ${lang}: ten taps a turn, and a misread die is corrected`,
    limit,
    async () => {
      const { page, trouble } = await person(browser, { lang, width: 390, height: 844 });
      await sitDown(page, 'mille-sabords', ['Anne', 'Zoé']);
      await tap(page, 'first-1'); // the first player, once per game
      await page.evaluate(() => {
        window.taps = 0;
        addEventListener(
          'click',
          () => {
            window.taps++;
          },
          true,
        );
      });
      await tap(page, 'coin C C C D P P P S');
      await page.locator('.now [data-key="stop"]').click();
      // the next player's card is asked for without a tap
      await page.waitForSelector('.face[data-key="diamond"]');
      await stands(page, '800');
      assert.equal(await page.evaluate(() => window.taps), 10);
      // a wrong card, a wrong die, and one die removed before it was sent
      await tap(page, 'pirate');
      await tap(page, 'S S P');
      await page.locator('.entered').nth(1).click();
      await tap(page, 'P P C C D M');
      await page.waitForSelector('.now [data-key="stop"]');
      await showsCount(page, '.ms-port.is-full', 1);
      await page.locator('.tools [data-key="web.undo"]').click();
      await page.waitForSelector('.pad:not([hidden]) .face[data-key="S"]');
      await page.keyboard.type('sppccdm'); // typed, the last one by a tap
      await tap(page, 'D');
      await page.waitForSelector('.now [data-key="stop"]');
      // three dice again: selected and entered, which implies the roll
      await page.evaluate(() => {
        window.taps = 0;
      });
      const n = await page.locator('.table').getAttribute('data-n');
      for (const die of [2, 3, 7]) await page.locator(`.ms-lying [data-id="${die}"]`).click();
      await showsCount(page, '.now [data-key="stop"]:visible', 1, 'one may still stop');
      await showsText(page, '.pad .question', /3/);
      assert.deepEqual(await findings(page), []);
      await tap(page, 'C X D');
      await page.waitForFunction(
        (was) =>
          document.querySelector('.table').dataset.n !== was &&
          document.querySelector('.now [data-key="stop"]:not([hidden])') &&
          document.querySelector('.pad').hidden,
        n,
      );
      const face = (id) => page.locator(`.ms-lying [data-id="${id}"]`).getAttribute('aria-label');
      await eventually(
        async () =>
          (await Promise.all([2, 3, 7].map(face))).map((label) => label.replace(/.*:\s/, '')),
        lang === 'fr' ? ['pièce d’or', 'sabre', 'diamant'] : ['coin', 'sabre', 'diamond'],
      );
      assert.equal(await page.evaluate(() => window.taps), 6);
      assert.deepEqual(await findings(page), []);
      assert.equal(
        await page.evaluate(() => document.documentElement.scrollWidth > innerWidth),
        false,
        'no sideways scrolling',
      );
      assert.deepEqual(trouble, []);
      await page.context().close();
    },
  );

test(
  'Buccaneer at a real table: attacking and paying everybody takes two taps',
  limit,
  async () => {
    const { page, trouble } = await person(browser, { lang: 'fr' });
    await sitDown(page, 'buccaneer', ['Anne', 'Bertrand', 'Chloé']);
    await tap(page, 'first-1');
    await tap(page, 'ship-3');
    // each outcome has one button
    await page.locator('.face[data-key="ship-3"]').evaluate((face) => face.click());
    await showsCount(page, '.entered:not(.is-empty)', 1);
    await eventually(
      () => page.locator('.face[data-key="ship-3"]').getAttribute('aria-disabled'),
      'true',
    );
    await showsCount(page, '.face svg', 15);
    await tap(page, 'ship-6 ship-7');
    const play = async (move) => {
      await page.waitForFunction(() => document.querySelector('.is-asked'));
      if (!(await page.locator('.all[open]').count())) await page.locator('.all summary').click();
      const n = await page.locator('.table').getAttribute('data-n');
      await page.locator(`[data-key="list ${move}"]`).click();
      await page.waitForFunction((was) => document.querySelector('.table').dataset.n !== was, n);
    };
    for (const move of [
      'merge r5 b2',
      'merge b3 y2',
      'merge y3 r2',
      'merge r5 y3',
      'merge b4 y4',
      'merge y5 b5',
    ])
      await play(move);
    await page.locator('.all summary').click(); // closed again
    await page.evaluate(() => {
      window.taps = 0;
      addEventListener(
        'click',
        () => {
          window.taps++;
        },
        true,
      );
    });
    await page.locator('.is-live[aria-label^="Anne commande"]').click();
    await page.locator('.is-live[aria-label="tonneau"]').last().click();
    await stands(page, '21'); // 10 and 16 ducats, minus 2 for blue and 3 for yellow
    assert.equal(await page.evaluate(() => window.taps), 2);
    assert.deepEqual(await findings(page), []);
    assert.deepEqual(trouble, []);
    await page.context().close();
  },
);

test(
  'Corsaires at a real table: each tells a phone their own cards, and no other sees them',
  limit,
  async () => {
    const anne = await person(browser, { lang: 'en', name: 'Anne' }),
      zoe = await person(browser, { lang: 'fr', name: 'Zoé' });
    await anne.page.goto(server.url);
    await chooseGame(anne.page, 'corsaires', 'real');
    await anne.page.locator('#making-seats [value="2"]').check();
    await anne.page.locator('select[name="chair-2"]').selectOption('open');
    await showsText(anne.page, '.plainly', /Hands are secret/);
    await anne.page.locator('dialog .is-main').click();
    const code = await anne.page.locator('.code strong').textContent();
    await zoe.page.goto(`${server.url}#j=${code}`);
    await zoe.page.locator('[data-key="sit 2"]').click();
    await anne.page.getByText('Zoé').waitFor();
    await anne.page.locator('[data-key="start"]').click();
    await tap(anne.page, 'first-1');
    await anne.page.waitForSelector('.face[data-key="admiral"]');
    await showsText(zoe.page, '.pad .question', /^Un autre joueur répond/);
    await showsCount(zoe.page, '.face', 0);
    await tap(anne.page, 'galleon-5 red-4 red-1 blue-2 admiral galleon-2');
    // impossible: Anne has the admiral
    await tap(zoe.page, 'admiral galleon-6 green-1 green-2 green-3 red-1');
    await zoe.page.waitForFunction(() =>
      /^Résultat impossible/.test(document.querySelector('.note').textContent),
    );
    await tap(zoe.page, 'captain-red galleon-6 green-1 green-2 green-3 red-1');
    await mover(anne, zoe); // both received everything
    // Zoé's own wrong report is announced to the whole table; nothing else may mention the card
    const isReport = ({ phrases }) => phrases?.[0]?.key === 'host.say.contradiction';
    assert.deepEqual(
      [anne, zoe].map(({ messages }) => messages.filter(isReport).length),
      [1, 1],
    );
    const seen = JSON.stringify(zoe.messages.filter((message) => !isReport(message)));
    assert.ok(
      !seen.includes('"co.card.admiral"') || !/"say":\[[^\]]*admiral/.test(seen),
      'what Anne holds is not told to Zoé',
    );
    for (const { page, trouble } of [anne, zoe]) {
      assert.deepEqual(await findings(page), []);
      assert.deepEqual(trouble, []);
      await page.context().close();
    }
  },
);

test('the tally of Corsaires: a tap a galleon, and no galleon twice', limit, async () => {
  const table = readFileSync(path.join(root, 'docs/rules/corsaires.en.md'), 'utf8');
  const copies = Object.fromEntries(
    [...table.matchAll(/\| (\d)-coin galleon \| (\d) \|/g)].map(([, gold, n]) => [gold, Number(n)]),
  );
  const { page, trouble } = await person(browser, { lang: 'fr', width: 390, height: 1000 });
  await page.goto(server.url);
  await chooseGame(page, 'corsaires', 'real');
  for (const [i, name] of ['Anne', 'Bob', 'Zoé'].entries())
    await page.locator(`#making-name-${i + 1}`).fill(name);
  await page.getByRole('button', { name: 'Compter seulement l’or' }).click();
  await page.waitForSelector('.tally .face');
  const left = await readAll(page, '.tally-pads > div:first-of-type .face', (all) =>
    all.map((face) => [
      face.querySelector('b').textContent,
      Number(face.querySelector('small').textContent.match(/\d+/)),
    ]),
  );
  assert.deepEqual(Object.fromEntries(left), copies, 'as many galleons as the rules say');
  await page.evaluate(() => {
    window.taps = 0;
    addEventListener(
      'click',
      () => {
        window.taps++;
      },
      true,
    );
  });
  const gold = [0, 0, 0];
  let player = 0;
  /** Taps keys in order. After a galleon it waits, because the answer redraws the keys. */
  const take = async (...keys) => {
    for (const key of keys) {
      const [what, n] = key.split(' ');
      await page.locator(`.tally [data-key="${key}"]`).click();
      if (what === 'player') player = Number(n);
      else gold[player] += what === 'hand' ? -n : Number(n);
      await showsText(
        page,
        `.tally [data-key="player ${player}"]`,
        gold[player] ? new RegExp(`\\b${gold[player]}\\b`) : /\((aucune|no) /,
      );
    }
  };
  await take('captured 8', 'captured 5', 'captured 5', 'captured 2', 'hand 3'); // 17
  await take(
    'player 1',
    'captured 7',
    'captured 6',
    'captured 6',
    'captured 4',
    'captured 4',
    'hand 2',
  ); // 25
  await take(
    'player 2',
    'captured 5',
    'captured 5',
    'captured 5',
    'captured 4',
    'captured 4',
    'captured 4',
    'captured 3',
    'captured 3',
    'captured 3',
    'captured 3',
    'captured 3',
  ); // 42
  await page.waitForFunction(() =>
    /Zoé/.test(document.querySelector('.tally .question').textContent),
  );
  assert.equal(
    await page.evaluate(() => window.taps),
    24,
    'a tap a galleon, and one a player but the first',
  );
  await showsText(page, '.tally [data-key="player 1"]', /25/);
  await eventually(() => page.locator('.tally [data-key="captured 8"]').isDisabled(), true);
  assert.deepEqual(await findings(page), []);
  assert.deepEqual(trouble, []);
  await page.context().close();
});

test('the tally of Corsaires in teams: partners add up their gold', limit, async () => {
  const { page, trouble } = await person(browser, { lang: 'en', width: 390, height: 1000 });
  const take = async (...keys) => {
    for (const key of keys) await page.locator(`.tally [data-key="${key}"]`).click();
  };
  const said = (text) => page.locator('.tally .question', { hasText: text }).waitFor();
  const count = async (players) => {
    await page.goto(server.url);
    await chooseGame(page, 'corsaires', 'real');
    await page.locator(`.making input[name="seats"][value="${players}"]`).check({ force: true });
    await page.locator(`#making-name-${players}`).waitFor();
    for (const [i, name] of ['Anne', 'Bob', 'Zoe', 'Max', 'Lea', 'Tom'].slice(0, players).entries())
      await page.locator(`#making-name-${i + 1}`).fill(name);
    await page.getByRole('button', { name: 'Just count the gold' }).click();
    await page.waitForSelector('.tally .face');
    await take(
      'captured 8',
      'player 1',
      'hand 3',
      'player 2',
      'captured 4',
      'player 3',
      'captured 4',
    );
  };
  await count(6);
  await take('player 4', 'captured 2', 'player 5', 'captured 2');
  await said(/Anne \+ Bob \(5 .* Zoe \+ Max \(8 .* Lea \+ Tom \(4 .* Most gold: Zoe, Max$/);
  assert.ok(await page.locator('.tally [data-key="teams"]').isChecked(), 'six play in teams');
  assert.deepEqual(await findings(page), []);
  await page.reload();
  await count(4);
  await said(/^Most gold: Anne$/);
  await take('teams');
  await said(/Most gold: Zoe, Max$/);
  await take('teams');
  await said(/^Most gold: Anne$/);
  assert.deepEqual(trouble, []);
  await page.context().close();
});

test('a tally that nobody can calculate says so', limit, async () => {
  const { page, context } = await person(browser, { lang: 'fr' });
  await page.route(/replay$|offline|wasm/, (route) =>
    route.request().url().endsWith('replay') ? route.fulfill({ status: 503 }) : route.abort(),
  );
  await page.goto(server.url);
  await chooseGame(page, 'corsaires', 'real');
  await page.getByRole('button', { name: 'Compter seulement l’or' }).click();
  await showsText(page, '.tally .question', /^Le serveur [a-zé’' ]+/);
  await context.close();
});

for (const [game, first] of [
  ['pirates-en-duel', 'first-1'],
  ['aux-sabords', 'first-red'],
])
  test(`${game} at a real table`, limit, async () => {
    const { page, trouble } = await person(browser, { lang: 'en', width: 390, height: 844 });
    await sitDown(page, game, game === 'aux-sabords' ? ['Anne', 'Bob', 'Zoe'] : ['Anne', 'Zoe']);
    await tap(page, first);
    if (game === 'aux-sabords') {
      await tap(page, 'pistol leg ship pirate pirate');
      await passOn(page);
      await page.waitForFunction(() =>
        /Bob/.test(document.querySelector('.pad .question').textContent),
      );
      await tap(page, 'pistol leg ship pirate pirate');
      await passOn(page);
      await tap(page, 'sabre leg ship pirate pirate');
      await passOn(page);
      await tap(page, 'captain'); // drawn by Anne: the draw itself needs no tap
      await page.waitForSelector('.now [data-key="build pistol leg"], .all summary');
    } else {
      await tap(page, 'sailor-sabre sailor-cannon twin twin helm-cannon helm-sabre pistol');
      await page.waitForFunction(() => document.querySelector('.is-asked'));
    }
    assert.deepEqual(await findings(page), []);
    assert.deepEqual(trouble, []);
    await page.context().close();
  });

/** Runs in the page before it loads. Defines `quiet`, which waits until the server has answered
 * everything that the page sent and the page shows the answers. Commands of a connection are
 * answered in order, so the answer to `lobby` comes last. */
function watchLine() {
  const { send } = WebSocket.prototype;
  let line,
    answered = () => {},
    said = 0,
    last = 0;
  const hear = ({ type, turn, n }) => {
    if (type === 'event' && turn) last = n;
    if (type === 'lobby') answered();
  };
  WebSocket.prototype.send = function (text) {
    said++;
    if (line !== this) this.addEventListener('message', ({ data }) => hear(JSON.parse(data)));
    line = this;
    send.call(this, text);
  };
  const isShown = () =>
    document.querySelector('.curtain') ||
    Number(document.querySelector('.table').dataset.n) >= last;
  window.quiet = async () => {
    for (let before = -1; before !== said; ) {
      const answer = new Promise((resolve) => {
        answered = resolve;
      });
      before = said;
      send.call(line, 'lobby');
      await answer;
      // an open list is filled with the next frame
      for (const list of document.querySelectorAll('.all')) list.open = true;
      do await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      while (!isShown());
    }
  };
}

/** Runs in the page: makes one of the offered entries at a real table, and returns which. */
function doNext(i) {
  const some = (selector) => {
    const all = [...document.querySelectorAll(selector)];
    return all[i % (all.length || 1)];
  };
  const passing =
    document.querySelector('[data-key="look"]') ??
    (document.querySelector('.pad:not([hidden]) .face')
      ? null
      : document.querySelector('[data-key="pass"]'));
  const found =
    passing ??
    some('.pad:not([hidden]) .face:not([aria-disabled=true])') ??
    some('.now button.is-main:not([aria-disabled=true])') ??
    some('.all li button') ??
    some('.now button:not(.is-quiet):not([aria-disabled=true])') ??
    some('.board .is-live:not(.is-picked)');
  if (document.querySelector('.crown')) return 'the game is over';
  found?.click();
  return found ? 'done' : 'nothing is offered';
}

/** Every face of the pad is drawn and readable; only names have no picture. */
async function lookAtPad(page) {
  const faces = await readAll(page, '.face', (all) =>
    all.map((face) => ({
      move: face.dataset.key,
      drawn: !!face.querySelector('svg'),
      cut: face.scrollWidth > face.clientWidth + 1,
      named: !!(face.textContent.trim() || face.ariaLabel),
    })),
  );
  assert.deepEqual(
    faces.filter(
      ({ move, drawn, cut, named }) => !(drawn || /^first-/.test(move)) || cut || !named,
    ),
    [],
  );
  assert.equal(
    await page.evaluate(() => document.documentElement.scrollWidth > innerWidth),
    false,
    'no sideways scrolling',
  );
  assert.deepEqual(await findings(page), []);
}

for (const [game, lang, width, kinds] of [
  ['pirates-en-duel', 'fr', 390, 7],
  ['aux-sabords', 'en', 1280, 4],
])
  test(`every pad of ${game} at a real table, ${lang}`, limit, async () => {
    const { page, trouble } = await person(browser, { lang, width, height: 844 });
    await page.addInitScript(watchLine);
    await sitDown(page, game, ['Anne', 'Bob']);
    const seen = new Set();
    for (let step = 0; seen.size < kinds; step++) {
      await page.evaluate(() => window.quiet()); // so that every run plays the same game
      const question = await page.evaluate(
        () =>
          document.querySelector('.pad:not([hidden]) .face') &&
          document.querySelector('.pad .question').textContent.replace(/\d+|Anne|Bob/g, ''),
      );
      if (question && !seen.has(question)) await lookAtPad(page);
      if (question) seen.add(question);
      assert.equal(await page.evaluate(doNext, step * 7 + 3), 'done', [...seen].join('\n'));
    }
    assert.deepEqual(trouble, []);
    await page.context().close();
  });
