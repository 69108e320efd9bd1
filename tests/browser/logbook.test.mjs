// The log: a sentence is extended while its move continues, forced steps are not reported, and a
// turn of another player is one line that can be opened.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { newPage, openBrowser, servePage } from './lib.mjs';

let browser, site, page;
before(async () => {
  [browser, site] = await Promise.all([openBrowser(), servePage()]);
  page = await newPage(browser);
  await page.route('**/blank.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>blank</title>' }),
  );
  await page.goto(`${site.url}blank.html`);
});
after(async () => {
  await browser.close();
  site.close();
});

const told = (name, args) => ({ key: `ms.say.${name}`, args: { who: { seat: 1 }, ...args } });
const reroll = told('reroll', { dice: ['ms.face.sabre', 'ms.face.sabre'], n: 2 }),
  die = told('die', { dice: ['ms.face.coin'] }),
  rerolled = told('rerolled', { faces: ['ms.face.coin', 'ms.face.skull'] }),
  scores = told('scores', { points: 1200, total: 2000 }),
  bust = told('bust');

/** Adds messages of phrases to a log; returns the texts of its entries after each, and after the
 * log was written again. */
const logOf = (messages) =>
  page.evaluate(async (said) => {
    const { Logbook } = await import('/play/logbook.js'),
      { loadPart, loadWords } = await import('/lib/words.js'),
      { default: book } = await import('/games/mille-sabords/book.js'),
      module = { name: 'mille-sabords', book };
    await import('/words/languages.js');
    const words = await loadWords('en');
    await loadPart('mille-sabords');
    words.names = [undefined, 'Anne', 'Rackham'];
    const log = new Logbook(module);
    document.body.replaceChildren(log.element);
    const shown = said.map((phrases) => {
      log.tell(phrases, words);
      return [...log.list.querySelectorAll('.told')].map((entry) => entry.textContent);
    });
    log.again(words);
    return {
      shown,
      again: [...log.list.querySelectorAll('.told')].map((entry) => entry.textContent),
    };
  }, messages);

const long = 'Anne rerolls the 2 sabres (1 coin and 1 skull) and stops for 1,200 points (2,000).';

test('the last entry is extended by what follows', async () => {
  const { shown, again } = await logOf([[reroll, die], [die, rerolled], [scores], [bust]]);
  assert.deepEqual(shown.slice(0, 3), [
    ['Anne rerolls the 2 sabres.'],
    ['Anne rerolls the 2 sabres: 1 coin and 1 skull.'],
    [long],
  ]);
  assert.equal(shown[3].length, 2);
  assert.match(shown[3][1], /^Anne goes bust! /); // and a link to the rule
  assert.deepEqual(again, shown[3]);
});

test('phrases of one message are combined, too', async () => {
  const { shown } = await logOf([[bust, reroll, die, rerolled, scores]]);
  assert.equal(shown[0].length, 2);
  assert.equal(shown[0][1], long);
});

test('a forced step adds no entry', async () => {
  const { shown } = await logOf([[told('throw')], [die], [told('stop', { n: 300 }), scores]]);
  assert.deepEqual(shown, [[], [], ['Anne stops for 1,200 points (2,000).']]);
});

test('what an extended entry began with stays, so that only the rest is read', async () => {
  const kept = await page.evaluate(
    async ([first, next]) => {
      const { Logbook } = await import('/play/logbook.js'),
        { loadPart, loadWords } = await import('/lib/words.js'),
        { default: book } = await import('/games/mille-sabords/book.js'),
        module = { name: 'mille-sabords', book };
      await import('/words/languages.js');
      const words = await loadWords('en'),
        log = new Logbook(module);
      await loadPart('mille-sabords');
      words.names = [undefined, 'Anne'];
      document.body.replaceChildren(log.element);
      log.tell([first], words);
      const texts = () => [...entry.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const entry = log.list.querySelector('.told'),
        [text] = texts();
      log.tell([next], words);
      return {
        entry: entry.isConnected,
        text: text.isConnected && text.data,
        texts: texts().length,
      };
    },
    [reroll, rerolled],
  );
  assert.deepEqual(kept, { entry: true, text: 'Anne rerolls the 2 sabres', texts: 2 });
});

/** A log of a game for the reader in seat 1, with `said` added phrase by phrase. */
const folded = (game, said) =>
  page.evaluate(
    async ([game, said]) => {
      const load = (name) => import(name),
        [{ Logbook }, { loadPart, loadWords }, { default: module }] = await Promise.all(
          ['/play/logbook.js', '/lib/words.js', `/games/${game}/index.js`].map(load),
        );
      await load('/words/languages.js');
      const words = await loadWords('en');
      await loadPart(game);
      words.names = [undefined, 'Anne', 'Rackham', 'Mary'];
      words.reader = 1;
      const log = new Logbook(module);
      document.body.replaceChildren(log.element);
      for (const phrase of said) log.tell([phrase], words);
      Object.assign(window, { log, words });
    },
    [game, said],
  );

/** What the log shows, without closed parts: one line per entry. */
const visible = () =>
  page.evaluate(() =>
    [...log.list.querySelectorAll('.told, summary')]
      .filter((entry) => entry.checkVisibility())
      .map((entry) =>
        [...entry.childNodes]
          .filter((part) => !(part instanceof Element) || part.checkVisibility())
          .map((part) => part.textContent)
          .join(''),
      ),
  );

const by = (seat, phrase) => ({ ...phrase, args: { ...phrase.args, who: { seat } } });
const sheet = async () =>
  page.evaluate(async () => {
    if (document.querySelector('link')) return;
    const link = document.createElement('link');
    Object.assign(link, { rel: 'stylesheet', href: '/style.css' });
    await new Promise((done) => {
      link.onload = done;
      document.head.append(link);
    });
  });

test('a turn of another player becomes one line when the next turn begins', async () => {
  await sheet();
  await folded('mille-sabords', [
    by(2, told('card', { card: ['ms.card.diamond'] })),
    by(2, told('rolled', { faces: ['ms.face.coin', 'ms.face.skull'] })),
    by(2, reroll),
    by(2, rerolled),
    by(2, scores),
  ]);
  assert.equal((await visible()).length, 2, 'while it lasts, its sentences are there');
  await page.evaluate(
    (phrase) => log.tell([phrase], words),
    told('card', { card: ['ms.card.diamond'] }),
  );
  assert.deepEqual(await visible(), [
    'Rackham rerolls the 2 sabres (1 coin and 1 skull) and stops for 1,200 points (2,000).',
    'You turn up Diamond.',
  ]);
  await page.evaluate(
    (phrases) => log.tell(phrases, words),
    [told('rolled', { faces: ['ms.face.coin'] }), by(1, scores), by(3, reroll)],
  );
  assert.equal((await visible()).length, 4, 'the own turn is not folded');
});

test('a folded turn opens with the keyboard and stays open in another language', async () => {
  await sheet();
  await folded('mille-sabords', [by(2, reroll), by(2, bust), by(3, reroll)]);
  await page.locator('.turn:not(.is-running) summary').focus();
  await page.keyboard.press('Enter');
  const [name, ...rest] = await visible();
  assert.equal(name, 'Rackham');
  assert.equal(rest.length, 3);
  await page.evaluate(() => log.again(words));
  assert.deepEqual(await visible(), [name, ...rest]);
  assert.equal(await page.evaluate(() => document.activeElement.localName), 'summary');
});

test('a screen reader reads each sentence once, when it comes', async () => {
  await folded('mille-sabords', [by(2, reroll)]);
  const heard = await page.evaluate(
    (phrases) => {
      const added = [],
        note = (changes) =>
          added.push(
            ...changes
              .flatMap(({ addedNodes }) => [...addedNodes])
              .filter(
                (node) =>
                  !(node.parentElement.closest('[aria-live]').ariaLive === 'off') &&
                  node.parentElement.closest('details:not([open]) > div') === null,
              )
              .map((node) => node.textContent),
          ),
        watch = new MutationObserver(note);
      watch.observe(log.list, { childList: true, subtree: true });
      for (const phrase of phrases) {
        log.tell([phrase], words);
        note(watch.takeRecords());
      }
      return added;
    },
    [by(2, bust), by(3, reroll), by(3, bust), by(1, reroll)],
  );
  assert.deepEqual(
    heard.map((text) => text.replace(/ \d.*| the .*/, '')),
    ['Rackham goes bust!', 'Mary rerolls', 'Mary goes bust!', 'You reroll'],
  );
});

test('an attack with its defence is one turn, the end of the match is none', async () => {
  await sheet();
  const as = (name, seat, args = {}) => ({
    key: `as.say.${name}`,
    args: { who: { seat }, ...args },
  });
  await folded('aux-sabords', [
    as('attack', 2, { enemy: ['as.ship.red'], cards: ['as.card.pirate'] }),
    as('defend', 3, { cards: ['as.card.pirate'] }),
    as('standoff', 2),
    { key: 'as.say.all-safe', args: {} },
    as('roll', 3),
  ]);
  assert.equal((await visible()).length, 2);
  assert.match((await visible())[1], /^Every chest is in port/);
  assert.equal(await page.locator('.turn').count(), 1);
});

test('the line of a folded turn says what the turn led to', async () => {
  const bu = (name, seat, args = {}) => ({
      key: `bu.say.${name}`,
      args: { who: { seat }, ...args },
    }),
    gist = () => page.locator('.turn:not(.is-running) summary span').textContent();
  await folded('buccaneer', [
    bu('board', 2, { ship: 6, treasure: ['bu.treasure.chest'] }),
    bu('keeps', 2, { n: 14 }),
    bu('pass', 3),
  ]);
  assert.match(await gist(), /^Rackham attacks no. 6/);
  await folded('mille-sabords', [
    by(2, told('skull-island', { skulls: 4 })),
    by(2, told('raid-all', { skulls: 5, points: 500 })),
    by(3, bust),
  ]);
  assert.match(await gist(), /^Rackham leaves the island with 5 skulls/);
});
