// The model after messages of the server, without a page.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { after, eyesOf, isCurtained, logOf, nothing, sightOf, toldIn, withDifference } from '../../web/model.js';

const item = (id, more = {}) => ({ id, kind: 'k', face: null, value: 0, marks: [], ...more });
const zones = (...lists) => lists.map((items, i) => ({ name: `z${i}`, number: 0, columns: 0, items }));
const ids = (all) => all.map((zone) => zone.items.map((one) => one.id));

test('what is gone goes, what is new comes, what moved is put in one by one', () => {
  const was = zones([item(1), item(2), item(3)], [item(4)]);
  const is = withDifference(was, { gone: [1], put: [{ id: 4, at: [0, 1] }, { id: 9, at: [0, 3], kind: 'n', face: 'f', owner: 2 }, { id: 2, at: [1, 0] }] });
  assert.deepEqual(ids(is), [[3, 4, 9], [2]]);
  assert.deepEqual(is[0].items[2], item(9, { kind: 'n', face: 'f', owner: 2 }));
  assert.deepEqual(ids(was), [[1, 2, 3], [4]], 'the old view stays as it was');
});

test('zones close and open before items are put in', () => {
  const was = zones([item(1)], [item(2)], [item(3)]);
  const is = withDifference(was, { gone: [1], closed: [0, 1], opened: [{ at: 0, name: 'new', number: 4, columns: 0 }], put: [{ id: 2, at: [1, 0] }, { id: 9, at: [0, 0], kind: 'n' }] });
  assert.deepEqual(is.map((zone) => zone.name), ['new', 'z2']);
  assert.deepEqual(ids(is), [[9], [2, 3]]);
});

test('who chooses at the same time as others keeps the question', () => {
  const then = after(started(), { is: 'event', n: 3, seat: 2, say: [], turn: [1] });
  assert.equal(sightOf(then).moves.length, 1);
  const mine = after(started(), { is: 'event', n: 3, seat: 1, say: [], turn: [1] });
  assert.equal(sightOf(mine).moves.length, 0);
});

test('what stays may look different, several alike at once; nobody and nothing are left out', () => {
  const was = zones([item(1, { owner: 1, on: 7 }), item(2), item(3)]);
  const is = withDifference(was, { set: [{ id: [1, 3], face: 'x' }, { id: [1], owner: null }, { id: [1], on: null }, { id: [2], marks: ['m'] }] });
  assert.deepEqual(is[0].items, [item(1, { face: 'x' }), item(2, { marks: ['m'] }), item(3, { face: 'x' })]);
});

const table = { is: 'table', id: 't', code: 'C', game: 'g', phase: 'playing', n: 2, match: 1, options: {}, chat: 'phrases', seats: [], watchers: 0 };
const sight = { game: 'g', version: 1, seats: 2, viewer: 1, turn: [1], over: false, winners: [], scores: [], zones: zones([item(1)]), moves: [], subsets: [], ways: [] };
const started = () => [{ is: 'you', table: 't', name: '', seats: [1], eyes: [1], keeper: true }, table,
  { is: 'view', n: 2, as: 1, question: 16, sight: { ...sight, ask: { key: 'a', args: {} }, moves: [{ move: 'go', say: {}, touches: [] }] } }]
  .reduce(after, nothing());

test('an event changes the view and ends the question; a question is put anew', () => {
  const before = started();
  assert.equal(before.questions[1], 16);
  const then = after(before, { is: 'event', n: 3, seat: 1, say: [{ key: 'said', args: {} }], turn: [2], set: [{ id: [1], value: 5 }] });
  assert.equal(sightOf(then).zones[0].items[0].value, 5);
  assert.deepEqual([sightOf(then).moves, sightOf(then).ask, sightOf(then).turn, then.n], [[], undefined, [2], 3]);
  assert.deepEqual(then.log, [{ n: 3, told: [{ key: 'said', args: {} }] }]);
  const asked = after(then, { is: 'ask', as: 1, question: 24, ask: { key: 'b', args: {} }, moves: [], subsets: [], ways: [] });
  assert.equal(asked.questions[1], 24);
  assert.equal(sightOf(asked).ask.key, 'b');
});

test('what only other eyes see is not told twice', () => {
  const then = after(started(), { is: 'event', n: 3, as: 'watcher', seat: 2, say: [{ key: 'secret', args: {} }], turn: [1] });
  assert.deepEqual(then.log, []);
});

test('a log that was missed is told once, however often it comes', () => {
  const entries = [{ n: 3, say: [{ key: 'a', args: {} }] }, { n: 4, chat: { name: 'Anne', phrase: 2 } }];
  const once = after(started(), { is: 'log', as: 1, entries });
  assert.deepEqual(after(once, { is: 'log', as: 1, entries }).log, once.log);
  assert.deepEqual(toldIn(once.log, ['p1', 'p2']).map((phrase) => phrase.key), ['a', 'web.said-phrase']);
  assert.deepEqual(toldIn(once.log, ['p1', 'p2'])[1].args.phrase, ['p2']);
});

test('of several seats on one line the one that is asked is looked through', () => {
  let model = after(started(), { is: 'you', table: 't', name: '', seats: [1, 2], eyes: [1, 2], keeper: true });
  model = after(model, { is: 'view', n: 3, as: 2, sight: { ...sight, viewer: 2 } });
  assert.equal(eyesOf(model), 1);
  model = after(model, { is: 'event', n: 4, say: [], turn: [2] });
  model = after(model, { is: 'ask', as: 2, question: 33, ask: { key: 'c', args: {} } });
  assert.equal(eyesOf(model), 2);
});

test('people who pass a device round see their own table, and none until one of them looks', () => {
  let model = [{ is: 'hello', games: [{ name: 'g', least: 2, most: 2, secret: true, options: {} }], levels: [], phrases: [] },
    { is: 'you', table: 't', name: '', seats: [1, 2], eyes: [1, 2], keeper: true }, { ...table, game: 'g', phase: 'playing' },
    { is: 'view', n: 2, as: 1, question: 16, sight: { ...sight, ask: { key: 'a', args: {} } } },
    { is: 'view', n: 2, as: 2, sight: { ...sight, viewer: 2 } }].reduce(after, nothing());
  assert.equal(isCurtained(model), true);
  model = { ...model, looking: 1 };
  const drew = (as, key) => ({ is: 'event', n: 3, as, seat: 1, say: [{ key, args: {} }], turn: [2] });
  model = [drew(1, 'drew-this'), drew(2, 'drew-something'), { is: 'ask', as: 2, question: 33, ask: { key: 'b', args: {} } }].reduce(after, model);
  assert.deepEqual([eyesOf(model), logOf(model).map(({ told }) => told[0].key)], [1, ['drew-this']]);
  model = { ...model, looking: 2 };
  assert.deepEqual([eyesOf(model), logOf(model).map(({ told }) => told[0].key)], [2, ['drew-something']]);
  assert.equal(isCurtained({ ...model, looking: 0, table: { ...model.table, phase: 'over' } }), false);
  assert.equal(isCurtained(after(model, { ...table, game: 'g', phase: 'playing', match: 2 })), true);
});

test('a rematch begins with an empty view; an unknown message changes nothing', () => {
  const before = started();
  const again = after(before, { ...table, match: 2, phase: 'gathering' });
  assert.deepEqual([again.sights, again.questions], [{}, {}]);
  assert.equal(after(before, { is: 'news-from-the-future' }), before);
});
