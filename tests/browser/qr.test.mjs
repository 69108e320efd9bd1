// QR codes: every code is decoded by an independent reader.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { encode } from '../../web/lib/qr.js';

const masks = [
  (x, y) => (x + y) % 2,
  (x, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];
const blocks = {
  1: [1, 0, 16],
  2: [1, 0, 28],
  3: [1, 0, 44],
  4: [2, 0, 32],
  5: [2, 0, 43],
  6: [4, 0, 27],
  7: [4, 0, 31],
  8: [2, 2, 38],
};
const aligned = { 2: [18], 3: [22], 4: [26], 5: [30], 6: [34], 7: [22, 38], 8: [24, 42] };

/** Whether a module belongs to a finder, timing, format, version or alignment pattern. */
function isFixed(x, y, size, version) {
  const centres = [6, ...(aligned[version] ?? [])],
    last = centres.at(-1);
  const corner = (a, b) =>
    (a === 6 && b === 6) || (a === 6 && b === last) || (a === last && b === 6);
  return (
    x === 6 ||
    y === 6 ||
    (x < 9 && y < 9) ||
    (x < 9 && y >= size - 8) ||
    (x >= size - 8 && y < 9) ||
    (version > 6 && ((x < 6 && y >= size - 11) || (y < 6 && x >= size - 11))) ||
    (version > 1 &&
      centres.some((a) =>
        centres.some((b) => !corner(a, b) && Math.abs(x - a) < 3 && Math.abs(y - b) < 3),
      ))
  );
}

function read(rows) {
  const size = rows.length,
    version = (size - 17) / 4,
    bits = [];
  const format = [5, 4, 3, 2, 1, 0].map((i) => Number(rows[i][8])).reverse();
  const mask = ((Number(rows[8][2]) << 2) | (Number(rows[8][3]) << 1) | Number(rows[8][4])) ^ 5;
  assert.equal(format.length, 6);
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - i : i;
        if (!isFixed(x, y, size, version))
          bits.push(Number(rows[y][x]) ^ Number(masks[mask](x, y) === 0));
      }
  }
  const bytes = [];
  for (let i = 0; i + 8 <= bits.length; i += 8)
    bytes.push(parseInt(bits.slice(i, i + 8).join(''), 2));
  return unwoven(bytes, blocks[version]);
}

function unwoven(bytes, [short, long, size]) {
  const lists = Array.from({ length: short + long }, () => []);
  let at = 0;
  for (let i = 0; i <= size; i++)
    lists.forEach((list, n) => {
      if (i < size || n >= short) list.push(bytes[at++]);
    });
  const data = lists.flat(),
    bits = data.map((byte) => byte.toString(2).padStart(8, '0')).join('');
  assert.equal(bits.slice(0, 4), '0100');
  const length = parseInt(bits.slice(4, 12), 2),
    text = [];
  for (let i = 0; i < length; i++) text.push(parseInt(bits.slice(12 + 8 * i, 20 + 8 * i), 2));
  return new TextDecoder().decode(new Uint8Array(text));
}

for (const length of [9, 20, 35, 50, 70, 90, 110, 140, 152])
  test(`an address of ${length} letters`, () => {
    const text = `http://192.168.1.20:8080/#j=K7QM${'x'.repeat(200)}`.slice(0, length);
    assert.equal(read(encode(text)), text);
  });

test('what does not fit is refused', () => assert.equal(encode('x'.repeat(200)), null));
