// Reactions: small drawings that a player shows for a moment, and the choice whose are shown here.

import { h } from '../lib/dom.js';
import { remember } from '../lib/storage.js';
import * as vdom from '../lib/vdom.js';

/** @typedef {import('../lib/model.js').Model} Model */
/** @typedef {import('../lib/words.js').Words} Words */

const shown = 3500; // milliseconds

const face = '<path class="b k" d="M32 8a24 24 0 1 0 0 48a24 24 0 1 0 0-48z"/>';

/** Drawings by key, 64 by 64: classes as in lib/art.js. @type {Record<string, string>} */
export const drawings = {
  'host.reaction.hooray': `<path class="red k" d="M16 8c10-6 18 6 28 0v22c-10 6-18-6-28 0z"/>
<path class="l" d="M16 6v52"/><path class="line" d="M50 10l6-5M52 20h8M50 30l6 5"/>`,
  'host.reaction.bravo': `<path class="g k" d="M32 5l7.500 16.500 18 2-13.500 12 4 18L32 44.500 16
53.500l4-18L6.500 23.500l18-2z"/><path class="l" d="M24 60h16M32 50v10"/>`,
  'host.reaction.laugh': `${face}<path class="K" d="M18 34h28c0 9-6 15-14 15s-14-6-14-15z"/>
<path class="line" d="M17 26c2-5 8-5 10 0M37 26c2-5 8-5 10 0"/><path class="red" d="M24 44c5-4 11-4
16 0-5 6-11 6-16 0z"/>`,
  'host.reaction.surprise': `${face}<path class="K" d="M20 26a4 4 0 1 1 8 0a4 4 0 1 1-8 0zM36 26a4
4 0 1 1 8 0a4 4 0 1 1-8 0zM26 43a6 7 0 1 1 12 0a6 7 0 1 1-12 0z"/><path class="line" d="M18 17l6-3
M46 17l-6-3"/>`,
  'host.reaction.ouch': `${face}<path class="K" d="M34 20l14-3v12c-7 5-14 1-14-9z"/><path
class="line" d="M10 22l38-6M18 24l8 8M26 24l-8 8M21 46c6-7 15-7 22 0"/>`,
  'host.reaction.luck': `<path class="green k" d="M32 30c-6-6-16-6-17-14S28 6 32 14c4-8 16-6 17
2s-11 8-17 14zM30 32c-6 6-6 16-14 17S6 36 14 32c-8-4-6-16 2-17zM34 32c6 6 6 16 14 17s10-13
2-17c8-4 6-16-2-17z"/><path class="line" d="M32 32c-1 10 0 18 5 27"/>`,
  'host.reaction.thinking': `<path class="s k" d="M18 8h28c0 14-10 16-12 24 2 8 12 10 12 24H18c0-14
10-16 12-24-2-8-12-10-12-24z"/><path class="g" d="M23 16h18c-2 6-7 8-9 13-2-5-7-7-9-13zM22 54c2-8
18-8 20 0z"/><path class="line" d="M13 7h38M13 57h38"/>`,
  'host.reaction.thanks': `<path class="red k" d="M32 56C10 42 5 30 9 20c4-11 18-12 23-1 5-11 19-10
23 1 4 10-1 22-23 36z"/><path class="l" d="M17 20c2-4 5-5 8-5"/>`,
};

/** Reactions of those who have no seat, in the list of muted. */
const spectators = 0;

export class Reactions {
  /** @param {(command: string) => void} send @param {() => void} redraw shows the players again
   * @param {() => void} changed draws the tools again */
  constructor(send, redraw, changed) {
    this.send = send;
    this.redraw = redraw;
    this.changed = changed;
    /** Drawings that are shown now, by seat. @type {Record<number, string>} */
    this.bySeat = {};
    /** Seats whose reactions are not shown; 0 for spectators. @type {Set<number>} */
    this.muted = new Set();
    /** @type {Map<number, ReturnType<typeof setTimeout>>} */
    this.timers = new Map();
    this.spoken = h('p', { class: 'reaction-said', role: 'status' });
  }

  /** Whether this browser shows no reactions at all. */
  get isQuiet() {
    return localStorage.getItem('reactions') === 'off';
  }

  /** Shows a reaction at its player's place, and says it politely. @param {Model} model
   * @param {Words} words @param {{seat?: number, name: string, reaction: number}} message */
  show(model, words, { seat = spectators, name, reaction }) {
    const key = model.reactions[reaction - 1],
      drawing = drawings[key];
    if (!drawing || this.isQuiet || this.muted.has(seat)) return;
    const who = seat ? words.seat(seat) : name;
    this.spoken.classList.toggle('unseen', !!seat);
    this.spoken.textContent = words.say('web.reacts', { name: who, what: words.say(key) });
    this.bySeat[seat] = drawing;
    clearTimeout(this.timers.get(seat));
    this.timers.set(
      seat,
      setTimeout(() => this.hide(seat), shown),
    );
    this.redraw();
  }

  /** @param {number} seat */
  hide(seat) {
    this.timers.delete(seat);
    delete this.bySeat[seat];
    if (!this.timers.size) this.spoken.textContent = '';
    this.redraw();
  }

  /** The buttons, and the choice whose reactions are shown. @param {Model} model
   * @param {Words} words @param {() => void} done closes the box of messages */
  panel(model, words, done) {
    const known = model.reactions.filter((key) => drawings[key]);
    if (!known.length) return [];
    const button = (/** @type {string} */ key) =>
      vdom.h(
        'button',
        {
          type: 'button',
          class: 'choice reaction-choice',
          'data-key': key,
          title: words.say(key),
          'aria-label': words.say(key),
          onclick: () => {
            done();
            this.send(`react ${model.reactions.indexOf(key) + 1}`);
          },
        },
        vdom.picture(drawings[key], '0 0 64 64'),
      );
    return [
      vdom.h(
        'div',
        { class: 'reaction-row', role: 'group', 'aria-label': words.say('web.reactions') },
        known.map(button),
      ),
      this.muting(model, words),
    ];
  }

  /** Switches: all reactions, and those of each other person. @param {Model} model
   * @param {Words} words */
  muting(model, words) {
    const box = (
      /** @type {string} */ key,
      /** @type {string} */ text,
      /** @type {boolean} */ on,
      /** @type {(on: boolean) => void} */ set,
    ) =>
      vdom.h(
        'button',
        {
          type: 'button',
          class: 'choice',
          'data-key': key,
          'aria-pressed': String(on),
          onclick: () => {
            set(!on);
            this.changed();
          },
        },
        text,
      );
    const others = (model.table?.seats ?? [])
      .map((chair, i) => ({ chair, seat: i + 1 }))
      .filter(({ chair, seat }) => chair.kind === 'person' && !model.you.seats.includes(seat))
      .map(({ seat }) => ({ seat, who: words.seat(seat) }));
    if (model.table?.spectators)
      others.push({ seat: spectators, who: words.say('web.spectators') });
    return vdom.h(
      'div',
      { class: 'reaction-muting', role: 'group', 'aria-label': words.say('web.reactions-mute') },
      vdom.h('small', {}, words.say('web.reactions-mute')),
      box('mute all', words.say('web.reactions-all'), this.isQuiet, (on) =>
        remember('reactions', on ? 'off' : 'on'),
      ),
      this.isQuiet
        ? []
        : others.map(({ seat, who }) =>
            box(`mute ${seat}`, who, this.muted.has(seat), (on) => {
              if (on) this.muted.add(seat);
              else this.muted.delete(seat);
            }),
          ),
    );
  }
}
