// Play without a server: a Worker with the host, behind an object with the interface of a
// WebSocket, so that the connection needs no special case.

import { TabLock } from './tab-lock.js';
import { savedTables } from './saved-tables.js';
import { fileAt } from '../lib/version.js';

/** The part of WebSocket that a connection uses.
 * @typedef {{readyState: number, onopen: any, onmessage: any, onclose: any, send: (line: string) =>
 *   void, close: () => void}} Socket */

export class Offline {
  constructor() {
    /** Called with a translation key to show, or '' to show nothing. @type {(key: string) =>
     *   void} */
    this.tell = () => {};
    /** @type {Worker | undefined} */
    this.worker = undefined;
    /** @type {Socket | undefined} */
    this.socket = undefined;
    this.line = 0; // number of the connection
    this.ready = false; // whether the host is ready
    this.missing = false; // whether this browser cannot run the host
    this.unkept = false; // whether the last change could not be stored
    /** Called when another tab took over a table. @type {(table: string) => void} */
    this.lost = () => {};
    this.lock = new TabLock((table) => this.lost(table));
  }

  /** Whether the table is stored in this browser. @param {string} table */
  has(table) {
    return savedTables.has(table);
  }

  /** Locks a stored table for this tab. The host is started again then, because another tab may
   * have changed the table. @param {string} table
   * @param {boolean} anyway even if another tab has it */
  async take(table, anyway) {
    const taken = this.lock.has(table) || (await this.lock.take(table, anyway));
    if (taken) this.dismiss();
    return taken;
  }

  /** @returns {Socket} */
  open() {
    const socket = /** @type {Socket} */ ({
      readyState: WebSocket.CONNECTING,
      onopen: null,
      onmessage: null,
      onclose: null,
      send: (command) => this.worker?.postMessage({ command }),
      close: () => this.close(socket),
    });
    this.socket = socket;
    this.line++;
    if (this.worker) setTimeout(() => this.begun());
    else this.begin();
    return socket;
  }

  begin() {
    this.worker = new Worker(fileAt('offline/worker.js'), { type: 'module' });
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = () => this.hear({ missing: !this.ready, failed: true });
    this.worker.postMessage({
      begin: new URL(fileAt('flibuste.wasm'), document.baseURI).href,
      kept: savedTables.tables(),
    });
  }

  /** @param {{ready?: boolean, damaged?: number, missing?: boolean, failed?: boolean,
   *   keep?: import('./host.js').Kept[], said?: string[], line?: number}} data */
  hear({ ready, damaged, missing, failed, keep = [], said = [], line }) {
    this.ready ||= !!ready;
    if (ready) this.begun();
    if (damaged) this.tell('web.offline-damaged');
    this.missing ||= !!missing;
    if (missing || failed) this.fail();
    for (const { id, bytes } of keep) this.keep(id, bytes);
    for (const data of said) if (line === this.line) this.socket?.onmessage?.({ data });
  }

  begun() {
    const socket = this.socket;
    if (socket?.readyState !== WebSocket.CONNECTING) return;
    socket.readyState = WebSocket.OPEN;
    this.worker?.postMessage({ open: this.line });
    socket.onopen?.();
  }

  /** Stores a table. If that fails, the game continues and the user is informed. Tables of other
   * tabs are theirs to store. @param {string} id @param {Uint8Array | undefined} bytes */
  keep(id, bytes) {
    if (bytes && !savedTables.has(id)) this.lock.take(id, true); // a new table
    if (!this.lock.has(id)) return;
    const was = this.unkept;
    this.unkept = !savedTables.put(id, bytes);
    if (was !== this.unkept) this.tell(this.unkept ? 'web.offline-not-kept' : '');
  }

  /** @param {Socket} socket */
  close(socket) {
    if (socket !== this.socket || socket.readyState === WebSocket.CLOSED) return;
    if (socket.readyState === WebSocket.OPEN) this.worker?.postMessage({ close: true });
    socket.readyState = WebSocket.CLOSED;
  }

  dismiss() {
    this.worker?.terminate();
    this.worker = undefined;
    this.ready = false;
  }

  /** The host failed; the connection opens another one with the stored tables. */
  fail() {
    const socket = this.socket;
    this.dismiss();
    if (!socket || socket.readyState === WebSocket.CLOSED) return;
    socket.readyState = WebSocket.CLOSED;
    socket.onclose?.();
  }
}
