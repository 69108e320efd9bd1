// The model after messages of the server, without a page.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import {
  after,
  viewerOf,
  isCurtained,
  logOf,
  nothing,
  sightOf,
  linesOf,
  withDifference,
} from '../../web/lib/model.js';

const item = (id, more = {}) => ({ id, kind: 'k', face: null, value: 0, marks: [], ...more });
const zones = (...lists) =>
  lists.map((items, i) => ({ name: `z${i}`, number: 0, columns: 0, items }));
const ids = (all) => all.map((zone) => zone.items.map((one) => one.id));

test('what is gone goes, what is new comes, what moved is put in one by one', () => {
  const was = zones([item(1), item(2), item(3)], [item(4)]);
  const is = withDifference(was, {
    removed: [1],
    put: [
      { id: 4, at: [0, 1] },
      { id: 9, at: [0, 3], kind: 'n', face: 'f', owner: 2 },
      { id: 2, at: [1, 0] },
    ],
  });
  assert.deepEqual(ids(is), [[3, 4, 9], [2]]);
  assert.deepEqual(is[0].items[2], item(9, { kind: 'n', face: 'f', owner: 2 }));
  assert.deepEqual(ids(was), [[1, 2, 3], [4]], 'the old view stays as it was');
});

test('zones close and open before items are put in', () => {
  const was = zones([item(1)], [item(2)], [item(3)]);
  const is = withDifference(was, {
    removed: [1],
    removed_zones: [0, 1],
    added_zones: [{ at: 0, name: 'new', number: 4, columns: 0 }],
    put: [
      { id: 2, at: [1, 0] },
      { id: 9, at: [0, 0], kind: 'n' },
    ],
  });
  assert.deepEqual(
    is.map((zone) => zone.name),
    ['new', 'z2'],
  );
  assert.deepEqual(ids(is), [[9], [2, 3]]);
});

test('who chooses at the same time as others keeps the question', () => {
  const then = after(started(), { type: 'event', n: 3, seat: 2, phrases: [], turn: [1] });
  assert.equal(sightOf(then).moves.length, 1);
  const mine = after(started(), { type: 'event', n: 3, seat: 1, phrases: [], turn: [1] });
  assert.equal(sightOf(mine).moves.length, 0);
});

test('a difference can change several items at once and omits empty fields', () => {
  const was = zones([item(1, { owner: 1, on: 7 }), item(2), item(3)]);
  const is = withDifference(was, {
    set: [
      { id: [1, 3], face: 'x' },
      { id: [1], owner: null },
      { id: [1], on: null },
      { id: [2], marks: ['m'] },
    ],
  });
  assert.deepEqual(is[0].items, [
    item(1, { face: 'x' }),
    item(2, { marks: ['m'] }),
    item(3, { face: 'x' }),
  ]);
});

const table = {
  type: 'table',
  id: 't',
  code: 'C',
  game: 'g',
  phase: 'playing',
  n: 2,
  match: 1,
  options: {},
  chat: 'phrases',
  seats: [],
  spectators: 0,
};
const sight = {
  game: 'g',
  version: 1,
  seats: 2,
  viewer: 1,
  turn: [1],
  over: false,
  winners: [],
  scores: [],
  zones: zones([item(1)]),
  moves: [],
  subsets: [],
  routes: [],
};
const started = () =>
  [
    { type: 'you', table: 't', name: '', seats: [1], viewers: [1], owner: true },
    table,
    {
      type: 'view',
      n: 2,
      viewer: 1,
      question: 16,
      sight: {
        ...sight,
        prompt: { key: 'a', args: {} },
        moves: [{ move: 'go', phrase: {}, touches: [] }],
      },
    },
  ].reduce(after, nothing());

test('an event changes the view and ends the question; a question is put anew', () => {
  const before = started();
  assert.equal(before.questions[1], 16);
  const then = after(before, {
    type: 'event',
    n: 3,
    seat: 1,
    phrases: [{ key: 'said', args: {} }],
    turn: [2],
    set: [{ id: [1], value: 5 }],
  });
  assert.equal(sightOf(then).zones[0].items[0].value, 5);
  assert.deepEqual(
    [sightOf(then).moves, sightOf(then).prompt, sightOf(then).turn, then.n],
    [[], undefined, [2], 3],
  );
  assert.deepEqual(then.log, [{ n: 3, lines: [{ key: 'said', args: {} }] }]);
  const asked = after(then, {
    type: 'question',
    viewer: 1,
    question: 24,
    prompt: { key: 'b', args: {} },
    moves: [],
    subsets: [],
    routes: [],
  });
  assert.equal(asked.questions[1], 24);
  assert.equal(sightOf(asked).prompt.key, 'b');
});

test('what only other eyes see is not told twice', () => {
  const then = after(started(), {
    type: 'event',
    n: 3,
    viewer: 'spectator',
    seat: 2,
    phrases: [{ key: 'secret', args: {} }],
    turn: [1],
  });
  assert.deepEqual(then.log, []);
});

test('a log that was missed is told once, however often it comes', () => {
  const entries = [
    { n: 3, phrases: [{ key: 'a', args: {} }] },
    { n: 4, chat: { name: 'Anne', chat_phrase: 2 } },
  ];
  const once = after(started(), { type: 'log', viewer: 1, entries });
  assert.deepEqual(after(once, { type: 'log', viewer: 1, entries }).log, once.log);
  assert.deepEqual(
    linesOf(once.log, ['p1', 'p2']).map((phrase) => phrase.key),
    ['a', 'web.said-phrase'],
  );
  assert.deepEqual(linesOf(once.log, ['p1', 'p2'])[1].args.phrase, ['p2']);
});

test('of several seats on one line the one that is asked is looked through', () => {
  let model = after(started(), {
    type: 'you',
    table: 't',
    name: '',
    seats: [1, 2],
    viewers: [1, 2],
    owner: true,
  });
  model = after(model, { type: 'view', n: 3, viewer: 2, sight: { ...sight, viewer: 2 } });
  assert.equal(viewerOf(model), 1);
  model = after(model, { type: 'event', n: 4, phrases: [], turn: [2] });
  model = after(model, {
    type: 'question',
    viewer: 2,
    question: 33,
    prompt: { key: 'c', args: {} },
  });
  assert.equal(viewerOf(model), 2);
});

test('people who pass a device round see their own table, and none until one of them looks', () => {
  let model = [
    {
      type: 'hello',
      games: [{ name: 'g', min_seats: 2, max_seats: 2, hidden: true, options: {} }],
      levels: [],
      chat_phrases: [],
    },
    { type: 'you', table: 't', name: '', seats: [1, 2], viewers: [1, 2], owner: true },
    { ...table, game: 'g', phase: 'playing' },
    {
      type: 'view',
      n: 2,
      viewer: 1,
      question: 16,
      sight: { ...sight, prompt: { key: 'a', args: {} } },
    },
    { type: 'view', n: 2, viewer: 2, sight: { ...sight, viewer: 2 } },
  ].reduce(after, nothing());
  assert.equal(isCurtained(model), true);
  model = { ...model, looking: 1 };
  const drew = (viewer, key) => ({
    type: 'event',
    n: 3,
    viewer,
    seat: 1,
    phrases: [{ key, args: {} }],
    turn: [2],
  });
  model = [
    drew(1, 'drew-this'),
    drew(2, 'drew-something'),
    { type: 'question', viewer: 2, question: 33, prompt: { key: 'b', args: {} } },
  ].reduce(after, model);
  assert.deepEqual(
    [viewerOf(model), logOf(model).map(({ lines }) => lines[0].key)],
    [1, ['drew-this']],
  );
  model = { ...model, looking: 2 };
  assert.deepEqual(
    [viewerOf(model), logOf(model).map(({ lines }) => lines[0].key)],
    [2, ['drew-something']],
  );
  assert.equal(
    isCurtained({ ...model, looking: 0, table: { ...model.table, phase: 'finished' } }),
    false,
  );
  assert.equal(
    isCurtained(after(model, { ...table, game: 'g', phase: 'playing', match: 2 })),
    true,
  );
});

test('a rematch begins with an empty view; an unknown message changes nothing', () => {
  const before = started();
  const again = after(before, { ...table, match: 2, phase: 'waiting' });
  assert.deepEqual([again.sights, again.questions], [{}, {}]);
  assert.equal(after(before, { type: 'news-from-the-future' }), before);
});
