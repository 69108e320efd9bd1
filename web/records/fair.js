// Recomputes fair dice. Written from docs/fair-dice.md alone, independently of the program that
// rolls them. SHA-256 and ChaCha20 are implemented here because browsers offer theirs only with
// HTTPS.

/** The outcome of a roll, and the possible outcomes with their weights.
 * @typedef {[string, (string | number)[]]} Roll */
/** @typedef {{table: string, commitment: string, secret: string, nonces: string[]}} Claims */

const primes = [
  2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97,
  101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167, 173, 179, 181, 191, 193,
  197, 199, 211, 223, 227, 229, 233, 239, 241, 251, 257, 263, 269, 271, 277, 281, 283, 293, 307,
  311,
];

/** The first 32 bits of the fractional part. @param {number} root */
const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;

/** @param {number} word @param {number} by */
const right = (word, by) => (word >>> by) | (word << (32 - by));

/** The message with padding: a one bit, zeros, and the length in bits. @param {Uint8Array} bytes */
function padded(bytes) {
  const blocks = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
  bytes.forEach((byte, i) => blocks.setUint8(i, byte));
  blocks.setUint8(bytes.length, 0x80);
  blocks.setUint32(blocks.byteLength - 4, bytes.length * 8);
  return blocks;
}

/** SHA-256, FIPS 180-4. @param {string} text ASCII @returns {Uint8Array} */
export function sha256(text) {
  const blocks = padded(new TextEncoder().encode(text));
  const hash = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  const w = new Int32Array(64);
  for (let at = 0; at < blocks.byteLength; at += 64) {
    for (let i = 0; i < 64; i++) {
      const a = w[i - 15],
        b = w[i - 2];
      w[i] =
        i < 16
          ? blocks.getInt32(at + 4 * i)
          : w[i - 16] +
            (right(a, 7) ^ right(a, 18) ^ (a >>> 3)) +
            w[i - 7] +
            (right(b, 17) ^ right(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const one =
        (h +
          (right(e, 6) ^ right(e, 11) ^ right(e, 25)) +
          ((e & f) ^ (~e & g)) +
          fraction(Math.cbrt(primes[i])) +
          w[i]) |
        0;
      const two = ((right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      hash[i] = (hash[i] + word) | 0;
    });
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => out.setInt32(4 * i, word));
  return new Uint8Array(out.buffer);
}

/** @param {Uint8Array} bytes */
export const hex = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {string[]} lines */
const digest = (...lines) => sha256(lines.map((line) => `${line}\n`).join(''));

/** The commitment that was published before any nonce arrived. @param {string} secret */
export const commitmentTo = (secret) => hex(digest('flibuste commitment 1', `secret ${secret}`));

/** The key of all rolls. @param {Claims} claims */
export const keyOf = ({ table, secret, nonces }) =>
  digest(
    'flibuste dice 1',
    `table ${table}`,
    `secret ${secret}`,
    ...nonces.map((nonce, i) => `nonce ${i + 1} ${nonce}`),
  );

/** Indices of the quarter rounds: columns, then diagonals. */
const fours = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
];

/** A ChaCha20 block, RFC 8439, 2.3: sixteen words. @param {Uint8Array} key @param {number} counter
 * @param {number} number of the roll; the last eight bytes of the nonce, after four zero bytes */
function chachaBlock(key, counter, number) {
  const start = new Uint32Array([
    0x61707865,
    0x3320646e,
    0x79622d32,
    0x6b206574,
    ...new Array(8).fill(0),
    counter,
    0,
    number % 2 ** 32,
    Math.floor(number / 2 ** 32),
  ]);
  key.forEach((byte, i) => {
    start[4 + (i >> 2)] |= byte << (8 * (i & 3));
  });
  const x = start.slice();
  for (let round = 0; round < 10; round++)
    for (const [a, b, c, d] of fours)
      for (const [to, from, stirred, by] of [
        [a, b, d, 16],
        [c, d, b, 12],
        [a, b, d, 8],
        [c, d, b, 7],
      ]) {
        x[to] += x[from];
        x[stirred] = right(x[stirred] ^ x[to], 32 - by);
      }
  return x.map((word, i) => word + start[i]);
}

/** The outcome of a roll. @param {Uint8Array} key @param {number} number from 1
 * @param {(string | number)[]} odds moves and weights, alternating @returns {string} */
export function roll(key, number, odds) {
  const weights = odds.filter((_, i) => i % 2).map(Number),
    total = weights.reduce((sum, weight) => sum + weight, 0);
  for (let counter = 0; ; counter++)
    for (const word of chachaBlock(key, counter, number))
      if (word < 2 ** 32 - (2 ** 32 % total)) {
        let rest = word % total,
          at = 0;
        while (rest >= weights[at]) rest -= weights[at++];
        return String(odds[2 * at]);
      }
}

/** What a record claims about its dice; undefined if nothing. @param {string} text
 * @returns {Claims | undefined} */
export function claimsOf(text) {
  const head = (/** @type {string} */ name) =>
    text.match(new RegExp(`^${name} (.*?)\\r?$`, 'm'))?.[1];
  const nonces = new Array(Number(head('seats') ?? 0)).fill('');
  for (const [, seat, nonce] of text.matchAll(/^nonce (\d+) (\S+)/gm))
    nonces[Number(seat) - 1] = nonce;
  const commitment = head('commitment');
  return commitment
    ? { commitment, nonces, table: head('table') ?? '', secret: head('secret') ?? '' }
    : undefined;
}

/** Every roll with its recomputed outcome. @param {Claims} claims @param {Roll[]} rolls */
export function recompute(claims, rolls) {
  const key = keyOf(claims);
  return {
    key: hex(key),
    kept: commitmentTo(claims.secret) === claims.commitment,
    rolls: rolls.map(([came, odds], i) => ({
      number: i + 1,
      came,
      expected: roll(key, i + 1, odds),
    })),
  };
}

// ---- statistics ----

/** How often each outcome occurred, and its expected frequency with the standard deviation: one
 * list for dice and one per pile of cards, the longest first. The roll for the first player and
 * rolls with one possible outcome are not counted. @param {Roll[]} rolls */
export function statistics(rolls) {
  /** @type {Map<string, {outcome: string, came: number, expected: number, variance: number}>[]} */
  const groups = [];
  for (const [came, odds] of rolls) {
    const moves = odds.filter((_, i) => i % 2 === 0).map(String),
      weights = odds.filter((_, i) => i % 2).map(Number);
    if (moves.length < 2 || came.startsWith('first-')) continue;
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    let group = groups.find((rows) => moves.some((move) => rows.has(move)));
    if (!group) groups.push((group = new Map()));
    for (const [i, outcome] of moves.entries()) {
      const row = group.get(outcome) ?? { outcome, came: 0, expected: 0, variance: 0 },
        chance = weights[i] / total;
      row.came += came === outcome ? 1 : 0;
      row.expected += chance;
      row.variance += chance * (1 - chance);
      group.set(outcome, row);
    }
  }
  return groups
    .map((rows) =>
      [...rows.values()].map(({ variance, ...row }) => ({ ...row, spread: Math.sqrt(variance) })),
    )
    .sort((a, b) => count(b) - count(a));
}

/** @param {{came: number}[]} rows */
const count = (rows) => rows.reduce((sum, row) => sum + row.came, 0);
