// The browser's words say what the C ones say: every message, in both languages, with its arguments as
// numbers, seats, texts and lists of 0, 1 and 2.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Words } from '../../web/words.js';
import { build, root } from './lib.mjs';

const told = execFileSync(path.join(build, 'tests/words_told'), { maxBuffer: 1 << 28 }).toString()
  .trim().split('\n').map((line) => JSON.parse(line));

for (const lang of ['fr', 'en'])
  test(`${lang}: every message is said as C says it`, () => {
    const words = new Words(lang, JSON.parse(readFileSync(path.join(build, 'lang', `${lang}.json`), 'utf8')));
    const heard = new Set();
    words.names = [undefined, 'Anne', undefined, "O'Malley {n}"];
    for (const { phrase, said } of told.filter((one) => one.lang === lang && words.has(one.phrase.key))) {
      assert.equal(words.phrase(phrase), said, JSON.stringify(phrase));
      heard.add(phrase.key);
    }
    assert.deepEqual(Object.keys(words.table).filter((key) => !heard.has(key)), []);
    assert.ok(heard.size > 500);
  });

test('what a script of the page says by name is among its words', () => {
  const keys = new Set(told.map(({ phrase }) => phrase.key)), folder = path.join(root, 'web');
  const has = ['fr.json', 'learn-fr.json'].flatMap((name) => Object.keys(JSON.parse(readFileSync(path.join(build, 'lang', name), 'utf8'))));
  const said = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js'))
    .flatMap((name) => [...readFileSync(path.join(folder, name), 'utf8').matchAll(/'([a-z]+[.][a-z0-9.-]+)'/g)].map(([, key]) => key))
    .filter((key) => keys.has(key));
  assert.ok(said.length > 200);
  assert.deepEqual(said.filter((key) => !has.includes(key)), []);
});

test('an unknown key and a missing argument', () => {
  const words = new Words('en', { seat: 'Player', 'x.say.y': '{who}: {n}.', 'x.do.y': 'Do {n}' });
  assert.equal(words.say('no.key', {}), 'no.key');
  assert.equal(words.say('x.say.y', { n: 2 }), ': 2.');
  assert.equal(words.choice({ key: 'x.say.y', args: { n: 2 } }), 'Do 2');
  assert.equal(words.say('x.say.y', { who: { seat: 3 } }), 'Player 3: .');
});
