// The log: a sentence is extended while its move continues, and forced steps are not reported.

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
      return [...log.list.children].map((entry) => entry.textContent);
    });
    log.again(words);
    return {
      shown,
      again: [...log.list.children].map((entry) => entry.textContent),
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
      const entry = log.list.firstChild,
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
