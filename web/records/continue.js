// A match that continues from a record against bots. The record in the address is its whole state:
// every move is a request, and the answer is a longer record.

import { fill, h } from '../lib/dom.js';
import { loadGame } from '../games/games.js';
import { Table } from '../play/table.js';
import { moveTo, replaceUrl } from './url.js';
import { ask, pack, replayOf, Refusal } from './api.js';

/** @typedef {import('./api.js').Replay} Replay */
/** @typedef {import('../lib/words.js').Words} Words */

export class ContinuedMatch {
  /** @param {Words} words @param {string} text the record
   * @param {Replay} replay from the viewer's seat @param {number} seat the user's
   * @param {string} level of the bots */
  constructor(words, text, replay, seat, level) {
    this.words = words;
    this.text = text;
    this.replay = replay;
    this.seat = seat;
    this.level = level;
    this.steps = replay.steps;
    this.busy = false;
    /** The state before each of the user's moves. @type {{text: string, steps: number}[]} */
    this.past = [];
    this.element = h('div', { class: 'seat' });
  }

  async open() {
    const module = await loadGame(this.replay.game);
    this.table = new Table(module, this.words, {
      play: (moves) => this.play(moves),
      why: (spelled) => this.play([spelled]),
      options: () => this.replay.options,
    });
    fill(this.element, this.table.element);
    this.table.seat(
      this.replay.players.map(({ name }, i) => ({
        seat: i + 1,
        name,
        kind: i + 1 === this.seat ? 'person' : 'bot',
        level: this.level,
        here: true,
        mine: i + 1 === this.seat,
      })),
    );
    await this.look();
  }

  /** Draws the whole table: log and question. */
  async look() {
    this.replay = replayOf(await ask(`views ${this.seat}`, this.text));
    const { frames } = replayOf(
      await ask(`continue ${this.steps} ${this.seat} ${this.level}`, this.text),
    );
    const now = frames.at(-1);
    if (now)
      this.table?.open(
        now.sight,
        this.replay.frames.flatMap(({ lines }) => lines),
        now.step,
      );
    this.drawTools();
  }

  /** Plays moves in order, as long as each is legal. @param {string[]} moves */
  async play(moves) {
    if (this.busy) return;
    this.busy = true;
    try {
      for (const move of moves) await this.move(move, moves.length > 1);
    } catch (error) {
      this.refused(error);
    }
    this.busy = false;
    this.drawTools();
  }

  /** @param {string} move @param {boolean} onTheWay */
  async move(move, onTheWay) {
    const message = await ask(
      `continue ${this.steps} ${this.seat} ${this.level} ${move}`,
      this.text,
    );
    this.past.push({ text: this.text, steps: this.steps });
    this.text = message.record;
    this.steps = message.steps;
    replayOf(message)
      .frames.slice(1)
      .forEach(({ sight, lines, step, seat }) =>
        this.table?.happen({ sight, lines, n: step, mine: seat === this.seat, onTheWay }),
      );
    this.remember();
  }

  /** Writes the match into the address. Packing is asynchronous, so a later move may be written
   * first. */
  async remember() {
    const { text } = this,
      packed = await pack(text);
    if (text === this.text) replaceUrl(`#record=${packed}&play=${this.seat}&level=${this.level}`);
  }

  /** @param {unknown} error */
  refused(error) {
    if (!(error instanceof Refusal)) throw error;
    const { table, words } = this,
      rule = error.why.args?.rule;
    table?.say(words.phrase(error.why));
    if (typeof rule === 'string')
      table?.note.append(
        ' ',
        h(
          'a',
          { href: `#rules/${this.replay.game}/${rule}` },
          words.say('web.read-rule', { rule }),
        ),
      );
  }

  async undo() {
    const before = this.past.pop();
    if (!before || this.busy) return;
    Object.assign(this, before);
    await this.look().catch((error) => this.refused(error));
    await this.remember();
  }

  drawTools() {
    const { table, words } = this;
    if (!table) return;
    fill(
      table.tools,
      this.past.length > 0 &&
        h(
          'button',
          { type: 'button', class: 'tool', onclick: () => this.undo() },
          words.say('web.undo'),
        ),
      h(
        'button',
        {
          type: 'button',
          class: 'tool',
          onclick: async () => moveTo(`#record=${await pack(this.text)}`),
        },
        words.say('viewer.replay'),
      ),
      h(
        'button',
        { type: 'button', class: 'tool', onclick: () => moveTo(`#rules/${this.replay.game}`) },
        words.say('web.rules'),
      ),
    );
  }

  /** @param {Words} words */
  speak(words) {
    this.words = words;
    this.table?.speak(words);
    this.drawTools();
  }
}
