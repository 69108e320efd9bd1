// Playing without a server: a Worker with the host in it, behind what looks like a WebSocket, so that the
// line does not know the difference.

import { Hold } from './hold.js';
import { shelf } from './shelf.js';

/** What the line needs of a WebSocket.
 * @typedef {{readyState: number, onopen: any, onmessage: any, onclose: any,
 *   send: (line: string) => void, close: () => void}} Socket */

export class Offline {
  constructor() {
    /** Told what to say to the person, as a word key, or nothing any more. @type {(key: string) => void} */
    this.tell = () => {};
    /** @type {Worker | undefined} */
    this.worker = undefined;
    /** @type {Socket | undefined} */
    this.socket = undefined;
    this.line = 0; // its number
    this.ready = false; // the host is
    this.missing = false; // there is no host to be had
    this.unkept = false; // what happened last could not be kept
    /** Told when another page of this browser plays on at a table. @type {(table: string) => void} */
    this.lost = () => {};
    this.hold = new Hold((table) => this.lost(table));
  }

  /** Whether this table is kept here. @param {string} table */
  has(table) {
    return shelf.has(table);
  }

  /** Whether one may go on here at a table that is kept; as it stands there, which another page may have
   * changed. @param {string} table @param {boolean} anyway also if another page has it */
  async take(table, anyway) {
    const taken = this.hold.has(table) || await this.hold.take(table, anyway);
    if (taken)
      this.dismiss();
    return taken;
  }

  /** @returns {Socket} */
  open() {
    const socket = /** @type {Socket} */ ({ readyState: WebSocket.CONNECTING, onopen: null, onmessage: null, onclose: null,
      send: (command) => this.worker?.postMessage({ command }),
      close: () => this.close(socket) });
    this.socket = socket;
    this.line++;
    if (this.worker)
      setTimeout(() => this.begun());
    else
      this.begin();
    return socket;
  }

  begin() {
    this.worker = new Worker(new URL('offline/worker.js', document.baseURI), { type: 'module' });
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = () => this.hear({ missing: !this.ready, failed: true });
    this.worker.postMessage({ begin: new URL('flibuste.wasm', document.baseURI).href, kept: shelf.tables() });
  }

  /** @param {{ready?: boolean, damaged?: number, missing?: boolean, failed?: boolean,
   *   keep?: import('./host.js').Kept[], said?: string[], line?: number}} data */
  hear({ ready, damaged, missing, failed, keep = [], said = [], line }) {
    this.ready ||= !!ready;
    if (ready)
      this.begun();
    if (damaged)
      this.tell('web.offline-damaged');
    this.missing ||= !!missing;
    if (missing || failed)
      this.fail();
    for (const { id, bytes } of keep)
      this.keep(id, bytes);
    for (const data of said)
      if (line === this.line)
        this.socket?.onmessage?.({ data });
  }

  begun() {
    const socket = this.socket;
    if (socket?.readyState !== WebSocket.CONNECTING)
      return;
    socket.readyState = WebSocket.OPEN;
    this.worker?.postMessage({ open: this.line });
    socket.onopen?.();
  }

  /** The game goes on if it cannot be kept; one is told. What another page plays on at is its own to keep.
   * @param {string} id @param {Uint8Array | undefined} bytes */
  keep(id, bytes) {
    if (bytes && !shelf.has(id))
      this.hold.take(id, true); // a new one
    if (!this.hold.has(id))
      return;
    const was = this.unkept;
    this.unkept = !shelf.put(id, bytes);
    if (was !== this.unkept)
      this.tell(this.unkept ? 'web.offline-not-kept' : '');
  }

  /** @param {Socket} socket */
  close(socket) {
    if (socket !== this.socket || socket.readyState === WebSocket.CLOSED)
      return;
    if (socket.readyState === WebSocket.OPEN)
      this.worker?.postMessage({ close: true });
    socket.readyState = WebSocket.CLOSED;
  }

  dismiss() {
    this.worker?.terminate();
    this.worker = undefined;
    this.ready = false;
  }

  /** The host is gone; the line opens another one, from what was kept. */
  fail() {
    const socket = this.socket;
    this.dismiss();
    if (!socket || socket.readyState === WebSocket.CLOSED)
      return;
    socket.readyState = WebSocket.CLOSED;
    socket.onclose?.();
  }
}
