// Mille Sabords!: the card, eight dice to keep, save or reroll, and the race to the target score.

import { island, pirate, rose, ship, sign, waves } from '../../lib/art.js';
import { h, picture } from '../../lib/vdom.js';
import { tumble } from '../../play/motion.js';
import book from './book.js';

/** @typedef {import('../../lib/sight.js').Item} Item */
/** @typedef {import('../../lib/sight.js').SightIndex} SightIndex */
/** @typedef {import('../../play/board.js').Context} Context */

const faces = /** @type {const} */ (['skull', 'parrot', 'monkey', 'sabre', 'coin', 'diamond']);
const sabres = /** @type {Record<string, number>} */ ({
  'ms.card.ship-2': 2,
  'ms.card.ship-3': 3,
  'ms.card.ship-4': 4,
});
const summary = ['sets', 'gems', 'chest', 'skulls'].map((part) => `ms.summary.${part}`);
const pileId = 9;

let isLoreOpen = false;

/** @param {string} markup @param {number} x @param {number} y @param {number} scale */
const at = (markup, x, y, scale) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${markup}</g>`;

/** @type {Record<string, string>} */
const cardArt = {
  'ms.card.coin': at(sign.coin, 18, 28, 1),
  'ms.card.diamond': at(sign.diamond, 18, 28, 1),
  'ms.card.animals': at(sign.parrot, 4, 22, 0.8) + at(sign.monkey, 44, 48, 0.8),
  'ms.card.guardian': at(pirate('green', false), 8, 16, 0.84),
  'ms.card.pirate': at(pirate('coat'), 8, 16, 0.84),
  'ms.card.island': at(island, 5, 36, 0.75) + waves(12, 96, 76),
  'ms.card.skull-1': at(sign.skull, 16, 24, 1.06),
  'ms.card.skull-2': at(sign.skull, 4, 18, 0.78) + at(sign.skull, 46, 50, 0.78),
};

/** @param {number} count */
function shipCard(count) {
  const blades = Array.from({ length: count }, (_, i) =>
    at(sign.sabre, 50 - count * 11 + i * 22, 90, 0.34),
  ).join('');
  return at(ship('s', sign.skull), 5, 10, 0.74) + waves(10, 82, 80) + blades;
}

/** @param {string | null} face */
function cardPicture(face) {
  const art = face === null ? '' : (cardArt[face] ?? shipCard(sabres[face] ?? 0));
  return picture(
    `<rect class="paper k" x="1" y="1" width="98" height="128" rx="8"/>
<rect class="l2" x="6" y="6" width="88" height="118" rx="4"/>${art}`,
    '0 0 100 130',
  );
}

const back = `<rect class="deep k" x="1" y="1" width="98" height="128" rx="8"/>
<rect class="lg" x="7" y="7" width="86" height="116" rx="4"/>
${at(sign.helm, 18, 32, 1).replaceAll('"line"', '"linebrass"')}`;

/** @param {string} name */
const diePicture = (name) =>
  picture(sign[/** @type {keyof typeof sign} */ (name)] ?? '', '0 0 64 64');

/** @param {Item} die */
const faceOf = (die) => die.face?.replace('ms.face.', '') ?? '';

/** @param {Item} item */
const isDie = (item) => item.kind === 'ms.die';

/** Dice with equal faces are next to each other. @param {Item[]} dice */
const sorted = (dice) =>
  [...dice].sort(
    (a, b) =>
      faces.indexOf(/** @type {any} */ (faceOf(a))) -
        faces.indexOf(/** @type {any} */ (faceOf(b))) || a.id - b.id,
  );

/** The card of the turn and its pile. @param {SightIndex} view @param {Context} c */
function drawCard(view, c) {
  const card = view.kind('ms.card'),
    pile = view.kind('ms.pile');
  return h(
    'div',
    { class: 'ms-cards' },
    pile && c.group(c.say('ms.zone.pile'), 'ms-pile', c.item(pile)),
    c.group(c.say('ms.zone.card'), `ms-card-slot${card ? ' is-filled' : ''}`, card && c.item(card)),
    h(
      'p',
      { class: 'ms-effect' },
      card
        ? [h('strong', {}, c.say(card.face ?? '')), h('span', {}, c.say(`${card.face}.effect`))]
        : h('span', {}, c.say('ms.web.no-card')),
    ),
  );
}

/** Every player's ship on the way to the target score. @param {SightIndex} view @param {Context}
 *   c */
function drawRace(view, c) {
  const { value: target } = /** @type {Item} */ (view.kind('ms.target')),
    stage = view.kind('ms.stage');
  const rows = view.in('ms.zone.sheet').map((total) => {
    const seat = total.owner ?? 0;
    const boat = h(
      'span',
      {
        class: `ms-boat seat-${seat}`,
        style: `--way: ${Math.max(0, Math.min(1, total.value / target))}`,
      },
      picture(ship('sailseat'), '0 0 120 104'),
    );
    return h(
      'li',
      { class: view.sight.turn.includes(seat) ? 'is-turn' : '' },
      c.seat(seat),
      h('span', { class: 'ms-course' }, boat),
      h('b', {}, c.words.number(total.value)),
    );
  });
  return h(
    'section',
    { class: 'ms-race', 'aria-label': c.say('ms.zone.sheet') },
    h('h2', {}, c.say('ms.web.race', { n: target })),
    h('ol', {}, rows),
    stage?.face && h('p', { class: 'ms-stage' }, c.say(stage.face)),
  );
}

/** Skulls are in three sockets: the third one ends the turn. @param {Item[]} dice
 * @param {SightIndex} view @param {Context} c */
function drawSkulls(dice, view, c) {
  const all = Math.max(view.kind('ms.skulls')?.value ?? 0, dice.length),
    printed = all - dice.length; // on the card
  const sockets = Math.max(3, all);
  const holes = [
    ...Array.from({ length: printed }, () =>
      h('span', { class: 'ms-socket is-printed' }, diePicture('skull')),
    ),
    ...dice.map((die) => h('span', { class: 'ms-socket is-full' }, c.item(die, 'die'))),
    ...Array.from({ length: sockets - all }, () =>
      h('span', { class: 'ms-socket' }, diePicture('skull')),
    ),
  ];
  const count = c.say('ms.table.skulls', { n: all });
  return c.group(
    count,
    `ms-skulls${all >= 2 ? ' is-danger' : ''}`,
    holes,
    h('span', { class: 'ms-count' }, count),
  );
}

/** The points that the dice are worth now. @param {SightIndex} view @param {Context} c */
function drawStake(view, c) {
  const points = view.kind('ms.points'),
    raid = view.kind('ms.raid');
  if (!points && !raid) return null;
  const n = (points ?? raid)?.value ?? 0;
  return h(
    'p',
    { class: 'ms-stake' },
    h('b', {}, c.words.number(n)),
    h('span', {}, c.say(points ? 'ms.web.points' : 'ms.web.raid', { n })),
  );
}

/** The cup: the dice to reroll. @param {Item[]} dice @param {Context} c */
function drawCup(dice, c) {
  const unthrown = dice.some((die) => die.face === null);
  const asked = c.choosing.verbs.includes('reroll') || unthrown;
  const cup = c.group(
    c.say('ms.web.cup'),
    `ms-cup${asked ? ' is-open' : ''}`,
    h('span', { class: 'ms-cup-name' }, c.say('ms.web.cup')),
    h('span', { class: 'dice' }, c.items(dice, 'die')),
    !dice.length && asked && h('span', { class: 'ms-hint' }, c.say('ms.web.cup-empty')),
  );
  return c.drop(cup, 'pick');
}

/** @param {SightIndex} view @param {Context} c */
function drawIsland(view, c) {
  const saved = view.in('ms.zone.treasure'),
    here = view.kind('ms.card')?.face === 'ms.card.island';
  if (!saved.length && !here) return null;
  const zone = c.group(
    c.say('ms.zone.treasure'),
    'ms-island',
    picture(island, '0 0 120 80', 'ms-island-art'),
    h('span', { class: 'dice' }, c.items(sorted(saved), 'die')),
    h('span', { class: 'ms-count' }, c.say('ms.zone.treasure')),
  );
  return c.drop(zone, 'put');
}

/** The summary card of the game, and the discard pile, face up. @param {SightIndex} view
 * @param {Context} c */
function drawLore(view, c) {
  const gone = view.in('ms.zone.discard'),
    cards = [...Object.keys(cardArt), ...Object.keys(sabres)];
  return h(
    'details',
    {
      class: 'ms-lore',
      open: isLoreOpen,
      ontoggle: (/** @type {Event} */ event) => {
        isLoreOpen = /** @type {HTMLDetailsElement} */ (event.currentTarget).open;
      },
    },
    h('summary', {}, c.say('ms.web.lore', { n: gone.reduce((sum, item) => sum + item.value, 0) })),
    h('h3', {}, c.say('ms.summary')),
    h(
      'ul',
      {},
      summary.map((key) => h('li', {}, c.say(key))),
    ),
    gone.length > 0 && h('h3', {}, c.say('ms.zone.discard')),
    gone.length > 0 &&
      h(
        'ul',
        { class: 'ms-gone' },
        gone.map((item) =>
          h(
            'li',
            {},
            cardPicture(item.face),
            h('span', {}, c.say('ms.web.times', { card: [item.face ?? ''], n: item.value })),
          ),
        ),
      ),
    h('h3', {}, c.say('ms.web.all-cards')),
    h(
      'ul',
      {},
      cards.map((card) =>
        h('li', {}, h('strong', {}, c.say(card)), ' – ', c.say(`${card}.effect`)),
      ),
    ),
  );
}

/** @type {import('../../play/board.js').GameModule} */
export default {
  name: 'mille-sabords',
  book,
  atOnce: ['ms.pile'],
  sounds: {
    'ms.say.die': 'dice',
    'ms.say.card': 'card',
    'ms.say.ship': 'card',
    'ms.say.scores': 'coin',
    'ms.say.chest': 'coin',
    'ms.say.ship-won': 'coin',
    'ms.say.bust': 'bust',
    'ms.say.bust-loses': 'bust',
    'ms.say.bust-saved': 'bust',
    'ms.say.raid': 'cannon',
    'ms.say.raid-double': 'cannon',
    'ms.say.raid-one': 'cannon',
    'ms.say.raid-one-double': 'cannon',
    'ms.say.magic': 'win',
  },

  draw(view, c) {
    const dice = view.in('ms.zone.dice');
    const cup = dice.filter((die) => die.face === null || c.isPicked(die.id));
    const skulls = dice.filter((die) => faceOf(die) === 'skull' && !c.isPicked(die.id));
    const lying = dice.filter((die) => !cup.includes(die) && !skulls.includes(die));
    return h(
      'div',
      { class: 'ms' },
      drawCard(view, c),
      drawRace(view, c),
      c.drop(
        h(
          'div',
          { class: 'ms-sea sea-board' },
          picture(rose, '0 0 200 200', 'sea-rose'),
          drawSkulls(skulls, view, c),
          drawIsland(view, c),
          c.drop(
            c.group(
              c.say('ms.zone.dice'),
              'ms-lying',
              h('span', { class: 'dice' }, c.items(sorted(lying), 'die')),
            ),
            'unpick',
          ),
          drawStake(view, c),
        ),
        'unpick',
      ),
      drawCup(sorted(cup), c),
      drawLore(view, c),
    );
  },

  outcome(args) {
    const [face] = args.dice ?? [],
      [card] = args.card ?? [];
    return face ? diePicture(face.replace('ms.face.', '')) : card && cardPicture(card);
  },

  paint(item) {
    if (isDie(item)) return diePicture(faceOf(item));
    if (item.kind === 'ms.pile')
      return h('span', { class: 'card-box' }, picture(back, '0 0 100 130'), h('b', {}, item.value));
    return cardPicture(item.face);
  },

  label(item, view, c) {
    if (isDie(item))
      return item.face
        ? c.say('ms.web.die', { number: item.id + 1, face: [item.face] })
        : c.say('ms.web.die-unthrown', { number: item.id + 1 });
    if (item.kind === 'ms.pile') return c.say('ms.web.pile', { n: item.value });
    return undefined;
  },

  standing(seat, view, c) {
    return c.words.number(
      view.in('ms.zone.sheet').find((total) => total.owner === seat)?.value ?? 0,
    );
  },

  verb(verb, items, c) {
    if (verb === 'reroll')
      return items.length
        ? c.say('ms.web.reroll', { n: items.length })
        : c.say('ms.web.reroll-none');
    const dice = items.map((item) => item.face ?? '');
    if (verb === 'put')
      return dice.length ? c.say('ms.do.put', { dice }) : c.say('ms.web.put-none');
    return dice.length ? c.say('ms.do.take', { dice }) : c.say('ms.web.take-none');
  },

  verbNote(verb, items, c) {
    const n = c.choosing.risk(verb);
    return n === undefined ? '' : c.say('ms.note.risk', { n });
  },

  guess(items, view, verb) {
    const dice = items
      .filter(isDie)
      .map((die) => die.id + 1)
      .sort((a, b) => a - b);
    if (!dice.length) return items[0]?.id === pileId ? 'card' : undefined;
    return [verb ?? 'reroll', ...dice].join(' ');
  },

  fresh(item, element, index) {
    if (isDie(item) && item.face) tumble(element, ((index * 37) % 8) * 45);
  },

  source: () => pileId,

  throws: 'reroll',
};
