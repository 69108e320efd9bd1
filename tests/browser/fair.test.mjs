// Fair dice as the page recomputes them: the examples of docs/fair-dice.md, and records of the
// program.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  claimsOf,
  commitmentTo,
  hex,
  keyOf,
  recompute,
  roll,
  sha256,
  statistics,
} from '../../web/records/fair.js';
import { build, root } from './lib.mjs';

const folder = path.join(root, 'tests/golden/fair');

/** The possible outcomes, from `flibuste verify --odds`. */
function rollsOf(file) {
  const lines = execFileSync(path.join(build, 'flibuste'), ['verify', '--odds', file])
    .toString()
    .trim()
    .split('\n');
  return lines.map((line) => {
    const [, came, odds] = line.match(/^\d+ (\S+) : (.*)$/);
    return [
      came,
      odds.split(' ').flatMap((pair) => [pair.split('=')[0], Number(pair.split('=')[1])]),
    ];
  });
}

test('SHA-256 is that of everybody else, whatever the length', () => {
  for (let length = 0; length < 200; length++) {
    const text = 'rum-barrel '.repeat(20).slice(0, length);
    assert.equal(hex(sha256(text)), createHash('sha256').update(text).digest('hex'));
  }
});

test('the example of docs/fair-dice.md', () => {
  const secret = hex(Uint8Array.from({ length: 32 }, (_, i) => i)),
    claims = { table: 'test', secret, nonces: ['rum', '', 'cutlass'] };
  assert.equal(
    commitmentTo(secret),
    'f16cc82e3021285a59473c0e915444d89a71b4c93b512de2f51c21d315188c3d',
  );
  const key = keyOf(claims),
    die = ['1', 1, '2', 1, '3', 1, '4', 1, '5', 1, '6', 1];
  assert.equal(hex(key), 'fd301ee91f7bed8248ae4b5d20c746b3c53b881ca71d577bb53be897c00ed8c8');
  assert.equal(
    Array.from({ length: 16 }, (_, i) => roll(key, i + 1, die)).join(' '),
    '6 4 6 2 4 2 5 6 1 6 4 4 1 3 6 6',
  );
  assert.equal(
    Array.from({ length: 8 }, (_, i) => roll(key, i + 1, ['a', 1, 'b', 2, 'c', 3, 'd', 4])).join(
      ' ',
    ),
    'c d b c c c b d',
  );
});

for (const name of readdirSync(folder))
  test(`${name}: every roll follows, and none after a letter was changed`, () => {
    const file = path.join(folder, name),
      rolls = rollsOf(file),
      claims = claimsOf(readFileSync(file, 'utf8'));
    const good = recompute(claims, rolls);
    assert.ok(good.kept && rolls.length > 10);
    assert.deepEqual(
      good.rolls.filter(({ came, expected }) => came !== expected),
      [],
    );
    const other = { ...claims, nonces: claims.nonces.map((nonce, i) => (i ? nonce : `${nonce}x`)) };
    assert.ok(
      recompute(other, rolls).rolls.filter(({ came, expected }) => came !== expected).length >
        rolls.length / 4,
    );
    assert.ok(
      !recompute(
        { ...claims, secret: claims.secret.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) },
        rolls,
      ).kept,
    );
  });

test('statistics count what came and expect what chance would give', () => {
  const [dice, cards] = statistics([
    ['first-1', ['first-1', 1, 'first-2', 1]],
    ['S', ['S', 1, 'P', 1]],
    ['S', ['S', 1, 'P', 1]],
    ['P', ['S', 1, 'P', 1]],
    ['coin', ['coin', 3, 'ship', 1]],
    ['ship', ['ship', 1]],
  ]);
  assert.deepEqual(
    dice.map(({ outcome, came, expected }) => [outcome, came, expected]),
    [
      ['S', 2, 1.5],
      ['P', 1, 1.5],
    ],
  );
  assert.ok(Math.abs(dice[0].spread - Math.sqrt(0.75)) < 1e-12);
  assert.deepEqual(
    cards.map(({ outcome, came, expected }) => [outcome, came, expected]),
    [
      ['coin', 1, 0.75],
      ['ship', 0, 0.25],
    ],
  );
});
