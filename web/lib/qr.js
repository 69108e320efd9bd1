// QR codes of short addresses: bytes, error correction M, versions 1 to 8, as in ISO/IEC 18004.

// For each version: data bytes and check bytes of one block, and the number of blocks (short ones,
// then those with one more byte).
const plans = [
  null,
  [16, 10, 1, 0],
  [28, 16, 1, 0],
  [44, 26, 1, 0],
  [32, 18, 2, 0],
  [43, 24, 2, 0],
  [27, 16, 4, 0],
  [31, 18, 4, 0],
  [38, 22, 2, 2],
];
const alignments = [[], [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42]];

const power = new Uint8Array(512),
  log = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++, x = (x << 1) ^ (x & 128 ? 0x11d : 0)) {
  power[i] = power[i + 255] = x;
  log[x] = i;
}

/** Reed-Solomon check bytes. @param {number[]} data @param {number} count */
function checks(data, count) {
  let generator = [1];
  for (let i = 0; i < count; i++) {
    const next = [...generator, 0];
    generator.forEach((g, at) => {
      if (g) next[at + 1] ^= power[log[g] + i];
    });
    generator = next;
  }
  const rest = [...data, ...new Array(count).fill(0)];
  for (let i = 0; i < data.length; i++)
    if (rest[i])
      for (let at = 1; at <= count; at++)
        rest[i + at] ^= generator[at] ? power[log[generator[at]] + log[rest[i]]] : 0;
  return rest.slice(data.length);
}

/** The text as data bytes, padded. @param {Uint8Array} bytes @param {number} room */
function packed(bytes, room) {
  const bits = [0, 1, 0, 0];
  const push = (/** @type {number} */ value, /** @type {number} */ size) => {
    for (let i = size - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  push(bytes.length, 8);
  bytes.forEach((byte) => push(byte, 8));
  for (let i = 0; i < 4 && bits.length < room * 8; i++) bits.push(0);
  while (bits.length % 8) bits.push(0);
  const out = [];
  for (let i = 0; i < bits.length; i += 8) out.push(parseInt(bits.slice(i, i + 8).join(''), 2));
  for (let pad = 0xec; out.length < room; pad ^= 0xec ^ 0x11) out.push(pad);
  return out;
}

/** Data and check bytes, interleaved over the blocks. @param {Uint8Array} bytes
 * @param {number} version */
function codewords(bytes, version) {
  const [size, count, short, long] = /** @type {number[]} */ (plans[version]);
  const sizes = [...new Array(short).fill(size), ...new Array(long).fill(size + 1)];
  const data = packed(
    bytes,
    sizes.reduce((sum, n) => sum + n, 0),
  );
  let from = 0;
  const blocks = sizes.map((n) => data.slice(from, (from += n)));
  const across = (/** @type {number[][]} */ lists) => {
    const out = [];
    for (let i = 0; i <= size + count; i++)
      for (const list of lists) if (i < list.length) out.push(list[i]);
    return out;
  };
  return [...across(blocks), ...across(blocks.map((block) => checks(block, count)))];
}

/** Bits with their BCH remainder. @param {number} value @param {number} poly @param {number}
 *   size */
function withRemainder(value, poly, size) {
  let rest = value << size;
  for (let bit = 31 - Math.clz32(rest); bit >= size; bit = rest ? 31 - Math.clz32(rest) : -1)
    rest ^= poly << (bit - size);
  return (value << size) | rest;
}

const masks = [
  (/** @type {number} */ x, /** @type {number} */ y) => (x + y) % 2 === 0,
  (/** @type {number} */ x, /** @type {number} */ y) => y % 2 === 0,
  (/** @type {number} */ x) => x % 3 === 0,
  (/** @type {number} */ x, /** @type {number} */ y) => (x + y) % 3 === 0,
  (/** @type {number} */ x, /** @type {number} */ y) =>
    (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (/** @type {number} */ x, /** @type {number} */ y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (/** @type {number} */ x, /** @type {number} */ y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (/** @type {number} */ x, /** @type {number} */ y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** A square of modules; `fixed` are those that carry no data. */
class Square {
  /** @param {number} version */
  constructor(version) {
    this.version = version;
    this.size = 17 + 4 * version;
    this.dark = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
    this.fixed = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
  }

  /** @param {number} x @param {number} y @param {boolean} dark */
  set(x, y, dark) {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y][x] = dark;
    this.fixed[y][x] = true;
  }

  /** Concentric squares: finder patterns (4) and alignment patterns (2). @param {number} cx
   * @param {number} cy @param {number} reach */
  rings(cx, cy, reach) {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        this.set(cx + dx, cy + dy, ring !== (reach === 4 ? 2 : 1) && ring !== 4);
      }
  }

  drawFixed() {
    const last = this.size - 1,
      places = alignments[this.version];
    for (let i = 0; i < this.size; i++) {
      this.set(6, i, i % 2 === 0);
      this.set(i, 6, i % 2 === 0);
    }
    for (const [x, y] of [
      [3, 3],
      [last - 3, 3],
      [3, last - 3],
    ])
      this.rings(x, y, 4);
    for (const y of places)
      for (const x of places)
        if (!(x === 6 && y === 6) && !(x === 6 && y === last - 6) && !(x === last - 6 && y === 6))
          this.rings(x, y, 2);
    this.drawVersion();
    this.drawFormat(0);
  }

  drawVersion() {
    const bits = withRemainder(this.version, 0x1f25, 12);
    for (let i = 0; this.version > 6 && i < 18; i++) {
      const a = this.size - 11 + (i % 3),
        b = Math.floor(i / 3);
      this.set(a, b, ((bits >> i) & 1) > 0);
      this.set(b, a, ((bits >> i) & 1) > 0);
    }
  }

  /** Level M is 0. @param {number} mask */
  drawFormat(mask) {
    const bits = withRemainder(mask, 0x537, 10) ^ 0x5412,
      last = this.size - 1;
    for (let i = 0; i < 15; i++) {
      const dark = ((bits >> i) & 1) > 0;
      this.set(8, i < 6 ? i : i < 8 ? i + 1 : last - 14 + i, dark);
      this.set(i < 8 ? last - i : i === 8 ? 7 : 14 - i, 8, dark);
    }
    this.set(8, last - 7, true);
  }

  /** In columns of two modules, alternately upwards and downwards. @param {number[]} bytes */
  drawData(bytes) {
    let i = 0;
    for (let right = this.size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step++)
        for (const x of [right, right - 1]) {
          const up = ((right + 1) & 2) === 0,
            y = up ? this.size - 1 - step : step;
          if (!this.fixed[y][x])
            this.dark[y][x] = i < bytes.length * 8 && ((bytes[i >> 3] >> (7 - (i++ & 7))) & 1) > 0;
        }
    }
  }

  /** @param {number} mask */
  masked(mask) {
    for (let y = 0; y < this.size; y++)
      for (let x = 0; x < this.size; x++)
        if (!this.fixed[y][x] && masks[mask](x, y)) this.dark[y][x] = !this.dark[y][x];
    this.drawFormat(mask);
  }

  /** The penalty of a mask: runs, blocks and balance. */
  penalty() {
    let bad = 0,
      dark = 0;
    for (let y = 0; y < this.size; y++) {
      bad += this.runs((x) => this.dark[y][x]) + this.runs((x) => this.dark[x][y]);
      for (let x = 0; x < this.size; x++) {
        dark += Number(this.dark[y][x]);
        const c = this.dark[y][x];
        if (
          x &&
          y &&
          c === this.dark[y - 1][x] &&
          c === this.dark[y][x - 1] &&
          c === this.dark[y - 1][x - 1]
        )
          bad += 3;
      }
    }
    return bad + 10 * Math.floor(Math.abs((dark * 20) / this.size ** 2 - 10));
  }

  /** @param {(i: number) => boolean} at */
  runs(at) {
    let bad = 0,
      run = 1,
      line = at(0) ? '1' : '0';
    for (let i = 1; i <= this.size; i++) {
      if (i < this.size && at(i) === at(i - 1)) {
        run++;
      } else {
        bad += run >= 5 ? run - 2 : 0;
        run = 1;
      }
      line += i < this.size ? (at(i) ? '1' : '0') : '';
    }
    return bad + 40 * (line.match(/(?=00001011101|10111010000)/g)?.length ?? 0);
  }
}

/** The code of a text as rows of dark (true) and light; null if it is too long.
 * @param {string} text @returns {boolean[][] | null} */
export function encode(text) {
  const bytes = new TextEncoder().encode(text);
  const version = plans.findIndex(
    (plan) => plan && bytes.length + 2 <= plan[0] * plan[2] + (plan[0] + 1) * plan[3],
  );
  if (version < 0) return null;
  /** @type {Square | null} */
  let best = null;
  for (let mask = 0, least = Infinity; mask < 8; mask++) {
    const square = new Square(version);
    square.drawFixed();
    square.drawData(codewords(bytes, version));
    square.masked(mask);
    const bad = square.penalty();
    if (bad < least) [best, least] = [square, bad];
  }
  return best ? best.dark : null;
}

/** The code as one path, with its quiet zone: markup and viewBox. @param {string} text */
export function drawing(text) {
  const rows = encode(text);
  if (!rows) return null;
  const path = rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : '')))
    .join('');
  const size = rows.length + 8;
  return {
    markup: `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/>`,
    box: `0 0 ${size} ${size}`,
  };
}
