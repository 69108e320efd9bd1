// The board: the items of a view as elements that are reused as long as the items exist, drawn by a
// game's module. Clicks, keys and drags on items become choices.

import { Choosing } from './choosing.js';
import * as dom from '../lib/dom.js';
import { emblem } from '../lib/art.js';
import { settle, spots } from './motion.js';
import { SightIndex } from '../lib/sight.js';
import { h, patch } from '../lib/vdom.js';

/** @typedef {import('../lib/vdom.js').Part} Part */
/** @typedef {import('../lib/vdom.js').VNode} VNode */
/** @typedef {import('../lib/sight.js').Item} Item */
/** @typedef {import('../lib/sight.js').Sight} Sight */
/** @typedef {import('../lib/words.js').Words} Words */

/** What a game's module knows about the rules: the number of the rule behind a log entry, by the
 * key of its phrase; items to draw before a rule, by its number; the keys of the letters on dice,
 * the prefixes of the keys of cards, and the keys of outcomes with a number, such as "ship-3".
 * @typedef {{ rules: Record<string, string>, figures?: Record<string, Figure[]>, faces?:
 *   Record<string, string>, cards?: string[], numbers?: Record<string, string> }} Book */

/** An item of a figure. @typedef {{kind: string, face?: string, value?: number}} Figure */

/** The module of a game; README.md describes each member.
 * @typedef {{ name: string, book?: Book, draw: (view: SightIndex, context: Context) => VNode,
 *   paint: (item: Item, view: SightIndex, context: Context) => Part, hand?: (view: SightIndex,
 *   context: Context) => Part, aside?: (view: SightIndex, context: Context) => Part, heading?:
 *   (view: SightIndex, context: Context) => Part, ask?: (items: Item[], context: Context) =>
 *   string | undefined, boardVerbs?: string[], touchFirst?: boolean, isSquare?:
 *   boolean, fits?: boolean, flag?: (seat: number, view: SightIndex) =>
 *   import('../lib/art.js').Flag | undefined, way?: (way: import('../lib/sight.js').Route, context:
 *   Context) => {text: string, note?: string}, label?: (item: Item, view:
 *   SightIndex, context: Context) => string | undefined, standing?: (seat: number, view:
 *   SightIndex, context: Context) => Part, team?: (seat: number, view: SightIndex, context:
 *   Context) => string | undefined, verb?: (verb: string, items: Item[], context: Context)
 *   => string | undefined, verbNote?: (verb: string, items: Item[], context: Context) => Part,
 *   guess?: (items: Item[], view: SightIndex, verb?: string) => string |
 *   undefined, onBoard?: string[], atOnce?: string[], confirm?: string[], complete?:
 *   (choosing: Choosing, view:
 *   SightIndex) => void, sameAs?: (item: Item, zone: import('../lib/sight.js').Zone) => string |
 *   undefined, guide?: (view: SightIndex, context: Context) => string | undefined, leads?:
 *   Record<string, string>, choice?: (move:
 *   import('../lib/sight.js').Move, view: SightIndex, context: Context) => {text: string, note?:
 *   string} | undefined, lookFirst?: string[], oneStop?: string[], explain?: (item: Item,
 *   view: SightIndex) => string | undefined, kids?: Record<string, string>, tips?: string[],
 *   story?: import('./ending/story.js').Habits, log?: import('./logbook.js').LogHabits, scenes?:
 *   Record<string, string>, sounds?:
 *   Record<string, string>, fresh?: (item: Item, element: HTMLElement, index: number) =>
 *   void, settled?: (view: SightIndex, board: HTMLElement) => void,
 *   source?: (item: Item, view: SightIndex) => number | undefined, outcome?: (args:
 *   Record<string, any>, move: string) => Node | undefined, throws?: string, }} GameModule */

/** The player of a seat.
 * @typedef {{seat: number, kind: 'person' | 'bot' | 'open', name: string, level?: string,
 *   rank?: number, connected?: boolean, mine?: boolean, lost?: boolean, resigned?: boolean}} Sitter
 *   `rank`: number of the level, 1 for the weakest, 0 if it is unknown
 *   `lost`: the user can create a link for this seat */

/** What the board needs from its table.
 * @typedef {{ words: () => Words, options: () => Record<string, string>, sitters: () => Sitter[],
 *   play: (moves: string[]) => void, refuse: (guess: string | undefined) => void, changed: () =>
 *   void, }} Hooks */

const dragFrom = 8; // pixels that a finger may move during a tap

/** The functions that a module draws with. */
export class Context {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.words = board.hooks.words();
    /** The options of the game at this table, by name. */
    this.options = board.hooks.options();
    this.view = board.view;
    this.me = board.view.me;
    this.choosing = board.choosing;
    this.used = new Set();
  }

  /** The element of an item, to be placed in the drawing; always the same one. @param {Item} item
   * @param {string} [name] additional classes */
  item(item, name = '') {
    this.used.add(item.id);
    return this.board.dressed(item, name, this);
  }

  /** @param {Item[]} items @param {string} [name] */
  items(items, name = '') {
    return items.map((item) => this.item(item, name));
  }

  /** A group with a label. @param {string} label @param {string} name classes
   * @param {...(Part | Part[])} parts */
  group(label, name, ...parts) {
    return h('div', { class: name, role: 'group', 'aria-label': label }, ...parts);
  }

  /** Lets a drag of an item move the whole element around it, such as a pile with its top card.
   * @param {VNode} vnode */
  carry(vnode) {
    vnode.attrs['data-carry'] = '';
    return vnode;
  }

  /** Lets clicks and drops on an element count for an item. The element keeps its identity when
   * neighbours come and go. @param {VNode} vnode @param {number} id */
  target(vnode, id) {
    vnode.attrs['data-target'] = id;
    vnode.key = `item ${id}`;
    if (this.choosing.goesOn(id)) vnode.dress('is-next');
    return vnode;
  }

  /** Sets the effect of dropping an item on an element: "pick", "unpick", "ground" (play it here),
   * or the verb of a subset question. @param {VNode} vnode @param {string} what */
  drop(vnode, what) {
    vnode.attrs['data-drop'] = what;
    return vnode;
  }

  /** The button of a subset question, for verbs that the module draws on the board itself.
   * @param {string} verb of `boardVerbs` @param {string} name classes @param {...(Part | Part[])}
   *   parts */
  verb(verb, name, ...parts) {
    return h('button', { type: 'button', class: name, 'data-verb': verb }, ...parts);
  }

  /** Whether the selection answers the question of a verb. @param {string} verb */
  canAnswer(verb) {
    return this.choosing.picked.size > 0 && this.choosing.spell(verb) !== null;
  }

  /** @param {number} id */
  isPicked(id) {
    return this.choosing.picked.has(id);
  }

  /** Emblem and name of a seat. @param {number} seat */
  seat(seat) {
    return h(
      'span',
      { class: `seat-name seat-${seat}` },
      emblem(seat, this.board.flagOf(seat)),
      h('span', {}, this.words.seat(seat)),
    );
  }

  /** A text. @param {string} key @param {Record<string, any>} [args] */
  say(key, args) {
    return this.words.say(key, args);
  }
}

export class Board {
  /** @param {GameModule} module @param {Sight} sight @param {Hooks} hooks */
  constructor(module, sight, hooks) {
    this.module = module;
    this.hooks = hooks;
    /** @type {Map<number, HTMLElement>} */
    this.elements = new Map();
    /** Element, drawn state and label of each item.
     * @type {Map<number, {look: string, marks: string}>} */
    this.looks = new Map();
    /** The board, and the user's own pieces next to the question. @type {HTMLElement[]} */
    this.surfaces = [`board board-${module.name}`, `own own-${module.name}`].map((name) =>
      dom.h('div', {
        class: name,
        onclick: this.onClick.bind(this),
        onkeydown: this.onKey.bind(this),
        onpointerdown: this.onGrab.bind(this),
        ontouchmove: this.onTouch.bind(this),
      }),
    );
    this.element = this.surfaces[0];
    this.hand = this.surfaces[1];
    /** What the module adds below the log. */
    this.aside = dom.h('div', { class: `aside-${module.name}` });
    this.view = new SightIndex(sight);
    this.choosing = this.choosingOf(sight);
    this.suggested = new Set();
    /** Items whose face changed since the last drawing.
     * @type {{item: Item, element: HTMLElement, index: number}[]} */
    this.fresh = [];
    /** Elements that are highlighted during a drag, with their state before.
     * @type {Map<Element, boolean>} */
    this.marked = new Map();
    /** The item that is pressed. Whether the gesture scrolls is decided at the first movement.
     * @type {{x: number, y: number, id: number, item: HTMLElement, scrolls?: boolean} |
     *   undefined} */
    this.held = undefined;
    this.context = new Context(this);
  }

  /** @param {Sight} sight */
  choosingOf(sight) {
    const { atOnce = [], confirm = [] } = this.module,
      isOf = (/** @type {string[]} */ kinds) => (/** @type {number} */ id) =>
        kinds.includes(this.view.item(id)?.kind ?? '');
    return new Choosing(
      sight,
      (id) => {
        const item = this.view.item(id),
          zone = this.view.zoneOf.get(id),
          own = item && zone && this.module.sameAs?.(item, zone);
        if (own !== undefined) return own;
        return item?.face ? `${item.face} ${zone?.name} ${zone?.owner} ${zone?.number}` : undefined;
      },
      isOf(atOnce),
      isOf(confirm),
    );
  }

  /** Shows a new view. The selection is kept if the question is unchanged. @param {Sight} sight */
  show(sight) {
    const old = this.choosing,
      kept = [...old.picked];
    this.view = new SightIndex(sight);
    this.choosing = this.choosingOf(sight);
    this.suggested.clear();
    if (
      JSON.stringify(old.sight.subsets) === JSON.stringify(sight.subsets) &&
      this.choosing.fits(kept)
    )
      this.choosing.picked = new Set(kept);
    this.draw();
  }

  draw() {
    const focused = document.activeElement?.closest('[data-id]')?.getAttribute('data-id');
    const before = spots(this.elements.values());
    this.context = new Context(this);
    patch(this.element, this.module.draw(this.view, this.context));
    patch(this.hand, this.module.hand?.(this.view, this.context));
    patch(this.aside, this.module.aside?.(this.view, this.context));
    for (const id of this.elements.keys()) if (!this.context.used.has(id)) this.forget(id);
    this.refocus(focused);
    this.keepOneStop();
    this.hooks.changed(); // before measuring, so that the browser computes the layout once
    settle(this.elements, before, (id) => this.sourceOf(id));
    this.module.settled?.(this.view, this.element);
    // a tumbling die is displaced while it is measured
    for (const { item, element, index } of this.fresh.splice(0))
      this.module.fresh?.(item, element, index);
  }

  /** The flag that the game gives to a seat. @param {number} seat */
  flagOf(seat) {
    return this.module.flag?.(seat, this.view);
  }

  /** Makes many items of a kind one Tab stop; arrow keys move between them. */
  keepOneStop() {
    for (const kind of this.module.oneStop ?? []) {
      const all = [...this.elements.values()].filter((one) =>
        one.matches(`.is-live.${kind.replace('.', '-')}`),
      );
      const stop =
        all.find((one) => one === document.activeElement) ??
        all.find((one) => one.matches('.is-picked')) ??
        all[0];
      for (const one of all) one.tabIndex = one === stop ? 0 : -1;
    }
  }

  /** @param {number} id */
  forget(id) {
    this.elements.delete(id);
    this.looks.delete(id);
  }

  /** @param {string | null | undefined} id */
  refocus(id) {
    const element = id ? this.elements.get(Number(id)) : undefined;
    if (element && element !== document.activeElement) element.focus({ preventScroll: true });
  }

  /** Where a new item comes from, if the module defines it. @param {number} id */
  sourceOf(id) {
    const item = this.view.item(id);
    const from = item && this.module.source?.(item, this.view);
    return from === undefined ? undefined : this.elements.get(from)?.getBoundingClientRect();
  }

  /** The element of an item, painted again if its appearance changed. @param {Item} item
   * @param {string} name @param {Context} context */
  dressed(item, name, context) {
    const element = this.elements.get(item.id) ?? dom.h('div', { 'data-id': item.id });
    const known = this.looks.get(item.id) ?? { look: '', marks: '' };
    this.elements.set(item.id, element);
    this.looks.set(item.id, known);
    const look = JSON.stringify([item, context.words.lang, name.includes('small')]);
    if (known.look !== look) {
      known.look = look;
      this.paint(element, item, context);
    }
    this.mark(element, item, name, context);
    return element;
  }

  /** @param {HTMLElement} element @param {Item} item @param {Context} context */
  paint(element, item, context) {
    const was = element.dataset.face;
    element.dataset.face = item.face ?? '';
    patch(element, this.module.paint(item, this.view, context));
    if (was !== element.dataset.face || item.marks.includes('fresh'))
      this.fresh.push({ item, element, index: this.elements.size });
  }

  /** Shows and announces what can be done with an item. @param {HTMLElement} element
   * @param {Item} item @param {string} name @param {Context} context */
  mark(element, item, name, context) {
    const live = this.choosing.isLive(item.id),
      picked = this.choosing.picked.has(item.id);
    const next = this.choosing.goesOn(item.id),
      label = this.label(item, context);
    const classes = [
      'item',
      item.kind.replace('.', '-'),
      name,
      live && 'is-live',
      next && 'is-next',
      picked && 'is-picked',
      this.suggested.has(item.id) && 'is-suggested',
      ...item.marks.map((mark) => `mark-${mark}`),
    ]
      .filter(Boolean)
      .join(' ');
    const then = next ? this.comesOf(item.id, context.words) : '';
    const known = this.looks.get(item.id),
      marks = `${classes}\n${label}\n${then}`;
    if (!known || known.marks === marks) return;
    known.marks = marks;
    element.className = classes;
    element.setAttribute('role', live ? 'button' : 'img');
    element.setAttribute('aria-label', label);
    element.title = then;
    if (live) {
      element.tabIndex = 0;
      element.setAttribute('aria-pressed', String(picked));
    } else {
      element.removeAttribute('tabindex');
      element.removeAttribute('aria-pressed');
    }
  }

  /** The move that a click on a matching item makes, if it is a single one, as tooltip and
   * description. @param {number} id @param {Words} words */
  comesOf(id, words) {
    const [move, ...others] = this.choosing.moves(this.choosing.with(id));
    return move && !others.length ? words.noted(move) : '';
  }

  /** The label of an item. @param {Item} item @param {Context} context */
  label(item, context) {
    const own = this.module.label?.(item, this.view, context);
    if (own !== undefined) return own;
    const words = context.words,
      what = words.word(item.face ?? item.kind);
    return item.value ? `${what} ${item.value}` : what;
  }

  /** @param {Event} event */
  onClick(event) {
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    const at = /** @type {Element} */ (event.target);
    const place = at.closest('[data-id]') ?? at.closest('[data-target], [data-verb]');
    const verb = place?.getAttribute('data-verb');
    if (verb) this.answer(verb);
    else if (place)
      this.choose(Number(place.getAttribute('data-id') ?? place.getAttribute('data-target')));
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const place = /** @type {Element} */ (event.target).closest('[data-id]');
    if (place && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      this.choose(Number(place.getAttribute('data-id')));
    } else if (event.key === 'Escape') {
      this.clear();
    } else if (place && event.key.startsWith('Arrow')) {
      event.preventDefault();
      this.walk(place, event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : -1);
    }
  }

  /** Handles a click or key on an item. @param {Element} from @param {number} by */
  walk(from, by) {
    const all = /** @type {HTMLElement[]} */ ([
      ...this.surfaces.flatMap((one) => [...one.querySelectorAll('[data-id].is-live')]),
    ]);
    const at = all.indexOf(/** @type {HTMLElement} */ (from));
    all[(at + by + all.length) % all.length]?.focus();
  }

  clear() {
    this.choosing.picked.clear();
    this.draw();
  }

  /** @param {number} id */
  choose(id) {
    if (!this.choosing.count) {
      if (this.view.me && !this.view.sight.over) this.hooks.refuse(undefined);
      return;
    }
    const tried = [...this.choosing.picked, id];
    this.settle(this.choosing.click(id), tried);
  }

  /** @param {import('./choosing.js').Outcome} outcome @param {number[]} tried
   * @param {string} [verb] */
  settle(outcome, tried, verb) {
    if ('refused' in outcome) {
      this.hooks.refuse(this.guess(tried, verb) ?? this.guess(tried.slice(-1), verb));
      return;
    }
    if ('play' in outcome) {
      this.choosing.picked.clear();
      this.hooks.play(outcome.play); // before drawing, which takes up to 27 ms
    } else {
      this.module.complete?.(this.choosing, this.view);
    }
    this.draw();
  }

  /** The move that the user seems to try, so that the rules can explain why it is not allowed.
   * @param {number[]} ids @param {string} [verb] */
  guess(ids, verb) {
    const items = ids.map((id) => this.view.item(id)).filter((item) => item !== undefined);
    const spelled = this.module.guess?.(items, this.view, verb);
    // legal moves are played instead
    return this.view.sight.moves.some(({ move }) => move === spelled) ? undefined : spelled;
  }

  /** Answers the subset question of a verb with the selected items. @param {string} verb
   * @param {Set<number>} [picks] */
  answer(verb, picks = this.choosing.picked) {
    const spelled = this.choosing.spell(verb, picks);
    this.settle(spelled ? { play: [spelled] } : { refused: true }, [...picks], verb);
  }

  // ---- dragging ----

  /** @param {PointerEvent} event */
  onGrab(event) {
    const at = /** @type {Element} */ (event.target),
      pile = at.closest('[data-carry]');
    const item = /** @type {HTMLElement | null} */ (
      pile ? pile.querySelector('.item.is-live') : at.closest('.item.is-live')
    );
    if (!item || event.button) return;
    const element = /** @type {HTMLElement} */ (pile ?? item);
    const start = (this.held = {
      x: event.clientX,
      y: event.clientY,
      id: Number(item.dataset.id),
      item,
    });
    const stop = new AbortController(),
      options = { signal: stop.signal };
    this.dragged = false;
    addEventListener('pointermove', (move) => this.onDrag(move, start, element), options);
    for (const end of /** @type {const} */ (['pointerup', 'pointercancel']))
      addEventListener(
        end,
        (last) => {
          stop.abort();
          this.held = undefined;
          this.onDrop(/** @type {PointerEvent} */ (last), start.id, element);
        },
        options,
      );
  }

  /** A moving finger drags the item instead of scrolling, except along a row that scrolls sideways.
   * This is decided here and not with `touch-action`, which would restyle every shape of every
   * drawing whenever the choices change. @param {TouchEvent} event */
  onTouch(event) {
    const { held } = this,
      [finger] = event.touches;
    if (!held || event.touches.length > 1) return;
    const row = /** @type {Element} */ (held.item.parentElement);
    held.scrolls ??=
      row.scrollWidth > row.clientWidth &&
      Math.abs(finger.clientX - held.x) > Math.abs(finger.clientY - held.y);
    if (!held.scrolls) event.preventDefault();
  }

  /** @param {PointerEvent} event @param {{x: number, y: number, id: number}} start
   * @param {HTMLElement} element */
  onDrag(event, start, element) {
    const dx = event.clientX - start.x,
      dy = event.clientY - start.y;
    if (!this.dragged && Math.hypot(dx, dy) < dragFrom) return;
    if (!this.dragged) {
      this.dragged = true;
      element.classList.add('is-dragged');
      this.element.parentElement?.classList.add('is-dragging');
      this.markTargets(start.id);
    }
    element.style.translate = `${dx}px ${dy}px`;
  }

  /** Highlights the possible targets during a drag. @param {number} id */
  markTargets(id) {
    const picks = this.choosing.picked.has(id) ? [...this.choosing.picked] : [id];
    for (const place of this.surfaces.flatMap((one) => [
      ...one.querySelectorAll('[data-target], .item'),
    ])) {
      const on = Number(place.getAttribute('data-target') ?? place.getAttribute('data-id'));
      this.marked.set(place, place.classList.contains('is-next'));
      place.classList.toggle('is-next', on !== id && this.choosing.fits([...picks, on]));
    }
  }

  /** Ends the highlighting of a drag. */
  unmarkTargets() {
    for (const [place, was] of this.marked) place.classList.toggle('is-next', was);
    this.marked.clear();
  }

  /** @param {PointerEvent} event @param {number} id @param {HTMLElement} element */
  onDrop(event, id, element) {
    if (!this.dragged) return;
    element.style.pointerEvents = 'none';
    const under = document.elementFromPoint(event.clientX, event.clientY);
    element.style.pointerEvents = '';
    element.style.translate = '';
    element.classList.remove('is-dragged');
    this.element.parentElement?.classList.remove('is-dragging');
    this.unmarkTargets();
    setTimeout(() => {
      this.dragged = false;
    });
    if (event.type === 'pointerup' && under && this.surfaces.some((one) => one.contains(under)))
      this.putOn(id, under);
    else this.draw();
  }

  /** @param {number} id @param {Element} under */
  putOn(id, under) {
    const place = under.closest('[data-id], [data-target]');
    const on = Number(place?.getAttribute('data-id') ?? place?.getAttribute('data-target') ?? -1);
    const drop = under.closest('[data-drop]')?.getAttribute('data-drop');
    if (
      place &&
      on !== id &&
      this.choosing.fits([id, on]) &&
      !this.choosing.subsets([id, on]).length
    ) {
      this.choosing.picked = new Set([id]);
      if (this.module.lookFirst?.includes(this.view.item(on)?.kind ?? ''))
        this.settle({ picked: true }, [...this.choosing.picked.add(on)]);
      else this.choose(on);
    } else if (drop) {
      this.putDown(id, drop);
    } else if (place && on !== id) {
      this.settle({ refused: true }, [id, on]);
    } else {
      this.draw();
    }
  }

  /** @param {number} id @param {string} drop */
  putDown(id, drop) {
    const picked = this.choosing.picked;
    if (drop === 'pick' || drop === 'unpick') {
      if (picked.has(id) !== (drop === 'pick')) this.choose(id);
      else this.draw();
    } else if (drop === 'ground') {
      this.choosing.picked = new Set([id]);
      const only = this.choosing
        .moves()
        .filter((move) =>
          move.touches.every(
            (other) => other === id || this.choosing.likeness(other) === this.choosing.likeness(id),
          ),
        );
      this.settle(only.length === 1 ? { play: [only[0].move] } : { picked: true }, [id]);
    } else {
      this.answer(drop, picked.has(id) ? new Set(picked) : new Set([id]));
    }
  }

  /** Highlights the items of a hint. @param {number[]} items */
  suggest(items) {
    this.suggested = new Set(items);
    this.draw();
  }
}
