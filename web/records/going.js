// A match that goes on from a record, against bots. The record in the address is all there is of it: every move
// asks what comes of it, and the answer is a longer record.

import { fill, h } from '../dom.js';
import { loadGame } from '../games/games.js';
import { Table } from '../table.js';
import { moveTo, readdress } from './address.js';
import { ask, pack, reelOf, Refusal } from './asking.js';

/** @typedef {import('./asking.js').Reel} Reel */
/** @typedef {import('../words.js').Words} Words */

export class Going {
  /** @param {Words} words @param {string} text the record @param {Reel} reel through the person's eyes
   * @param {number} seat the person's @param {string} level of the others */
  constructor(words, text, reel, seat, level) {
    this.words = words;
    this.text = text;
    this.reel = reel;
    this.seat = seat;
    this.level = level;
    this.steps = reel.steps;
    this.busy = false;
    /** What was before each own move. @type {{text: string, steps: number}[]} */
    this.past = [];
    this.element = h('div', { class: 'seat' });
  }

  async open() {
    const module = await loadGame(this.reel.game);
    this.table = new Table(module, this.words, { play: (moves) => this.play(moves), why: (spelled) => this.play([spelled]),
      options: () => this.reel.options });
    fill(this.element, this.table.element);
    this.table.seat(this.reel.players.map(({ name }, i) => ({ seat: i + 1, name, kind: i + 1 === this.seat ? 'person' : 'bot',
      level: this.level, here: true, mine: i + 1 === this.seat })));
    await this.look();
  }

  /** The whole table anew: all that was told, and the question. */
  async look() {
    this.reel = reelOf(await ask(`views ${this.seat}`, this.text));
    const { frames } = reelOf(await ask(`go ${this.steps} ${this.seat} ${this.level}`, this.text));
    const now = frames.at(-1);
    if (now)
      this.table?.open(now.sight, this.reel.frames.flatMap(({ told }) => told), now.step);
    this.drawTools();
  }

  /** Makes moves one after the other, as long as each is allowed. @param {string[]} moves */
  async play(moves) {
    if (this.busy)
      return;
    this.busy = true;
    try {
      for (const move of moves)
        await this.move(move, moves.length > 1);
    } catch (error) {
      this.refused(error);
    }
    this.busy = false;
    this.drawTools();
  }

  /** @param {string} move @param {boolean} onTheWay */
  async move(move, onTheWay) {
    const message = await ask(`go ${this.steps} ${this.seat} ${this.level} ${move}`, this.text);
    this.past.push({ text: this.text, steps: this.steps });
    this.text = message.record;
    this.steps = message.steps;
    reelOf(message).frames.slice(1).forEach(({ sight, told, step, seat }) =>
      this.table?.happen({ sight, told, n: step, mine: seat === this.seat, onTheWay }));
    await this.remember();
  }

  async remember() {
    readdress(`#record=${await pack(this.text)}&play=${this.seat}&level=${this.level}`);
  }

  /** @param {unknown} error */
  refused(error) {
    if (!(error instanceof Refusal))
      throw error;
    const { table, words } = this, rule = error.why.args?.rule;
    table?.say(words.phrase(error.why));
    if (typeof rule === 'string')
      table?.note.append(' ', h('a', { href: `#rules/${this.reel.game}/${rule}` }, words.say('web.read-rule', { rule })));
  }

  async undo() {
    const before = this.past.pop();
    if (!before || this.busy)
      return;
    Object.assign(this, before);
    await this.look().catch((error) => this.refused(error));
    await this.remember();
  }

  drawTools() {
    const { table, words } = this;
    if (!table)
      return;
    fill(table.tools,
      this.past.length > 0 && h('button', { type: 'button', class: 'tool', onclick: () => this.undo() }, words.say('web.undo')),
      h('button', { type: 'button', class: 'tool', onclick: async () => moveTo(`#record=${await pack(this.text)}`) }, words.say('viewer.replay')),
      h('button', { type: 'button', class: 'tool', onclick: () => moveTo(`#rules/${this.reel.game}`) }, words.say('web.rules')));
  }

  /** @param {Words} words */
  speak(words) {
    this.words = words;
    this.table?.speak(words);
    this.drawTools();
  }
}
