// Teaching while playing: tips in the first game of a kind, explanations of pieces, and the
// moves of the others once more.

import { h } from '../lib/dom.js';
import { remember } from '../lib/storage.js';
import { loadPart } from '../lib/words.js';

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('./board.js').Board} Board */

const longPress = 500; // milliseconds
const slip = 8; // pixels that a finger may move meanwhile

/** What this browser has seen of a game: tips by key, or "done" after a whole game.
 * @param {string} game */
const seenOf = (game) => (localStorage.getItem(`tips ${game}`) ?? '').split(' ');

/** @param {string} game @param {string} what */
const see = (game, what) => remember(`tips ${game}`, [...seenOf(game), what].join(' ').trim());

export class Teaching {
  /** @param {Table} table @param {boolean} tips whether the user gets tips */
  constructor(table, tips) {
    this.table = table;
    this.tips = tips;
    this.isReady = false;
    /** The question that was last looked at. */
    this.asked = '';
    loadPart('teach').then(
      () => {
        this.isReady = true;
        if (table.board) this.advise(table.board);
      },
      () => {},
    );
    table.element.addEventListener('keydown', (event) => this.onKey(event));
    table.element.addEventListener('pointerdown', (event) => this.onPress(event));
  }

  /** The next unseen tip for a question: "tip.PROMPT", "tip.PROMPT.2", and so on.
   * @param {string} game @param {string} prompt */
  tipFor(game, prompt) {
    const seen = seenOf(game),
      { tips = [] } = this.table.module;
    if (seen.includes('done')) return undefined;
    return tips.find((key) => key.replace(/^tip\.|\.\d$/g, '') === prompt && !seen.includes(key));
  }

  /** Shows the tip for a new question. @param {Board} board */
  advise({ view: { sight } }) {
    const { table } = this,
      asked = `${table.element.dataset.n} ${sight.prompt?.key}`;
    if (!this.isReady || !this.tips || asked === this.asked) return;
    this.asked = asked;
    if (sight.over) see(sight.game, 'done');
    const key = sight.prompt && this.tipFor(sight.game, sight.prompt.key);
    if (!key || table.note.textContent) return;
    see(sight.game, key);
    this.show(h('strong', {}, table.words.say('teach.tip')), table.words.say(key));
  }

  /** @param {...(Node | string)} parts */
  show(...parts) {
    const { table } = this;
    table.say(' ');
    table.note.replaceChildren(
      h('button', {
        type: 'button',
        class: 'tool closing',
        'aria-label': table.words.say('web.close'),
        onclick: () => table.say(''),
      }),
      ...parts.flatMap((part) => [part, ' ']),
    );
  }

  // ---- explanations ----

  /** Says what a piece is and does. @param {number} id */
  explain(id) {
    const { board, words, module } = this.table,
      item = board?.view.item(id);
    if (!board || !item || !this.isReady) return;
    const key = module.explain?.(item, board.view);
    this.show(
      h('strong', {}, board.label(item, board.context)),
      key && words.has(key) ? words.say(key) : '',
    );
  }

  /** The piece at an element. @param {EventTarget | null} target */
  idAt(target) {
    const place = target instanceof Element ? target.closest('[data-id]') : null;
    return place ? Number(place.getAttribute('data-id')) : undefined;
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const typing = event.target instanceof HTMLElement && event.target.matches('input, textarea'),
      hovered = [...this.table.element.querySelectorAll('[data-id]:hover')].at(-1) ?? null;
    if (event.key !== 'i' || event.ctrlKey || event.metaKey || event.altKey || typing) return;
    const id = this.idAt(event.target) ?? this.idAt(hovered);
    if (id !== undefined) this.explain(id);
  }

  /** @param {PointerEvent} event */
  onPress(event) {
    const id = this.idAt(event.target),
      { board } = this.table;
    if (id === undefined || !board || event.button) return;
    const stop = new AbortController(),
      options = { signal: stop.signal };
    const timer = setTimeout(() => {
      stop.abort();
      if (board.dragged) return;
      board.dragged = true; // the click that follows the press plays nothing
      this.explain(id);
    }, longPress);
    const cancel = () => {
      clearTimeout(timer);
      stop.abort();
    };
    for (const name of ['pointerup', 'pointercancel']) addEventListener(name, cancel, options);
    addEventListener(
      'pointermove',
      (move) =>
        Math.hypot(move.clientX - event.clientX, move.clientY - event.clientY) > slip && cancel(),
      options,
    );
  }
}
