// Mille Sabords!: the card, eight dice to keep, save or reroll, and the race to the target score.

import { rose } from '../../lib/art.js';
import { classes, h, picture, unseen } from '../../lib/vdom.js';
import { afterDice, tumble, turnOver } from '../../play/motion.js';
import { sloop } from '../poster.js';
import { chest, cup, faces, isle, scenes } from './art.js';
import book from './book.js';
import { kids } from './kids.js';

/** @typedef {import('../../lib/sight.js').Item} Item */
/** @typedef {import('../../lib/sight.js').SightIndex} SightIndex */
/** @typedef {import('../../play/board.js').Context} Context */

const order = ['skull', 'parrot', 'monkey', 'sabre', 'coin', 'diamond'];
const square = '0 0 64 64';
const summary = ['sets', 'gems', 'chest', 'skulls'].map((part) => `ms.summary.${part}`);
const pileId = 9;

/** The points of a set by its size, as printed on the summary card. */
const pay = [
  [3, 100],
  [4, 200],
  [5, 500],
  [6, 1000],
  [7, 2000],
  [8, 4000],
];

let isLoreOpen = false;

/** @param {string} name */
const diePicture = (name) => picture(faces[/** @type {keyof typeof faces} */ (name)] ?? '', square);

/** @param {string | null} face */
const cardPicture = (face) =>
  h('span', { class: 'ms-face' }, picture(scenes[face ?? ''] ?? '', '0 0 120 100'));

/** @param {Item} die */
const faceOf = (die) => die.face?.replace('ms.face.', '') ?? '';

/** @param {Item} item */
const isDie = (item) => item.kind === 'ms.die';

/** Dice with equal faces are next to each other. @param {Item[]} dice */
const sorted = (dice) =>
  [...dice].sort((a, b) => order.indexOf(faceOf(a)) - order.indexOf(faceOf(b)) || a.id - b.id);

/** The dice that lie where they fell, and those in the cup: to be thrown, or selected to be.
 * @param {SightIndex} view @param {Context} c */
function diceOf(view, c) {
  const dice = sorted(view.in('ms.zone.dice')),
    inCup = (/** @type {Item} */ die) => die.face === null || c.isPicked(die.id);
  return {
    cup: dice.filter(inCup),
    skulls: dice.filter((die) => faceOf(die) === 'skull' && !inCup(die)),
    lying: dice.filter((die) => faceOf(die) !== 'skull' && !inCup(die)),
    free: dice.filter((die) => die.face !== null && faceOf(die) !== 'skull'),
  };
}

/** A row of dice that overlap where it is too narrow. @param {Item[]} dice @param {Context} c */
const row = (dice, c) =>
  h(
    'span',
    {
      class: classes(
        'ms-row',
        dice.length > 3 && 'is-wide',
        dice.length > 5 && 'is-full',
        dice.some((die) => die.face === null && c.choosing.isLive(die.id)) && 'is-thrown-next',
      ),
      style: `--n: ${dice.length}`,
    },
    c.items(dice, 'die'),
  );

/** The card of the turn, its pile, and what it does. @param {SightIndex} view @param {Context} c */
function drawCard(view, c) {
  const card = view.kind('ms.card'),
    pile = view.kind('ms.pile'),
    stage = view.kind('ms.stage');
  return h(
    'div',
    { class: 'ms-cards' },
    h(
      'div',
      { class: classes('ms-stack', pile && c.choosing.isLive(pile.id) && 'is-next-card') },
      pile && c.group(c.say('ms.zone.pile'), 'ms-pile', c.item(pile)),
      c.group(c.say('ms.zone.card'), 'ms-card-slot', card && c.item(card)),
    ),
    (card || stage) &&
      h(
        'div',
        { class: 'ms-effect' },
        card && [h('strong', {}, c.say(card.face ?? '')), h('p', {}, c.say(`${card.face}.effect`))],
        stage?.face && h('p', { class: 'pane ms-stage' }, c.say(stage.face)),
      ),
  );
}

/** Skulls are in the ports of a hull. @param {Item[]} dice @param {SightIndex} view
 * @param {Context} c */
function drawSkulls(dice, view, c) {
  const skulls = view.kind('ms.skulls'),
    all = Math.max(skulls?.value ?? 0, dice.length),
    printed = all - dice.length, // on the card
    count = all ? c.say('ms.web.skulls', { n: all }) : c.say('ms.web.no-skull');
  const port = (/** @type {string} */ name, /** @type {any} */ content) =>
    h('span', { class: `ms-port ${name}` }, content);
  return c.group(
    count,
    classes(
      'ms-hull',
      all > 3 && 'is-long',
      dice.some((die) => c.choosing.isLive(die.id)) && 'is-open',
    ),
    h(
      'span',
      { class: 'ms-planks' },
      Array.from({ length: printed }, () => port('is-printed', diePicture('skull'))),
      dice.map((die) => port('is-full', c.item(die, 'die'))),
      Array.from({ length: Math.max(0, 3 - all) }, () => port('is-shut', null)),
    ),
    all > 0 &&
      h(
        'p',
        { class: 'pane ms-warning' },
        h('span', {}, count),
        skulls?.marks.includes('last') && ' ',
        skulls?.marks.includes('last') && h('em', {}, c.say('ms.web.last-skull')),
      ),
  );
}

/** The points that the dice are worth now. @param {SightIndex} view @param {Context} c */
function drawStake(view, c) {
  const points = view.kind('ms.points'),
    raid = view.kind('ms.raid');
  if (!points && !raid) return null;
  const n = (points ?? raid)?.value ?? 0;
  return h(
    'div',
    { class: classes('ms-stake', Math.abs(n) > 999 && 'is-large', n < 0 && 'is-loss') },
    h('b', {}, c.words.number(n)),
    h('p', {}, c.say(points ? 'ms.web.points' : 'ms.web.raid', { n })),
  );
}

/** Treasure Island: selected dice are put on it or taken back by its own button.
 * @param {SightIndex} view @param {Context} c */
function drawIsland(view, c) {
  const dice = sorted(view.in('ms.zone.treasure')),
    saved = view.kind('ms.saved');
  if (!dice.length && view.kind('ms.card')?.face !== 'ms.card.island') return null;
  const verb = ['put', 'take'].find((one) => c.canAnswer(one)),
    picked = [...c.choosing.picked].flatMap((id) => view.item(id)?.face ?? []);
  const ground = picture(isle, '0 0 440 270', 'ms-isle');
  ground.attrs.preserveAspectRatio = 'none';
  const zone = c.group(
    c.say('ms.zone.treasure'),
    classes('ms-island', verb && 'is-target'),
    ground,
    row(dice, c),
    verb && c.verb(verb, 'tag', c.say(`ms.do.${verb}`, { dice: picked })),
    saved && h('p', { class: 'tag is-stake' }, c.say('ms.web.saved', { n: saved.value })),
  );
  if (verb) zone.attrs['data-verb'] = verb;
  return c.drop(zone, 'put');
}

/** The summary card: what sets are worth. @param {Context} c */
function drawPay(c) {
  return [
    h('h3', {}, c.say('ms.web.pay')),
    h(
      'dl',
      { class: 'ms-pay' },
      pay.map(([size, points]) =>
        h('div', {}, h('dt', {}, size), h('dd', {}, c.words.number(points))),
      ),
    ),
    h('p', {}, diePicture('coin'), diePicture('diamond'), ' ', c.say('ms.web.gems')),
  ];
}

/** The text of the summary card, the discard pile face up, and all cards. @param {SightIndex} view
 * @param {Context} c */
function drawLore(view, c) {
  const gone = view.in('ms.zone.discard');
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
    h(
      'div',
      { class: 'ms-lore-text', tabindex: '0', role: 'group', 'aria-label': c.say('ms.summary') },
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
        Object.keys(scenes).map((card) =>
          h('li', {}, h('strong', {}, c.say(card)), ' – ', c.say(`${card}.effect`)),
        ),
      ),
    ),
  );
}

/** @type {import('../../play/board.js').GameModule} */
export default {
  name: 'mille-sabords',
  book,
  kids,
  fits: true,
  atOnce: ['ms.pile'],
  boardVerbs: ['put', 'take'],
  explain: (item) => (item.kind === 'ms.card' && item.face ? `${item.face}.effect` : undefined),

  tips: ['tip.ms.ask.throw', 'tip.ms.ask.choose', 'tip.ms.ask.skull-island'],

  story: {
    wins: { 'ms.say.magic': 'ending.say.magic' },
    deeds: ['ms.say.bust', 'ms.say.bust-loses', 'ms.say.bust-saved'],
    honour: 'ending.busts',
  },

  log: {
    apart: [
      'ms.say.first',
      'ms.say.scores-of-three',
      'ms.say.scores-of-four',
      'ms.say.last-round',
      'ms.say.sudden',
    ],
  },

  scenes: {
    'ms.say.bust': 'wreck',
    'ms.say.bust-loses': 'wreck',
    'ms.say.bust-saved': 'wreck',
    'ms.say.skull-island': 'island',
  },

  sounds: {
    'ms.say.die': 'dice',
    'ms.say.card': 'card',
    'ms.say.scores': 'coin',
    'ms.say.chest': 'coin',
    'ms.say.ship-won': 'coin',
    'ms.say.bust': 'bust',
    'ms.say.bust-loses': 'bust',
    'ms.say.bust-saved': 'bust',
    'ms.say.raid': 'cannon',
    'ms.say.raid-double': 'cannon',
    'ms.say.raid-all': 'cannon',
    'ms.say.raid-all-double': 'cannon',
    'ms.say.magic': 'win',
  },

  draw(view, c) {
    const { skulls, lying, free } = diceOf(view, c),
      treasure = drawIsland(view, c);
    const sea = h(
      'div',
      {
        class: classes(
          'ms',
          treasure && 'has-island',
          free.length > 3 && 'has-many',
          !view.kind('ms.card') && 'no-card',
        ),
      },
      picture(rose, '0 0 200 200', 'sea-rose'),
      drawCard(view, c),
      drawSkulls(skulls, view, c),
      h(
        'div',
        { class: 'ms-left' },
        drawStake(view, c),
        c.drop(c.group(c.say('ms.zone.dice'), 'ms-lying', row(lying, c)), 'unpick'),
      ),
      treasure,
    );
    return c.drop(sea, 'unpick');
  },

  hand(view, c) {
    const dice = diceOf(view, c).cup,
      unthrown = dice.some((die) => die.face === null);
    const asked = c.choosing.verbs.includes('reroll');
    const hint = dice.length ? 'ms.web.cup-full' : 'ms.web.cup-empty';
    const group = c.group(
      c.say('ms.web.cup'),
      'ms-cup',
      picture(cup, '0 0 100 110', 'ms-cup-art'),
      row(dice, c),
      asked && !unthrown && h('p', { class: 'ms-hint' }, c.say(hint)),
    );
    return c.drop(group, 'pick');
  },

  aside(view, c) {
    return h('div', { class: 'ms-aside' }, drawPay(c), drawLore(view, c));
  },

  heading(view, c) {
    const n = view.kind('ms.target')?.value ?? 0;
    return h(
      'h2',
      { class: 'ms-race' },
      h('span', {}, c.say('ms.web.race')),
      h('small', {}, c.say('ms.web.race-to', { n })),
    );
  },

  outcome(args) {
    const [face] = args.dice ?? [],
      [card] = args.card ?? [];
    return face ? diePicture(face.replace('ms.face.', '')) : card && cardPicture(card);
  },

  paint(item, view, c) {
    if (isDie(item)) return diePicture(faceOf(item));
    if (item.kind === 'ms.pile')
      return h(
        'span',
        { class: 'ms-back' },
        picture(rose, '0 0 200 200'),
        h('b', { class: 'ms-count' }, item.value),
      );
    return h(
      'span',
      { class: 'ms-face' },
      picture(scenes[item.face ?? ''] ?? '', '0 0 120 100'),
      item.face && h('b', { 'aria-hidden': 'true' }, c.say(item.face)),
    );
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
    const score = view.in('ms.zone.sheet').find((total) => total.owner === seat)?.value ?? 0,
      target = view.kind('ms.target')?.value ?? 1,
      points = view.sight.turn.includes(seat) ? (view.kind('ms.points')?.value ?? 0) : 0;
    const part = (/** @type {number} */ value) => Math.max(0, Math.min(1, value / target));
    return h(
      'span',
      { class: 'ms-standing' },
      h('b', { class: 'ms-score' }, c.words.number(score)),
      h(
        'span',
        {
          class: 'ms-course',
          style: `--way: ${part(score)}; --gain: ${part(score + points) - part(score)}`,
          'aria-hidden': 'true',
        },
        picture(sloop(''), '0 0 100 100'),
      ),
    );
  },

  verb(verb, items, c) {
    return items.length ? c.say('ms.web.reroll', { n: items.length }) : c.say('ms.web.reroll-none');
  },

  verbNote(verb, items, c) {
    const n = c.choosing.risk(verb),
      saved = c.view.kind('ms.saved')?.value;
    if (n === undefined) return '';
    return h(
      'span',
      {},
      h('b', { class: 'bad' }, c.say('ms.note.risk', { n })),
      saved ? ` · ${c.say('ms.web.saved', { n: saved })}` : '',
    );
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
    if (isDie(item) && item.face) {
      tumble(element, index);
      afterDice(element.closest('.table')?.querySelectorAll('.ms-stake') ?? []);
    } else if (item.kind === 'ms.card' && item.face) turnOver(element);
  },

  source: () => pileId,

  throws: 'reroll',
};
