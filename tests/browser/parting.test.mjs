// Resigning, ending a game by agreement, and reactions: at phone size in both languages, with the
// keyboard, as a screen reader has it.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import {
  chooseGame,
  eventually,
  findings,
  openBrowser,
  person,
  serve,
  showsCount,
  showsText,
} from './lib.mjs';
import { headlineOf, placesOf } from '../../web/play/ending/story.js';
import { consequenceOf } from '../../web/play/parting.js';
import { after as modelAfter, nothing } from '../../web/lib/model.js';

const limit = { timeout: 300_000 }; // generous for a slow machine
let browser, server;
before(async () => {
  [browser, server] = await Promise.all([openBrowser(), serve('--rate', '1000')]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

/** Anne's table with these friends, or with bots in the other seats. */
async function table(lang, game, seats, names) {
  const people = await Promise.all(
    names.map((name) => person(browser, { lang, name, width: 390, height: 844 })),
  );
  const [anne, ...friends] = people;
  await anne.page.goto(server.url);
  await chooseGame(anne.page, game, 'invite');
  await anne.page.locator(`#making-seats [value="${seats}"]`).check();
  await anne.page.locator('.making .is-main').click();
  const code = (await anne.page.locator('.code strong').textContent()).trim();
  for (const [i, { page }] of friends.entries()) {
    await page.goto(`${server.url}#j=${code}`);
    await page.locator(`[data-key="sit ${i + 2}"]`).click();
    await anne.page.locator('.berth', { hasText: names[i + 1] }).waitFor();
  }
  await anne.page.locator('[data-key="start"]').click();
  for (const { page } of people) await page.waitForSelector('.table .players');
  return people;
}

/** Opens the menu and chooses an entry, by keyboard. */
async function choose(page, key) {
  const entry = page.locator(`#menu [data-key="${key}"]`);
  await eventually(async () => {
    // the table takes the focus when it is drawn for the first time
    if (!(await page.locator('#menu:popover-open').count()))
      await page.locator('.menu-button').press('Enter');
    return entry.isVisible();
  }, true);
  await entry.focus();
  await page.keyboard.press('Enter');
  await page.locator('dialog.parting').waitFor();
}

/** Confirms by keyboard: the harmless answer has the focus. */
async function confirm(page) {
  assert.equal(
    await page.evaluate(() => document.activeElement?.getAttribute('data-key')),
    'stay',
    'an impatient Enter changes nothing',
  );
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}

const said = {
  fr: {
    consequence: 'La partie s’arrête, et Bob gagne.',
    wins: 'Vous gagnez par abandon',
    loses: 'Bob gagne par abandon',
    facts: /Anne abandonne la partie\./,
    agreed: 'Partie arrêtée d’un commun accord',
    asked: /Anne propose d’arrêter la partie/,
    refused: /La partie continue/,
    more: /Un robot joue à votre place/,
    resigned: /a abandonné/,
    bravo: 'Anne réagit : « Bravo ! »',
  },
  en: {
    consequence: 'The game ends, and Bob wins.',
    wins: 'You win by resignation',
    loses: 'Bob wins by resignation',
    facts: /Anne resigns\./,
    agreed: 'Game ended by agreement',
    asked: /Anne proposes to end the game/,
    refused: /The game continues/,
    more: /A bot plays for you/,
    resigned: /has resigned/,
    bravo: 'Anne reacts: “Well done!”',
  },
};

/** Without the spaces that do not break. */
const plain = (text) => text.replace(/[\u00a0\u202f]/g, ' ');

for (const lang of ['fr', 'en']) {
  const texts = said[lang];
  test(`of two players, the one who resigns loses, ${lang}`, limit, async () => {
    const [anne, bob] = await table(lang, 'mille-sabords', 2, ['Anne', 'Bob']);
    await choose(anne.page, 'web.resign');
    await showsText(anne.page, '#parting-text', texts.consequence);
    assert.deepEqual(await findings(anne.page), []);
    await anne.page.keyboard.press('Enter'); // to play on
    await showsCount(anne.page, 'dialog.parting', 0);
    assert.equal(await bob.page.locator('.ending').count(), 0);
    await choose(anne.page, 'web.resign');
    await confirm(anne.page);
    await showsText(bob.page, '.ending h2', texts.wins);
    await showsText(anne.page, '.ending h2', texts.loses);
    await showsText(bob.page, '.course .parted', texts.facts);
    await showsCount(bob.page, '#menu [data-key="web.resign"]', 0);
    assert.deepEqual(await findings(bob.page), []);
    await showsCount(bob.page, '.beats', 1, 'the record of such a match can be read');
    await bob.page.locator('.ending .rematch, .ending [data-key="web.rematch"]').first().click();
    await anne.page.waitForSelector('[data-key="start"]');
  });

  test(`everybody must agree to end a game, ${lang}`, limit, async () => {
    const [anne, bob] = await table(lang, 'mille-sabords', 2, ['Anne', 'Bob']);
    await choose(anne.page, 'web.end');
    assert.deepEqual(await findings(anne.page), []);
    await confirm(anne.page);
    await showsText(bob.page, '.end-asked', texts.asked);
    await bob.page.locator('[data-key="disagree the end"]').click();
    await showsText(anne.page, '.note', texts.refused);
    await showsCount(anne.page, '.end-asked', 0);
    await choose(anne.page, 'web.end');
    await confirm(anne.page);
    await bob.page.locator('[data-key="agree the end"]').waitFor();
    await bob.page.reload(); // the request is sent again
    await bob.page.locator('[data-key="agree the end"]').focus();
    await bob.page.keyboard.press('Enter');
    for (const { page } of [anne, bob]) await showsText(page, '.ending h2', texts.agreed);
  });

  test(`of three, a bot plays on for the one who resigns, ${lang}`, limit, async () => {
    const [anne, bob] = await table(lang, 'corsaires', 3, ['Anne', 'Bob']);
    await choose(anne.page, 'web.resign');
    await showsText(anne.page, '#parting-text', texts.more);
    await confirm(anne.page);
    for (const { page } of [anne, bob])
      await showsText(page, '.player.seat-1 .who', texts.resigned);
    await showsCount(anne.page, '.choices .now button', 0, 'the seat asks its player nothing');
    await showsCount(anne.page, '#menu [data-key="web.resign"]', 0);
    await choose(bob.page, 'web.resign');
    await confirm(bob.page);
    await showsCount(bob.page, '.ending', 1, 'only bots are left');
  });

  test(`a reaction is shown, said, and can be muted, ${lang}`, limit, async () => {
    const [anne, bob] = await table(lang, 'mille-sabords', 2, ['Anne', 'Bob']);
    const react = async () => {
      await anne.page.locator('.signals summary').focus();
      await anne.page.keyboard.press('Enter');
      await anne.page.locator('[data-key="host.reaction.bravo"]').focus();
      await anne.page.keyboard.press('Enter');
      await showsCount(anne.page, '.signals[open]', 0);
    };
    await react();
    await showsCount(bob.page, '.player.seat-1 .reaction', 1);
    await showsText(bob.page, '.reaction-said', (text) => plain(text) === texts.bravo);
    await showsCount(bob.page, '.player .reaction', 0, 'for a moment only');
    await bob.page.locator('.signals summary').click();
    assert.deepEqual(await findings(bob.page), []);
    await bob.page.locator('[data-key="mute 1"]').click();
    await bob.page.locator('[data-key="mute 1"][aria-pressed="true"]').waitFor();
    await react();
    await showsCount(anne.page, '.player.seat-1 .reaction', 1);
    assert.equal(await bob.page.locator('.player .reaction').count(), 0);
    await bob.page.locator('[data-key="mute 1"]').click();
    await bob.page.locator('[data-key="mute all"]').click();
    await bob.page.locator('[data-key="mute all"][aria-pressed="true"]').waitFor();
    await bob.page.reload();
    await bob.page.waitForSelector('.table .players');
    await react();
    await showsCount(anne.page, '.player.seat-1 .reaction', 1);
    assert.equal(await bob.page.locator('.player .reaction').count(), 0, 'this browser remembers');
    assert.ok(
      await eventually(
        () => bob.messages.some(({ type }) => type === 'reaction'),
        true,
        'although it was received',
      ),
    );
  });
}

test('the consequence of resigning is said as it will be', () => {
  const seat = (kind, resigned) => ({ kind, resigned });
  const model = (game, options, seats) =>
    modelAfter(nothing(), { type: 'table', id: 'a', game, options, seats, match: 1 });
  const of = (...all) => consequenceOf(model(...all), 1)[0];
  assert.equal(of('raid', {}, [seat('person'), seat('bot')]), 'web.resign-two');
  assert.equal(
    of('raid', {}, [seat('person'), seat('person', true), seat('bot')]),
    'web.resign-two',
  );
  assert.equal(of('raid', {}, [seat('person'), seat('bot'), seat('bot')]), 'web.resign-bots');
  assert.equal(of('raid', {}, [seat('person'), seat('person'), seat('bot')]), 'web.resign-more');
  const four = Array.from({ length: 4 }, () => seat('person'));
  const partner = model('raid', {}, four);
  assert.equal(
    consequenceOf({ ...partner, you: { ...partner.you, team: true } }, 1)[0],
    'web.resign-team',
  );
});

test('the headline says how players ended the game, and those who resigned are last', () => {
  const sight = { scores: [900, 100, 300], winners: [3], resigned: [1], ended: 'resignation' };
  assert.deepEqual(
    placesOf(/** @type {any} */ (sight)).map(({ seats }) => seats),
    [[3], [2], [1]],
  );
  const words = /** @type {any} */ ({ has: () => true, say: () => '', seats: () => '' });
  const key = (ended) => headlineOf(/** @type {any} */ ({ ...sight, ended }), [], words).key;
  assert.equal(key('resignation'), 'ending.say.resigned');
  assert.equal(key('agreement'), 'ending.agreed');
  assert.equal(key('bots'), 'ending.abandoned');
});

test('an older server offers neither', () => {
  const hello = { type: 'hello', games: [], levels: [], chat_phrases: [] };
  const model = modelAfter(nothing(), hello);
  assert.deepEqual([model.reactions, model.endings], [[], []]);
});
