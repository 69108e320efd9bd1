// Pirates en Duel: the boats that the question is about are large, the others are strips; between
// them are the quay or the dice of a fight; the viewer's boat is on the deck.

import { sign } from '../../lib/art.js';
import { classes, h, picture } from '../../lib/vdom.js';
import { afterDice, tumble, turnOver } from '../../play/motion.js';
import {
  combatArt,
  dieFace,
  head,
  nameOf,
  portrait,
  readCombat,
  sailMarkup,
  signs,
} from './art.js';
import { drawBoat, drawCoins, drawFace } from './boats.js';
import book from './book.js';
import { kids } from './kids.js';
import { drawClash, drawCombat, drawQuay, drawSkills } from './clash.js';
import {
  asksForBoat,
  boatOf,
  colourOf,
  isAsleep,
  isCard,
  isDuel,
  largeBoats,
  skillOf,
} from './view.js';

/** @typedef {import('../../lib/sight.js').Item} Item */
/** @typedef {import('../../lib/sight.js').SightIndex} SightIndex */
/** @typedef {import('../../lib/sight.js').Zone} Zone */
/** @typedef {import('../../play/board.js').Context} Context */

const pileId = 80,
  combatsId = 82;
const square = '0 0 64 64';
let isLoreOpen = false;

/** @param {Context} c */
const level = (c) => Number(c.options.level ?? 1);

/** Without a question, tapping a card only shows its skill. @param {Event} event */
function readOnly(event) {
  const table = /** @type {Element} */ (event.currentTarget).closest('.table'),
    at = /** @type {Element} */ (event.target);
  if (at.closest('.pd-card') && !table?.querySelector('.item.is-live')) event.stopPropagation();
}

/** The boats by place: large, as strips, or on the deck. A boat to be chosen is always on the
 * board.
 * @param {SightIndex} view @param {Context} c */
function placed(view, c) {
  const all = view.zones('pd.zone.boat'),
    large = largeBoats(view, c);
  const own = all.filter(
    (zone) =>
      zone.owner === c.me &&
      !large.includes(zone) &&
      !view.sight.over &&
      !(asksForBoat(view) && c.choosing.isOffered(boatOf(zone).id)),
  );
  return { large, own, others: all.filter((zone) => !large.includes(zone) && !own.includes(zone)) };
}

/** Boats that nobody has chosen yet. @param {SightIndex} view @param {Context} c */
function drawHarbour(view, c) {
  const boats = view.in('pd.zone.harbour');
  return (
    boats.length > 0 &&
    c.group(
      c.say('pd.zone.harbour'),
      'pd-harbour',
      boats.map((boat) =>
        h(
          'div',
          { class: `pd-berth of-${colourOf(boat)}`, key: boat.id },
          c.item(boat, 'pd-ship'),
          h('span', { 'aria-hidden': 'true' }, c.words.word(boat.face ?? '')),
        ),
      ),
    )
  );
}

/** The coins of a player on the way to the target. @param {number} seat @param {SightIndex} view
 * @param {Context} c */
function drawRace(seat, view, c) {
  const target = view.kind('pd.target')?.value ?? 0,
    n = view.kind('pd.coins', view.in('pd.zone.treasure', seat))?.value ?? 0;
  return h(
    'span',
    { class: 'pd-race' },
    drawCoins(seat, view, c),
    h(
      'span',
      { class: 'pd-pips', 'aria-hidden': 'true' },
      Array.from({ length: target }, (_, i) => h('i', { class: i < n ? 'is-won' : null })),
    ),
  );
}

// ---- reference ----

/** @param {string} title @param {string[]} lines */
const listed = (title, lines) =>
  lines.length > 0 && h('div', {}, h('h3', {}, title), h('p', {}, lines.join(', ')));

/** The skills of this level, and the cards that everybody can see. @param {SightIndex} view
 * @param {Context} c */
function drawLore(view, c) {
  const known = [
    'pd.skill.captain',
    ...view
      .in('pd.zone.skills')
      .filter((skill) => !isAsleep(skill))
      .map((skill) => skill.face ?? ''),
  ];
  const gone = view.in('pd.zone.discards').map((item) => c.words.word(item.face ?? ''));
  const drawn = view
    .in('pd.zone.drawn')
    .map((item) => c.say('pd.web.times', { n: item.value, card: [item.face ?? ''] }));
  return h(
    'details',
    {
      class: 'pd-lore',
      open: isLoreOpen,
      ontoggle: (/** @type {Event} */ event) => {
        isLoreOpen = /** @type {HTMLDetailsElement} */ (event.currentTarget).open;
      },
    },
    h('summary', {}, c.say('pd.web.lore', { level: level(c) })),
    h(
      'ul',
      {},
      known.map((skill) => h('li', {}, c.say(skill))),
    ),
    listed(c.say('pd.zone.discards'), gone),
    listed(c.say('pd.zone.drawn'), drawn),
  );
}

// ---- labels ----

/** @param {Item} item @param {SightIndex} view @param {Context} c */
function cardLabel(item, view, c) {
  const card = [item.face ?? ''],
    number = item.value;
  if (view.zoneOf.get(item.id)?.name !== 'pd.zone.boat')
    return c.say(
      item.marks.includes('imposed')
        ? 'pd.web.row-imposed'
        : item.marks.includes('taken')
          ? 'pd.web.row-taken'
          : 'pd.web.row-card',
      { number, card },
    );
  return c.say(item.marks.includes('fallen') ? 'pd.web.crew-fallen' : 'pd.web.crew', {
    number,
    card,
  });
}

/** @param {Item} item @param {SightIndex} view @param {Context} c */
function boatLabel(item, view, c) {
  const zone = view.zoneOf.get(item.id),
    boat = [item.face ?? ''];
  return zone?.name === 'pd.zone.boat'
    ? c.say('pd.web.boat', { boat, who: { seat: zone.owner ?? 0 } })
    : c.say('pd.web.boat-free', { boat });
}

/** @type {Record<string, (item: Item, view: SightIndex, c: Context) => string>} */
const labels = {
  'pd.pirate': cardLabel,
  'pd.captain': cardLabel,
  'pd.boat': boatLabel,
  'pd.pile': (item, _, c) => c.say('pd.web.pile', { n: item.value }),
  'pd.combats': (item, _, c) => c.say('pd.web.combats', { n: item.value }),
  'pd.combat': (item, _, c) =>
    item.value
      ? c.say('pd.table.card', { card: [item.face ?? ''], n: item.value })
      : c.words.word(item.face ?? ''),
};

/** @param {Item} die @param {Context} c */
const dieLabel = (die, c) =>
  die.face
    ? c.say('pd.web.die', { die: [die.kind], number: die.value, face: [die.face] })
    : c.say('pd.web.die-unthrown', { die: [die.kind], number: die.value });

// ---- moves that somebody seems to try ----

/** @param {Item} item @param {SightIndex} view */
function spotOf(item, view) {
  const zone = view.zoneOf.get(item.id);
  return zone?.name === 'pd.zone.boat'
    ? `${colourOf(boatOf(zone))}${item.kind === 'pd.boat' ? '' : ` ${item.value}`}`
    : undefined;
}

/** @param {Item} item @param {SightIndex} view */
const colourAt = (item, view) =>
  item.kind === 'pd.boat' ? colourOf(item) : spotOf(item, view)?.split(' ')[0];

/** The verb that answers each question with a clicked item: a spot, a boat or a number.
 * @type {Record<string, [string, 'spot' | 'boat' | 'number']>} */
const answers = {
  lose: ['lose', 'spot'],
  shoot: ['shoot', 'spot'],
  save: ['save', 'spot'],
  replace: ['replace', 'spot'],
  boat: ['boat', 'boat'],
  engage: ['engage', 'boat'],
  attack: ['attack', 'boat'],
  parrot: ['reroll', 'number'],
  impose: ['impose', 'number'],
  keep: ['keep', 'number'],
};

/** @param {Item[]} items @param {SightIndex} view */
function spellPut(items, view) {
  const card = items.find((item) => view.zoneOf.get(item.id)?.name === 'pd.zone.row');
  const boat = items.map((item) => colourAt(item, view)).find(Boolean);
  const own = view.zones('pd.zone.boat').find((zone) => zone.owner === view.me);
  return card && `put ${card.value} ${boat ?? (own ? colourOf(boatOf(own)) : 'blue')}`;
}

/** @type {import('../../play/board.js').GameModule} */
export default {
  name: 'pirates-en-duel',
  book,
  kids,
  fits: true,
  atOnce: ['pd.pile', 'pd.combats'],
  onBoard: [
    'attack',
    'boat',
    'engage',
    'impose',
    'keep',
    'lose',
    'put',
    'replace',
    'reroll',
    'save',
    'shoot',
  ],
  leads: {
    attack: 'pd.web.lead-attack',
    boat: 'pd.web.lead-boat',
    lose: 'pd.web.lead-lose',
  },
  explain: (item, view) =>
    isCard(item)
      ? (skillOf(item, view)?.face ??
        (item.kind === 'pd.captain' ? 'pd.skill.captain' : 'pd.skill.sailor'))
      : undefined,

  tips: ['tip.pd.ask.take-two', 'tip.pd.ask.fight', 'tip.pd.ask.lose'],

  story: {
    wins: { 'pd.say.last': 'ending.say.afloat' },
    deeds: ['pd.say.wins-duel'],
    honour: 'ending.fights',
  },

  log: {
    during: [
      'pd.say.type',
      'pd.say.evaded',
      'pd.say.not-evaded',
      'pd.say.shot-misses',
      'pd.say.shoot',
      'pd.say.strength',
      'pd.say.red-roll',
      'pd.say.blue-roll',
      'pd.say.curse',
      'pd.say.curse-roll',
      'pd.say.parrot',
      'pd.say.losses',
      'pd.say.equal-losses',
      'pd.say.both-lose',
      'pd.say.no-losses',
      'pd.say.lose',
      'pd.say.falls',
      'pd.say.all-fall',
      'pd.say.twins-fall',
      'pd.say.saved',
      'pd.say.not-saved',
      'pd.say.sunk',
      'pd.say.takes',
      'pd.say.to-bank',
      'pd.say.ruined',
      'pd.say.out',
      'pd.say.wins-duel',
      'pd.say.nobody-wins',
    ],
    apart: ['pd.say.first', 'pd.say.target', 'pd.say.last', 'pd.say.rounds', 'pd.say.both-sunk'],
  },

  scenes: {
    'pd.say.duel': 'fight',
    'pd.say.duel-lookout': 'fight',
    'pd.say.duel-with': 'fight',
    'pd.say.duel-with-lookout': 'fight',
    'pd.say.sunk': 'wreck',
  },

  sounds: {
    'pd.say.roll': 'dice',
    'pd.say.curse': 'dice',
    'pd.say.reroll': 'dice',
    'pd.say.turned-up': 'card',
    'pd.say.combat': 'card',
    'pd.say.takes': 'coin',
    'pd.say.gains': 'coin',
    'pd.say.shot-yes': 'cannon',
    'pd.say.duel': 'cannon',
    'pd.say.duel-lookout': 'cannon',
    'pd.say.duel-with': 'cannon',
    'pd.say.duel-with-lookout': 'cannon',
    'pd.say.sunk': 'bust',
  },

  draw(view, c) {
    const { large, others } = placed(view, c),
      duel = isDuel(view);
    return h(
      'div',
      {
        class: classes(
          'pd',
          `has-${view.zone('pd.zone.harbour') ? 1 : large.length}`,
          `with-${others.length}`,
          duel ? 'is-duel' : view.in('pd.zone.row').length > 0 && 'is-recruiting',
        ),
        onclick: readOnly,
      },
      others.length > 0 &&
        h(
          'div',
          { class: 'pd-others' },
          others.map((zone) => drawBoat(zone, view, c, 'is-strip')),
        ),
      h(
        'div',
        { class: 'pd-stage' },
        drawHarbour(view, c),
        large.map((zone) => drawBoat(zone, view, c, 'is-large')),
      ),
      duel ? drawClash(view, c) : !view.sight.over && drawQuay(view, c),
    );
  },

  hand(view, c) {
    const { own } = placed(view, c);
    return (
      own.length > 0 &&
      h(
        'div',
        { class: 'pd pd-mine', onclick: readOnly },
        own.map((zone) => drawBoat(zone, view, c, 'is-mine')),
      )
    );
  },

  aside: (view, c) =>
    h('div', { class: 'pd-aside' }, drawLore(view, c), isDuel(view) && drawSkills(view, c)),

  paint(item, view, c) {
    if (isCard(item)) return drawFace(item, view, c);
    if (item.kind === 'pd.boat') return picture(sailMarkup(colourOf(item)), '0 0 150 190');
    if (item.kind === 'pd.combat')
      return drawCombat(item.face ?? '', item.value, c.words.word(item.face ?? ''));
    if (item.kind.endsWith('-die'))
      return h('span', { class: 'die' }, picture(dieFace[item.face ?? ''] ?? '', square));
    return h(
      'span',
      { class: 'pd-back' },
      picture(item.kind === 'pd.pile' ? head : sign.sabre, square),
      h('b', {}, item.value),
    );
  },

  outcome(args) {
    const [pirate] = args.cards ?? [],
      [combat] = args.card ?? [],
      [die] = args.dice ?? args.die ?? [];
    const item = pirate && { kind: 'pd.pirate', face: pirate, id: 0, value: 0, marks: [] };
    return item
      ? picture(portrait(nameOf(item)), '0 0 100 92')
      : combat
        ? picture(combatArt(readCombat(combat).type), square)
        : die && picture(dieFace[die] ?? '', square);
  },

  label(item, view, c) {
    return item.kind.endsWith('-die') ? dieLabel(item, c) : labels[item.kind]?.(item, view, c);
  },

  standing(seat, view, c) {
    const isBegun = view.zone('pd.zone.boat') !== undefined;
    const afloat = view.zone('pd.zone.boat', seat) || view.zone('pd.zone.harbour') || !isBegun;
    return afloat ? drawRace(seat, view, c) : c.say('pd.web.out');
  },

  flag(seat, view) {
    const zone = view.zone('pd.zone.boat', seat),
      colour = zone && colourOf(boatOf(zone));
    return colour ? { name: `flag-${colour}`, sign: signs[colour] } : undefined;
  },

  verb(verb, items, c) {
    return items.length
      ? c.say('pd.do.take', { cards: items.map((item) => item.face ?? '') })
      : c.say('pd.web.take');
  },

  verbNote(verb, items, c) {
    return c.view.sight.prompt?.key === 'pd.ask.take-two' ? c.say('pd.note.take') : '';
  },

  guess(items, view, verb) {
    const asked = (view.sight.prompt?.key ?? '').replace('pd.ask.', ''),
      item = items.at(-1);
    if (verb === 'enlist' || asked.startsWith('take-'))
      return [
        'enlist',
        ...items
          .filter(isCard)
          .map((card) => card.value)
          .sort((a, b) => a - b),
      ].join(' ');
    if (asked === 'draft' || asked === 'put') return spellPut(items, view);
    const [word, what] = answers[asked] ?? [];
    if (!item || !word)
      return item?.kind === 'pd.pile'
        ? 'recruit'
        : item?.kind === 'pd.combats'
          ? 'fight'
          : undefined;
    const spelled =
      what === 'number'
        ? String(item.value)
        : what === 'boat'
          ? colourAt(item, view)
          : spotOf(item, view);
    return spelled && `${word} ${spelled}`;
  },

  fresh(item, element, index) {
    if (item.kind.endsWith('-die') && item.face) {
      tumble(element, index);
      afterDice(element.closest('.table')?.querySelectorAll('.pd-sum, .pd-result') ?? []);
    } else if (item.kind === 'pd.combat' && item.face) turnOver(element);
  },

  source: (item) =>
    item.kind === 'pd.pirate' ? pileId : item.kind === 'pd.combat' ? combatsId : undefined,
};
