// The host in WebAssembly, without a browser: it has no imports, plays the same games as the
// program, answers requests about records as the server does, and continues exported tables.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Host } from '../../web/offline/host.js';
import { build, root, serve } from './lib.mjs';

const wasm = new WebAssembly.Module(readFileSync(path.join(build, 'src/wasm/flibuste.wasm')));
const thinker = await Host.make(wasm); // a copy, as in the page
const chance = Uint8Array.from({ length: 32 }, (_, i) => i);
const start = Date.UTC(2026, 0, 1);
const begin = (kept = []) => Host.begin(wasm, chance, kept, start);

/** The number of games per kind in tests/same_results.sh. */
const games = { random: 10, greedy: 100, ismcts: 1, 'exact-points': 100, 'exact-win': 5 };

function hashOf(host, game, seats, player) {
  const [agent, effort = 0] = player.split(':');
  host.write(new TextEncoder().encode(`${game}\0${agent}\0`));
  return BigInt.asUintN(64, host.call('bench', Number(effort), Number(seats), games[agent], 2026))
    .toString(16)
    .padStart(16, '0');
}

test('it imports nothing', () => {
  assert.deepEqual(WebAssembly.Module.imports(wasm), []);
});

test('it plays the golden games of every game, seat count and kind of player', async () => {
  const host = await begin();
  const golden = readFileSync(path.join(root, 'tests/golden/hashes.txt'), 'utf8')
    .trim()
    .split('\n');
  assert.ok(golden.length > 60);
  for (const line of golden) {
    const [game, seats, player, hash] = line.split(' ');
    assert.equal(hashOf(host, game, seats, player), hash, line);
  }
});

/** Sends commands, lets the bots think, and returns the messages. */
function say(host, ...lines) {
  const told = [];
  for (const line of lines) {
    host.command(line, start);
    for (let question; (question = host.question()); )
      host.thought(thinker.think(question), start, 1);
    told.push(...host.said().map((text) => JSON.parse(text)));
  }
  return told;
}

test('it gives hints', async () => {
  const host = await begin();
  host.call('open', start);
  const told = say(
    host,
    'hello 2 en',
    'new corsaires seats=person,bot:matelot first=1',
    'sit - - Anne',
    'start',
    'hint',
  );
  assert.ok(told.find((one) => one.type === 'hello').hints);
  const { moves, reason } = told.find((one) => one.type === 'hint'),
    { sight } = told.findLast((one) => one.type === 'view');
  assert.ok(sight.moves.some(({ move }) => move === moves[0].move));
  assert.match(reason.key, /^hint[.]/);
});

let server;
before(async () => {
  server = await serve();
});
after(() => server.stop());

const records = path.join(root, 'tests/golden/records');
const recordNamed = (name) => readFileSync(path.join(records, name), 'utf8');

test('it answers about records what a server answers, letter by letter', async () => {
  const host = await begin();
  const answered = async (question, text) => {
    const body = `${question}\n${text}`,
      there = await fetch(new URL('replay', server.url), { method: 'POST', body });
    assert.ok(host.answer(body) === (await there.text()), `${question}: ${text.slice(0, 60)}`);
  };
  const some = readdirSync(records).filter((_, i) => i % 5 === 0);
  assert.ok(some.length > 8);
  for (const name of some)
    for (const question of ['views all', 'views spectator', 'views 2', 'odds'])
      await answered(question, recordNamed(name));
  for (const name of ['aux-sabords-short.txt', 'corsaires-3.txt', 'mille-sabords-2.txt'])
    await answered('analysis', recordNamed(name));
  for (const [question, text] of [
    ['views 7', recordNamed('corsaires-3.txt')],
    ['what', ''],
    ['', ''],
    ['views 1', 'Dear Anne,'],
    ['odds', recordNamed('corsaires-3.txt').replace('\n1 ', '\n1 x')],
    ['continue 1 1 king', recordNamed('corsaires-3.txt')],
  ])
    await answered(question, text);
});

test('a match goes on from a record, with dice of its own', async () => {
  const text = recordNamed('corsaires-3.txt'),
    other = Uint8Array.from(chance, (byte) => byte + 1);
  const told = [];
  for (const luck of [chance, chance, other]) {
    const host = await Host.begin(wasm, luck, [], start),
      message = JSON.parse(host.answer(`continue 30 1 matelot\n${text}`));
    assert.equal(message.type, 'continued');
    assert.deepEqual(message.frames.at(-1).turn, [1]);
    assert.ok(message.frames.at(-1).moves.length);
    const [{ move }] = message.frames.at(-1).moves;
    told.push(
      JSON.parse(host.answer(`continue ${message.steps} 1 matelot ${move}\n${message.record}`))
        .record,
    );
  }
  assert.equal(told[0], told[1]);
  assert.notEqual(told[0], told[2]);
});

/** An exported table in the middle of a game, and the last sight of its player. */
async function begun(game) {
  const host = await begin();
  host.call('open', start);
  const told = say(
    host,
    'hello 2 en',
    `new ${game} seats=person,bot:matelot,bot:moussaillon`,
    'sit - - Anne',
    'start',
  );
  const { token, table } = told.find((one) => one.type === 'token');
  const view = say(host, 'refresh').find((one) => one.type === 'view');
  const kept = host.kept();
  assert.deepEqual(
    kept.map(({ id }) => id),
    [table],
  );
  return { token, table, view, bytes: kept[0].bytes };
}

for (const game of ['mille-sabords', 'corsaires'])
  test(`a kept table of ${game} goes on where it was`, async () => {
    const { token, table, view, bytes } = await begun(game);
    const host = await begin([bytes]);
    assert.equal(host.damaged, 0);
    host.call('open', start);
    const told = say(host, 'hello 2 en', `resume ${table} ${token} 0`);
    assert.deepEqual(told.find((one) => one.type === 'view').sight, view.sight);
    assert.deepEqual(told.find((one) => one.type === 'you').seats, [1]);
  });

test('a kept table that was damaged is refused, and nothing else suffers', async () => {
  const { table, token, bytes } = await begun('mille-sabords');
  const broken = [
    bytes.slice(0, 3),
    bytes.slice(0, 60),
    bytes.slice(0, -1),
    new Uint8Array(500),
    new Uint8Array(0),
  ];
  for (const one of broken) assert.equal((await begin([one])).damaged, 1);
  const host = await begin([...broken, bytes]);
  assert.equal(host.damaged, broken.length);
  host.call('open', start);
  assert.ok(
    say(host, 'hello 2 en', `resume ${table} ${token} 0`).some((one) => one.type === 'view'),
  );
});

test('bytes that changed in a kept table never bring the host down', async () => {
  const { bytes } = await begun('corsaires');
  for (let i = 0; i < bytes.length; i += 7) {
    const changed = bytes.slice();
    changed[i] ^= 0x55;
    const host = await begin([changed]);
    host.call('open', start);
    assert.equal(say(host, 'hello 2 en').length, 1);
  }
});
