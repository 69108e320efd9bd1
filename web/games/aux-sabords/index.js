// Aux Sabords: the chart with its ships is the board, the die and the cards are on the deck.

import { h, picture } from '../../lib/vdom.js';
import { boat, cardArt, chest, dieFace, figure } from './art.js';
import book from './book.js';
import { cardFace, drawAside, drawGoalBelow, drawOwn, drawStanding } from './deck.js';
import { drawSea, leaveWakes, squareLabel, wayNote } from './sea.js';
import { activeOf, chestsOn, colourOf, countOf, courses, fleetOf, nameOf, spotOf } from './view.js';

/** @typedef {import('../../lib/sight.js').Item} Item */
/** @typedef {import('../../lib/sight.js').SightIndex} SightIndex */
/** @typedef {import('../../play/board.js').Context} Context */

const pileId = 262;

// ---- labels ----

/** @type {Record<string, string>} */
const chestWords = {
  'as.zone.side': 'as.web.chests-side',
  'as.zone.ships': 'as.web.chests-aboard',
};

/** @param {Item} item @param {SightIndex} view @param {Context} c */
function chestLabel(item, view, c) {
  const zone = view.zoneOf.get(item.id)?.name ?? '',
    ashore = view.item(item.on ?? -1)?.face?.includes('port');
  return c.say(chestWords[zone] ?? (ashore ? 'as.web.chests-port' : 'as.web.chests-island'), {
    n: item.value,
    chest: [item.face ?? ''],
  });
}

/** @param {Item} ship @param {SightIndex} view @param {Context} c */
function shipLabel(ship, view, c) {
  const spot = spotOf(view, ship.on),
    n = countOf(chestsOn(view, ship.id));
  const args = {
    ship: [ship.face ?? ''],
    who: { seat: ship.owner ?? 0 },
    place: spot ? nameOf(spot) : '',
    n,
  };
  if (!spot) return c.say('as.web.ship-unbuilt', args);
  return n ? c.say('as.web.ship-cargo', args) : c.say('as.web.ship', args);
}

/** @type {Record<string, (item: Item, view: SightIndex, c: Context) => string>} */
const labels = {
  'as.square': (item, view, c) =>
    squareLabel(view, item, spotOf(view, item.id) ?? { x: 0, y: 0 }, c),
  'as.chests': chestLabel,
  'as.ship': shipLabel,
  'as.die': (item, _, c) =>
    item.value ? c.say('as.web.die', { n: item.value }) : c.words.word('as.die'),
  'as.pile': (item, _, c) => c.say('as.table.pile', { n: item.value }),
};

// ---- moves that somebody seems to try ----

/** The move to a neighbouring square; distant squares are reached by routes only.
 * @param {SightIndex} view @param {Item} square */
function courseTo(view, square) {
  const from = spotOf(view, activeOf(view)?.on),
    to = spotOf(view, square.id);
  const course =
    from &&
    to &&
    Object.entries(courses).find(([, by]) => from.x + by.x === to.x && from.y + by.y === to.y);
  return course ? course[0] : 'done';
}

/** The move that a click on an item without a move seems to try. @type {Record<string, string>} */
const tries = {
  'as.pile': 'draw',
  'as.die': 'roll',
  'as.ship': 'attack 1',
  'as.card.ship': 'lay ship',
  'as.card.pistol': 'build pistol sabre',
  'as.card.sabre': 'build sabre leg',
  'as.card.leg': 'build pistol leg',
  'as.card.pirate': 'attack 1',
  'as.card.captain': 'attack captain',
};

/** An item with its number. @param {import('../../lib/vdom.js').Part} drawing @param {number} n
 * @param {boolean} isAlways also shown if it is 1 */
const counted = (drawing, n, isAlways) =>
  h('span', { class: 'as-counted' }, drawing, (isAlways || n > 1) && h('b', {}, n));

/** Explanations of cards. @type {Record<string, string>} */
const explanations = {
  'as.card.pistol': 'explain.as.part',
  'as.card.sabre': 'explain.as.part',
  'as.card.leg': 'explain.as.part',
  'as.card.ship': 'explain.as.ship',
  'as.card.pirate': 'explain.as.pirate',
  'as.card.captain': 'explain.as.captain',
};

/** @type {import('../../play/board.js').GameModule} */
export default {
  name: 'aux-sabords',
  book,
  fits: true,
  isSquare: true,
  atOnce: ['as.pile', 'as.die'],
  oneStop: ['as.square'],
  onBoard: ['north', 'east', 'south', 'west', 'attack', 'defend'],
  leads: {
    north: 'as.web.lead-sail',
    east: 'as.web.lead-sail',
    south: 'as.web.lead-sail',
    west: 'as.web.lead-sail',
  },
  explain: ({ face }) => (face ? explanations[face] : undefined),

  tips: ['tip.as.ask.build', 'tip.as.ask.sail', 'tip.as.ask.treasure', 'tip.as.ask.board'],

  story: { deeds: ['as.say.attack'], honour: 'ending.boardings' },

  log: {
    during: ['as.say.defend', 'as.say.give-up'],
    apart: ['as.say.first', 'as.say.all-safe', 'as.say.one-safe', 'as.say.stalled'],
  },

  scenes: { 'as.say.attack': 'boarding', 'as.say.sinks': 'wreck' },

  sounds: {
    'as.say.rolled': 'dice',
    'as.say.sail': 'sea',
    'as.say.drawn': 'card',
    'as.say.drawn-cards': 'card',
    'as.say.attack': 'cannon',
    'as.say.sinks': 'bust',
    'as.say.land': 'coin',
    'as.say.load': 'coin',
    'as.say.sinks-loot': 'bust',
  },

  draw: (view, c) => h('div', { class: 'as' }, drawSea(view, c), drawGoalBelow(view, c)),
  settled: leaveWakes,
  hand: (view, c) => drawOwn(view, c),
  aside: (view, c) => drawAside(view, c),
  standing: (seat, view, c) => drawStanding(seat, view, c),

  flag(seat, view) {
    const [ship] = fleetOf(view, seat);
    return ship && { name: `flag-${colourOf(ship)}`, sign: figure(colourOf(ship), 'K') };
  },

  way(way, c) {
    const spot = spotOf(c.view, way.item) ?? { x: 0, y: 0 },
      note = wayNote(way, c);
    return {
      text: c.say('as.web.course', { place: nameOf(spot) }),
      note: note && c.say('web.way', { what: [way.name ?? ''], where: note }),
    };
  },

  paint(item, _, c) {
    switch (item.kind) {
      case 'as.square':
        return h('i', {});
      case 'as.ship':
        return picture(boat(colourOf(item)), '0 0 100 100');
      case 'as.chests':
        return counted(picture(chest(colourOf(item)), '0 0 64 64'), item.value, true);
      case 'as.die':
        return h('span', { class: 'die' }, picture(dieFace(item.value), '0 0 64 64'));
      case 'as.pile':
        return counted(cardFace(null), item.value, true);
      case 'as.discards':
        return counted(cardFace(item.face), item.value, true);
      default:
        return cardFace(item.face, item.face ? c.words.word(item.face) : '');
    }
  },

  outcome(args) {
    const [card] = args.cards ?? args.drawn ?? [],
      { number } = args;
    return card
      ? picture(cardArt(card), '0 0 100 100')
      : number && picture(dieFace(number), '0 0 64 64');
  },

  label: (item, view, c) => labels[item.kind]?.(item, view, c),

  guess(items, view) {
    const item = items.at(-1);
    return item?.kind === 'as.square'
      ? courseTo(view, item)
      : tries[item?.kind === 'as.card' ? (item.face ?? '') : (item?.kind ?? '')];
  },

  source: (item, view) =>
    item.kind === 'as.card' && view.zoneOf.get(item.id)?.name === 'as.zone.hand'
      ? pileId
      : undefined,
};
