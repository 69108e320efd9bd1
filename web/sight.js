// A sight as the server sends it (src/core/json.c), with its zones and items at hand.

/** @typedef {import('./words.js').Phrase} Phrase */
/** @typedef {{id: number, kind: string, face: string | null, value: number, owner?: number,
 *   on?: number, marks: string[]}} Item */
/** @typedef {{name: string, owner?: number, number: number, columns: number, items: Item[]}} Zone */
/** @typedef {{move: string, say: Phrase, touches: number[]}} Move */
/** @typedef {{number: number, item: number}} Bit */
/** @typedef {{verb: string, of: Bit[], with: Bit[], min: number, max: number,
 *   risk?: number[]}} Subset */
/** @typedef {{name: string | null, item: number, moves: string[]}} Way */
/** @typedef {{game: string, version: number, seats: number, viewer: number | 'watcher',
 *   turn: number[], over: boolean, winners: number[], scores: number[], zones: Zone[],
 *   ask?: Phrase, moves: Move[], subsets: Subset[], ways: Way[],
 *   lesson?: import('./lesson.js').Teaching}} Sight */

export class View {
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
        if (item.on !== undefined)
          this.upon.set(item.on, [...this.on(item.on), item]);
      }
  }

  /** The viewer's seat, or 0 for a watcher. */
  get me() {
    return this.sight.viewer === 'watcher' ? 0 : this.sight.viewer;
  }

  /** @param {number} id */
  item(id) {
    return this.items.get(id);
  }

  /** All zones of a name, in order. @param {string} name */
  zones(name) {
    return this.sight.zones.filter((zone) => zone.name === name);
  }

  /** The one zone of a name, and of an owner where given. @param {string} name
   * @param {number} [owner] */
  zone(name, owner) {
    return this.sight.zones.find((zone) => zone.name === name &&
      (owner === undefined || zone.owner === owner));
  }

  /** The items of the zone of a name and owner; none if there is no such zone.
   * @param {string} name @param {number} [owner] */
  in(name, owner) {
    return this.zone(name, owner)?.items ?? [];
  }

  /** The first item of a kind, anywhere or in some items. @param {string} kind
   * @param {Iterable<Item>} [items] */
  kind(kind, items = this.items.values()) {
    for (const item of items)
      if (item.kind === kind)
        return item;
    return undefined;
  }

  /** What lies on an item. @param {number} id */
  on(id) {
    return this.upon.get(id) ?? [];
  }
}
