// Buccaneer: what the page reckons is what the rules pay.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { cardOf, sharesOf } from '../../web/games/buccaneer.js';
import { View } from '../../web/sight.js';
import { moments } from './lib.mjs';

/** What everybody is told to get in the boarding that these phrases begin with, by seat. */
function paidIn(log) {
  const paid = new Map();
  for (const { key, args } of log.slice(1)) {
    if (key === 'bu.say.keeps' || key === 'bu.say.pays')
      return paid.set(args.who.seat, key === 'bu.say.pays' ? -args.n : args.n);
    if (key === 'bu.say.wages')
      paid.set(args.who.seat, args.n);
  }
  return paid;
}

/** The boardings of seat 1: what was promised on the ship, and what was paid. */
function boardings(list) {
  return list.slice(0, -1).flatMap(({ sight }, i) => {
    const { log } = list[i + 1], { key, args } = log[0];
    if (key !== 'bu.say.board')
      return [];
    const view = new View(sight), ship = view.zones('bu.zone.ship').find((zone) => zone.number === args.ship);
    const crew = view.zones('bu.zone.crew').find((zone) => zone.owner === 1 && zone.items[0].face === `bu.mark.${args.pawn[0].split('-')[1]}`);
    return [{ shares: sharesOf(crew, cardOf(ship, view), view), paid: paidIn(log) }];
  });
}

for (const aide of ['on', 'off'])
  test(`what a ship promises is paid (aide-memoire ${aide})`, () => {
    const all = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((seed) => boardings(moments('buccaneer', 3 + seed % 3, seed, 1, `aide-memoire=${aide}`)));
    assert.ok(all.length > 15);
    assert.ok(all.some(({ paid }) => paid.get(1) < 0), 'somebody pays');
    for (const { shares, paid } of all)
      for (const { seat, pay } of shares) {
        const n = paid.get(seat) ?? 0;
        assert.ok(pay.low <= n && n <= pay.high, `${seat}: ${n} is in ${pay.low} to ${pay.high}`);
        assert.ok(aide === 'off' || pay.low === pay.high);
      }
  });

test('purse and treasures make the total of the rules', () => {
  for (let seed = 1; seed <= 6; seed++) {
    const { sight } = moments('buccaneer', 3 + seed % 3, seed, 1).at(-1), view = new View(sight);
    assert.deepEqual(sight.scores.map((_, i) => view.in('bu.zone.gains', i + 1).reduce((sum, gain) => sum + gain.value,
      view.in('bu.zone.purse', i + 1)[0].value)), sight.scores);
  }
});

/** Red with 10 ducats, his crew as its pawns are spelled, and a ship. */
function example(spelled, needs, ducats, question, treasures) {
  const pawns = spelled.split(' ').map((pawn, id) => ({ id, kind: `bu.pawn.${{ r: 'red', b: 'blue', y: 'yellow', k: 'black' }[pawn[0]]}`,
    face: `bu.mark.${pawn[1]}`, owner: 'rbyk'.indexOf(pawn[0]) + 1, marks: [] }));
  const facts = Object.entries({ 'bu.needs': needs, 'bu.ducats': ducats, 'bu.question': question });
  const ship = { name: 'bu.zone.ship', number: 1, items: [...facts.map(([kind, value], i) => ({ id: 50 + i, kind, face: null, value, marks: [] })),
    ...treasures.map((name, i) => ({ id: 60 + i, kind: 'bu.treasure', face: `bu.treasure.${name}`, value: 0, marks: [] }))] };
  const crew = { name: 'bu.zone.crew', owner: 1, number: 1, items: pawns };
  const purse = { name: 'bu.zone.purse', owner: 1, number: 0, items: [{ id: 70, kind: 'bu.purse', face: null, value: 10, marks: [] }] };
  const view = new View({ seats: 4, zones: [ship, crew, purse] });
  return sharesOf(crew, cardOf(ship, view), view).map(({ seat, pay, role }) => [seat, pay.low, pay.high, role]);
}

test('the examples of the rules: 5.15, and 5.17 where the purse is emptied', () => {
  assert.deepEqual(example('r4 b5 y2 k5 r3', 5, 22, 4, ['candlestick', 'chest']),
    [[1, 10, 10, 'captain'], [2, 5, 5, 'second'], [3, 2, 2, ''], [4, 5, 5, '']]);
  assert.deepEqual(example('r2 b5 y5 b4 y4', 2, 7, 1, ['sabre']), [[1, -10, -10, 'captain'], [2, 9, 9, ''], [3, 9, 9, '']]);
});
