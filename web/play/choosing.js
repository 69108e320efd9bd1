// From clicks on items to a legal move. Nothing here draws or sends.

/** @typedef {import('../lib/sight.js').Sight} Sight */
/** @typedef {import('../lib/sight.js').Move} Move */
/** @typedef {import('../lib/sight.js').Subset} Subset */
/** @typedef {import('../lib/sight.js').Route} Route */

/** The result of a click: moves to play in order, a changed selection, or nothing.
 * @typedef {{play: string[]} | {picked: true} | {refused: true}} Outcome */

/** @param {Subset} q */
const itemsOf = (q) => [...Object.values(q.elements), ...Object.values(q.required)];

export class Choosing {
  /** @param {Sight} sight
   * @param {(id: number) => string | undefined} [likeness] returns equal values for interchangeable
   *   items, such as two equal cards in a hand
   * @param {(id: number) => boolean} [atOnce] whether one click on an item is enough
   * @param {(id: number) => boolean} [confirm] whether an item that replaces an interchangeable one
   *   is only selected */
  constructor(sight, likeness = () => undefined, atOnce = () => false, confirm = () => false) {
    this.sight = sight;
    this.likeness = likeness;
    this.atOnce = atOnce;
    this.confirm = confirm;
    /** @type {Set<number>} */
    this.picked = new Set();
  }

  /** The number of choices. */
  get count() {
    return this.sight.moves.length + this.sight.subsets.length + this.sight.routes.length;
  }

  /** Moves without items. They are never selected by clicks and always offered. */
  get plain() {
    return this.sight.moves.filter((move) => !move.touches.length);
  }

  /** The moves that match the selected items. @param {Iterable<number>} picks @returns {Move[]} */
  moves(picks = this.picked) {
    const all = [...picks];
    return this.sight.moves.filter((move) => all.every((id) => move.touches.includes(id)));
  }

  /** @param {Iterable<number>} picks @returns {Route[]} */
  routes(picks = this.picked) {
    const all = [...picks];
    return this.sight.routes.filter((route) => all.every((id) => route.item === id));
  }

  /** The subset questions that the selected items can still answer. @param {Iterable<number>} picks
   * @returns {Subset[]} */
  subsets(picks = this.picked) {
    const all = [...picks];
    return this.sight.subsets.filter((q) => {
      const items = itemsOf(q),
        free = all.filter((id) => Object.values(q.elements).includes(id));
      return all.every((id) => items.includes(id)) && free.length <= q.max;
    });
  }

  /** The move that the selected items make with this verb, or null. @param {string} verb
   * @param {Iterable<number>} picks @returns {string | null} */
  spell(verb, picks = this.picked) {
    const all = [...picks],
      q = this.subsets(all).find((one) => one.verb === verb && this.isAnswer(one, all));
    return q ? [verb, ...this.numbers(q, all)].join(' ') : null;
  }

  /** The risk of the selection with this verb, in percent, if it is a move with a risk.
   * @param {string} verb @param {Iterable<number>} picks @returns {number | undefined} */
  risk(verb, picks = this.picked) {
    const all = [...picks],
      q = this.subsets(all).find((one) => one.verb === verb && this.isAnswer(one, all));
    return q?.bust_percent?.[all.length - Object.keys(q.required).length - q.min];
  }

  /** Whether the selection answers a question as it is. @param {Subset} q @param {number[]}
   *   picks */
  isAnswer(q, picks) {
    return (
      picks.filter((id) => Object.values(q.elements).includes(id)).length >= q.min &&
      Object.values(q.required).every((id) => picks.includes(id))
    );
  }

  /** @param {Subset} q @param {number[]} picks */
  numbers(q, picks) {
    return Object.entries({ ...q.elements, ...q.required })
      .filter(([, id]) => picks.includes(id))
      .map(([number]) => Number(number))
      .sort((a, b) => a - b);
  }

  /** The verbs of the subset questions, without duplicates. */
  get verbs() {
    return [...new Set(this.sight.subsets.map((q) => q.verb))];
  }

  /** @param {Iterable<number>} picks */
  fits(picks) {
    const all = [...picks];
    return this.moves(all).length + this.subsets(all).length + this.routes(all).length > 0;
  }

  /** An item, with the items that must be selected together with it if only one question has it.
   * @param {number} id @returns {number[]} */
  group(id) {
    const [q, ...others] = this.sight.subsets.filter((subset) => itemsOf(subset).includes(id));
    return [id, ...(q && !others.length ? Object.values(q.required) : [])];
  }

  /** The selection with one more item. It replaces an interchangeable item unless a question
   * accepts both. @param {number} id */
  with(id) {
    const more = new Set([...this.picked, ...this.group(id)]),
      like = this.likeness(id);
    if (this.subsets(more).length) return more;
    for (const other of this.picked)
      if (like !== undefined && this.likeness(other) === like) more.delete(other);
    return more;
  }

  /** Whether a click on this item has an effect. @param {number} id */
  isLive(id) {
    return this.picked.has(id) || this.fits(this.with(id)) || this.fits([id]);
  }

  /** Whether the item can be added to the selection. @param {number} id */
  goesOn(id) {
    return this.picked.size > 0 && !this.picked.has(id) && this.fits(this.with(id));
  }

  /** Whether the item is a choice by itself while nothing is selected. @param {number} id */
  isOffered(id) {
    return this.fits([id]);
  }

  /** The only thing that the selection can mean, as moves in order; null if there are several or
   * none. */
  only() {
    const moves = this.moves(),
      routes = this.routes();
    if (this.subsets().length) return null;
    if (moves.length === 1 && (!routes.length || routes.every((route) => route.moves.length === 1)))
      return [moves[0].move];
    return !moves.length && routes.length === 1 ? routes[0].moves : null;
  }

  /** @param {number} id @returns {Outcome} */
  click(id) {
    if (this.picked.has(id)) return this.clickAgain(id);
    const like = this.likeness(id),
      swaps = this.confirm(id) && [...this.picked].some((other) => this.likeness(other) === like);
    if (this.fits(this.with(id))) this.picked = this.with(id);
    else if (this.fits([id])) this.picked = new Set(this.group(id));
    else return { refused: true };
    const only = this.only();
    if (swaps) return { picked: true };
    if (only && (this.picked.size > 1 || this.count === 1 || this.atOnce(id)))
      return { play: only };
    return { picked: true };
  }

  /** A second click on an item plays its only move or its route, or removes it from the selection.
   * @param {number} id @returns {Outcome} */
  clickAgain(id) {
    const routes = this.routes(),
      only = this.only() ?? (routes.length === 1 ? routes[0].moves : null);
    if (only) return { play: only };
    this.picked.delete(id);
    return { picked: true };
  }
}
