// Short scenes for dramatic events: a wreck, a fight, a mutiny, Skull Island, a captured galleon.
// A scene takes the place of the middle of the board and ends by itself or with a tap. With reduced
// motion it is a still picture.

import { emblems, island, sign } from '../lib/art.js';
import { h, picture } from '../lib/dom.js';
import { at, galleon, sloop } from '../games/poster.js';
import { calm, flyCoins, lasting } from './motion.js';

/** @typedef {(seat: number) => import('../lib/art.js').Flag | undefined} FlagOf */
/** @typedef {import('../lib/words.js').Phrase} Phrase */

/** What a scene shows: the players, and the sentence of the log below it.
 * @typedef {{seats: number[], text: string, flagOf: FlagOf}} Cast */

const stillTime = 1500; // milliseconds

/** A ship in the colours of a seat. @param {string} markup @param {number | undefined} seat
 * @param {FlagOf} flagOf */
const inColours = (markup, seat, flagOf) =>
  `<g class="emblem ship seat-${seat ?? 7} ${(seat && flagOf(seat)?.name) ?? ''}">${markup}</g>`;

/** @param {number | undefined} seat @param {FlagOf} flagOf */
const signOf = (seat, flagOf) =>
  seat ? (flagOf(seat)?.sign ?? emblems[seat - 1] ?? '') : sign.skull;

const swell = `M-600 148q12-8 24 0${'t24 0'.repeat(66)}V900H-600z`;
const sea = `<path class="scene-sea" d="${swell}"/>`;

/** Two ships bow to bow, and sabres between them. @param {Cast} cast */
const clash = ({ seats: [who, other], flagOf }) =>
  `<g class="from-left">${inColours(at(sloop(signOf(who, flagOf)), 84, 62, 1), who, flagOf)}</g>
<g class="from-right"><g transform="translate(400) scale(-1 1)">${inColours(
    at(sloop(signOf(other, flagOf)), 84, 62, 1),
    other,
    flagOf,
  )}</g></g><g class="struck">${at(sign.sabre, 168, 26, 1)}</g>${sea}`;

/** The drawings, 280 by 208 around 200, 100, and their length in milliseconds.
 * @type {Record<string, {draw: (cast: Cast) => string, length: number}>} */
export const scenes = {
  wreck: {
    length: 1500,
    draw: ({ seats: [who], flagOf }) =>
      `<g class="sinks">${inColours(
        at(galleon(signOf(who, flagOf), 4), 120, 26, 0.8),
        who,
        flagOf,
      )}</g>${sea}<g class="rises">${at(sign.skull, 168, 40, 1)}</g>`,
  },
  island: {
    length: 1400,
    draw: ({ seats: [who], flagOf }) =>
      `${at(island, 220, 62, 1.2)}<g class="rises">${at(sign.skull, 262, 20, 1)}</g>
<g class="from-left">${inColours(at(sloop(signOf(who, flagOf)), 60, 62, 1), who, flagOf)}</g>
${sea}`,
  },
  fight: { length: 1500, draw: clash },
  boarding: { length: 1500, draw: clash },
  capture: {
    length: 1300,
    draw: ({ seats: [who], flagOf }) =>
      `<g class="sails-off">${inColours(
        at(galleon(signOf(who, flagOf), 4), 120, 26, 0.8),
        who,
        flagOf,
      )}<g class="struck">${at(sign.coin, 176, 4, 0.7)}</g></g>${sea}`,
  },
  mutiny: {
    length: 1400,
    draw: ({ seats: [who], flagOf }) =>
      `<g class="shakes">${inColours(
        at(galleon(signOf(who, flagOf), 4), 120, 26, 0.8),
        who,
        flagOf,
      )}</g><g class="struck"><path class="red outline" d="M190 4c26-10 34 10 62
0v34c-28 10-36-10-62 0z"/></g>${sea}`,
  },
};

/** Players that a phrase names: the one who acts, then the other. @param {Phrase} phrase */
const seatsIn = ({ args }) =>
  ['who', 'other'].flatMap((name) => /** @type {any} */ (args?.[name])?.seat ?? []);

export class Stage {
  /** @param {FlagOf} flagOf */
  constructor(flagOf) {
    this.flagOf = flagOf;
    this.element = h('div', { class: 'stage', 'aria-hidden': 'true', hidden: true });
    /** The layer of flying coins. */
    this.coins = h('div', { class: 'flying', 'aria-hidden': 'true' });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Plays the scene of a log entry. @param {string} name @param {Phrase} phrase
   * @param {string} text
   * @returns {number} milliseconds to wait; a still picture keeps nobody waiting */
  play(name, phrase, text) {
    const { draw, length } = scenes[name],
      still = calm();
    this.end();
    this.element.replaceChildren(
      picture(draw({ seats: seatsIn(phrase), text, flagOf: this.flagOf }), '60 -4 280 208'),
      h('p', {}, text),
    );
    this.element.className = `stage scene-${name}${still ? '' : ' is-moving'}`;
    this.element.style.setProperty('--length', `${lasting(length)}ms`);
    this.element.hidden = false;
    this.timer = setTimeout(() => this.end(), still ? stillTime : lasting(length));
    return still ? 0 : lasting(length);
  }

  /** Whether a scene is running. */
  get isOn() {
    return !this.element.hidden;
  }

  /** Ends the running scene. */
  end() {
    clearTimeout(this.timer);
    this.element.hidden = true;
  }

  /** Lets coins fly from the board to a player. @param {Element} board @param {Element} row */
  pay(board, row) {
    flyCoins(this.coins, board.getBoundingClientRect(), row.getBoundingClientRect(), () =>
      picture(sign.coin, '0 0 64 64'),
    );
  }
}
