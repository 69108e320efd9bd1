/* The package, against golden records: node --test npm/test. ENGINE is the path of engine.wasm
 * if it is not in npm/. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { before, test } from 'node:test';
import { CHANCE, FlibusteError, SPECTATOR, TRUTH, load } from '../index.js';

const records = new URL('../../tests/golden/records/', import.meta.url);
const fair = new URL('../../tests/golden/fair/', import.meta.url);
let engine;

before(async () => {
  engine = await load(process.env.ENGINE ? readFileSync(process.env.ENGINE) : undefined);
});

const refused = (status, says) => (error) =>
  error instanceof FlibusteError && error.status === status && error.message.includes(says);

test('replays every golden record to its hash and writes it again', () => {
  const names = readdirSync(records).filter((name) => name.endsWith('.txt'));
  assert.ok(names.length > 30);
  for (const name of names) {
    const text = readFileSync(new URL(name, records), 'utf8');
    const match = engine.readRecord(text);
    assert.equal(match.hash, text.trim().split(/\s+/).at(-1), name);
    assert.equal(match.record(), text, name);
    match.free();
  }
});

test('verifies fair dice', () => {
  const match = engine.readRecord(readFileSync(new URL('corsaires.txt', fair), 'utf8'));
  assert.equal(match.dice(), 'fair');
  match.free();
});

test('plays every game with agents', () => {
  for (const name of engine.games()) {
    const match = engine.match(name, { seed: 3 });
    const agent = engine.agent(name, 'greedy');
    while (!match.over) {
      const sight = match.sight();
      match.play(agent.choose(sight));
      sight.free();
    }
    assert.ok(match.winners.length && match.scores.length === match.seats);
    agent.free();
    match.free();
  }
});

test('plays the same match as the same seed elsewhere', () => {
  const match = engine.match('mille-sabords', { seats: 2, seed: 7 });
  const agent = engine.agent('mille-sabords', 'greedy');
  while (!match.over) {
    const sight = match.sight();
    match.play(agent.choose(sight));
    sight.free();
  }
  assert.deepEqual(match.scores, [6100, 5100]); // as in Python
});

test('describes, hints and analyses', () => {
  const match = engine.match('corsaires', { seats: 2, seed: 5 });
  const sight = match.sight();
  const { moves, reason } = sight.hint({ playouts: 200 });
  assert.ok(
    sight.legal.includes(moves[0].move) && moves[0].wins >= 0 && moves[0].wins <= 1 && reason,
  );
  assert.ok(sight.prompt('fr') && sight.say(sight.legal[0]) && sight.view().zones.length);
  assert.ok(sight.legalTexts.includes('draw'));
  const over = engine.readRecord(readFileSync(new URL('buccaneer-3.txt', records), 'utf8'));
  assert.ok(over.analyse({ playouts: 16 }));
});

test('lists options and agents', () => {
  const game = engine.game('mille-sabords');
  assert.deepEqual(game.options.target, ['6000', '5000', '8000']);
  assert.ok(game.agents.includes('capitaine'));
  assert.equal(game.read(game.spell(0x103)), 0x103);
});

test('refuses wrong input with a sentence', () => {
  assert.throws(() => engine.game('chess'), refused('bad-setup', 'corsaires'));
  assert.throws(() => engine.match('corsaires', { seats: 12 }), refused('bad-setup', 'not 12'));
  assert.throws(
    () => engine.match('mille-sabords', { options: { target: 7 } }),
    refused('bad-setup', '6000|5000'),
  );
  assert.throws(() => engine.agent('corsaires', 'zorro'), refused('no-agent', 'greedy'));
  assert.throws(
    () => engine.readRecord('flibuste-record 1\ngame chess 1\n'),
    refused('bad-record', 'chess'),
  );
  const match = engine.match('corsaires', { seats: 3, seed: 1 });
  assert.throws(() => match.play('dance'), refused('illegal', ''));
  assert.throws(() => match.play(-4), refused('illegal', ''));
  assert.throws(() => match.sight(TRUTH), refused('hidden', 'secrets'));
  const partial = engine.readRecord(match.record(SPECTATOR));
  assert.throws(() => partial.record(), refused('hidden', ''));
});

test('plays dice of the caller', () => {
  const match = engine.match('mille-sabords', { seed: null, options: { first: 1 } });
  match.play('card');
  assert.equal(match.mover, CHANCE);
  match.play('coin', CHANCE);
  match.undo(0);
  assert.equal(match.mover, 0);
});
