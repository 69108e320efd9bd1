// Corsaires: galleons at sea, the ladders of those who fight for them, and the player's hand.

import { icons, rose } from '../../lib/art.js';
import { classes, h, picture, unseen } from '../../lib/vdom.js';
import * as art from './art.js';
import book from './book.js';

/** @typedef {import('../../lib/sight.js').Item} Item */
/** @typedef {import('../../lib/sight.js').SightIndex} SightIndex */
/** @typedef {import('../../lib/sight.js').Zone} Zone */
/** @typedef {import('../../lib/vdom.js').Part} Part */
/** @typedef {import('../../play/board.js').Context} Context */

/** A side in a fight: its cards, its strength, and the seat that represents it. `ghost`: the card
 * that would create or change it.
 * @typedef {{colour: string, owner: number, cards: Item[], strength: number, isAhead: boolean,
 *   ghost?: Item}} Rung */

const colours = ['yellow', 'red', 'green', 'blue'];
/** @type {Record<string, string>} */
const fleetKeys = {
  yellow: 'co.fleet.yellow',
  red: 'co.fleet.red',
  green: 'co.fleet.green',
  blue: 'co.fleet.blue',
};
/** Short names of moves on a galleon. @type {Record<string, string>} */
const verbKeys = {
  attack: 'co.web.attack',
  protect: 'co.web.protect',
  reinforce: 'co.web.reinforce',
};
const square = '0 0 64 64';
const pileId = 0;

/** @param {Item} item */
const colourOf = (item) => colours.find((colour) => item.face?.includes(colour)) ?? '';

/** The kind and the number or colour of a card. @param {string | null} face */
const partsOf = (face) => (face ?? '').replace('co.card.', '').split('-');

/** @param {string} colour */
const mark = (colour) => picture(art.marks[colour] ?? '', square, 'co-mark');

// ---- cards ----

/** A card of the hand. @param {string | null} face */
function cardFace(face) {
  const [kind, part = ''] = partsOf(face),
    n = Number(part);
  const card = (/** @type {string} */ name, /** @type {Part[]} */ ...content) =>
    h('span', { class: `co-face ${name}`, 'aria-hidden': 'true' }, ...content);
  if (kind === 'galleon')
    return card(
      'is-galleon',
      picture(art.merchant, '0 0 200 176', 'co-pic'),
      h('b', { class: 'co-no' }, part),
      picture(art.several(art.goldMark, n), `0 0 ${66 * n} 66`, 'co-count'),
    );
  if (kind === 'captain')
    return card(
      `fleet-${part}`,
      picture(art.captain, '0 0 100 100', 'co-pic'),
      h('b', { class: 'co-no' }, picture(art.hat, square)),
      mark(part),
    );
  if (kind === 'admiral')
    return card(
      'is-admiral',
      picture(art.admiral, '0 0 100 100', 'co-pic'),
      h('b', { class: 'co-no' }, picture(art.crown, square)),
    );
  return card(
    `fleet-${kind}`,
    picture(art.raider, '0 0 100 100', 'co-pic'),
    h('b', { class: 'co-no' }, part),
    mark(kind),
    picture(art.several(art.skullMark, n), `0 0 ${66 * n} 66`, 'co-count'),
  );
}

/** A card in few pixels: number and mark. @param {string | null} face */
function tile(face) {
  const [kind, part = ''] = partsOf(face),
    drawn = (/** @type {string} */ name, /** @type {Part[]} */ ...content) =>
      h('span', { class: `co-tile ${name}`, 'aria-hidden': 'true' }, ...content);
  if (kind === 'galleon') return drawn('is-galleon', part);
  if (kind === 'admiral') return drawn('', picture(art.crown, square));
  if (kind === 'captain') return drawn(`fleet-${part}`, picture(art.hat, square), mark(part));
  return drawn(`fleet-${kind}`, part, mark(kind));
}

/** @param {number | undefined} count */
const back = (count) =>
  h(
    'span',
    { class: 'co-back' },
    picture(rose, '0 0 200 200'),
    count !== undefined && h('b', { class: 'co-left' }, count),
  );

// ---- fights ----

/** The sides of a fight, the strongest first. A captain belongs to a colour, the admiral is a
 * side of
 * its own. @param {Zone} zone @returns {Rung[]} */
function rungsOf(zone) {
  const all = zone.items.filter(
    (item) => (item.kind === 'co.card' || item.kind === 'co.strength') && item.on !== undefined,
  );
  return [...colours, '']
    .map((colour) => all.filter((item) => colourOf(item) === colour))
    .filter((items) => items.length)
    .map((items) => ({
      colour: colourOf(items[0]),
      owner: items[0].owner ?? 0,
      cards: items.filter((item) => item.kind === 'co.card'),
      strength: items.find((item) => item.kind === 'co.strength')?.value ?? 0,
      isAhead: items[0].marks.includes('ahead'),
    }))
    .sort((a, b) => Number(b.isAhead) - Number(a.isAhead) || b.strength - a.strength);
}

/** The move of the selected card on a galleon, if it is legal. @param {number} galleon
 * @param {Context} c */
function moveOn(galleon, c) {
  if (!c.choosing.goesOn(galleon)) return undefined;
  const [move, ...others] = c.choosing.moves(c.choosing.with(galleon));
  return others.length ? undefined : move;
}

/** The seat that represents the side of a seat: the player, or the first partner of a team.
 * @param {number} seat @param {SightIndex} view */
const speakerOf = (seat, view) =>
  Math.max(...view.zones('co.zone.captured').map(({ owner = 0 }) => (owner <= seat ? owner : 0)));

/** The sides with the selected card among them. @param {Rung[]} rungs @param {Item} card
 * @param {import('../../lib/sight.js').Move} move @param {Context} c */
function withGhost(rungs, card, move, c) {
  const colour = colourOf(card),
    strength = move.note?.args.n,
    own = rungs.find((rung) => rung.colour === colour);
  if (typeof strength !== 'number') return rungs;
  const ghost = {
    ...(own ?? { colour, owner: speakerOf(c.me, c.view), cards: [] }),
    strength,
    ghost: card,
  };
  const all = [...rungs.filter((rung) => rung !== own), ghost].sort(
      (a, b) => b.strength - a.strength,
    ),
    isTie = all[1]?.strength === all[0].strength;
  return all.map((rung, i) => ({ ...rung, isAhead: i === 0 && !isTie }));
}

/** Consequences of a move that leave the captor of a galleon as it is. */
const unchanged = ['co.note.behind', 'co.note.trumped', 'co.note.trumping'];

/** The player who gets a galleon if nothing changes after the move that is considered; 0: a tie.
 * @param {number} captor without that move @param {import('../../lib/sight.js').Move | undefined}
 *   move @param {Context} c */
function captorAfter(captor, move, c) {
  if (!move?.note || unchanged.includes(move.note.key)) return captor;
  return move.note.key === 'co.note.ties' ? 0 : speakerOf(c.me, c.view);
}

/** @param {number} captor a seat, 0 for a tie @param {Context} c */
function fate(captor, c) {
  if (!captor) return c.say('co.web.tie');
  return c.words.reader && captor === speakerOf(c.words.reader, c.view)
    ? c.say('co.web.captor-you')
    : c.say('co.web.captor', { who: { seat: captor } });
}

/** @param {Rung} rung @param {number} most the largest strength of the fight @param {Context} c */
function drawRung(rung, most, c) {
  const { colour, owner, cards, strength, isAhead, ghost } = rung;
  const width = most ? Math.min(1, strength / most) : 0;
  return h(
    'li',
    {
      key: `rung ${colour}`,
      class: classes(
        'co-rung',
        colour && `fleet-${colour}`,
        isAhead && 'is-ahead',
        ghost && 'is-ghost',
      ),
      style: `--part: ${width}`,
    },
    h(
      'div',
      { class: 'co-rung-line' },
      c.seat(owner),
      h('span', { class: 'co-ships' }, c.items(cards, 'card small'), ghost && tile(ghost.face)),
      strength > 0 && h('b', { 'aria-hidden': 'true' }, strength),
      strength > 0 && unseen(c.say('co.web.strength', { n: strength })),
    ),
  );
}

/** What the selected card would do here, in few words. @param {import('../../lib/sight.js').Move}
 *   move @param {Context} c */
function consequence(move, c) {
  const args = move.note?.args ?? {},
    key = move.note?.key;
  if (args.chief !== undefined) return c.say('co.web.trumped', { chief: args.chief });
  if (typeof args.n !== 'number') return c.say('co.web.leads');
  return c.say(key === 'co.note.ties' ? 'co.web.ties' : 'co.web.against', args);
}

/** Why the selected card does not fit here: a colour has one side, and a side one colour.
 * @param {Rung[]} rungs @param {Item} card @param {Context} c */
function hindrance(rungs, card, c) {
  const colour = colourOf(card),
    me = speakerOf(c.me, c.view),
    taken = rungs.find((rung) => rung.colour === colour),
    own = rungs.find((rung) => rung.owner === me && rung.colour);
  if (!colour) return '';
  if (taken && taken.owner !== me)
    return c.say('co.web.taken', { colour: [fleetKeys[colour]], who: { seat: taken.owner } });
  return own && own.colour !== colour
    ? c.say('co.web.other-colour', { colour: [fleetKeys[own.colour]] })
    : '';
}

/** @param {Zone} zone @param {Context} c */
const ownerName = (zone, c) =>
  c.words.reader && zone.owner === speakerOf(c.words.reader, c.view)
    ? c.say('co.web.yours')
    : c.say('co.web.owner', { who: { seat: zone.owner ?? 0 } });

/** @param {Zone} zone @param {Item | undefined} card the selected card of the hand
 * @param {SightIndex} view @param {Context} c */
function drawFight(zone, card, view, c) {
  const galleon = zone.items[0],
    flag = view.kind('co.flag', zone.items),
    move = card && moveOn(galleon.id, c);
  const real = rungsOf(zone),
    rungs = move && card ? withGhost(real, card, move, c) : real,
    most = Math.max(...rungs.map((rung) => rung.strength), 0),
    free = colours.filter((colour) => rungs.every((rung) => rung.colour !== colour)),
    why = card && !move ? hindrance(real, card, c) : '';
  const fight = h(
    'li',
    { class: classes('co-fight', `rungs-${rungs.length}`, card && !move && 'is-out') },
    h('div', { class: 'co-galleon' }, c.item(galleon, 'prize')),
    h(
      'div',
      { class: 'co-battle' },
      h(
        'p',
        { class: 'co-name' },
        h('strong', {}, c.say('co.web.galleon', { number: zone.number })),
        ' ',
        h('span', {}, ownerName(zone, c)),
      ),
      rungs.length > 0 &&
        h(
          'ol',
          { class: 'co-ladder' },
          rungs.map((rung) => drawRung(rung, most, c)),
        ),
      free.length > 0 &&
        h(
          'p',
          { class: 'co-free' },
          h('span', {}, c.say('co.web.free')),
          free.map((colour) =>
            h(
              'i',
              { class: `co-tile fleet-${colour}` },
              mark(colour),
              unseen(c.words.word(fleetKeys[colour])),
            ),
          ),
        ),
      h('p', { class: 'co-fate' }, fate(captorAfter(flag?.owner ?? 0, move, c), c)),
    ),
    (move || why) &&
      h('span', { class: classes('tag', !move && 'is-why') }, move ? consequence(move, c) : why),
  );
  return c.target(fight, galleon.id);
}

// ---- the end: what everybody captured, and the hands ----

/** @param {Zone} zone the captures of a side @param {SightIndex} view @param {Context} c */
function drawSum(zone, view, c) {
  const seats = view
    .zones('co.zone.hand')
    .map(({ owner }) => owner ?? 0)
    .filter((seat) => speakerOf(seat, view) === zone.owner);
  const number = (/** @type {string} */ kind) =>
    c.words.number(view.kind(kind, zone.items)?.value ?? 0);
  return h(
    'tr',
    { class: view.sight.winners.some((seat) => seats.includes(seat)) ? 'is-winner' : '' },
    h(
      'th',
      { scope: 'row' },
      seats.map((seat) => c.seat(seat)),
    ),
    h('td', {}, number('co.gold')),
    h(
      'td',
      {},
      h(
        'span',
        { class: 'co-rest' },
        seats.flatMap((seat) => c.items(view.in('co.zone.hand', seat), 'card small')),
      ),
      h('span', {}, number('co.debt')),
    ),
    h('td', {}, h('b', {}, number('co.total'))),
  );
}

/** @param {SightIndex} view @param {Context} c */
function drawEnd(view, c) {
  const columns = ['co.web.side', 'co.web.captured', 'co.debt', 'co.total'];
  return h(
    'table',
    { class: 'panel co-end' },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        columns.map((key) => h('th', { scope: 'col' }, c.words.word(key))),
      ),
    ),
    h(
      'tbody',
      {},
      view.zones('co.zone.captured').map((zone) => drawSum(zone, view, c)),
    ),
  );
}

// ---- the deck: hands and pile ----

/** Hands that this viewer can see: one's own large, a partner's as tiles. @param {SightIndex} view
 * @param {Context} c */
function drawHands(view, c) {
  const open = view.zones('co.zone.hand').filter((zone) => zone.items.some((card) => card.face)),
    own = open.filter((zone) => zone.owner === c.me),
    others = open.filter((zone) => zone.owner !== c.me);
  const hand = (
    /** @type {Zone} */ zone,
    /** @type {string} */ name,
    /** @type {Part[]} */ ...parts
  ) => {
    const group = c.group(c.say('co.web.hand', { who: { seat: zone.owner ?? 0 } }), name, ...parts);
    group.attrs.style = `--cards: ${zone.items.length}`;
    return group;
  };
  return [
    others.length > 0 &&
      h(
        'div',
        { class: classes('co-others', others.length > 1 && 'is-many') },
        others.map((zone) =>
          hand(
            zone,
            'co-hand',
            c.seat(zone.owner ?? 0),
            c.me > 0 &&
              speakerOf(c.me, view) === speakerOf(zone.owner ?? 0, view) &&
              h('small', {}, c.say('co.web.partner')),
            h('span', { class: 'co-tiles' }, c.items(zone.items, 'card small')),
          ),
        ),
      ),
    ...own.map((zone) =>
      hand(
        zone,
        classes('co-hand is-own', zone.items.length > 6 && 'is-crowded'),
        h(
          'span',
          // without cards to play, the row itself is scrolled by keys
          {
            class: 'co-fan',
            tabindex: zone.items.some((one) => c.choosing.isLive(one.id)) ? null : 0,
          },
          c.items(zone.items, 'card'),
        ),
      ),
    ),
  ];
}

/** @param {SightIndex} view @param {Context} c */
function drawPile(view, c) {
  const pile = view.kind('co.pile');
  if (!pile || view.sight.over) return null;
  const canDraw = c.choosing.isLive(pile.id);
  return c.target(
    h(
      'div',
      {
        class: classes('co-pile', !pile.value && 'is-empty'),
        role: 'group',
        'aria-label': c.say('co.zone.pile'),
      },
      c.item(pile, 'card'),
      h('span', { 'aria-hidden': 'true' }, canDraw ? c.say('co.do.draw') : c.say('co.zone.pile')),
    ),
    pile.id,
  );
}

/** The selected card of the own hand. @param {SightIndex} view @param {Context} c */
const chosen = (view, c) => view.in('co.zone.hand', c.me).find((card) => c.isPicked(card.id));

/** @param {Item} card @param {number} fight */
function spellOn(card, fight) {
  const name = (card.face ?? '').replace('co.card.', '');
  if (name === 'admiral') return `admiral ${fight}`;
  return name.startsWith('captain-')
    ? `captain ${fight} ${name.slice(8)}`
    : `attack ${fight} ${name}`;
}

/** Explanations of cards, by the first part of their name. @type {Record<string, string>} */
const explanations = {
  galleon: 'explain.co.galleon',
  captain: 'explain.co.captain',
  admiral: 'explain.co.admiral',
};

/** @type {import('../../play/board.js').GameModule} */
export default {
  name: 'corsaires',
  book,
  fits: true,
  touchFirst: true,
  atOnce: ['co.pile'],
  explain({ face }) {
    if (!face?.startsWith('co.card.')) return undefined;
    const sort = face.split('.')[2].split('-')[0];
    return explanations[sort] ?? 'explain.co.ship';
  },

  tips: ['tip.co.ask.turn', 'tip.co.ask.turn.2', 'tip.co.ask.turn.3', 'tip.co.ask.last'],

  story: {
    gains: ['co.say.captures', 'co.say.brings-home'],
    deeds: ['co.say.captures'],
    honour: 'ending.captures',
  },

  log: {
    apart: [
      'co.say.first',
      'co.say.first-team',
      'co.say.pile-empty',
      'co.say.undecided',
      'co.say.end',
      'co.say.end-team',
    ],
  },

  scenes: { 'co.say.captures': 'capture', 'co.say.captain': 'fight', 'co.say.saves': 'fight' },

  sounds: {
    'co.say.drawn': 'card',
    'co.say.drawn-unseen': 'card',
    'co.say.galleon': 'card',
    'co.say.brings-home': 'coin',
    'co.say.captures': 'coin',
    'co.say.captain': 'cannon',
    'co.say.guards': 'cannon',
    'co.say.saves': 'cannon',
  },

  draw(view, c) {
    const fights = view.zones('co.zone.fight'),
      card = chosen(view, c),
      many = fights.length > 4;
    const sea = c.group(
      c.say('co.table.galleons'),
      'co',
      picture(rose, '0 0 200 200', 'sea-rose'),
      view.sight.over
        ? drawEnd(view, c)
        : fights.length
          ? h(
              'ul',
              {
                class: classes('co-fights', many && 'is-many', fights.length > 6 && 'is-most'),
                style: `--fights: ${fights.length}`,
              },
              fights.map((zone) => drawFight(zone, card, view, c)),
            )
          : h('p', { class: 'co-calm' }, c.say('co.table.no-galleon')),
    );
    return c.drop(sea, 'ground');
  },

  hand(view, c) {
    return h(
      'div',
      { class: 'co-own' },
      view.sight.over ? null : drawHands(view, c),
      drawPile(view, c),
    );
  },

  aside(view, c) {
    const out = view.in('co.zone.out');
    return (
      out.length > 0 &&
      h(
        'div',
        { class: 'co-out' },
        h('h3', {}, c.say('co.zone.out')),
        c.group(c.say('co.zone.out'), 'co-tiles', c.items(out, 'card small')),
      )
    );
  },

  ask([card], c) {
    return c.choosing.moves().some((move) => move.touches.some((id) => c.choosing.goesOn(id)))
      ? c.say('co.web.where', { card: [card.face ?? ''] })
      : undefined;
  },

  choice(move, view, c) {
    const [, verb] = move.phrase.key.match(/\.(attack|protect|reinforce)-/) ?? [];
    return verb && c.choosing.picked.size
      ? { text: c.say(verbKeys[verb], { number: move.phrase.args.fight }) }
      : undefined;
  },

  paint(item, view) {
    const zone = view.zoneOf.get(item.id);
    if (item.kind === 'co.pile') return back(item.value);
    if (zone?.name === 'co.zone.fight' && item.on === undefined)
      return h(
        'span',
        { class: 'co-prize', 'aria-hidden': 'true' },
        picture(art.galleonAtSea, '0 0 200 180'),
        h('span', { class: 'co-worth' }, picture(art.coinPlain, square), h('b', {}, item.value)),
      );
    if (item.face === null) return back(undefined);
    const isTile =
      zone !== undefined &&
      (zone.name !== 'co.zone.hand' || zone.owner !== view.me || view.sight.over);
    return isTile ? tile(item.face) : cardFace(item.face);
  },

  outcome(args) {
    const [card] = args.cards ?? [];
    return card && cardFace(card);
  },

  label(item, view, c) {
    const zone = view.zoneOf.get(item.id);
    if (item.kind === 'co.pile') return c.say('co.table.pile', { n: item.value });
    if (!item.face) return c.say('co.web.face-down');
    if (zone?.name !== 'co.zone.fight' || item.on !== undefined) return c.words.word(item.face);
    const flag = view.kind('co.flag', zone.items);
    const args = { number: zone.number, n: item.value, who: { seat: zone.owner ?? 0 } };
    return flag
      ? c.say('co.web.galleon-led', { ...args, leader: { seat: flag.owner ?? 0 } })
      : c.say('co.web.galleon-open', args);
  },

  standing(seat, view, c) {
    const sides = view.zones('co.zone.captured'),
      side = sides.findIndex(({ owner }) => owner === speakerOf(seat, view));
    const n = view.in('co.zone.hand', seat).length,
      captured = sides[side]?.items ?? [],
      total = view.kind('co.total', captured) ?? view.kind('co.gold', captured),
      taken = view.kind('co.taken', captured);
    const count = (
      /** @type {string} */ icon,
      /** @type {number} */ many,
      /** @type {string} */ words,
    ) =>
      h(
        'span',
        {},
        picture(icon, square, 'icon'),
        h('b', { 'aria-hidden': 'true' }, c.words.number(many)),
        unseen(words),
      );
    return h(
      'span',
      { class: 'co-standing' },
      count(icons.cards, n, c.words.amount('co.table.cards', n)),
      total
        ? count(art.coinPlain, total.value, c.words.amount('co.web.gold', total.value))
        : taken && count(art.ship, taken.value, c.words.amount('co.table.captured', taken.value)),
    );
  },

  team(seat, view, c) {
    const sides = view.zones('co.zone.captured'),
      side = sides.findIndex(({ owner }) => owner === speakerOf(seat, view));
    if (sides.length === view.sight.seats) return undefined;
    return c.me && sides[side]?.owner === speakerOf(c.me, view)
      ? c.say('co.web.your-team')
      : c.say('co.web.team', { number: side + 1 });
  },

  guess(items, view) {
    const card = items.find(
      (item) => view.zoneOf.get(item.id)?.name === 'co.zone.hand' && item.face,
    );
    const galleon = items.find((item) => view.zoneOf.get(item.id)?.name === 'co.zone.fight');
    if (!card) return items[0]?.id === pileId ? 'draw' : undefined;
    const zone = galleon ? view.zoneOf.get(galleon.id) : view.zones('co.zone.fight')[0];
    return card.face?.includes('galleon') ? undefined : spellOn(card, zone?.number ?? 1);
  },

  source: (item) => (item.kind === 'co.card' ? pileId : undefined),
};
