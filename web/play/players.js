// The players of a table: seat, turn, presence, clock and score.

import { emblem, sign } from '../lib/art.js';
import * as dom from '../lib/dom.js';
import { calm } from './motion.js';
import { h, patch, picture, unseen } from '../lib/vdom.js';

/** @typedef {import('./board.js').Sitter} Sitter */

/** Minutes and seconds. @param {number} milliseconds */
export function clockFace(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export class PlayersPanel {
  /** @param {(seat: number) => void} giveLink */
  constructor(giveLink) {
    this.giveLink = giveLink;
    /** Drawings of reactions that are shown now, by seat. @type {Record<number, string>} */
    this.reactions = {};
    /** The seat that rolls real dice, or 0. */
    this.mover = 0;
    /** Whether several people use this device. */
    this.isShared = false;
    this.heading = dom.h('div', { class: 'players-head' });
    this.list = dom.h('ul');
    this.element = dom.h('section', { class: 'players' }, this.heading, this.list);
    new ResizeObserver(() => this.mindScrolling()).observe(this.list);
  }

  /** A list that scrolls must be reachable with the keyboard. */
  mindScrolling() {
    if (this.list.scrollWidth > this.list.clientWidth) this.list.tabIndex = 0;
    else this.list.removeAttribute('tabindex');
  }

  /** @param {Sitter[]} sitters @param {import('./board.js').Board | undefined} board
   * @param {import('../lib/words.js').Words} words @param {Record<number, number>} [clocks] */
  show(sitters, board, words, clocks = {}) {
    this.isShared = sitters.filter(({ mine }) => mine).length > 1;
    const teams = sitters.map(
      ({ seat }) => board?.module.team?.(seat, board.view, board.context) ?? '',
    );
    const rows = sitters.map((sitter, i) =>
      this.row(
        sitter,
        board,
        words,
        clocks[sitter.seat],
        teams[i] &&
          (teams[i] === teams[i - 1] ? unseen(teams[i]) : h('p', { class: 'team' }, teams[i])),
      ),
    );
    this.list.classList.toggle('has-teams', teams.some(Boolean));
    this.element.setAttribute('aria-label', words.say('web.players'));
    patch(this.heading, board?.module.heading?.(board.view, board.context));
    patch(this.list, rows);
  }

  /** @param {Sitter} sitter @param {import('./board.js').Board | undefined} board
   * @param {import('../lib/words.js').Words} words @param {number | undefined} clock
   * @param {import('../lib/vdom.js').Part} team visible for the first partner of a team */
  row(sitter, board, words, clock, team) {
    const sight = board?.view.sight,
      turn = sight?.turn.includes(sitter.seat) || this.mover === sitter.seat;
    const won = sight?.over && sight.winners.includes(sitter.seat);
    const standing = board?.module.standing?.(sitter.seat, board.view, board.context);
    const away = sitter.kind === 'person' && sitter.connected === false && !sitter.resigned;
    return h(
      'li',
      {
        key: sitter.seat,
        class: `player seat-${sitter.seat}${turn ? ' is-turn' : ''}${away ? ' is-away' : ''}`,
      },
      team,
      emblem(sitter.seat, board?.flagOf(sitter.seat)),
      h(
        'div',
        { class: 'who' },
        h('strong', {}, words.seat(sitter.seat)),
        h('small', {}, this.kind(sitter, words)),
        sitter.resigned && h('small', { class: 'away' }, ` · ${words.say('web.resigned')}`),
        away && h('small', { class: 'away' }, ` · ${words.say('web.away')}`),
      ),
      this.reactions[sitter.seat] &&
        picture(this.reactions[sitter.seat], '0 0 64 64', `reaction${calm() ? '' : ' is-lively'}`),
      won && picture(sign.crown, '0 0 64 64', 'crown'),
      won && unseen(words.say('web.winner')),
      standing && h('div', { class: 'standing' }, standing),
      clock !== undefined &&
        h('time', { class: 'clock', 'data-seat': sitter.seat }, clockFace(clock)),
      turn && unseen(words.say(sitter.mine ? 'web.your-turn' : 'web.to-play')),
      sitter.lost &&
        h(
          'button',
          {
            type: 'button',
            class: 'tool',
            'data-key': `link ${sitter.seat}`,
            onclick: () => this.giveLink(sitter.seat),
          },
          words.say('web.give-link'),
        ),
    );
  }

  /** @param {Sitter} sitter @param {import('../lib/words.js').Words} words */
  kind(sitter, words) {
    if (sitter.mine) return this.isShared ? '' : words.say('web.you');
    if (sitter.kind === 'bot')
      return words.say(sitter.rank ? 'web.bot-level' : 'web.bot', { n: sitter.rank ?? 0 });
    return words.say(sitter.kind === 'open' ? 'web.seat-open' : 'web.person');
  }
}
