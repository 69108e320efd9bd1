// Choosing: from clicks on items to a move that the rules offer. Nothing here draws or sends.

/** @typedef {import('./sight.js').Sight} Sight */
/** @typedef {import('./sight.js').Move} Move */
/** @typedef {import('./sight.js').Subset} Subset */
/** @typedef {import('./sight.js').Way} Way */

/** What a click came to: moves to play in a row; a change of what is picked; or nothing that is
 * allowed.
 * @typedef {{play: string[]} | {picked: true} | {refused: true}} Outcome */

/** @param {Subset} q */
const itemsOf = (q) => [...q.of, ...q.with].map((bit) => bit.item);

export class Choosing {
  /** @param {Sight} sight
   * @param {(id: number) => string | undefined} [likeness] what makes two items one as good as the
   *   other (two cards of a kind in one hand)
   * @param {(id: number) => boolean} [atOnce] whether one click on an item is enough */
  constructor(sight, likeness = () => undefined, atOnce = () => false) {
    this.sight = sight;
    this.likeness = likeness;
    this.atOnce = atOnce;
    /** @type {Set<number>} */
    this.picked = new Set();
  }

  /** How many things one may choose between. */
  get count() {
    return this.sight.moves.length + this.sight.subsets.length + this.sight.ways.length;
  }

  /** Moves that are about no item: they are never picked, and always there. */
  get plain() {
    return this.sight.moves.filter((move) => !move.touches.length);
  }

  /** The moves that these picks may mean. @param {Iterable<number>} picks @returns {Move[]} */
  moves(picks = this.picked) {
    const all = [...picks];
    return this.sight.moves.filter((move) => all.every((id) => move.touches.includes(id)));
  }

  /** @param {Iterable<number>} picks @returns {Way[]} */
  ways(picks = this.picked) {
    const all = [...picks];
    return this.sight.ways.filter((way) => all.every((id) => way.item === id));
  }

  /** The subset questions that these picks may still answer. @param {Iterable<number>} picks
   * @returns {Subset[]} */
  subsets(picks = this.picked) {
    const all = [...picks];
    return this.sight.subsets.filter((q) => {
      const items = itemsOf(q), free = all.filter((id) => q.of.some((bit) => bit.item === id));
      return all.every((id) => items.includes(id)) && free.length <= q.max;
    });
  }

  /** The move that these picks spell with this verb, or null. @param {string} verb
   * @param {Iterable<number>} picks @returns {string | null} */
  spell(verb, picks = this.picked) {
    const all = [...picks], q = this.subsets(all).find((one) => one.verb === verb && this.isAnswer(one, all));
    return q ? [verb, ...this.numbers(q, all)].join(' ') : null;
  }

  /** What these picks risk, in percent, if they are a move of this verb that risks anything. @param {string} verb
   * @param {Iterable<number>} picks @returns {number | undefined} */
  risk(verb, picks = this.picked) {
    const all = [...picks], q = this.subsets(all).find((one) => one.verb === verb && this.isAnswer(one, all));
    return q?.risk?.[all.length - q.with.length - q.min];
  }

  /** Whether these picks answer a question as they are. @param {Subset} q @param {number[]} picks */
  isAnswer(q, picks) {
    return picks.filter((id) => q.of.some((bit) => bit.item === id)).length >= q.min && q.with.every((bit) => picks.includes(bit.item));
  }

  /** @param {Subset} q @param {number[]} picks */
  numbers(q, picks) {
    return [...q.of, ...q.with].filter((bit) => picks.includes(bit.item))
      .map((bit) => bit.number).sort((a, b) => a - b);
  }

  /** The verbs of the subset questions, each once. */
  get verbs() {
    return [...new Set(this.sight.subsets.map((q) => q.verb))];
  }

  /** @param {Iterable<number>} picks */
  fits(picks) {
    const all = [...picks];
    return this.moves(all).length + this.subsets(all).length + this.ways(all).length > 0;
  }

  /** An item, and what must be taken with it where only one question asks for it.
   * @param {number} id @returns {number[]} */
  group(id) {
    const [q, ...others] = this.sight.subsets.filter((subset) => itemsOf(subset).includes(id));
    return [id, ...(q && !others.length ? q.with.map((bit) => bit.item) : [])];
  }

  /** The picks with one more; one of two alike takes the place of the other unless a question
   * takes both. @param {number} id */
  with(id) {
    const more = new Set([...this.picked, ...this.group(id)]), like = this.likeness(id);
    if (this.subsets(more).length)
      return more;
    for (const other of this.picked)
      if (like !== undefined && this.likeness(other) === like)
        more.delete(other);
    return more;
  }

  /** Whether a click on this item does something. @param {number} id */
  isLive(id) {
    return this.picked.has(id) || this.fits(this.with(id)) || this.fits([id]);
  }

  /** Whether it goes with what is picked already. @param {number} id */
  goesOn(id) {
    return this.picked.size > 0 && !this.picked.has(id) && this.fits(this.with(id));
  }

  /** Whether it is a choice of its own that leads on from nothing. @param {number} id */
  isOffered(id) {
    return this.fits([id]);
  }

  /** The one thing that the picks can mean, as moves in a row; null if several or none. */
  only() {
    const moves = this.moves(), ways = this.ways();
    if (this.subsets().length)
      return null;
    if (moves.length === 1 && (!ways.length || ways.every((way) => way.moves.length === 1)))
      return [moves[0].move];
    return !moves.length && ways.length === 1 ? ways[0].moves : null;
  }

  /** @param {number} id @returns {Outcome} */
  click(id) {
    if (this.picked.has(id))
      return this.clickAgain(id);
    if (this.fits(this.with(id)))
      this.picked = this.with(id);
    else if (this.fits([id]))
      this.picked = new Set(this.group(id));
    else
      return { refused: true };
    const only = this.only();
    if (only && (this.picked.size > 1 || this.count === 1 || this.atOnce(id)))
      return { play: only };
    return { picked: true };
  }

  /** A second click does the only thing there is or goes the whole way, or takes the pick back.
   * @param {number} id @returns {Outcome} */
  clickAgain(id) {
    const ways = this.ways(), only = this.only() ?? (ways.length === 1 ? ways[0].moves : null);
    if (only)
      return { play: only };
    this.picked.delete(id);
    return { picked: true };
  }
}
