// Between the boats of Pirates en Duel: the pirates to recruit, or the dice of a fight.

import { sign } from '../../lib/art.js';
import { classes, h, picture, unseen } from '../../lib/vdom.js';
import { boat as boatSign, combatArt, head, readCombat, signs, skills, nameOf } from './art.js';
import {
  asksForBoat,
  boatOf,
  colourOf,
  fighting,
  isAsleep,
  isCard,
  sides,
  skillOf,
} from './view.js';

/** @typedef {import('../../lib/sight.js').Item} Item */
/** @typedef {import('../../lib/sight.js').SightIndex} SightIndex */
/** @typedef {import('../../lib/sight.js').Zone} Zone */
/** @typedef {import('../../play/board.js').Context} Context */

const square = '0 0 64 64';

/** A combat card: its picture, name, colours and coins. @param {string} face @param {number} coins
 * @param {string} name */
export function drawCombat(face, coins, name) {
  const { type, colours } = readCombat(face);
  return h(
    'span',
    { class: 'pd-order' },
    picture(combatArt(type), square),
    h('b', {}, name),
    colours.length > 0 &&
      h(
        'span',
        { class: 'pd-colours' },
        colours.map((colour) =>
          h('i', { class: `of-${colour}` }, picture(signs[colour] ?? head, square)),
        ),
      ),
    coins > 0 &&
      h(
        'span',
        { class: 'pd-pay' },
        Array.from({ length: coins }, () => picture(sign.coin, square)),
      ),
  );
}

// ---- the quay ----

/** Pirates to recruit between the two piles. @param {SightIndex} view @param {Context} c */
export function drawQuay(view, c) {
  const pile = view.kind('pd.pile'),
    combats = view.kind('pd.combats'),
    card = view.kind('pd.combat'),
    row = view.in('pd.zone.row');
  return h(
    'div',
    { class: classes('pd-quay', asksForBoat(view) && 'is-far') },
    !asksForBoat(view) && [
      c.group(c.say('pd.zone.piles'), 'pd-piles', pile && c.item(pile, 'pd-pile')),
      c.group(
        c.say('pd.zone.row'),
        classes('pd-row', row.length > 6 && 'is-long'),
        row.length
          ? c.items(row, 'pd-card')
          : h('span', { class: 'pd-hint' }, c.say('pd.web.row-empty')),
      ),
    ],
    h(
      'div',
      { class: 'pd-orders' },
      combats && !asksForBoat(view) && c.item(combats, 'pd-pile'),
      card && c.item(card, 'pd-combat'),
    ),
  );
}

// ---- the fight ----

/** The dice of a side with one of these faces; dice that were not rolled have none.
 * @param {SightIndex} view @param {string} side @param {(string | null)[]} faces */
const diceOf = (view, side, faces) =>
  view
    .in(side === 'attacker' ? 'pd.zone.red-dice' : 'pd.zone.blue-dice')
    .filter((item) => item.kind.endsWith('-die') && faces.includes(item.face));

/** @param {Item} die @param {Context} c */
const drawDie = (die, c) =>
  c.item(
    die,
    classes('pd-die', !die.face && 'is-unthrown', die.face === 'pd.face.blank' && 'is-blank'),
  );

/** What skills add to the dice. @param {number} n @param {string} icon */
const drawPlus = (n, icon) =>
  Array.from({ length: Math.max(0, n) }, () =>
    h('span', { class: 'pd-plus', 'aria-hidden': 'true' }, picture(icon, square)),
  );

/** The losses of a boat: skulls of the other one, less its own boats. Before the result is known,
 * the dice of the other. @param {'attacker' | 'defender'} side @param {SightIndex} view
 * @param {Context} c */
function drawRow(side, view, c) {
  const zone = /** @type {Zone} */ (fighting(view, side)),
    other = side === 'attacker' ? 'defender' : 'attacker',
    value = (/** @type {string} */ kind) => view.kind(kind, zone.items)?.value ?? 0,
    result = view.kind('pd.hits', zone.items);
  const skulls = diceOf(view, other, ['pd.face.skull']),
    idle = diceOf(view, other, ['pd.face.blank', null]),
    boats = diceOf(view, side, ['pd.face.boat']),
    more = result ? value('pd.skulls') - skulls.length : 0,
    spared = result ? value('pd.boats') - boats.length : 0;
  const args = { skulls: value('pd.skulls'), boats: value('pd.boats'), n: result?.value ?? 0 };
  return h(
    'div',
    {
      class: classes('pd-sum', `of-${colourOf(boatOf(zone))}`, args.n > 0 && 'is-hit'),
      style: `--count: ${Math.max(6, skulls.length + idle.length + boats.length + more + spared)}`,
    },
    h(
      'span',
      { class: 'pd-against', 'aria-hidden': 'true' },
      picture(signs[colourOf(boatOf(zone))] ?? '', square),
      h('b', {}, c.say('pd.web.against', { who: { seat: zone.owner ?? 0 } })),
    ),
    c.group(
      c.say(other === 'attacker' ? 'pd.zone.red-dice' : 'pd.zone.blue-dice'),
      'pd-dice is-hits',
      skulls.map((die) => drawDie(die, c)),
      drawPlus(more, head),
      idle.map((die) => drawDie(die, c)),
      !skulls.length &&
        !idle.length &&
        !more &&
        h('span', { class: 'pd-hint' }, result ? '0' : c.say('pd.web.no-dice')),
    ),
    h('span', { class: 'pd-sign', 'aria-hidden': 'true' }, '−'),
    h(
      'div',
      { class: 'pd-dice is-parries' },
      boats.map((die) => drawDie(die, c)),
      drawPlus(spared, boatSign),
      !boats.length &&
        !spared &&
        h('span', { class: 'pd-hint', 'aria-hidden': 'true' }, result ? '0' : '?'),
    ),
    h('span', { class: 'pd-sign', 'aria-hidden': 'true' }, '='),
    h(
      'span',
      { class: 'pd-result', 'aria-hidden': 'true' },
      h('b', {}, result ? args.n : '?'),
      result && h('span', {}, c.say('pd.web.losses', { n: args.n })),
    ),
    result && unseen(c.say('pd.web.hits', { ...args, boat: [boatOf(zone).face ?? ''] })),
  );
}

/** The combat card and the losses of both boats, the viewer's last. @param {SightIndex} view
 * @param {Context} c */
export function drawClash(view, c) {
  const card = view.kind('pd.combat'),
    type = view.kind('pd.type'),
    mine = fighting(view, 'defender')?.owner === c.me;
  const clash = c.group(
    c.say('pd.web.duel'),
    'pd-clash',
    card && c.item(card, 'pd-combat'),
    h(
      'p',
      { class: 'pd-title' },
      h('strong', {}, c.words.word(type?.face ?? '')),
      h('span', {}, c.say('pd.web.stake', { n: card?.value ?? 0 })),
    ),
    (mine ? sides : [...sides].reverse()).map((side) => drawRow(side, view, c)),
  );
  clash.attrs['aria-owns'] = sides
    .map((side) => fighting(view, side))
    .filter((zone) => zone !== undefined)
    .map((zone) => `pd-boat-${boatOf(zone).id}`)
    .join(' ');
  return clash;
}

// ---- beside the board ----

/** The skills of the two crews that fight. @param {SightIndex} view @param {Context} c */
export function drawSkills(view, c) {
  const known = sides
    .map((side) => fighting(view, side))
    .filter((zone) => zone !== undefined)
    .flatMap((zone) =>
      zone.items
        .filter((item) => isCard(item) && !item.marks.includes('fallen'))
        .map((card) => ({ zone, card, skill: skillOf(card, view) }))
        .filter(({ skill }) => skill && !isAsleep(skill)),
    );
  return (
    known.length > 0 &&
    h(
      'ul',
      { class: 'pd-skills' },
      known.map(({ zone, card, skill }) =>
        h(
          'li',
          { class: `of-${colourOf(boatOf(zone))}` },
          h('span', { class: 'pd-skill' }, picture(skills[nameOf(card)] ?? '', square)),
          h('span', {}, c.say(skill?.face ?? '')),
        ),
      ),
    )
  );
}
