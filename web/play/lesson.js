// A lesson (docs/protocol.md, 12): the present task, the progress, and the expected move on
// request. The host decides what is right.

import { fill, h } from '../lib/dom.js';
import { loadPart } from '../lib/words.js';

/** @typedef {import('../lib/words.js').Words} Words */
/** @typedef {import('./board.js').Board} Board */
/** @typedef {{key: string, number: number, count: number, move?: string,
 *   items?: number[]}} Teaching */

export class Lesson {
  /** @param {(text: string) => void} tell shows a message */
  constructor(tell) {
    this.tell = tell;
    this.place = h('h2');
    this.bar = h('progress');
    this.text = h('p', { role: 'status' });
    this.acts = h('div', { class: 'now' });
    this.help = h('button', { type: 'button', class: 'tool' });
    this.element = h(
      'section',
      { class: 'lesson', hidden: true },
      h('header', {}, this.place, this.bar, this.help),
      this.text,
      this.acts,
    );
    this.shown = '';
  }

  /** The last text stays while other seats move. @param {Teaching | undefined} teaching
   * @param {Board} board @param {Words} words */
  async show(teaching, board, words) {
    const key = `${words.lang} ${teaching?.key}`;
    if (!teaching || key === this.shown) return;
    this.shown = key;
    await loadPart('learn');
    const over = !teaching.move;
    this.element.hidden = false;
    this.element.setAttribute('aria-label', words.say('web.lesson'));
    this.place.textContent = over
      ? words.say('learn.over')
      : words.say('learn.place', { place: teaching.number, of: teaching.count });
    this.bar.max = teaching.count;
    this.bar.value = over ? teaching.count : teaching.number - 1;
    this.bar.setAttribute('aria-label', words.say('web.lesson'));
    this.text.textContent = words.say(teaching.key);
    this.help.textContent = words.say('web.show-me');
    this.help.hidden = over;
    this.help.onclick = () => this.point(board, words);
    fill(this.acts, over && this.farewell(board.view.sight.game, words));
  }

  /** Shows the expected move, on the board and in words. @param {Board} board @param {Words}
   *   words */
  point(board, words) {
    const { sight } = board.view,
      { move = '', items = [] } = sight.lesson ?? {};
    const offered = sight.moves.find((one) => one.move === move),
      [verb] = move.split(' ');
    const picked = items.map((id) => board.view.item(id)).filter((item) => item !== undefined);
    board.suggest(items);
    this.tell(
      words.say('learn.show', {
        move: offered
          ? words.choice(offered.phrase)
          : (board.module.verb?.(verb, picked, board.context) ?? move),
      }),
    );
  }

  /** @param {string} game @param {Words} words */
  farewell(game, words) {
    return [
      h('a', { class: 'choice is-main', href: `#p=${game}` }, words.say('web.play-real')),
      h('a', { class: 'choice', href: `#rules/${game}` }, words.say('web.rules')),
      h('a', { class: 'choice is-quiet', href: '#' }, words.say('web.all-games')),
    ];
  }
}
