// The host of a table without a server: the server's own, in WebAssembly (src/wasm/offline.h). Pure
// but for what is handed in: bytes, chance, time.

/** @typedef {{id: string, bytes: Uint8Array | undefined}} Kept a table as it is to be kept; no bytes: it is gone */

/** @param {Uint8Array} bytes the first eight */
function idOf(bytes) {
  return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true).toString(16).padStart(16, '0');
}

export class Host {
  /** One that has no tables yet, and can think. @param {WebAssembly.Module} module */
  static async make(module) {
    return new Host((await WebAssembly.instantiate(module)).exports);
  }

  /** @param {WebAssembly.Module} module @param {Uint8Array} chance 32 bytes nobody can guess
   * @param {Uint8Array[]} kept tables that were kept @param {number} now */
  static async begin(module, chance, kept, now) {
    const host = await Host.make(module);
    host.damaged = kept.filter((table) => !host.call('take', host.write(table))).length;
    host.write(chance);
    if (host.call('begin', now) < 0)
      throw new Error('no memory');
    return host;
  }

  /** @param {any} made what the WebAssembly can do */
  constructor(made) {
    this.made = made;
    made._initialize();
    this.self = made.fl_offline_new();
    /** Kept tables that could not be read. */
    this.damaged = 0;
  }

  /** @param {string} name @param {...any} more */
  call(name, ...more) {
    return this.made[`fl_offline_${name}`](this.self, ...more);
  }

  /** Into the room. @param {Uint8Array} bytes @returns {number} how many */
  write(bytes) {
    const at = this.call('room', bytes.length);
    new Uint8Array(this.made.memory.buffer).set(bytes, at);
    return bytes.length;
  }

  /** @param {number} at @param {number} length */
  read(at, length) {
    return new Uint8Array(this.made.memory.buffer).slice(at, at + length);
  }

  /** @param {string} line @param {number} now */
  command(line, now) {
    this.call('command', now, this.write(new TextEncoder().encode(line)));
  }

  /** What was said since, one message an entry. @returns {string[]} */
  said() {
    const length = this.call('said_len');
    const text = new TextDecoder().decode(this.read(this.call('said'), length));
    this.call('heard');
    return text.split('\n').slice(0, -1);
  }

  /** What a bot is asked, or advice is asked about, whole; nothing if neither is. @returns {Uint8Array | undefined} */
  question() {
    const at = this.call('question');
    return at ? this.read(at, this.call('question_len')) : undefined;
  }

  /** The answer to the question of another host made of the same module; takes a while. @param {Uint8Array} question */
  think(question) {
    this.write(question);
    return this.read(this.call('think'), this.call('found_len'));
  }

  /** The answer to the question, found in so many milliseconds. @param {Uint8Array} found @param {number} now
   * @param {number} milliseconds */
  thought(found, now, milliseconds) {
    this.write(found);
    this.call('thought', now, milliseconds);
  }

  /** About a record: what a server says to POST /replay; nothing if memory is short.
   * @param {string} question a line, and the record behind it @returns {string | undefined} */
  answer(question) {
    return this.call('replay', this.write(new TextEncoder().encode(question))) ? this.said()[0] : undefined;
  }

  /** The record of a table that was kept, as a watcher may have it; whole when the match is over.
   * @param {string} table @param {number} now @returns {string | undefined} */
  recordOf(table, now) {
    this.call('open', now);
    for (const line of [`resume ${table} - 0`, 'record'])
      this.command(line, now);
    return this.said().map((text) => JSON.parse(text)).find(({ is }) => is === 'record')?.text;
  }

  /** Tables that changed since. @returns {Kept[]} */
  kept() {
    const all = [];
    for (let length; (length = this.call('keep'));) {
      const bytes = this.read(this.call('kept'), length);
      all.push({ id: idOf(bytes), bytes: length > 8 ? bytes.slice(8) : undefined });
    }
    return all;
  }
}
