// A host without a server: that of the server, compiled to WebAssembly (src/wasm/offline.h). It has
// no imports; bytes, randomness and time are passed in.

import { protocol } from '../lib/version.js';

/** @typedef {{id: string, bytes: Uint8Array | undefined}} Kept a table to store; without bytes, one
 *   to delete */

/** @param {Uint8Array} bytes the first eight */
function idOf(bytes) {
  return new DataView(bytes.buffer, bytes.byteOffset)
    .getBigUint64(0, true)
    .toString(16)
    .padStart(16, '0');
}

export class Host {
  /** A host without tables, which can also compute moves of bots.
   * @param {WebAssembly.Module} module */
  static async make(module) {
    return new Host((await WebAssembly.instantiate(module)).exports);
  }

  /** @param {WebAssembly.Module} module @param {Uint8Array} chance 32 random bytes
   * @param {Uint8Array[]} kept exported tables to import @param {number} now */
  static async begin(module, chance, kept, now) {
    const host = await Host.make(module);
    host.damaged = kept.filter((table) => !host.call('import', host.write(table))).length;
    host.write(chance);
    if (host.call('begin', now) < 0) throw new Error('no memory');
    return host;
  }

  /** @param {any} made the exports of the WebAssembly module */
  constructor(made) {
    this.made = made;
    made._initialize();
    this.self = made.fl_offline_new();
    /** Stored tables that could not be read. */
    this.damaged = 0;
  }

  /** @param {string} name @param {...any} more */
  call(name, ...more) {
    return this.made[`fl_offline_${name}`](this.self, ...more);
  }

  /** Copies bytes into the input buffer. @param {Uint8Array} bytes @returns {number} their
   *   number */
  write(bytes) {
    const at = this.call('input', bytes.length);
    new Uint8Array(this.made.memory.buffer).set(bytes, at);
    return bytes.length;
  }

  /** Copies the bytes that a function returns (struct fl_offline_bytes). @param {string} name */
  read(name) {
    const bytes = this.call(name), // first: it may grow the memory, which replaces the buffer
      { buffer } = this.made.memory;
    const [at, length] = new Uint32Array(buffer, bytes, 2);
    return new Uint8Array(buffer).slice(at, at + length);
  }

  /** @param {string} line @param {number} now */
  command(line, now) {
    this.call('command', now, this.write(new TextEncoder().encode(line)));
  }

  /** Messages since the last call, one per entry. @returns {string[]} */
  said() {
    return new TextDecoder().decode(this.read('output')).split('\n').slice(0, -1);
  }

  /** The position for which a bot's move or a hint is wanted, encoded; empty if none is.
   * @returns {Uint8Array | undefined} */
  question() {
    const question = this.read('question');
    return question.length ? question : undefined;
  }

  /** Computes the answer to a question of another host of the same module. Takes up to seconds.
   * @param {Uint8Array} question */
  think(question) {
    this.write(question);
    return this.read('think');
  }

  /** Passes in the answer to the question and the milliseconds it took. @param {Uint8Array} found
   * @param {number} now @param {number} milliseconds */
  thought(found, now, milliseconds) {
    this.write(found);
    this.call('thought', now, milliseconds);
  }

  /** The answer of a server to POST /replay; empty if memory is exhausted.
   * @param {string} question one line, followed by the record @returns {string | undefined} */
  answer(question) {
    return this.call('replay', this.write(new TextEncoder().encode(question)))
      ? this.said()[0]
      : undefined;
  }

  /** The record of an imported table, as a spectator may see it; complete when the match is over.
   * @param {string} table @param {number} now @returns {string | undefined} */
  recordOf(table, now) {
    this.call('open', now);
    for (const line of [`hello ${protocol}`, `resume ${table} - 0`, 'record'])
      this.command(line, now);
    return this.said()
      .map((text) => JSON.parse(text))
      .find(({ type }) => type === 'record')?.text;
  }

  /** Tables that changed since the last call. @returns {Kept[]} */
  kept() {
    const all = [];
    for (let bytes; (bytes = this.read('export_next')).length; )
      all.push({ id: idOf(bytes), bytes: bytes.length > 8 ? bytes.slice(8) : undefined });
    return all;
  }
}
