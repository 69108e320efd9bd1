// Records: asking about them, and carrying them in a link. The record goes with every question, and the
// server keeps nothing (docs/protocol.md, 13); where none answers, this browser does.

import { answerHere, recordHere } from './desk.js';
import { keptRecord } from './kept.js';

/** @typedef {import('../words.js').Phrase} Phrase */
/** @typedef {import('../sight.js').Sight} Sight */
/** @typedef {number | 'watcher' | 'all'} Eyes */

/** @typedef {{step: number, seat?: number, move?: string | null, told: Phrase[], sight: Sight}} Frame */
/** @typedef {{game: string, seats: number, steps: number, over: boolean, secrets: boolean, recorded: Eyes, as: Eyes,
 *   options: Record<string, string>, players: {kind: string, name: string}[], frames: Frame[], record?: string}} Reel */

/** Why there is no answer, as a phrase. */
export class Refusal extends Error {
  /** @param {Phrase} why */
  constructor(why) {
    super(why.key);
    this.why = why;
  }
}

/** @param {string} key */
const refusal = (key) => new Refusal({ key, args: {} });

const largest = 1 << 18; // bytes, as the server has it

const busy = [429, 503]; // as a server says it

/** Whether somebody is to be asked who may know: where nobody did, nobody will. */
let elsewhere = true;

/** What the server says, and with what status; nothing where there is none. @param {string} body */
async function fromServer(body) {
  const answer = elsewhere && navigator.onLine ? await fetch('replay', { method: 'POST', body }).catch(() => undefined) : undefined;
  elsewhere &&= !!answer && (answer.ok || busy.includes(answer.status));
  return { status: answer?.status ?? 0, text: answer?.ok ? await answer.text().catch(() => undefined) : undefined };
}

/** Asks about a record. @param {string} question one line @param {string} text the record
 * @returns {Promise<any>} */
export async function ask(question, text) {
  const body = `${question}\n${text}`;
  if (new Blob([body]).size > largest)
    throw refusal('viewer.too-large');
  const { status, text: said } = await fromServer(body), answer = said ?? await answerHere(body);
  if (!answer)
    throw refusal(busy.includes(status) ? 'viewer.busy' : 'viewer.no-answer');
  const message = JSON.parse(answer);
  if (message.is === 'refused')
    throw new Refusal(message.why);
  return message;
}

/** Frames as sights: a zone that stands there as 0 looks as it did before. @param {any} message
 * @returns {Reel} */
export function reelOf(message) {
  /** @type {any[]} */
  let zones = [];
  const viewer = message.as === 'all' ? 'watcher' : message.as;
  const frames = message.frames.map((/** @type {any} */ frame) => {
    const { step, seat, move, say, ...rest } = frame;
    zones = rest.zones.map((/** @type {any} */ zone, /** @type {number} */ i) => zone || zones[i]);
    return { step, seat, move, told: say, sight: { game: message.game, version: message.version, seats: message.seats,
      viewer, moves: [], subsets: [], ways: [], ...rest, zones } };
  });
  return { ...message, frames };
}

/** The record of a table that is kept here, or of this server; where that has none any more, what was kept of it.
 * @param {string} table */
export async function recordOf(table) {
  const own = await recordHere(table);
  if (own)
    return own;
  const answer = await fetch(`record/${encodeURIComponent(table)}`).catch(() => undefined);
  const text = answer?.ok ? await answer.text() : keptRecord(table);
  if (text === undefined)
    throw refusal(answer ? 'viewer.no-such-table' : 'viewer.no-answer');
  return text;
}

/** A file of this person's. @param {File} file */
export async function recordIn(file) {
  if (file.size > largest)
    throw refusal('viewer.too-large');
  return file.text();
}

// ---- in a link ----

/** @param {ReadableStream} stream */
const bytesOf = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());

/** A record, small enough for a link. @param {string} text */
export async function pack(text) {
  const packed = await bytesOf(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate')));
  return btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} packed */
export async function unpack(packed) {
  try {
    const text = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await bytesOf(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))));
  } catch {
    throw refusal('viewer.broken-link');
  }
}
