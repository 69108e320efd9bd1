// Aux Sabords next to the chart: the die and the hand on the deck, boarding, the way of the chests,
// the standing of each player, and the piles.

import { sign } from '../../lib/art.js';
import { classes, h, picture, unseen } from '../../lib/vdom.js';
import { boat, cardArt, chest, colours, figure, kindOf } from './art.js';
import { activeOf, chestsOf, chestsOn, colourOf, countOf, fightOf, fleetOf } from './view.js';
import { ownShip, stages } from './view.js';

/** @typedef {import('../../lib/sight.js').Item} Item */
/** @typedef {import('../../lib/sight.js').SightIndex} SightIndex */
/** @typedef {import('../../play/board.js').Context} Context */
/** @typedef {import('./view.js').Spot} Spot */

const impatient = 20; // remaining turns below which the end by standstill is announced
const square = '0 0 64 64';

/** A card: its picture and its name. @param {string | null} face @param {string} [name] */
export const cardFace = (face, name = '') =>
  h(
    'span',
    { class: `as-face is-${kindOf(face)}` },
    h('span', { class: 'as-art' }, picture(cardArt(face), '0 0 100 100')),
    name && h('b', {}, name),
  );

// ---- the deck ----

/** Whether a question is about chests. @param {SightIndex} view @param {Context} c */
const asksForChests = (view, c) =>
  [...view.items.values()].some(
    (item) => item.kind === 'as.chests' && c.choosing.isOffered(item.id),
  );

/** The die or, before it is rolled, the pile. @param {SightIndex} view @param {Context} c */
function drawTools(view, c) {
  const die = view.kind('as.die'),
    pile = view.kind('as.pile'),
    steps = view.kind('as.steps')?.value ?? 0;
  if (pile && c.choosing.isLive(pile.id)) return h('div', { class: 'as-tools' }, c.item(pile));
  return h(
    'div',
    { class: 'as-tools' },
    die && c.item(die),
    steps > 0 &&
      h('b', { 'aria-hidden': 'true' }, `${steps} ${c.say('as.web.steps', { n: steps })}`),
    steps > 0 && unseen(c.say('as.table.die', { die: die?.value ?? 0, n: steps })),
  );
}

/** Hands that this viewer can see, that of the ship that plays first; with two players, there is
 * one
 * per ship. @param {SightIndex} view */
function handsOf(view) {
  const active = colours.indexOf(colourOf(activeOf(view)));
  return view
    .zones('as.zone.hand')
    .filter((zone) => zone.items.some((card) => card.face))
    .sort((a, b) => Number(b.number === active) - Number(a.number === active));
}

/** @param {import('../../lib/sight.js').Zone} zone @param {boolean} isOnly @param {Context} c */
const handName = (zone, isOnly, c) =>
  isOnly
    ? c.say('as.zone.hand')
    : c.say('as.web.hand', { ship: [`as.colour.${colours[zone.number]}`] });

/** @param {SightIndex} view @param {Context} c */
function drawHand(view, c) {
  const [hand, ...others] = handsOf(view);
  return (
    hand &&
    c.group(
      handName(hand, !others.length, c),
      'as-hand',
      hand.items.map((card) => h('span', { class: 'as-slot', key: card.id }, c.item(card, 'card'))),
    )
  );
}

/** What belongs to the user: the die, and the cards or what the question is about.
 * @param {SightIndex} view @param {Context} c */
export function drawOwn(view, c) {
  const calm = view.kind('as.calm')?.value ?? 0;
  return h(
    'div',
    { class: 'as-own' },
    drawTools(view, c),
    fightOf(view)
      ? drawScene(view, c)
      : asksForChests(view, c)
        ? drawGoal(view, c)
        : drawHand(view, c),
    calm <= impatient &&
      !view.sight.over &&
      h('p', { class: 'as-calm' }, c.say('as.table.calm', { n: calm })),
  );
}

// ---- the way of the chests ----

/** The names of the stages. @param {Context} c @returns {Record<typeof stages[number], string>} */
const heads = (c) => ({
  side: c.say('as.head.side'),
  island: c.say('as.head.island'),
  aboard: c.say('as.head.aboard'),
  port: c.say('as.head.port'),
});

/** The chests of the viewer's ship by stage, as items. @param {SightIndex} view @param {Context} c
 * */
export function drawGoal(view, c) {
  const ship = ownShip(view);
  if (!ship) return null;
  const chests = chestsOf(view, ship),
    names = heads(c);
  return c.group(
    c.say('as.web.fleet'),
    'as-goal',
    stages.map((stage) =>
      h(
        'span',
        { class: classes('as-stage', `is-${stage}`, !chests[stage].length && 'is-none') },
        h(
          'span',
          { class: 'as-pieces' },
          chests[stage].length
            ? c.items(chests[stage], 'chest')
            : h(
                'span',
                { class: 'as-none', 'aria-hidden': 'true' },
                picture(chest(''), square),
                h('b', {}, 0),
              ),
        ),
        h('small', { 'aria-hidden': 'true' }, names[stage]),
      ),
    ),
  );
}

/** The goal while no question is about chests: then it is below the chart, where there is space.
 * @param {SightIndex} view @param {Context} c */
export const drawGoalBelow = (view, c) =>
  (fightOf(view) || !asksForChests(view, c)) && drawGoal(view, c);

/** @type {Record<typeof stages[number], string>} */
const told = {
  side: 'as.web.chests-side',
  island: 'as.web.chests-island',
  aboard: 'as.web.chests-aboard',
  port: 'as.web.chests-port',
};

/** Chests in words. @param {typeof stages[number]} stage @param {Item[]} chests @param {Context} c
 * */
const tellChests = (stage, chests, c) =>
  chests.map(({ value, face }) => c.say(told[stage], { n: value, chest: [face ?? ''] }));

/** A ship in the standing: whether it sails, its chests by stage, and those in port.
 * @param {Item} ship @param {boolean} isOne of two @param {SightIndex} view @param {Context} c */
function drawVoyage(ship, isOne, view, c) {
  const chests = chestsOf(view, ship),
    [, , , port] = stages.map((stage) => countOf(chests[stage])),
    hand = view.zones('as.zone.hand').find(({ number }) => colours[number] === colourOf(ship)),
    state = ship.on === undefined ? 'unbuilt' : ship.marks.includes('sails') ? '' : 'no-card';
  const words = [
    state === 'unbuilt' && c.say('as.table.unbuilt'),
    state === 'no-card' && c.say('as.table.no-card'),
    ...stages.flatMap((stage) => tellChests(stage, chests[stage], c)),
    hand && hand.owner !== c.me && c.say('as.web.cards', { n: hand.items.length }),
  ].filter(Boolean);
  return h(
    'span',
    { class: classes('as-voyage', state && `is-${state}`, `of-${colourOf(ship)}`) },
    isOne && picture(figure(colourOf(ship), 'badge'), square, 'as-mark'),
    h(
      'span',
      { class: 'as-way', 'aria-hidden': 'true' },
      stages.slice(0, 3).map((stage) => {
        const n = countOf(chests[stage]);
        return h(
          'span',
          { class: classes(`is-${stage}`, !n && 'is-none') },
          n ? picture(chest(''), square) : null,
          n || '·',
        );
      }),
    ),
    h('span', { class: 'as-port', 'aria-hidden': 'true' }, picture(chest(''), square), port),
    unseen(words.join(', ')),
  );
}

/** The chests of a player. The first player's has the names of the columns, too.
 * @param {number} seat @param {SightIndex} view @param {Context} c */
export function drawStanding(seat, view, c) {
  const fleet = fleetOf(view, seat),
    total = view.in('as.zone.totals').find((item) => item.owner === seat)?.value ?? 0,
    names = heads(c);
  return h(
    'span',
    { class: 'as-standing' },
    seat === 1 &&
      h(
        'span',
        { class: 'as-heads', 'aria-hidden': 'true' },
        stages.map((stage) => h('small', {}, names[stage])),
      ),
    unseen(c.say('as.web.total', { n: total })),
    fleet.map((ship) => drawVoyage(ship, fleet.length > 1, view, c)),
  );
}

// ---- boarding ----

/** The cards that were laid in a fight, one element each. @param {Item | undefined} laid
 * @param {Context} c */
const drawLaid = (laid, c) =>
  h(
    'span',
    { class: 'as-laid-cards' },
    laid
      ? [
          c.item(laid, 'card small'),
          ...Array.from({ length: laid.value - 1 }, () =>
            h('span', { class: 'card as-more', 'aria-hidden': 'true' }, cardFace(laid.face)),
          ),
        ]
      : h('span', { class: 'card as-empty', 'aria-hidden': 'true' }, '?'),
  );

/** The choices in a fight, as a row of cards with their consequences. @param {SightIndex} view
 * @param {Context} c */
function drawForces(view, c) {
  const moves = view.sight.moves.filter((move) => /^(attack|defend)/.test(move.move)),
    { board } = c;
  return (
    moves.length > 0 &&
    h(
      'div',
      { class: 'as-lay' },
      moves.map((move) => {
        const n = Number(move.move.split(' ')[1]) || 0,
          cards = n ? Array(n).fill('as.card.pirate') : ['as.card.captain'];
        return h(
          'button',
          {
            type: 'button',
            class: 'as-force choice',
            'data-move': move.move,
            'aria-label': c.words.noted(move),
            onclick: (/** @type {Event} */ event) =>
              board.settle(
                { play: [/** @type {HTMLElement} */ (event.currentTarget).dataset.move ?? ''] },
                [],
              ),
          },
          h(
            'span',
            { class: 'as-stack' },
            cards.map((face) => h('span', { class: 'card' }, cardFace(face))),
          ),
          h('b', {}, c.say('as.web.laid', { cards })),
          h('small', {}, c.words.note(move)),
        );
      }),
    )
  );
}

/** @param {Item} ship @param {Item | undefined} laid @param {SightIndex} view @param {Context} c
 * @param {string} name */
function drawFighter(ship, laid, view, c, name) {
  const n = countOf(chestsOn(view, ship.id));
  return h(
    'div',
    { class: `as-fighter ${name}` },
    picture(boat(colourOf(ship)), '0 0 100 100', 'as-hull'),
    h(
      'p',
      {},
      h('strong', {}, c.words.seat(ship.owner ?? 0)),
      n > 0 && h('small', {}, c.say('as.web.booty', { n })),
    ),
    drawLaid(laid, c),
  );
}

/** @param {Item} laid */
const isAhead = (laid) => laid.marks.includes('ahead');

/** The balance of a fight. @param {Item} ship @param {Item} enemy @param {Item | undefined} attack
 * @param {Item | undefined} defence @param {Context} c */
function verdict(ship, enemy, attack, defence, c) {
  if (!attack || !defence) return c.say(attack ? 'as.web.answer-awaited' : 'as.web.in-sight');
  const winner = isAhead(attack) ? ship : isAhead(defence) ? enemy : undefined;
  return winner ? c.say('as.web.wins', { ship: [winner.face ?? ''] }) : c.say('as.web.draw');
}

/** Two ships next to each other with their cards. @param {SightIndex} view @param {Context} c */
function drawScene(view, c) {
  const fight = fightOf(view);
  if (!fight) return null;
  const { ship, enemy, attack, defence } = fight;
  return h(
    'section',
    { class: 'as-scene', 'aria-label': c.say('as.zone.fight') },
    drawFighter(ship, attack, view, c, 'is-attacker'),
    h(
      'p',
      { class: 'as-verdict' },
      picture(sign.sabre, square),
      h('span', {}, verdict(ship, enemy, attack, defence, c)),
    ),
    drawFighter(enemy, defence, view, c, 'is-defender'),
    drawForces(view, c),
  );
}

// ---- the piles ----

/** The pile, the discards by kind, and the hand of a second ship. @param {SightIndex} view
 * @param {Context} c */
export function drawAside(view, c) {
  const pile = view.kind('as.pile'),
    gone = view.in('as.zone.discard'),
    [, other] = handsOf(view);
  return h(
    'div',
    { class: 'as-stock' },
    pile &&
      !c.choosing.isLive(pile.id) &&
      h('span', { class: 'as-left' }, h('i', {}), c.item(pile, 'is-left')),
    gone.length > 0 &&
      c.group(
        c.say('as.zone.discard'),
        'as-gone',
        h('small', { 'aria-hidden': 'true' }, c.say('as.zone.discard')),
        c.items(gone, 'card small'),
      ),
    other &&
      c.group(
        handName(other, false, c),
        'as-gone',
        h('small', { 'aria-hidden': 'true' }, handName(other, false, c)),
        c.items(other.items, 'card small'),
      ),
  );
}
