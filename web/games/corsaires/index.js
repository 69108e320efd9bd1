// Corsaires: galleons at sea, attacks on them, and the player's hand.

import { pirate, rose, ship, sign, waves } from '../../lib/art.js';
import { h, picture, unseen } from '../../lib/vdom.js';
import book from './book.js';

/** @typedef {import('../../lib/sight.js').Item} Item */
/** @typedef {import('../../lib/sight.js').SightIndex} SightIndex */
/** @typedef {import('../../lib/sight.js').Zone} Zone */
/** @typedef {import('../../play/board.js').Context} Context */

const colours = ['yellow', 'red', 'green', 'blue'];
const pileId = 0;

/** The figure of each colour on the sail: roundel, cross, chevron, waves.
 * @type {Record<string, string>} */
const figure = {
  yellow: '<circle cx="32" cy="32" r="17" class="K"/>',
  red: '<path class="K" d="M24 10h16v14h14v16H40v14H24V40H10V24h14z"/>',
  green: '<path class="K" d="M32 10l24 24v16L32 28 8 50V34z"/>',
  blue: `<path class="K" d="M6 20c9-12 17 10 26 0s17 0 26 0v10c-9 0-17-10-26 0s-17-12-26 0zM6
40c9-12 17 10 26 0s17 0 26 0v10c-9 0-17-10-26 0s-17-12-26 0z"/>`,
};

/** @param {string} markup @param {number} x @param {number} y @param {number} scale */
const at = (markup, x, y, scale) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${markup}</g>`;

/** @param {string} body @param {string} [band] class of the band @param {string} [corner] */
const frame = (
  body,
  band = '',
  corner = '',
) => `<rect class="paper k" x="1" y="1" width="98" height="138" rx="9"/>
${band ? `<path class="${band}" d="M2 10a8 8 0 018-8h80a8 8 0 018 8v18H2z"/>` : ''}
<rect class="l2" x="6" y="6" width="88" height="128" rx="5"/>${corner}${body}`;

/** A ship in one colour; its skulls are its strength. @param {string} colour @param {number}
 *   skulls */
function pirateCard(colour, skulls) {
  const row = Array.from({ length: skulls }, (_, i) =>
    at(sign.skull, 50 - skulls * 10.5 + i * 21, 110, 0.31),
  ).join('');
  return frame(
    at(ship(`c-${colour}`, figure[colour]), 3, 30, 0.78) + waves(8, 103, 84) + row,
    `c-${colour}`,
    `<text class="big" x="10" y="24">${skulls}</text>${at(figure[colour], 74, 7, 0.27)}`,
  );
}

/** @param {number} gold */
function galleonCard(gold) {
  const coins = Array.from({ length: gold }, (_, i) =>
    at(
      sign.coin,
      50 - Math.min(gold, 4) * 10 + (i % 4) * 20 + (i > 3 ? (8 - gold) * 10 : 0),
      i > 3 ? 118 : 104,
      0.26,
    ),
  ).join('');
  return frame(
    at(ship('s', sign.crown), 3, 28, 0.78) + waves(8, 99, 84) + coins,
    'g',
    `<text class="big" x="10" y="24">${gold}</text>${at(sign.coin, 74, 6, 0.3)}`,
  );
}

/** @param {string | null} face */
function cardMarkup(face) {
  const [kind, part = ''] = (face ?? '').replace('co.card.', '').split('-');
  if (face === null)
    return `<rect class="deep k" x="1" y="1" width="98" height="138" rx="9"/>
<rect class="lg" x="7" y="7" width="86" height="126" rx="5"/>
${at(sign.anchor, 18, 38, 1).replaceAll('"line"', '"linebrass"')}`;
  if (kind === 'galleon') return galleonCard(Number(part));
  if (kind === 'captain')
    return frame(
      at(pirate(`c-${part}`), 4, 36, 0.92),
      `c-${part}`,
      `${at(figure[part], 10, 7, 0.27)}${at(sign.hat, 72, 5, 0.3)}`,
    );
  if (kind === 'admiral')
    return frame(
      at(pirate('deep', false), 4, 36, 0.92),
      'deep',
      `${at(sign.star, 8, 5, 0.3).replaceAll('"line"', '"linebrass"')}
${at(sign.crown, 72, 6, 0.3)}`,
    );
  return pirateCard(kind, Number(part));
}

/** @param {Item} item */
const colourOf = (item) => colours.find((colour) => item.face?.includes(colour));

/** One attack: player, colour, strength. @param {Item[]} items its cards and its strength
 * @param {Context} c */
function drawAttack(items, c) {
  const [first] = items,
    colour = colourOf(first) ?? 'deep',
    strength = items.find((item) => item.kind === 'co.strength');
  return h(
    'li',
    { class: `co-attack c-${colour}${first.marks.includes('ahead') ? ' is-ahead' : ''}` },
    h(
      'span',
      { class: 'co-ships' },
      c.items(
        items.filter((item) => item !== strength),
        'card small',
      ),
    ),
    h(
      'span',
      { class: 'co-who' },
      c.seat(first.owner ?? 0),
      strength &&
        h(
          'b',
          { class: 'co-strength' },
          picture(sign.skull, '0 0 64 64'),
          h('span', { 'aria-hidden': 'true' }, strength.value),
          unseen(c.say('co.web.strength', { n: strength.value })),
        ),
    ),
  );
}

/** The attacks of a fight, by colour. A captain belongs to a colour, the admiral is an attack of
 * its own. @param {Zone} zone @returns {Item[][]} */
function attacksOf(zone) {
  const cards = zone.items.filter(
    (item) => (item.kind === 'co.card' || item.kind === 'co.strength') && item.on !== undefined,
  );
  const groups = colours.map((colour) => cards.filter((card) => colourOf(card) === colour));
  return [...groups, cards.filter((card) => !colourOf(card))].filter((group) => group.length);
}

/** The player who would capture the galleon now. @param {Item | undefined} flag @param {Context}
 *   c */
function drawFlag(flag, c) {
  return flag
    ? h(
        'p',
        { class: `co-flag seat-${flag.owner}` },
        picture(sign.hat, '0 0 64 64'),
        h('span', {}, c.say('co.web.captor', { who: { seat: flag.owner ?? 0 } })),
      )
    : h(
        'p',
        { class: 'co-flag is-open' },
        picture(sign.sabre, '0 0 64 64'),
        h('span', {}, c.say('co.web.tie')),
      );
}

/** @param {Zone} zone @param {SightIndex} view @param {Context} c */
function drawFight(zone, view, c) {
  const galleon = zone.items[0],
    attacks = attacksOf(zone);
  const fight = h(
    'li',
    { class: `co-fight${attacks.length ? '' : ' is-free'}` },
    h(
      'div',
      { class: 'co-galleon' },
      c.item(galleon, 'card'),
      h(
        'p',
        { class: 'co-owner' },
        h('span', { class: 'co-number' }, c.say('co.web.number', { number: zone.number })),
        c.seat(zone.owner ?? 0),
      ),
    ),
    h(
      'div',
      { class: 'co-battle' },
      attacks.length
        ? h(
            'ul',
            {},
            attacks.map((cards) => drawAttack(cards, c)),
          )
        : h('p', { class: 'co-calm' }, c.say('co.table.free')),
      drawFlag(view.kind('co.flag', zone.items), c),
    ),
  );
  return c.target(fight, galleon.id);
}

/** @param {SightIndex} view @param {Context} c */
function drawSea(view, c) {
  const fights = view.zones('co.zone.fight');
  const sea = c.group(
    c.say('co.table.galleons'),
    'co-sea sea-board light-board',
    picture(rose, '0 0 200 200', 'sea-rose'),
    fights.length
      ? h(
          'ul',
          { class: 'co-fights' },
          fights.map((zone) => drawFight(zone, view, c)),
        )
      : h('p', { class: 'co-empty' }, c.say('co.table.no-galleon')),
  );
  return c.drop(sea, 'ground');
}

/** Cards that are out of the game. The list can be scrolled with the keyboard. @param {Item[]} out
 * @param {Context} c */
function drawOut(out, c) {
  const aside = c.group(c.say('co.zone.out'), 'co-out', c.items(out, 'card small'));
  aside.attrs.tabindex = '0';
  return aside;
}

/** @param {SightIndex} view @param {Context} c */
function drawPile(view, c) {
  const pile = view.kind('co.pile'),
    out = view.in('co.zone.out');
  return h(
    'div',
    { class: 'co-piles' },
    pile &&
      c.group(
        c.say('co.zone.pile'),
        `co-pile${pile.value ? '' : ' is-empty'}`,
        c.item(pile, 'card'),
      ),
    out.length > 0 && drawOut(out, c),
  );
}

/** Hands that this viewer can see: one's own large, a partner's small. @param {SightIndex} view
 * @param {Context} c */
function drawHands(view, c) {
  const open = view.zones('co.zone.hand').filter((zone) => zone.items.some((card) => card.face));
  const order = [...open].sort((a, b) => Number(a.owner === c.me) - Number(b.owner === c.me));
  return order.map((zone) => {
    const own = zone.owner === c.me;
    const hand = c.group(
      c.say('co.web.hand', { who: { seat: zone.owner ?? 0 } }),
      `co-hand${own ? ' is-own' : ''}`,
      !own && c.seat(zone.owner ?? 0),
      h('span', { class: 'co-fan' }, c.items(zone.items, own ? 'card' : 'card small')),
    );
    hand.attrs.style = `--cards: ${zone.items.length}`;
    return hand;
  });
}

/** @param {Item} card @param {number} fight */
function spellOn(card, fight) {
  const name = (card.face ?? '').replace('co.card.', '');
  if (name === 'admiral') return `admiral ${fight}`;
  return name.startsWith('captain-')
    ? `captain ${fight} ${name.slice(8)}`
    : `attack ${fight} ${name}`;
}

/** @type {import('../../play/board.js').GameModule} */
export default {
  name: 'corsaires',
  book,
  atOnce: ['co.pile'],
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
    return h('div', { class: 'co' }, drawSea(view, c), drawPile(view, c), ...drawHands(view, c));
  },

  paint(item) {
    if (item.kind !== 'co.pile') return picture(cardMarkup(item.face), '0 0 100 140');
    return h(
      'span',
      { class: 'card-box' },
      picture(cardMarkup(null), '0 0 100 140'),
      h('b', {}, item.value),
    );
  },

  outcome(args) {
    const [card] = args.cards ?? [];
    return card && picture(cardMarkup(card), '0 0 100 140');
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
    const n = view.in('co.zone.hand', seat).length,
      captured = view.in('co.zone.captured', seat);
    const total = view.kind('co.total', captured) ?? view.kind('co.gold', captured);
    const taken = view.kind('co.taken', captured);
    const count = (
      /** @type {import('../../lib/vdom.js').VNode} */ what,
      /** @type {number | undefined} */ many,
      /** @type {string} */ words,
    ) => h('span', {}, what, h('b', { 'aria-hidden': 'true' }, many), unseen(words));
    return h(
      'span',
      { class: 'co-standing' },
      count(picture(cardMarkup(null), '0 0 100 140'), n, c.say('co.table.cards', { n })),
      total
        ? count(
            picture(sign.coin, '0 0 64 64'),
            total.value,
            c.say('co.web.gold', { n: total.value }),
          )
        : taken &&
            count(
              picture(sign.hat, '0 0 64 64', 'emblem'),
              taken.value,
              c.say(taken.value ? 'co.table.captured' : 'co.table.captured-none', {
                n: taken.value ?? 0,
              }),
            ),
    );
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
