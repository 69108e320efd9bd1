// The browser's words say what the C ones say: every message, in both languages, with its arguments as
// numbers, seats, texts and lists of 0, 1 and 2.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Words } from '../../web/words.js';
import { build, root } from './lib.mjs';

const games = { ms: 'mille-sabords', co: 'corsaires', bu: 'buccaneer', pd: 'pirates-en-duel', as: 'aux-sabords' };

/** What a file of words holds. */
const tableIn = (file) => JSON.parse(readFileSync(path.join(build, 'lang', `${file}.json`), 'utf8'));

const told = execFileSync(path.join(build, 'tests/words_told'), { maxBuffer: 1 << 28 }).toString()
  .trim().split('\n').map((line) => JSON.parse(line));

for (const lang of ['fr', 'en'])
  test(`${lang}: every message is said as C says it`, () => {
    const tables = [lang, ...[...Object.values(games), 'records'].map((part) => `${part}-${lang}`)].map(tableIn);
    const words = new Words(lang, Object.assign({}, ...tables));
    const heard = new Set();
    words.names = [undefined, 'Anne', undefined, "O'Malley {n}"];
    for (const { phrase, said } of told.filter((one) => one.lang === lang && words.has(one.phrase.key))) {
      assert.equal(words.phrase(phrase), said, JSON.stringify(phrase));
      heard.add(phrase.key);
    }
    assert.deepEqual(Object.keys(words.table).filter((key) => !heard.has(key)), []);
    assert.ok(heard.size > 500);
    assert.equal(tables.reduce((sum, table) => sum + Object.keys(table).length, 0), heard.size, 'nothing is sent twice');
  });

/** Keys in a script of the page, as literals. */
const keysIn = (file) => [...readFileSync(path.join(root, 'web', file), 'utf8').matchAll(/'([a-z]+[.][a-z0-9.-]+)'/g)].map(([, key]) => key);

/** Which tables are there when a script says something: a game's own, or that of the game a key belongs to where a
 * script lists all games; those of records and lessons where these are shown. */
function tablesFor(script, key) {
  const own = Object.values(games).find((game) => script.startsWith(`games/${game}`)), [prefix] = key.split('.');
  const parts = [own ?? games[prefix], script.startsWith('records/') && 'records', script === 'lesson.js' && 'learn'];
  return ['fr', ...parts.filter(Boolean).map((part) => `${part}-fr`)];
}

test('what a script of the page says by name is among the words it has', () => {
  const keys = new Set(told.map(({ phrase }) => phrase.key));
  const said = readdirSync(path.join(root, 'web'), { recursive: true }).filter((name) => name.endsWith('.js'))
    .flatMap((script) => keysIn(script).filter((key) => keys.has(key)).map((key) => ({ script, key })));
  assert.ok(said.length > 200);
  assert.deepEqual(said.filter(({ script, key }) => !tablesFor(script, key).some((file) => key in tableIn(file))), []);
});

test('an unknown key and a missing argument', () => {
  const words = new Words('en', { seat: 'Player', 'x.say.y': '{who}: {n}.', 'x.do.y': 'Do {n}' });
  assert.equal(words.say('no.key', {}), 'no.key');
  assert.equal(words.say('x.say.y', { n: 2 }), ': 2.');
  assert.equal(words.choice({ key: 'x.say.y', args: { n: 2 } }), 'Do 2');
  assert.equal(words.say('x.say.y', { who: { seat: 3 } }), 'Player 3: .');
});
