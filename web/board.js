// The board: the items of a view as elements that stay the same while they are in sight, drawn and
// laid out by a game's module; clicks, keys and drags on them become choices.

import { Choosing } from './choosing.js';
import * as dom from './dom.js';
import { emblem } from './art.js';
import { settle, spots } from './motion.js';
import { View } from './sight.js';
import { h, patch } from './sketch.js';

/** @typedef {import('./sketch.js').Part} Part */
/** @typedef {import('./sketch.js').Sketch} Sketch */
/** @typedef {import('./sight.js').Item} Item */
/** @typedef {import('./sight.js').Sight} Sight */
/** @typedef {import('./words.js').Words} Words */

/** A game's module; README.md says what each part is for.
 * @typedef {{
 *   name: string,
 *   draw: (view: View, context: Context) => Sketch,
 *   paint: (item: Item, view: View, context: Context) => Part,
 *   label?: (item: Item, view: View, context: Context) => string | undefined,
 *   standing?: (seat: number, view: View, context: Context) => Part,
 *   verb?: (verb: string, items: Item[], context: Context) => string | undefined,
 *   guess?: (items: Item[], view: View, verb?: string) => string | undefined,
 *   atOnce?: string[],
 *   lookFirst?: string[],
 *   oneStop?: string[],
 *   sounds?: Record<string, string>,
 *   fresh?: (item: Item, element: HTMLElement, index: number) => void,
 *   source?: (item: Item, view: View) => number | undefined,
 *   outcome?: (args: Record<string, any>, move: string) => Node | undefined,
 *   throws?: string,
 * }} GameModule */

/** Who sits where. @typedef {{seat: number, kind: 'person' | 'bot' | 'open', name: string,
 *   level?: string, here?: boolean, mine?: boolean}} Sitter */

/** What the board tells the table. @typedef {{
 *   words: () => Words,
 *   options: () => Record<string, string>,
 *   sitters: () => Sitter[],
 *   play: (moves: string[]) => void,
 *   refuse: (guess: string | undefined) => void,
 *   changed: () => void,
 * }} Hooks */

const dragFrom = 8; // pixels a finger may tremble

/** What a module draws with. */
export class Context {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.words = board.hooks.words();
    /** How the game is played at this table, by the names of its options. */
    this.options = board.hooks.options();
    this.view = board.view;
    this.me = board.view.me;
    this.choosing = board.choosing;
    this.used = new Set();
  }

  /** The item's own element, the same every time, to be put somewhere in the drawing.
   * @param {Item} item @param {string} [name] more classes */
  item(item, name = '') {
    this.used.add(item.id);
    return this.board.dressed(item, name, this);
  }

  /** @param {Item[]} items @param {string} [name] */
  items(items, name = '') {
    return items.map((item) => this.item(item, name));
  }

  /** A named group. @param {string} label @param {string} name classes @param {...(Part | Part[])} parts */
  group(label, name, ...parts) {
    return h('div', { class: name, role: 'group', 'aria-label': label }, ...parts);
  }

  /** Lets an element be carried as a whole when the item in it is dragged: a pile moves with its top.
   * @param {Sketch} sketch */
  carry(sketch) {
    sketch.attrs['data-carry'] = '';
    return sketch;
  }

  /** Lets clicks and drops on an element count as on an item; it keeps to the item wherever that goes among its
   * neighbours. @param {Sketch} sketch @param {number} id */
  target(sketch, id) {
    sketch.attrs['data-target'] = id;
    sketch.key = `item ${id}`;
    if (this.choosing.goesOn(id))
      sketch.dress('is-next');
    return sketch;
  }

  /** Says what dropping an item on an element means: "pick", "unpick", "ground" (play it here), or
   * the verb of a subset question. @param {Sketch} sketch @param {string} what */
  drop(sketch, what) {
    sketch.attrs['data-drop'] = what;
    return sketch;
  }

  /** @param {number} id */
  isPicked(id) {
    return this.choosing.picked.has(id);
  }

  /** Emblem and name of a seat. @param {number} seat */
  seat(seat) {
    return h('span', { class: `seat-name seat-${seat}` }, emblem(seat),
      h('span', {}, this.words.seat(seat)));
  }

  /** A word or a sentence. @param {string} key @param {Record<string, any>} [args] */
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
    /** What each looks like, and says of itself. @type {Map<number, {look: string, marks: string}>} */
    this.looks = new Map();
    this.element = dom.h('div', { class: `board board-${module.name}`, onclick: this.onClick.bind(this),
      onkeydown: this.onKey.bind(this), onpointerdown: this.onGrab.bind(this), ontouchmove: this.onTouch.bind(this) });
    this.view = new View(sight);
    this.choosing = this.choosingOf(sight);
    this.suggested = new Set();
    /** Items that have another face since the last drawing. @type {{item: Item, element: HTMLElement, index: number}[]} */
    this.fresh = [];
    /** What lights up while an item is carried, and whether it did before. @type {Map<Element, boolean>} */
    this.lit = new Map();
    /** What is held; whether that scrolls what it lies in is known once a finger moves.
     * @type {{x: number, y: number, id: number, item: HTMLElement, scrolls?: boolean} | undefined} */
    this.held = undefined;
    this.context = new Context(this);
  }

  /** @param {Sight} sight */
  choosingOf(sight) {
    const kinds = this.module.atOnce ?? [];
    return new Choosing(sight, (id) => {
      const item = this.view.item(id), zone = this.view.zoneOf.get(id);
      return item?.face ? `${item.face} ${zone?.name} ${zone?.owner} ${zone?.number}` : undefined;
    }, (id) => kinds.includes(this.view.item(id)?.kind ?? ''));
  }

  /** A new view: what was picked is kept where the question is still the same.
   * @param {Sight} sight */
  show(sight) {
    const old = this.choosing, kept = [...old.picked];
    this.view = new View(sight);
    this.choosing = this.choosingOf(sight);
    this.suggested.clear();
    if (JSON.stringify(old.sight.subsets) === JSON.stringify(sight.subsets) &&
        this.choosing.fits(kept))
      this.choosing.picked = new Set(kept);
    this.draw();
  }

  draw() {
    const focused = document.activeElement?.closest('[data-id]')?.getAttribute('data-id');
    const before = spots(this.elements.values());
    this.context = new Context(this);
    patch(this.element, this.module.draw(this.view, this.context));
    for (const id of this.elements.keys())
      if (!this.context.used.has(id))
        this.forget(id);
    this.refocus(focused);
    this.keepOneStop();
    this.hooks.changed(); // before anything is measured, so that the page is laid out once
    settle(this.elements, before, (id) => this.sourceOf(id));
    for (const { item, element, index } of this.fresh.splice(0)) // what tumbles lies elsewhere while it is measured
      this.module.fresh?.(item, element, index);
  }

  /** Many items of a kind are one stop of the Tab key; arrow keys go on from there. */
  keepOneStop() {
    for (const kind of this.module.oneStop ?? []) {
      const all = [...this.elements.values()].filter((one) => one.matches(`.is-live.${kind.replace('.', '-')}`));
      const stop = all.find((one) => one === document.activeElement) ?? all.find((one) => one.matches('.is-picked')) ?? all[0];
      for (const one of all)
        one.tabIndex = one === stop ? 0 : -1;
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
    if (element && element !== document.activeElement)
      element.focus({ preventScroll: true });
  }

  /** Where a new item comes from, if the module knows. @param {number} id */
  sourceOf(id) {
    const item = this.view.item(id);
    const from = item && this.module.source?.(item, this.view);
    return from === undefined ? undefined : this.elements.get(from)?.getBoundingClientRect();
  }

  /** The element of an item, painted anew if it looks different. @param {Item} item
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

  /** What can be done with it, to see and to hear. @param {HTMLElement} element
   * @param {Item} item @param {string} name @param {Context} context */
  mark(element, item, name, context) {
    const live = this.choosing.isLive(item.id), picked = this.choosing.picked.has(item.id);
    const next = this.choosing.goesOn(item.id), label = this.label(item, context);
    const classes = ['item', item.kind.replace('.', '-'), name, live && 'is-live',
      next && 'is-next', picked && 'is-picked', this.suggested.has(item.id) && 'is-suggested',
      ...item.marks.map((mark) => `mark-${mark}`)].filter(Boolean).join(' ');
    const then = next ? this.comesOf(item.id, context.words) : '';
    const known = this.looks.get(item.id), marks = `${classes}\n${label}\n${then}`;
    if (!known || known.marks === marks)
      return;
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

  /** What comes of clicking an item that goes with what is picked, where that is one move: to hover and to hear.
   * @param {number} id @param {Words} words */
  comesOf(id, words) {
    const [move, ...others] = this.choosing.moves(this.choosing.with(id));
    return move && !others.length ? words.choice(move.say) : '';
  }

  /** An item in words. @param {Item} item @param {Context} context */
  label(item, context) {
    const own = this.module.label?.(item, this.view, context);
    if (own !== undefined)
      return own;
    const words = context.words, what = words.word(item.face ?? item.kind);
    return item.value ? `${what} ${item.value}` : what;
  }

  /** @param {Event} event */
  onClick(event) {
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    const at = /** @type {Element} */ (event.target);
    const place = at.closest('[data-id]') ?? at.closest('[data-target]');
    if (place)
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

  /** The next thing one may choose. @param {Element} from @param {number} by */
  walk(from, by) {
    const all = /** @type {HTMLElement[]} */ ([...this.element.querySelectorAll('[data-id].is-live')]);
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
      if (this.view.me && !this.view.sight.over)
        this.hooks.refuse(undefined);
      return;
    }
    const tried = [...this.choosing.picked, id];
    this.settle(this.choosing.click(id), tried);
  }

  /** @param {import('./choosing.js').Outcome} outcome @param {number[]} tried @param {string} [verb] */
  settle(outcome, tried, verb) {
    if ('refused' in outcome) {
      this.hooks.refuse(this.guess(tried, verb) ?? this.guess(tried.slice(-1), verb));
      return;
    }
    if ('play' in outcome)
      this.choosing.picked.clear();
    this.draw();
    if ('play' in outcome)
      this.hooks.play(outcome.play);
  }

  /** What somebody seems to try, spelled, so that the rules can say why not. @param {number[]} ids
   * @param {string} [verb] */
  guess(ids, verb) {
    const items = ids.map((id) => this.view.item(id)).filter((item) => item !== undefined);
    const spelled = this.module.guess?.(items, this.view, verb);
    return this.view.sight.moves.some(({ move }) => move === spelled) ? undefined : spelled; // it would be played
  }

  /** Plays the subset question of this verb with what is picked. @param {string} verb
   * @param {Set<number>} [picks] */
  answer(verb, picks = this.choosing.picked) {
    const spelled = this.choosing.spell(verb, picks);
    this.settle(spelled ? { play: [spelled] } : { refused: true }, [...picks], verb);
  }

  // ---- dragging ----

  /** @param {PointerEvent} event */
  onGrab(event) {
    const at = /** @type {Element} */ (event.target), pile = at.closest('[data-carry]');
    const item = /** @type {HTMLElement | null} */ (
      pile ? pile.querySelector('.item.is-live') : at.closest('.item.is-live'));
    if (!item || event.button)
      return;
    const element = /** @type {HTMLElement} */ (pile ?? item);
    const start = this.held = { x: event.clientX, y: event.clientY, id: Number(item.dataset.id), item };
    const stop = new AbortController(), options = { signal: stop.signal };
    this.dragged = false;
    addEventListener('pointermove', (move) => this.onDrag(move, start, element), options);
    for (const end of /** @type {const} */ (['pointerup', 'pointercancel']))
      addEventListener(end, (last) => {
        stop.abort();
        this.held = undefined;
        this.onDrop(/** @type {PointerEvent} */ (last), start.id, element);
      }, options);
  }

  /** A finger that moves carries what it holds instead of scrolling, except along a row that scrolls sideways.
   * Nothing in the style sheet says so: it would say it of every line of every drawing, at every change of what
   * may be chosen. @param {TouchEvent} event */
  onTouch(event) {
    const { held } = this, [finger] = event.touches;
    if (!held || event.touches.length > 1)
      return;
    const row = /** @type {Element} */ (held.item.parentElement);
    held.scrolls ??= row.scrollWidth > row.clientWidth && Math.abs(finger.clientX - held.x) > Math.abs(finger.clientY - held.y);
    if (!held.scrolls)
      event.preventDefault();
  }

  /** @param {PointerEvent} event @param {{x: number, y: number, id: number}} start
   * @param {HTMLElement} element */
  onDrag(event, start, element) {
    const dx = event.clientX - start.x, dy = event.clientY - start.y;
    if (!this.dragged && Math.hypot(dx, dy) < dragFrom)
      return;
    if (!this.dragged) {
      this.dragged = true;
      element.classList.add('is-dragged');
      this.lightTargets(start.id);
    }
    element.style.translate = `${dx}px ${dy}px`;
  }

  /** While an item is carried, what it may be put on lights up. @param {number} id */
  lightTargets(id) {
    const picks = this.choosing.picked.has(id) ? [...this.choosing.picked] : [id];
    for (const place of this.element.querySelectorAll('[data-target], .item')) {
      const on = Number(place.getAttribute('data-target') ?? place.getAttribute('data-id'));
      this.lit.set(place, place.classList.contains('is-next'));
      place.classList.toggle('is-next', on !== id && this.choosing.fits([...picks, on]));
    }
  }

  /** It is carried no more: everything is lit as it was drawn. */
  unlightTargets() {
    for (const [place, was] of this.lit)
      place.classList.toggle('is-next', was);
    this.lit.clear();
  }

  /** @param {PointerEvent} event @param {number} id @param {HTMLElement} element */
  onDrop(event, id, element) {
    if (!this.dragged)
      return;
    element.style.pointerEvents = 'none';
    const under = document.elementFromPoint(event.clientX, event.clientY);
    element.style.pointerEvents = '';
    element.style.translate = '';
    element.classList.remove('is-dragged');
    this.unlightTargets();
    setTimeout(() => { this.dragged = false; });
    if (event.type === 'pointerup' && under && this.element.contains(under))
      this.putOn(id, under);
    else
      this.draw();
  }

  /** @param {number} id @param {Element} under */
  putOn(id, under) {
    const place = under.closest('[data-id], [data-target]');
    const on = Number(place?.getAttribute('data-id') ?? place?.getAttribute('data-target') ?? -1);
    const drop = under.closest('[data-drop]')?.getAttribute('data-drop');
    if (place && on !== id && this.choosing.fits([id, on]) && !this.choosing.subsets([id, on]).length) {
      this.choosing.picked = new Set([id]);
      if (this.module.lookFirst?.includes(this.view.item(on)?.kind ?? ''))
        this.settle({ picked: true }, [...this.choosing.picked.add(on)]);
      else
        this.choose(on);
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
      if (picked.has(id) !== (drop === 'pick'))
        this.choose(id);
      else
        this.draw();
    } else if (drop === 'ground') {
      this.choosing.picked = new Set([id]);
      const only = this.choosing.moves().filter((move) => move.touches.every((other) =>
        other === id || this.choosing.likeness(other) === this.choosing.likeness(id)));
      this.settle(only.length === 1 ? { play: [only[0].move] } : { picked: true }, [id]);
    } else {
      this.answer(drop, picked.has(id) ? new Set(picked) : new Set([id]));
    }
  }

  /** Shows what a hint is about. @param {number[]} items */
  suggest(items) {
    this.suggested = new Set(items);
    this.draw();
  }
}
