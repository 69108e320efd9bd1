// From clicks to moves, without a page.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { Choosing } from '../../web/play/choosing.js';

const phrase = { key: 'x', args: {} };
const sight = (parts) => ({ moves: [], subsets: [], routes: [], zones: [], ...parts });
const elements = (...items) => Object.fromEntries(items.map((item) => [item + 1, item]));

// A hand of 10, 11 (interchangeable) and 12; galleons 64 and 65; a pile 0.
const corsaires = sight({
  moves: [
    { move: 'draw', phrase, touches: [0] },
    { move: 'galleon 5', phrase, touches: [12] },
    { move: 'attack 1 red-2', phrase, touches: [10, 11, 64] },
    { move: 'attack 2 red-2', phrase, touches: [10, 11, 65] },
  ],
});
const likeness = (id) => (id === 10 || id === 11 ? 'red-2' : undefined);
const choosing = () => new Choosing(corsaires, likeness, (id) => id === 0);

test('a card and then a galleon are one move', () => {
  const c = choosing();
  assert.deepEqual(c.click(10), { picked: true });
  assert.ok(c.goesOn(64) && c.goesOn(65) && !c.goesOn(0) && !c.goesOn(12));
  assert.deepEqual(c.click(65), { play: ['attack 2 red-2'] });
});

test('two cards alike are one choice, not two', () => {
  const c = choosing();
  c.click(10);
  assert.deepEqual(c.click(11), { picked: true });
  assert.deepEqual([...c.picked], [11]);
});

test('a card that does one thing is played by a second click, the pile by one', () => {
  const c = choosing();
  assert.deepEqual(c.click(12), { picked: true });
  assert.deepEqual(c.click(12), { play: ['galleon 5'] });
  assert.deepEqual(choosing().click(0), { play: ['draw'] });
});

test('another card takes the place of the first; what is not offered is refused', () => {
  const c = choosing();
  c.click(10);
  assert.deepEqual(c.click(12), { picked: true });
  assert.deepEqual([...c.picked], [12]);
  assert.deepEqual(c.click(99), { refused: true });
  assert.deepEqual([...c.picked], [12]);
});

test('a lone move needs one click on anything it is about', () => {
  const c = new Choosing(sight({ moves: [{ move: 'throw', phrase, touches: [0, 1, 2] }] }));
  assert.deepEqual(c.click(1), { play: ['throw'] });
});

const dice = sight({
  moves: [{ move: 'stop', phrase, touches: [] }],
  subsets: [
    {
      verb: 'reroll',
      elements: elements(0, 2, 3, 5),
      required: {},
      min: 2,
      max: 3,
      bust_percent: [31, 42],
    },
    {
      verb: 'reroll',
      elements: elements(0, 2, 3, 5),
      required: elements(7),
      min: 0,
      max: 8,
      bust_percent: [17, 0, 7, 13, 20],
    },
    { verb: 'put', elements: elements(0, 2), required: {}, min: 1, max: 8 },
  ],
});

test('dice are picked and put back; a verb is spelled once its question is answered', () => {
  const c = new Choosing(dice);
  assert.deepEqual(c.verbs, ['reroll', 'put']);
  assert.deepEqual(c.click(5), { picked: true });
  assert.equal(c.spell('reroll'), null);
  c.click(0);
  assert.equal(c.spell('reroll'), 'reroll 1 6');
  assert.equal(c.spell('put'), null);
  c.click(5);
  assert.equal(c.spell('put'), 'put 1');
});

test('what a throw risks is read off the question it answers', () => {
  const c = new Choosing(dice);
  assert.deepEqual(
    [[0], [0, 2], [0, 2, 3], [0, 2, 3, 5], [7], [7, 0, 2], [7, 0, 2, 3, 5]].map((picks) =>
      c.risk('reroll', picks),
    ),
    [undefined, 31, 42, undefined, 17, 7, 20],
  );
  assert.equal(c.risk('put', [0]), undefined);
});

test('a question that must hold an item holds it; too many or others do not fit', () => {
  const c = new Choosing(dice);
  c.click(7);
  assert.equal(c.spell('reroll'), 'reroll 8');
  for (const die of [5, 3, 2, 0]) c.click(die);
  assert.equal(c.spell('reroll'), 'reroll 1 3 4 6 8');
  const d = new Choosing(dice);
  for (const die of [0, 2, 3]) d.click(die);
  assert.equal(d.spell('reroll'), 'reroll 1 3 4');
  d.click(5);
  assert.equal(d.spell('reroll'), null, 'without the skull, three at most');
  assert.deepEqual(d.click(6), { refused: true });
  assert.deepEqual(
    d.plain.map((move) => move.move),
    ['stop'],
  );
});

test('a way is several moves behind one square', () => {
  const c = new Choosing(sight({ routes: [{ name: null, item: 40, moves: ['east', 'east'] }] }));
  assert.deepEqual(c.click(40), { play: ['east', 'east'] });
});

test('where a step and a way lead to one square, the second click goes the whole way', () => {
  const c = new Choosing(
    sight({
      moves: [
        { move: 'east', phrase: {}, touches: [40] },
        { move: 'west', phrase: {}, touches: [38] },
      ],
      routes: [{ name: null, item: 40, moves: ['east', 'west', 'east'] }],
    }),
  );
  assert.deepEqual(c.click(40), { picked: true });
  assert.deepEqual(c.click(40), { play: ['east', 'west', 'east'] });
});

test('what must be taken is taken along', () => {
  const c = new Choosing(
    sight({
      subsets: [
        { verb: 'enlist', elements: elements(0, 1), required: elements(2), min: 1, max: 1 },
      ],
    }),
  );
  c.click(0);
  assert.equal(c.spell('enlist'), 'enlist 1 3');
  c.click(1);
  assert.equal(
    c.spell('enlist'),
    'enlist 2 3',
    'one at most of the others: the second takes its place',
  );
  c.click(2);
  assert.equal(c.spell('enlist'), null, 'taken back');
});
