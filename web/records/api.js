// Requests about records, and records in links. Each request contains the record, and the server
// stores nothing (docs/protocol.md, 13). Where no server answers, a Worker of this browser does.

import { answerHere, recordHere } from './local-replay.js';
import { keptRecord } from './saved-records.js';

/** @typedef {import('../lib/words.js').Phrase} Phrase */
/** @typedef {import('../lib/sight.js').Sight} Sight */
/** @typedef {number | 'spectator' | 'all'} Viewer */

/** `standings`: the scores so far, for viewer "all" of a match that is over
 * @typedef {{step: number, seat?: number, move?: string | null, lines: Phrase[], sight: Sight,
 *   standings?: number[]}} Frame */
/** @typedef {{game: string, seats: number, steps: number, over: boolean, hidden: boolean,
 *   record_viewer: Viewer, viewer: Viewer, options: Record<string, string>,
 *   players: {kind: string, name: string}[], frames: Frame[], record?: string}} Replay */

/** A refused request; the reason is a phrase. */
export class Refusal extends Error {
  /** @param {Phrase} why */
  constructor(why) {
    super(why.key);
    this.why = why;
  }
}

/** @param {string} key */
const refusal = (key) => new Refusal({ key, args: {} });

const largest = 1 << 18; // bytes; the server has the same limit

const busy = [429, 503]; // HTTP statuses

/** Whether the server may answer; false after it did not. */
let elsewhere = true;

const queued = 429; // HTTP status: another request of this address is being processed
const pauses = [500, 1500, 4000]; // milliseconds before the request is sent again

/** Sends a request, several times if others of this address are being processed: the players of a
 * table often share one, and all ask when their match ends. @param {string} body */
async function post(body) {
  const send = () => fetch('replay', { method: 'POST', body }).catch(() => undefined);
  let answer = await send();
  for (const pause of pauses) {
    if (answer?.status !== queued) break;
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
    answer = await send();
  }
  return answer;
}

/** Text and status of the server's answer; status 0 and no text if there is none.
 * @param {string} body */
async function fromServer(body) {
  const answer = elsewhere && navigator.onLine ? await post(body) : undefined;
  elsewhere &&= !!answer && (answer.ok || busy.includes(answer.status));
  return {
    status: answer?.status ?? 0,
    text: answer?.ok ? await answer.text().catch(() => undefined) : undefined,
  };
}

/** Sends one request and returns the answer. @param {string} question one line
 * @param {string} text the record @returns {Promise<any>} */
export async function ask(question, text) {
  const body = `${question}\n${text}`;
  if (new Blob([body]).size > largest) throw refusal('viewer.too-large');
  const { status, text: said } = await fromServer(body),
    answer = said ?? (await answerHere(body));
  if (!answer) throw refusal(busy.includes(status) ? 'viewer.busy' : 'viewer.no-answer');
  const message = JSON.parse(answer);
  if (message.type === 'refused') throw new Refusal(message.reason);
  return message;
}

/** Analyses of this visit, by request and record. @type {Map<string, Promise<any>>} */
const analyses = new Map();

/** An analysis, which takes long and is therefore requested once. @param {string} question
 * @param {string} text the record @returns {Promise<any>} */
export function analysisOf(question, text) {
  const key = `${question}\n${text}`,
    known = analyses.get(key) ?? ask(question, text);
  analyses.set(key, known);
  known.catch(() => analyses.delete(key)); // the next request tries again
  return known;
}

/** Builds sights from frames. A zone given as 0 is unchanged since the frame before.
 * @param {any} message @returns {Replay} */
export function replayOf(message) {
  /** @type {any[]} */
  let zones = [];
  const viewer = message.viewer === 'all' ? 'spectator' : message.viewer;
  const frames = message.frames.map((/** @type {any} */ frame) => {
    const { step, seat, move, phrases, standings, ...rest } = frame;
    zones = rest.zones.map((/** @type {any} */ zone, /** @type {number} */ i) => zone || zones[i]);
    return {
      step,
      seat,
      move,
      lines: phrases,
      standings,
      sight: {
        game: message.game,
        version: message.version,
        seats: message.seats,
        viewer,
        moves: [],
        subsets: [],
        routes: [],
        ...rest,
        zones,
      },
    };
  });
  return { ...message, frames };
}

/** The record of a table: stored in this browser, or from the server, or else what was stored of a
 * match there. @param {string} table */
export async function recordOf(table) {
  const own = await recordHere(table);
  if (own) return own;
  const answer = await fetch(`record/${encodeURIComponent(table)}`).catch(() => undefined);
  const text = answer?.ok ? await answer.text() : keptRecord(table);
  if (text === undefined)
    throw refusal(
      !answer
        ? 'viewer.no-answer'
        : (await isFromMemory(table))
          ? 'viewer.from-memory'
          : 'viewer.no-such-table',
    );
  return text;
}

/** Whether a table of the server has no record because its match is played from memory.
 * @param {string} table */
async function isFromMemory(table) {
  const answer = await fetch(`table/${encodeURIComponent(table)}`).catch(() => undefined);
  return !!answer?.ok && !!(await answer.json()).from_memory;
}

/** Reads a file that the user chose. @param {File} file */
export async function recordIn(file) {
  if (file.size > largest) throw refusal('viewer.too-large');
  return file.text();
}

// ---- records in links ----

/** @param {ReadableStream} stream */
const bytesOf = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());

/** Compresses a record for a link. @param {string} text */
export async function pack(text) {
  const packed = await bytesOf(
    new Blob([text]).stream().pipeThrough(new CompressionStream('deflate')),
  );
  return btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** @param {string} packed */
export async function unpack(packed) {
  try {
    const text = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(
      await bytesOf(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))),
    );
  } catch {
    throw refusal('viewer.broken-link');
  }
}
