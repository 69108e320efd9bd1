/* The engine of Flibuste: libflibuste (docs/library.md) as WebAssembly, for Node and browsers. */

export const CHANCE = 8;
export const SPECTATOR = 9;
export const TRUTH = 10;
const NOBODY = 255;
const MAX_MOVES = 512;
const STATUSES = [
  'ok',
  'over',
  'not-your-turn',
  'illegal',
  'too-long',
  'no-chance',
  'bad-argument',
  'bad-setup',
  'bad-record',
  'no-agent',
  'hidden',
  'no-memory',
];
const DICE = ['other', 'hidden', 'partial', 'fair', 'wrong-commitment', 'wrong-roll'];

export class FlibusteError extends Error {
  constructor(status, message) {
    super(message);
    this.name = 'FlibusteError';
    this.status = STATUSES[status];
  }
}

/* ---- memory: the library takes addresses; the user of a block frees it ---- */

class Memory {
  constructor(exports) {
    this.c = exports;
  }

  get bytes() {
    return new Uint8Array(this.c.memory.buffer);
  }

  get view() {
    return new DataView(this.c.memory.buffer);
  }

  /** Calls a function with addresses of temporary memory of these sizes. */
  with(sizes, use) {
    const at = sizes.map((size) => this.c.malloc(Math.max(size, 1)));
    try {
      return use(...at);
    } finally {
      at.forEach((address) => this.c.free(address));
    }
  }

  /** Calls a function with the address and length of a text, or with 0 for null. */
  withText(text, use) {
    if (text == null) return use(0, 0);
    const encoded = new TextEncoder().encode(text);
    return this.with([encoded.length + 1], (at) => {
      this.bytes.set(encoded, at);
      this.bytes[at + encoded.length] = 0;
      return use(at, encoded.length);
    });
  }

  /** The text at an address, up to its zero byte; null for the address 0. */
  text(at) {
    if (!at) return null;
    const { bytes } = this;
    return new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
  }

  /** The text that a function writes into a buffer, which grows as needed. */
  written(write) {
    for (let room = 512; ; ) {
      const [length, text] = this.with([room], (at) => {
        const length = write(at, room);
        return [length, length && length < room ? this.text(at) : ''];
      });
      if (length < room) return text;
      room = length + 1;
    }
  }

  check(status, message) {
    if (status) {
      const sentence = message || this.text(this.c.flibuste_status_text(status));
      throw new FlibusteError(status, sentence);
    }
  }

  /** The handle that a function creates, which receives the address to write it to. */
  created(create, explain) {
    return this.with([4], (out) => {
      const status = create(out);
      this.check(status, status && explain ? explain() : '');
      return this.view.getUint32(out, true);
    });
  }

  rng(seed, stream) {
    const at = this.c.malloc(32);
    this.c.flibuste_rng_new(at, BigInt(seed), BigInt(stream));
    return at;
  }
}

const seatsOf = (set) =>
  Array.from({ length: 16 }, (_, seat) => seat).filter((seat) => (set >> seat) & 1);

/* ---- games ---- */

class Game {
  constructor(memory, handle) {
    this.m = memory;
    this.handle = handle;
    const { c } = memory;
    this.name = memory.text(c.flibuste_game_name(handle));
    this.version = c.flibuste_game_version(handle);
    this.moveCount = c.flibuste_game_moves(handle);
    this.minSeats = c.flibuste_game_seats_min(handle);
    this.maxSeats = c.flibuste_game_seats_max(handle);
    this.hasSecrets = Boolean(c.flibuste_game_has_secrets(handle));
  }

  listed(read) {
    const list = [];
    for (let text; (text = this.m.text(read(list.length))) !== null; ) list.push(text);
    return list;
  }

  get options() {
    const { c } = this.m;
    const names = this.listed((i) => c.flibuste_game_option(this.handle, i));
    const values = (i) => this.listed((v) => c.flibuste_game_option_value(this.handle, i, v));
    return Object.fromEntries(names.map((name, i) => [name, values(i)]));
  }

  get agents() {
    return this.listed((i) => this.m.c.flibuste_agent_name(this.handle, i));
  }

  title(language = 'en') {
    return this.m.withText(language, (code) =>
      this.m.written((at, room) => this.m.c.flibuste_game_title(this.handle, code, at, room)),
    );
  }

  spell(move) {
    return this.m.written((at, room) => this.m.c.flibuste_move_text(this.handle, move, at, room));
  }

  read(text) {
    return this.m.withText(text, (at) =>
      this.m.with([2], (out) => {
        const status = this.m.c.flibuste_move_read(this.handle, at, out);
        this.m.check(status, `no move of ${this.name} is spelled "${text}"`);
        return this.m.view.getUint16(out, true);
      }),
    );
  }
}

/* ---- sights ---- */

class Sight {
  constructor(game, match, viewer) {
    this.game = game;
    this.m = game.m;
    this.handle = this.m.c.flibuste_sight_new();
    this.viewer = viewer;
    try {
      this.m.check(this.m.c.flibuste_match_see(match, viewer, this.handle));
    } catch (error) {
      this.free();
      throw error;
    }
  }

  free() {
    this.m.c.flibuste_sight_free(this.handle);
    this.handle = 0;
  }

  get turn() {
    return seatsOf(this.m.c.flibuste_sight_turn(this.handle));
  }

  get legal() {
    return this.m.with([2 * MAX_MOVES], (at) => {
      const count = this.m.c.flibuste_sight_moves(this.handle, at, MAX_MOVES);
      return Array.from(new Uint16Array(this.m.c.memory.buffer, at, count));
    });
  }

  get legalTexts() {
    return this.legal.map((move) => this.game.spell(move));
  }

  number(move) {
    return typeof move === 'string' ? this.game.read(move) : move;
  }

  prompt(language = 'en') {
    return this.m.withText(language, (code) =>
      this.m.written((at, room) => this.m.c.flibuste_sight_prompt(this.handle, code, at, room)),
    );
  }

  say(move, language = 'en') {
    return this.m.withText(language, (code) =>
      this.m.with([4], (step) => {
        this.m.view.setUint16(step, this.number(move), true);
        this.m.view.setUint16(step + 2, this.viewer, true);
        const write = this.m.c.flibuste_sight_say;
        return this.m.written((at, room) => write(this.handle, step, code, at, room));
      }),
    );
  }

  whyNot(move, language = 'en') {
    return this.m.withText(language, (code) => {
      const write = this.m.c.flibuste_sight_why_not;
      return this.m.written((at, room) => write(this.handle, this.number(move), code, at, room));
    });
  }

  view() {
    return JSON.parse(
      this.m.written((at, room) => this.m.c.flibuste_sight_json(this.handle, at, room)),
    );
  }

  hint(effort = {}, language = 'en') {
    const { m } = this;
    const hint = withEffort(m, effort, (at) =>
      m.created((out) => m.c.flibuste_hint_new(this.handle, at, out)),
    );
    const moves = Array.from({ length: m.c.flibuste_hint_count(hint) }, (_, i) =>
      m.with([8], (error) => {
        const move = m.c.flibuste_hint_move(hint, i);
        const wins = m.c.flibuste_hint_chance(hint, i, error);
        return { move, text: this.game.spell(move), wins, error: m.view.getFloat64(error, true) };
      }),
    );
    const reason = m.withText(language, (code) =>
      m.written((at, room) => m.c.flibuste_hint_reason(hint, code, at, room)),
    );
    const exact = Boolean(m.c.flibuste_hint_is_exact(hint));
    m.c.flibuste_hint_free(hint);
    return { moves, reason, exact };
  }
}

/** Calls a function with the address of a struct flibuste_effort. */
function withEffort(memory, { playouts = 0, seed = 1 }, use) {
  return memory.with([16], (at) => {
    memory.view.setUint32(at, playouts, true);
    memory.view.setInt32(at + 4, 1, true);
    memory.view.setBigUint64(at + 8, BigInt(seed), true);
    return use(at);
  });
}

/* ---- matches ---- */

class Match {
  constructor(game, handle, seed) {
    this.game = game;
    this.m = game.m;
    this.handle = handle;
    this.rng = seed === null ? 0 : this.m.rng(seed, 0);
    this.roll();
  }

  free() {
    this.m.c.flibuste_match_free(this.handle);
    this.m.c.free(this.rng);
    this.handle = this.rng = 0;
  }

  roll() {
    if (this.rng && this.mover === CHANCE)
      this.m.check(this.m.c.flibuste_match_play_chance(this.handle, this.rng));
  }

  get seats() {
    return this.m.c.flibuste_match_seats(this.handle);
  }

  get turn() {
    return seatsOf(this.m.c.flibuste_match_turn(this.handle));
  }

  get mover() {
    const seat = this.m.c.flibuste_match_mover(this.handle);
    return seat < 0 ? null : seat;
  }

  get over() {
    return this.mover === null;
  }

  get scores() {
    const score = (_, seat) => this.m.c.flibuste_match_score(this.handle, seat);
    return Array.from({ length: this.seats }, score);
  }

  get winners() {
    return seatsOf(this.m.c.flibuste_match_winners(this.handle));
  }

  get hash() {
    const hash = BigInt.asUintN(64, this.m.c.flibuste_match_hash(this.handle));
    return hash.toString(16).padStart(16, '0');
  }

  get stepCount() {
    return this.m.c.flibuste_match_steps(this.handle);
  }

  play(move, seat = this.mover ?? NOBODY) {
    const { c } = this.m;
    const status =
      typeof move === 'string'
        ? this.m.withText(move, (at) => c.flibuste_match_play_text(this.handle, seat, at))
        : c.flibuste_match_play(this.handle, seat, move >= 0 && move < 65535 ? move : 65534);
    this.m.check(status);
    this.roll();
  }

  undo(steps) {
    this.m.check(this.m.c.flibuste_match_undo(this.handle, steps));
  }

  sight(viewer = this.mover ?? SPECTATOR) {
    return new Sight(this.game, this.handle, viewer);
  }

  record(viewer = TRUTH) {
    const write = this.m.c.flibuste_record_write;
    const text = this.m.written((at, room) => write(this.handle, viewer, at, room));
    if (!text) throw new FlibusteError(10, 'This match has no record for this viewer.');
    return text;
  }

  dice() {
    return this.m.with([4], (out) => {
      this.m.check(this.m.c.flibuste_record_verify(this.handle, out));
      return DICE[this.m.view.getUint32(out, true)];
    });
  }

  analyse({ seat = NOBODY, ...effort } = {}) {
    const { m } = this;
    const analysis = withEffort(m, effort, (at) =>
      m.created((out) => m.c.flibuste_analysis_new(this.handle, seat, at, out)),
    );
    const text = m.written((at, room) => m.c.flibuste_analysis_json(analysis, at, room));
    m.c.flibuste_analysis_free(analysis);
    return JSON.parse(text);
  }
}

class Agent {
  constructor(game, handle, seed) {
    this.m = game.m;
    this.handle = handle;
    this.rng = this.m.rng(seed, 1);
  }

  choose(sight) {
    return this.m.with([2], (out) => {
      this.m.check(this.m.c.flibuste_agent_choose(this.handle, sight.handle, this.rng, out));
      return this.m.view.getUint16(out, true);
    });
  }

  free() {
    this.m.c.flibuste_agent_free(this.handle);
    this.m.c.free(this.rng);
  }
}

/* ---- the engine ---- */

class Engine {
  constructor(exports) {
    this.m = new Memory(exports);
    this.version = this.m.text(exports.flibuste_version());
  }

  games() {
    const { c } = this.m;
    const name = (_, i) => this.m.text(c.flibuste_game_name(c.flibuste_game_at(i)));
    return Array.from({ length: c.flibuste_game_count() }, name);
  }

  game(name) {
    const handle = this.m.withText(name, (at) => this.m.c.flibuste_game_find(at));
    if (!handle)
      throw new FlibusteError(
        7,
        `unknown game "${name}": expected one of ${this.games().join(', ')}`,
      );
    return new Game(this.m, handle);
  }

  match(name, { seats, seed = 0, options = {} } = {}) {
    const game = this.game(name);
    const { c } = this.m;
    const text = Object.entries(options)
      .map(([option, value]) => `${option}=${value}`)
      .join(' ');
    const count = seats ?? game.minSeats;
    return this.m.withText(text, (at) => {
      const explain = () =>
        this.m.written((out, room) => c.flibuste_setup_fault(game.handle, count, at, out, room));
      const create = (out) => c.flibuste_match_new(game.handle, count, at, out);
      return new Match(game, this.m.created(create, explain), seed);
    });
  }

  readRecord(text, seed = null) {
    const { c } = this.m;
    return this.m.withText(text, (at, length) =>
      this.m.with([512], (why) => {
        const create = (out) => c.flibuste_record_read(at, length, out, why, 512);
        const handle = this.m.created(create, () => this.m.text(why));
        return new Match(new Game(this.m, c.flibuste_match_game(handle)), handle, seed);
      }),
    );
  }

  agent(name, agent, seed = 0) {
    const game = this.game(name);
    const handle = this.m.withText(agent, (at) =>
      this.m.created(
        (out) => this.m.c.flibuste_agent_new(game.handle, at, out),
        () => `unknown agent "${agent}": expected one of ${game.agents.join(', ')}, or NAME:EFFORT`,
      ),
    );
    return new Agent(game, handle, seed);
  }
}

/** The bytes or the response of the engine that this package contains. */
async function ownEngine() {
  const url = new URL('./engine.wasm', import.meta.url);
  if (url.protocol !== 'file:') return fetch(url);
  const { readFile } = await import('node:fs/promises');
  return readFile(url);
}

export async function load(source) {
  const given = await (source ?? ownEngine());
  let instance;
  if (given instanceof WebAssembly.Module) {
    instance = await WebAssembly.instantiate(given, {});
  } else {
    const bytes =
      typeof Response !== 'undefined' && given instanceof Response
        ? await given.arrayBuffer()
        : given;
    ({ instance } = await WebAssembly.instantiate(bytes, {}));
  }
  instance.exports._initialize?.();
  return new Engine(instance.exports);
}
