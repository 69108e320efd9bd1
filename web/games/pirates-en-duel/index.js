// Pirates en Duel: boats with six places, pirates to recruit, and the duel of two crews with their
// dice between them.

import { rose, sign } from '../../lib/art.js';
import { h, picture, unseen } from '../../lib/vdom.js';
import { tumble } from '../../play/motion.js';
import {
  backMarkup,
  blade,
  boat as boatSign,
  boatMarkup,
  combatMarkup,
  combatsMarkup,
  dieFace,
  gun,
  nameOf,
  pirateMarkup,
  symbolsOf,
} from './art.js';
import book from './book.js';

/** @typedef {import('../../lib/sight.js').Item} Item */
/** @typedef {import('../../lib/sight.js').SightIndex} SightIndex */
/** @typedef {import('../../lib/sight.js').Zone} Zone */
/** @typedef {import('../../play/board.js').Context} Context */

const pileId = 80,
  combatsId = 82;
const square = '0 0 64 64',
  cardBox = '0 0 100 132';
let isLoreOpen = false;

// ---- reading the view ----

/** @param {Context} c */
const level = (c) => Number(c.options.level ?? 1);

/** The skill of a card, if it has one. @param {Item} card @param {SightIndex} view */
const skillOf = (card, view) =>
  view.in('pd.zone.skills').find((skill) => skill.face === `pd.skill.${nameOf(card)}`);

/** @param {Item | undefined} skill */
const isAsleep = (skill) => skill?.marks.includes('asleep') ?? false;

/** @param {Item} item */
const isCard = (item) => item.kind === 'pd.pirate' || item.kind === 'pd.captain';

/** @param {Zone} zone */
const boatOf = (zone) => /** @type {Item} */ (zone.items.find((item) => item.kind === 'pd.boat'));

/** @param {Item} boat */
const colourOf = (boat) => (boat.face ?? '').replace('pd.colour.', '');

/** The id of a boat's element. @param {Zone} zone */
const placeOf = (zone) => `pd-boat-${boatOf(zone).id}`;

const sides = /** @type {const} */ (['attacker', 'defender']);

/** @param {SightIndex} view @param {string} role */
const fighting = (view, role) =>
  view.zones('pd.zone.boat').find((zone) => boatOf(zone).marks.includes(role));

// ---- parts ----

/** A number with its symbol, which screen readers get as text. @param {string} markup
 * @param {number} n @param {string} text @param {string} [name] */
const figure = (markup, n, text, name = '') =>
  h(
    'span',
    { class: `pd-figure ${name}`, title: text },
    picture(markup, square),
    h('b', { 'aria-hidden': 'true' }, n),
    unseen(text),
  );

/** @param {number} seat @param {SightIndex} view @param {Context} c */
function drawCoins(seat, view, c) {
  const n = view.kind('pd.coins', view.in('pd.zone.treasure', seat))?.value ?? 0;
  return figure(
    sign.coin,
    n,
    c.say('pd.web.coins', { n, target: view.kind('pd.target')?.value ?? 0 }),
    'pd-gold',
  );
}

/** @param {Zone} zone @param {Context} c */
function drawForces(zone, c) {
  const n = (/** @type {string} */ kind) =>
    zone.items.find((item) => item.kind === kind)?.value ?? 0;
  return h(
    'span',
    { class: 'pd-forces' },
    figure(blade, n('pd.sabres'), c.say('pd.web.sabres', { n: n('pd.sabres') })),
    figure(gun, n('pd.cannons'), c.say('pd.web.cannons', { n: n('pd.cannons') })),
  );
}

/** The skill of a card, shown across its boat while the card is hovered. @param {Item} item
 * @param {SightIndex} view @param {Context} c */
function drawTip(item, view, c) {
  const skill = skillOf(item, view);
  return h(
    'span',
    { class: 'pd-tip', 'aria-hidden': 'true' },
    h('strong', {}, c.words.word(item.face ?? '')),
    h(
      'span',
      {},
      c.say(skill?.face ?? (item.kind === 'pd.captain' ? 'pd.skill.captain' : 'pd.skill.sailor')),
    ),
    skill && isAsleep(skill) && h('em', {}, c.say('pd.web.asleep', { level: skill.value })),
  );
}

// ---- boats ----

/** @param {Item} item @param {Context} c */
const drawPlace = (item, c) =>
  isCard(item)
    ? c.item(item, 'pd-card')
    : h('span', { class: 'pd-place' }, h('span', { 'aria-hidden': 'true' }, item.value));

/** A boat with its six places; a recruit may be dropped anywhere on it. @param {Zone} zone
 * @param {SightIndex} view @param {Context} c @param {string} [part] in a duel
 * @param {import('../../lib/vdom.js').Part} [more] */
function drawBoat(zone, view, c, part, more) {
  const boat = boatOf(zone),
    owner = zone.owner ?? 0,
    free = zone.items.filter((item) => item.kind === 'pd.place').length;
  const first = view.zone('pd.zone.boat', owner) === zone;
  const deck = c.group(
    c.say('pd.web.deck', { boat: [boat.face ?? ''], n: free }),
    'pd-deck',
    zone.items
      .filter((item) => isCard(item) || item.kind === 'pd.place')
      .map((item) => drawPlace(item, c)),
  );
  const named = part
    ? c.say('pd.web.part', { boat: [boat.face ?? ''], part: [`pd.table.${part}`] })
    : c.words.word(boat.face ?? '');
  return c.target(
    h(
      'section',
      {
        id: placeOf(zone),
        class: [
          'pd-boat',
          `c-${colourOf(boat)}`,
          part && `is-fighting is-${part}`,
          owner === c.me && 'is-own',
          c.choosing.isLive(boat.id) && 'is-offered',
          zone.items.some((item) => isCard(item) && c.choosing.isLive(item.id)) && 'is-open',
        ]
          .filter(Boolean)
          .join(' '),
      },
      h(
        'div',
        { class: 'pd-helm' },
        c.item(boat, 'pd-ship'),
        h('div', { class: 'pd-whose' }, c.seat(owner), h('small', {}, named)),
        drawForces(zone, c),
        first && drawCoins(owner, view, c),
      ),
      more,
      deck,
    ),
    boat.id,
  );
}

/** All boats, the viewer's own first. Two that fight stay in the row, and the style sheet puts them
 * next to each other: moving them in the document would cost as much as drawing them again.
 * @param {SightIndex} view @param {Context} c @param {boolean} isDuel */
function drawSea(view, c, isDuel) {
  const zones = view
    .zones('pd.zone.boat')
    .sort((a, b) => Number(b.owner === c.me) - Number(a.owner === c.me));
  const harbour = view.in('pd.zone.harbour'),
    duel = ` is-duel is-${view.kind('pd.type')?.face?.replace('pd.type.', '')}`;
  return (
    (zones.length > 0 || harbour.length > 0) &&
    h(
      'div',
      { class: `pd-sea sea-board${isDuel ? duel : ''}` },
      picture(rose, '0 0 200 200', 'sea-rose'),
      isDuel && [h('div', { class: 'pd-scene' }), drawClash(view, c)],
      harbour.length > 0 &&
        c.group(
          c.say('pd.zone.harbour'),
          'pd-harbour',
          harbour.map((boat) =>
            h(
              'div',
              { class: 'pd-berth' },
              c.item(boat, 'pd-ship'),
              h('span', { 'aria-hidden': 'true' }, c.words.word(boat.face ?? '')),
            ),
          ),
        ),
      zones.map((zone) => {
        const side = isDuel && sides.find((part) => boatOf(zone).marks.includes(part));
        return side ? drawSide(zone, side, view, c) : drawBoat(zone, view, c);
      }),
    )
  );
}

// ---- the row and the piles ----

/** @param {Item | undefined} card @param {Context} c */
const drawDrawn = (card, c) =>
  card &&
  h(
    'p',
    { class: 'pd-drawn' },
    c.item(card, 'pd-combat'),
    h('strong', {}, c.words.word(card.face ?? '')),
  );

/** @param {SightIndex} view @param {Context} c @param {boolean} isDuel */
function drawQuay(view, c, isDuel) {
  const pile = view.kind('pd.pile'),
    combats = view.kind('pd.combats'),
    row = view.in('pd.zone.row');
  return h(
    'div',
    { class: `pd-quay${isDuel ? ' is-far' : ''}` },
    c.group(c.say('pd.zone.piles'), 'pd-piles', pile && c.item(pile, 'pd-pile')),
    c.group(
      c.say('pd.zone.row'),
      'pd-row',
      row.length
        ? c.items(row, 'pd-card')
        : h('span', { class: 'pd-hint' }, c.say('pd.web.row-empty')),
    ),
    h(
      'div',
      { class: 'pd-orders' },
      combats && c.item(combats, 'pd-pile'),
      !isDuel && drawDrawn(view.kind('pd.combat'), c),
    ),
  );
}

// ---- the duel ----

/** The dice of a side. @param {string} zone @param {SightIndex} view @param {Context} c */
function drawDice(zone, view, c) {
  const dice = view.in(zone).filter((item) => item.kind !== 'pd.losses');
  return c.group(
    c.say(zone),
    `pd-dice ${zone.replace('pd.zone.', 'is-')}`,
    dice.length
      ? dice.map((die) => c.item(die, die.face ? 'pd-die' : 'pd-die is-unthrown'))
      : h('span', { class: 'pd-hint' }, c.say('pd.web.no-dice')),
  );
}

/** The hits on a boat after all dice: the opponent's skulls, the boat's own boats, and the
 * difference. @param {Zone} zone @param {SightIndex} view @param {Context} c */
function drawHits(zone, view, c) {
  const hits = view.kind('pd.hits', zone.items),
    value = (/** @type {string} */ kind) => view.kind(kind, zone.items)?.value ?? 0;
  if (!hits) return null;
  const n = hits.value,
    skulls = value('pd.skulls'),
    boats = value('pd.boats');
  return h(
    'span',
    { class: `pd-hits${n ? ' is-hit' : ''}` },
    h(
      'span',
      { 'aria-hidden': 'true' },
      skulls,
      picture(sign.skull, square),
      ' − ',
      boats,
      picture(boatSign, square),
      ' =',
    ),
    h('b', { 'aria-hidden': 'true' }, n),
    unseen(c.say('pd.web.hits', { skulls, boats, n, boat: [boatOf(zone).face ?? ''] })),
  );
}

/** The combat card, the dice of both sides and, for screen readers, the two boats.
 * @param {SightIndex} view @param {Context} c */
function drawClash(view, c) {
  const card = view.kind('pd.combat'),
    type = view.kind('pd.type');
  const clash = c.group(
    c.say('pd.web.duel'),
    'pd-clash',
    h(
      'div',
      { class: 'pd-orders' },
      card && c.item(card, 'pd-combat'),
      h(
        'p',
        { class: 'pd-title' },
        h('strong', {}, c.words.word(type?.face ?? '')),
        h('span', {}, c.say('pd.web.stake', { n: card?.value ?? 0 })),
      ),
    ),
    drawDice('pd.zone.red-dice', view, c),
    drawDice('pd.zone.blue-dice', view, c),
  );
  clash.attrs['aria-owns'] = sides
    .map((side) => fighting(view, side))
    .filter((zone) => zone !== undefined)
    .map(placeOf)
    .join(' ');
  return clash;
}

/** A boat in the duel: its side, and the hits on it. @param {Zone} zone
 * @param {'attacker' | 'defender'} side @param {SightIndex} view @param {Context} c */
function drawSide(zone, side, view, c) {
  const losses = view.kind(
    'pd.losses',
    view.in(side === 'attacker' ? 'pd.zone.red-dice' : 'pd.zone.blue-dice'),
  );
  return drawBoat(
    zone,
    view,
    c,
    side,
    h(
      'p',
      { class: 'pd-part' },
      drawHits(zone, view, c),
      losses &&
        h(
          'b',
          { class: 'pd-losses' },
          picture(sign.skull, square),
          c.say('pd.web.to-name', { n: losses.value }),
        ),
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
  atOnce: ['pd.pile', 'pd.combats'],
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
    'pd.say.sunk': 'bust',
  },

  draw(view, c) {
    const isDuel =
      sides.every((side) => fighting(view, side)) && view.kind('pd.type') !== undefined;
    const readOnly = (/** @type {Event} */ event) => {
      // without a question, tapping a card shows its skill
      const root = /** @type {Element} */ (event.currentTarget),
        at = /** @type {Element} */ (event.target);
      if (at.closest('.pd-card') && !root.querySelector('.is-live')) event.stopPropagation();
    };
    return h(
      'div',
      { class: 'pd light-board', onclick: readOnly },
      drawQuay(view, c, isDuel),
      drawSea(view, c, isDuel),
      drawLore(view, c),
    );
  },

  paint(item, view, c) {
    if (isCard(item)) {
      const name = nameOf(item),
        captain = item.kind === 'pd.captain' ? (item.face?.replace('pd.captain.', '') ?? '') : '';
      return h(
        'span',
        { class: 'pd-face' },
        picture(
          pirateMarkup(item.id, name, symbolsOf(item), captain, !isAsleep(skillOf(item, view))),
          cardBox,
        ),
        h(
          'span',
          { class: 'pd-name' },
          c.words.word(captain ? item.kind : (item.face ?? '')).replace(/\s*\(.*\)/, ''),
        ),
        drawTip(item, view, c),
      );
    }
    if (item.kind === 'pd.boat') return picture(boatMarkup(colourOf(item)), '0 0 120 108');
    if (item.kind === 'pd.combat')
      return picture(combatMarkup(item.face ?? '', item.value), cardBox);
    if (item.kind === 'pd.red-die' || item.kind === 'pd.blue-die')
      return picture(dieFace[item.face ?? ''] ?? '', square);
    return h(
      'span',
      { class: 'card-box' },
      picture(item.kind === 'pd.pile' ? backMarkup : combatsMarkup, cardBox),
      h('b', {}, item.value),
    );
  },

  outcome(args) {
    const [pirate] = args.cards ?? [],
      [combat] = args.card ?? [],
      [die] = args.dice ?? args.die ?? [];
    const item = pirate && { kind: 'pd.pirate', face: pirate, id: 0, value: 0, marks: [] };
    return item
      ? picture(pirateMarkup(item.id, nameOf(item), symbolsOf(item), '', true), cardBox)
      : combat
        ? picture(combatMarkup(combat, 0), cardBox)
        : die && picture(dieFace[die] ?? '', square);
  },

  label(item, view, c) {
    return item.kind.endsWith('-die') ? dieLabel(item, c) : labels[item.kind]?.(item, view, c);
  },

  standing(seat, view, c) {
    const isBegun = view.zone('pd.zone.boat') !== undefined;
    const afloat = view.zone('pd.zone.boat', seat) || view.zone('pd.zone.harbour') || !isBegun;
    return afloat ? drawCoins(seat, view, c) : c.say('pd.web.out');
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
    if (item.kind.endsWith('-die') && item.face) tumble(element, ((index * 37) % 6) * 45);
  },

  source: (item) =>
    item.kind === 'pd.pirate' ? pileId : item.kind === 'pd.combat' ? combatsId : undefined,
};
