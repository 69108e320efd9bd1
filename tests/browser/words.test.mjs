// Texts of the browser equal those of C: every message in both languages, with arguments that are
// numbers, seats, texts and lists of 0, 1 and 2.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Words } from '../../web/lib/words.js';
import { build, root } from './lib.mjs';

const games = {
  ms: 'mille-sabords',
  co: 'corsaires',
  bu: 'buccaneer',
  pd: 'pirates-en-duel',
  as: 'aux-sabords',
};

/** The contents of a file of texts. */
const tableIn = (file) =>
  JSON.parse(readFileSync(path.join(build, 'lang', `${file}.json`), 'utf8'));

await import(path.join(build, 'lang/languages.js')); // as the page has it
const codes = globalThis.languages.map(({ code }) => code);

const told = execFileSync(path.join(build, 'tests/words_told'), { maxBuffer: 1 << 28 })
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

for (const lang of codes)
  test(`${lang}: every message is said as C says it`, () => {
    const tables = [
      lang,
      ...[...Object.values(games), 'records'].map((part) => `${part}-${lang}`),
    ].map(tableIn);
    const words = new Words(lang, Object.assign({}, ...tables));
    const heard = new Set();
    words.names = [undefined, 'Anne', undefined, "O'Malley {n}"];
    for (const { phrase, said } of told.filter(
      (one) => one.lang === lang && words.has(one.phrase.key),
    )) {
      assert.equal(words.phrase(phrase), said, JSON.stringify(phrase));
      heard.add(phrase.key);
    }
    assert.deepEqual(
      Object.keys(words.table).filter((key) => !heard.has(key)),
      [],
    );
    assert.ok(heard.size > 500);
    assert.equal(
      tables.reduce((sum, table) => sum + Object.keys(table).length, 0),
      heard.size,
      'nothing is sent twice',
    );
  });

/** Translation keys in a script of the page, as literals. */
const keysIn = (file) =>
  [...readFileSync(path.join(root, 'web', file), 'utf8').matchAll(/'([a-z]+[.][a-z0-9.-]+)'/g)].map(
    ([, key]) => key,
  );

/** The tables that are loaded when a script shows a text: that of the script's game, or of the game
 * a key belongs to; those of records and lessons in their scripts; those of tips and of the end
 * of a game, which are loaded before their keys are shown. */
function tablesFor(script, key) {
  const own = Object.values(games).find((game) => script.startsWith(`games/${game}`)),
    [prefix] = key.split('.');
  const parts = [
    own ?? games[prefix],
    script.startsWith('records/') && 'records',
    script === 'play/lesson.js' && 'learn',
    ['teach', 'explain', 'tip'].includes(prefix) && 'teach',
    prefix === 'ending' && 'ending',
  ];
  return [codes[0], ...parts.filter(Boolean).map((part) => `${part}-${codes[0]}`)];
}

test('what a script of the page says by name is among the words it has', () => {
  const keys = new Set(told.map(({ phrase }) => phrase.key));
  const said = readdirSync(path.join(root, 'web'), { recursive: true })
    .filter((name) => name.endsWith('.js'))
    .flatMap((script) =>
      keysIn(script)
        .filter((key) => keys.has(key))
        .map((key) => ({ script, key })),
    );
  assert.ok(said.length > 200);
  assert.deepEqual(
    said.filter(({ script, key }) => !tablesFor(script, key).some((file) => key in tableIn(file))),
    [],
  );
});

test('the plural form follows the rule of the language', () => {
  const words = new Words('en', { many: ['a', 'b', 'c'] }),
    numbers = [0, 1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 102, 112, -1, -3, -12];
  const formsBy = (plural) => {
    words.language = { ...words.language, plural };
    return numbers.map((n) => words.say('many', { n })).join('');
  };
  assert.equal(formsBy('one'), 'babbbbbbbbbbbbbb');
  assert.equal(formsBy('zero-or-one'), 'aabbbbbbbbbbbabb');
  assert.equal(formsBy('one-few-many'), 'cabbccccc' + 'bcbc' + 'abc');
  assert.equal(words.say('many'), 'a');
});

const mille = Object.fromEntries(
  codes.map((lang) => [
    lang,
    new Words(lang, { ...tableIn(lang), ...tableIn(`mille-sabords-${lang}`) }),
  ]),
);
for (const words of Object.values(mille)) words.names = [undefined, 'Anne', 'Rackham'];

const phraseOf = (name, args) => ({ key: `ms.say.${name}`, args: { who: { seat: 1 }, ...args } });

test('a phrase is addressed to its reader', () => {
  const raid = phraseOf('raid+loses', { skulls: 6, points: 600, other: { seat: 2 }, total: -600 });
  const readBy = (lang, reader) => {
    const words = Object.assign(Object.create(mille[lang]), { reader });
    return words.phrase(raid);
  };
  assert.equal(
    readBy('fr', 1),
    'Vous quittez l’île avec 6 têtes de mort\u00a0: Rackham perd 600 points (−600).',
  );
  assert.equal(
    readBy('en', 2),
    'Anne leaves the island with 6 skulls: you lose 600 points (−600).',
  );
  for (const reader of [0, 3])
    assert.equal(
      readBy('en', reader),
      'Anne leaves the island with 6 skulls: Rackham loses 600 points (−600).',
    );
});

test('in a list the reader is "you"', () => {
  const words = new Words('en', { ...tableIn('en'), ...tableIn('buccaneer-en') }),
    wages = { first: { seat: 1 }, n: 5, second: { seat: 2 }, seconds: 1 };
  words.names = [undefined, 'Anne', 'Rackham'];
  const read = () => words.phrase({ key: 'bu.say.wages-two', args: wages });
  assert.equal(read(), 'Wages: 5 ducats for Anne, 1 for Rackham.');
  words.reader = 2;
  assert.equal(read(), 'Wages: 5 ducats for Anne, 1 for you.');
});

test('two players who do the same share a sentence', () => {
  const words = new Words('en', { ...tableIn('en'), ...tableIn('corsaires-en') }),
    drawn = (seat) => ({ key: 'co.say.drawn-unseen', args: { who: { seat } } });
  words.names = [undefined, 'Anne', 'Rackham'];
  const both = words.extended(drawn(1), drawn(2));
  assert.equal(words.phrase(both), 'Anne and Rackham draw.');
  assert.equal(words.extended(drawn(1), drawn(1)), undefined);
  assert.equal(words.extended(both, drawn(2)), undefined);
});

test('a sentence that would be too long is not extended', () => {
  const words = Object.assign(Object.create(mille.fr)),
    card = phraseOf('card', { card: ['ms.card.ship-3'] }),
    faces = ['parrot', 'monkey', 'sabre', 'coin', 'diamond', 'skull'].map((f) => `ms.face.${f}`);
  assert.notEqual(words.extended(card, phraseOf('rolled', { faces: faces.slice(2) })), undefined);
  assert.equal(words.extended(card, phraseOf('rolled', { faces })), undefined);
});

test('a sentence is extended by the next one that has a text in common', () => {
  const { en } = mille,
    reroll = phraseOf('reroll', { dice: ['ms.face.sabre', 'ms.face.sabre'], n: 2 }),
    rerolled = phraseOf('rerolled', { faces: ['ms.face.coin', 'ms.face.skull'] });
  const both = en.extended(reroll, rerolled),
    all = en.extended(both, phraseOf('scores', { points: 1200, total: 2000 }));
  assert.equal(en.phrase(both), 'Anne rerolls the 2 sabres: 1 coin and 1 skull.');
  assert.equal(
    en.phrase(all),
    'Anne rerolls the 2 sabres (1 coin and 1 skull) and stops for 1,200 points (2,000).',
  );
  const others = [
    phraseOf('guardian'), // no common text
    { ...rerolled, key: 'co.say.rerolled' },
    { ...rerolled, key: 'ms.do.rerolled' },
    { ...rerolled, args: { ...rerolled.args, who: { seat: 2 } } },
    { ...rerolled, args: { ...rerolled.args, dice: ['ms.face.sabre'] } },
  ];
  for (const other of others) assert.equal(en.extended(reroll, other), undefined);
});

test('a forced step is silent', () => {
  for (const words of Object.values(mille)) {
    assert.equal(words.isSilent(phraseOf('throw')), true);
    assert.equal(words.isSilent(phraseOf('rolled')), false);
    assert.equal(words.isSilent(phraseOf('no-such-key')), false);
  }
});

test('an unknown key and a missing argument', () => {
  const words = new Words('en', { seat: 'Player', 'x.say.y': '{who}: {n}.', 'x.do.y': 'Do {n}' });
  assert.equal(words.say('no.key', {}), 'no.key');
  assert.equal(words.say('x.say.y', { n: 2 }), ': 2.');
  assert.equal(words.choice({ key: 'x.say.y', args: { n: 2 } }), 'Do 2');
  assert.equal(words.say('x.say.y', { who: { seat: 3 } }), 'Player 3: .');
});

/** The texts of another game in English, for the names Anne, Rackham and Mary. */
const wordsOf = (game) =>
  Object.assign(new Words('en', { ...tableIn('en'), ...tableIn(`${game}-en`) }), {
    names: [undefined, 'Anne', 'Rackham', 'Mary'],
  });

test('both partners of a team are addressed', () => {
  const corsaires = wordsOf('corsaires');
  const args = { who: { seat: 3 }, other: { seat: 1 }, ally: { seat: 2 }, fight: 1, gold: 4 };
  const readBy = (reader) =>
    Object.assign(corsaires, { reader }).phrase({ key: 'co.say.captures', args });
  for (const reader of [1, 2])
    assert.equal(readBy(reader), 'Mary captures your no. 1 (4 gold coins).');
  assert.equal(readBy(4), 'Mary captures no. 1 (4 gold coins).');
});

test('two equal lists are one in the text', () => {
  const duel = wordsOf('pirates-en-duel'),
    [helm, sailor] = ['pd.pirate.helm-sabre', 'pd.pirate.sailor-sabre'];
  const told = (cards, gone) =>
    duel.phrase({ key: 'pd.say.take+gone', args: { who: { seat: 1 }, cards, gone } });
  assert.equal(
    told([helm, sailor], [sailor, helm]),
    'Anne hires a helmsman (sabre) and a sailor (sabre), then discards them.',
  );
  assert.equal(
    told([helm, helm], [sailor, helm]),
    'Anne hires 2 helmsmen (sabre), then discards a sailor (sabre) and a helmsman (sabre).',
  );
});

test('an amount of nothing has a text of its own where there is one', () => {
  const corsaires = wordsOf('corsaires');
  const gold = (n) => corsaires.amount('co.tally.gold', n, { name: 'Anne' });
  assert.deepEqual([0, 1, 2].map(gold), [
    'Anne (no gold coins)',
    'Anne (1 gold coin)',
    'Anne (2 gold coins)',
  ]);
  assert.equal(corsaires.amount('co.table.pile', 0), 'Deck: 0 cards');
});
