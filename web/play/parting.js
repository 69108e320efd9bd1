// Ends by players: the entries of the menu to resign and to end by agreement, the question before
// each with its consequence, and the request of another player.

import { h } from '../lib/dom.js';
import { hasResigned, viewerOf } from '../lib/model.js';
import * as vdom from '../lib/vdom.js';

/** @typedef {import('../lib/model.js').Model} Model */
/** @typedef {import('../lib/words.js').Words} Words */

/** The seats of this connection that have not resigned. @param {Model} model */
const own = (model) => model.you.seats.filter((seat) => !hasResigned(model, seat));

/** The seats that other people or bots play for themselves. @param {Model} model @param {number}
 *   seat */
const rivals = (model, seat) =>
  (model.table?.seats ?? [])
    .map((_, i) => i + 1)
    .filter((other) => other !== seat && !hasResigned(model, other));

/** What happens when this player resigns, as key and arguments. @param {Model} model
 * @param {number} seat @returns {[string, Record<string, any>]} */
export function consequenceOf(model, seat) {
  const others = rivals(model, seat),
    seats = model.table?.seats ?? [];
  if (model.you.team) return ['web.resign-team', {}];
  if (others.length === 1) return ['web.resign-two', { who: { seat: others[0] } }];
  if (!others.some((other) => seats[other - 1].kind === 'person')) return ['web.resign-bots', {}];
  return ['web.resign-more', {}];
}

/** Asks in a dialog, with the consequence; the harmless answer has the focus.
 * @param {Element} page @param {Words} words @param {[string, string, string]} texts title,
 *   consequence, text of the action @param {() => void} act */
function confirm(page, words, [title, consequence, action], act) {
  const close = () => dialog.close();
  const stay = h(
    'button',
    { type: 'button', class: 'choice is-main', 'data-key': 'stay', onclick: close },
    words.say('web.play-on'),
  );
  const dialog = h(
    'dialog',
    {
      class: 'parting',
      'aria-labelledby': 'parting-title',
      'aria-describedby': 'parting-text',
      onclose: () => dialog.remove(),
    },
    h('h2', { id: 'parting-title' }, title),
    h('p', { id: 'parting-text' }, consequence),
    h(
      'p',
      { class: 'tools' },
      stay,
      h(
        'button',
        {
          type: 'button',
          class: 'choice is-quiet',
          'data-key': 'part',
          onclick: () => {
            close();
            act();
          },
        },
        action,
      ),
    ),
  );
  page.append(dialog);
  dialog.showModal();
  stay.focus();
}

export class Parting {
  /** @param {Element} page @param {(command: string) => void} send */
  constructor(page, send) {
    this.page = page;
    this.send = send;
    /** Number of the request that this player has answered. */
    this.answered = 0;
  }

  /** The entries of the menu. @param {Model} model @param {Words} words */
  entries(model, words) {
    const seats = own(model);
    if (model.table?.phase !== 'playing' || model.table.dice === 'lesson' || !seats.length)
      return [];
    const entry = (/** @type {string} */ key, /** @type {() => void} */ act) =>
      model.endings.includes(key === 'web.resign' ? 'resign' : 'end') &&
      vdom.h(
        'button',
        {
          type: 'button',
          class: 'choice',
          'data-key': key,
          popovertarget: 'menu',
          popovertargetaction: 'hide',
          onclick: act,
        },
        words.say(key),
      );
    const people = model.table.seats.filter(({ kind, resigned }) => kind === 'person' && !resigned);
    return [
      people.length > 1 && entry('web.end', () => this.askEnd(words)),
      entry('web.resign', () => this.askResign(model, words)),
    ];
  }

  /** @param {Model} model @param {Words} words */
  askResign(model, words) {
    const seats = own(model),
      viewer = viewerOf(model),
      seat = viewer !== 'spectator' && seats.includes(viewer) ? viewer : seats[0];
    const [key, args] = consequenceOf(model, seat);
    const title = words.say(model.you.seats.length > 1 ? 'web.resign-who' : 'web.resign-ask', {
      who: { seat },
    });
    confirm(this.page, words, [title, words.say(key, args), words.say('web.resign')], () =>
      this.send(`resign ${seat}`),
    );
  }

  /** @param {Words} words */
  askEnd(words) {
    confirm(
      this.page,
      words,
      [words.say('web.end-ask'), words.say('web.end-consequence'), words.say('web.end-propose')],
      () => this.send('end'),
    );
  }

  /** The open request with its answers, for the tools of the table. @param {Model} model
   * @param {Words} words */
  request({ endAsked, you }, words) {
    if (!endAsked || this.answered === endAsked.request) return [];
    const mine = you.seats.includes(endAsked.seat);
    const answer = (/** @type {string} */ word) =>
      vdom.h(
        'button',
        {
          type: 'button',
          class: 'choice',
          'data-key': `${word} the end`,
          onclick: () => {
            this.answered = endAsked.request;
            this.send(`${word} ${endAsked.request}`);
          },
        },
        words.say(`web.${word}`),
      );
    return [
      vdom.h(
        'em',
        { class: 'end-asked' },
        words.say(mine ? 'web.end-sent' : 'web.end-asked', { who: { seat: endAsked.seat } }),
      ),
      ...(mine || !you.seats.length ? [] : [answer('agree'), answer('disagree')]),
    ];
  }
}
