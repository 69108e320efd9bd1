// A sight as the server sends it (src/core/json.c), with an index of its zones and items.

/** @typedef {import('./words.js').Phrase} Phrase */
/** @typedef {{id: number, kind: string, face: string | null, value: number, owner?: number,
 *   on?: number, marks: string[]}} Item */
/** @typedef {{name: string, owner?: number, number: number, columns: number, items: Item[]}}
 *   Zone */
/** A legal move; `note` is its consequence.
 * @typedef {{move: string, phrase: Phrase, note?: Phrase, touches: number[]}} Move */
/** Items by their numbers. @typedef {Record<string, number>} Elements */
/** @typedef {{verb: string, elements: Elements, required: Elements, min: number, max: number,
 *   bust_percent?: number[]}} Subset */
/** @typedef {{name: string | null, item: number, moves: string[]}} Route */
/** @typedef {{game: string, version: number, seats: number, viewer: number | 'spectator',
 *   turn: number[], over: boolean, winners: number[], scores: number[], zones: Zone[],
 *   resigned?: number[], ended?: 'resignation' | 'agreement' | 'bots',
 *   prompt?: Phrase, moves: Move[], subsets: Subset[], routes: Route[],
 *   lesson?: import('../play/lesson.js').Teaching}} Sight */

export class SightIndex {
  /** @param {Sight} sight */
  constructor(sight) {
    this.sight = sight;
    /** @type {Map<number, Item>} */
    this.items = new Map();
    /** @type {Map<number, Zone>} */
    this.zoneOf = new Map();
    /** @type {Map<number, Item[]>} */
    this.upon = new Map();
    for (const zone of sight.zones)
      for (const item of zone.items) {
        this.items.set(item.id, item);
        this.zoneOf.set(item.id, zone);
        if (item.on !== undefined) this.upon.set(item.on, [...this.on(item.on), item]);
      }
  }

  /** The viewer's seat, or 0 for a spectator. */
  get me() {
    return this.sight.viewer === 'spectator' ? 0 : this.sight.viewer;
  }

  /** @param {number} id */
  item(id) {
    return this.items.get(id);
  }

  /** All zones with a name, in order. @param {string} name */
  zones(name) {
    return this.sight.zones.filter((zone) => zone.name === name);
  }

  /** The zone with a name, and an owner if given. @param {string} name @param {number} [owner] */
  zone(name, owner) {
    return this.sight.zones.find(
      (zone) => zone.name === name && (owner === undefined || zone.owner === owner),
    );
  }

  /** The items of the zone with a name and owner; empty if there is no such zone.
   * @param {string} name @param {number} [owner] */
  in(name, owner) {
    return this.zone(name, owner)?.items ?? [];
  }

  /** The first item of a kind, among all items or those given. @param {string} kind
   * @param {Iterable<Item>} [items] */
  kind(kind, items = this.items.values()) {
    for (const item of items) if (item.kind === kind) return item;
    return undefined;
  }

  /** The items on top of an item. @param {number} id */
  on(id) {
    return this.upon.get(id) ?? [];
  }
}

/** Items for the figures of a game's rules, one per face. @param {string} kind
 * @param {string} prefix of the keys of the faces @param {...string} names */
export const itemsWith = (kind, prefix, ...names) =>
  names.map((name) => ({ kind, face: prefix + name }));
