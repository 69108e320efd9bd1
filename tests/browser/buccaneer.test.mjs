// Buccaneer: the shares that the page shows are those that the rules pay.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import game, { sharesOf } from '../../web/games/buccaneer/index.js';
import { Choosing } from '../../web/play/choosing.js';
import { SightIndex } from '../../web/lib/sight.js';
import { moments } from './lib.mjs';

/** Other reports of an attack. */
const parts = ['bu.say.second', 'bu.say.keeps-nothing', 'bu.say.supply'];

/** Shares by seat in the attack that begins with these phrases. */
function paidIn(log) {
  const paid = new Map();
  for (const { key, args } of log.slice(1)) {
    if (key === 'bu.say.keeps') paid.set(args.who.seat, args.n);
    else if (key.startsWith('bu.say.pays')) paid.set(args.who.seat, -args.n);
    else if (key.startsWith('bu.say.wages')) {
      paid.set(args.first.seat, args.n);
      for (const name of ['second', 'third', 'fourth'])
        if (args[name]) paid.set(args[name].seat, args[`${name}s`]);
    } else if (!parts.includes(key)) break;
  }
  return paid;
}

/** The boardings of seat 1: shares shown on the ship, and shares paid. */
function boardings(list) {
  return list.slice(0, -1).flatMap(({ sight }, i) => {
    const { log } = list[i + 1],
      { key, args } = log[0];
    if (key !== 'bu.say.board') return [];
    const view = new SightIndex(sight),
      ship = view.zones('bu.zone.ship').find((zone) => zone.number === args.ship);
    const crew = view
      .zones('bu.zone.crew')
      .find(
        (zone) =>
          zone.owner === 1 && zone.items[0].face === `bu.mark.${args.pawn[0].split('-')[1]}`,
      );
    return [{ shares: sharesOf(crew, ship, view), paid: paidIn(log) }];
  });
}

for (const aide of ['on', 'off'])
  test(`what a ship promises is paid (aide-memoire ${aide})`, () => {
    const all = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((seed) =>
      boardings(moments('buccaneer', 3 + (seed % 3), seed, 1, `aide-memoire=${aide}`)),
    );
    assert.ok(all.length > 15);
    assert.ok(
      all.some(({ paid }) => paid.get(1) < 0),
      'somebody pays',
    );
    assert.ok(all.every(({ shares }) => shares[0].role === 'captain'));
    for (const { shares, paid } of all)
      for (const { seat, pay } of shares) {
        const n = paid.get(seat) ?? 0;
        assert.ok(pay.low <= n && n <= pay.high, `${seat}: ${n} is in ${pay.low} to ${pay.high}`);
        assert.ok(aide === 'off' || pay.low === pay.high);
      }
  });

test('purse and treasures make the total of the rules', () => {
  for (let seed = 1; seed <= 6; seed++) {
    const { sight } = moments('buccaneer', 3 + (seed % 3), seed, 1).at(-1),
      view = new SightIndex(sight);
    assert.deepEqual(
      sight.scores.map((_, i) =>
        view
          .in('bu.zone.gains', i + 1)
          .reduce((sum, gain) => sum + gain.value, view.in('bu.zone.purse', i + 1)[0].value),
      ),
      sight.scores,
    );
  }
});

/** A moment in which seat 1 can attack a ship with two treasures, and the two moves. */
function twoTreasures() {
  for (let seed = 1; seed < 40; seed++)
    for (const { sight } of moments('buccaneer', 4, seed, 1)) {
      const attacks = sight.moves.filter(({ move }) => move.startsWith('board')),
        both = attacks.filter((a) => attacks.some((b) => a !== b && a.touches[1] === b.touches[1]));
      if (both.length === 2 && both[0].touches[0] === both[1].touches[0]) return { sight, both };
    }
  throw new Error('no such moment');
}

test('two treasures: the first is selected, the other replaces it, a button plays', () => {
  const { sight, both } = twoTreasures(),
    view = new SightIndex(sight),
    isOne = (id) => game.confirm.includes(view.item(id).kind);
  const choosing = () =>
    new Choosing(
      sight,
      (id) => game.sameAs(view.item(id), view.zoneOf.get(id)),
      () => false,
      isOne,
    );
  const [crew, ship] = both[0].touches,
    treasures = both.map(({ touches }) => touches[2]),
    aimed = choosing();
  aimed.click(crew);
  assert.deepEqual(aimed.click(ship), { picked: true });
  game.complete(aimed, view);
  const [first] = aimed.moves(),
    other = both.find((move) => move !== first);
  assert.equal(aimed.moves().length, 1, 'one button');
  assert.deepEqual(aimed.click(other.touches[2]), { picked: true }, 'no move yet');
  assert.deepEqual(aimed.moves(), [other]);
  assert.deepEqual(aimed.click(ship), { play: [other.move] }, 'a second click plays');
  const direct = choosing();
  direct.click(crew);
  assert.deepEqual(direct.click(treasures[1]), { play: [both[1].move] }, 'two taps are enough');
});
