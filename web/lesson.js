// A lesson (docs/protocol.md, 12): what is to be learnt now, how far it is, and the move that is wanted
// for who asks. The table judges; here it is only told.

import { fill, h } from './dom.js';
import { loadPart } from './words.js';

/** @typedef {import('./words.js').Words} Words */
/** @typedef {import('./board.js').Board} Board */
/** @typedef {{say: string, place: number, of: number, move?: string, items?: number[]}} Teaching */

export class Lesson {
  /** @param {(text: string) => void} tell says something to this person alone */
  constructor(tell) {
    this.tell = tell;
    this.place = h('h2');
    this.bar = h('progress');
    this.text = h('p', { role: 'status' });
    this.acts = h('div', { class: 'now' });
    this.help = h('button', { type: 'button', class: 'tool' });
    this.element = h('section', { class: 'lesson', hidden: true }, h('header', {}, this.place, this.bar, this.help), this.text, this.acts);
    this.shown = '';
  }

  /** While others move the last words stay. @param {Teaching | undefined} teaching @param {Board} board
   * @param {Words} words */
  async show(teaching, board, words) {
    const key = `${words.lang} ${teaching?.say}`;
    if (!teaching || key === this.shown)
      return;
    this.shown = key;
    await loadPart('learn');
    const over = !teaching.move;
    this.element.hidden = false;
    this.element.setAttribute('aria-label', words.say('web.lesson'));
    this.place.textContent = over ? words.say('learn.over') : words.say('learn.place', { place: teaching.place, of: teaching.of });
    this.bar.max = teaching.of;
    this.bar.value = over ? teaching.of : teaching.place - 1;
    this.bar.setAttribute('aria-label', words.say('web.lesson'));
    this.text.textContent = words.say(teaching.say);
    this.help.textContent = words.say('web.show-me');
    this.help.hidden = over;
    this.help.onclick = () => this.point(board, words);
    fill(this.acts, over && this.farewell(board.view.sight.game, words));
  }

  /** Shows the move that is wanted, on the board and in words. @param {Board} board @param {Words} words */
  point(board, words) {
    const { sight } = board.view, { move = '', items = [] } = sight.lesson ?? {};
    const offered = sight.moves.find((one) => one.move === move), [verb] = move.split(' ');
    const picked = items.map((id) => board.view.item(id)).filter((item) => item !== undefined);
    board.suggest(items);
    this.tell(words.say('learn.show', { move: offered ? words.choice(offered.say)
      : board.module.verb?.(verb, picked, board.context) ?? move }));
  }

  /** @param {string} game @param {Words} words */
  farewell(game, words) {
    return [h('a', { class: 'choice is-main', href: `#p=${game}` }, words.say('web.play-real')),
      h('a', { class: 'choice', href: `#rules/${game}` }, words.say('web.rules')),
      h('a', { class: 'choice is-quiet', href: '#' }, words.say('web.all-games'))];
  }
}
