// Boats of Pirates en Duel: large with six places, as strips, and on the deck.

import { sign } from '../../lib/art.js';
import { classes, h, picture, unseen } from '../../lib/vdom.js';
import { blade, gun, head, nameOf, portrait, printOf, skills, symbolsOf } from './art.js';
import { boatOf, colourOf, isAsleep, isCard, sideOf, skillOf } from './view.js';

/** @typedef {import('../../lib/sight.js').Item} Item */
/** @typedef {import('../../lib/sight.js').SightIndex} SightIndex */
/** @typedef {import('../../lib/sight.js').Zone} Zone */
/** @typedef {import('../../play/board.js').Context} Context */

const square = '0 0 64 64';

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
export function drawCoins(seat, view, c) {
  const n = view.kind('pd.coins', view.in('pd.zone.treasure', seat))?.value ?? 0;
  return figure(
    sign.coin,
    n,
    c.say('pd.web.coins', { n, target: view.kind('pd.target')?.value ?? 0 }),
    'pd-gold',
  );
}

/** The force of a boat; the one that does not count in this fight is dimmed. @param {Zone} zone
 * @param {SightIndex} view @param {Context} c */
function drawForces(zone, view, c) {
  const n = (/** @type {string} */ kind) => forceOf(zone, kind),
    type = view.kind('pd.type')?.face;
  return h(
    'span',
    { class: 'pd-forces' },
    figure(
      blade,
      n('pd.sabres'),
      c.words.amount('pd.web.sabres', n('pd.sabres')),
      type === 'pd.type.cannonade' ? 'is-idle' : '',
    ),
    figure(
      gun,
      n('pd.cannons'),
      c.words.amount('pd.web.cannons', n('pd.cannons')),
      type === 'pd.type.boarding' ? 'is-idle' : '',
    ),
  );
}

// ---- cards ----

/** The skill of a card in words, shown while the card is hovered or focused. @param {Item} item
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
    skill &&
      isAsleep(skill) &&
      h('em', { class: 'pd-asleep' }, c.say('pd.web.asleep', { level: skill.value })),
  );
}

/** The card of a pirate: portrait, name, weapons, and a medal with the skill if it has an effect.
 * @param {Item} item @param {SightIndex} view @param {Context} c */
export function drawFace(item, view, c) {
  const name = nameOf(item),
    works = !isAsleep(skillOf(item, view)),
    icon = works ? skills[name] : undefined;
  return h(
    'span',
    { class: classes('pd-face', printOf(name, works)) },
    h('span', { class: 'pd-art' }, picture(portrait(name), '0 0 100 92')),
    h(
      'span',
      { class: 'pd-name' },
      c.words
        .word(item.kind === 'pd.captain' ? item.kind : (item.face ?? ''))
        .replace(/\s*\(.*\)/, ''),
    ),
    h(
      'span',
      { class: 'pd-weapons' },
      [...symbolsOf(item)].map((one) => picture(one === 's' ? blade : gun, square)),
      icon && h('span', { class: 'pd-skill' }, picture(icon, square)),
    ),
    drawTip(item, view, c),
  );
}

/** What follows if a card is chosen: its losses as skulls, other consequences in words.
 * @param {Item} item @param {SightIndex} view @param {Context} c */
function drawPrice(item, view, c) {
  const [move, ...others] = view.sight.moves.filter(({ touches }) => touches.includes(item.id));
  if (!move?.note || others.length) return null;
  const losses = move.move.startsWith('lose') ? (move.note.key === 'pd.note.loss' ? 1 : 2) : 0;
  if (!losses) return h('span', { class: 'tag pd-price' }, c.words.note(move));
  return h(
    'span',
    { class: 'pd-cost' },
    Array.from({ length: losses }, () => picture(head, square)),
    unseen(c.words.note(move)),
  );
}

/** @param {Zone} zone @param {string} kind of the item with a force */
const forceOf = (zone, kind) => zone.items.find((item) => item.kind === kind)?.value ?? 0;

const arrow = '<path class="line" d="M8 32h46M38 16l16 16-16 16"/>';

/** The forces of the boat before and after the loss of a card; of twins, both fall.
 * @param {Item} item @param {Zone} zone @param {SightIndex} view */
function drawDrop(item, zone, view) {
  const move = view.sight.moves.find(({ touches }) => touches.includes(item.id));
  if (!move?.move.startsWith('lose')) return null;
  const fallen =
    move.note?.key === 'pd.note.twins'
      ? zone.items.filter((one) => isCard(one) && nameOf(one) === nameOf(item))
      : [item];
  const lost = fallen.map(symbolsOf).join('');
  const drop = (
    /** @type {string} */ markup,
    /** @type {number} */ n,
    /** @type {number} */ less,
  ) =>
    less > 0 && [
      picture(markup, square),
      h('b', {}, n),
      picture(arrow, square),
      h('b', {}, n - less),
    ];
  return h(
    'span',
    { class: 'pd-drop', 'aria-hidden': 'true' },
    drop(blade, forceOf(zone, 'pd.sabres'), lost.split('s').length - 1),
    drop(gun, forceOf(zone, 'pd.cannons'), lost.split('c').length - 1),
  );
}

/** @param {Item} item @param {Zone} zone @param {SightIndex} view @param {Context} c */
const drawPlace = (item, zone, view, c) =>
  isCard(item)
    ? h(
        'span',
        { class: 'pd-spot' },
        c.item(item, 'pd-card'),
        drawPrice(item, view, c),
        drawDrop(item, zone, view),
      )
    : h(
        'span',
        { class: 'pd-spot' },
        h('span', { class: 'pd-place', 'aria-hidden': 'true' }, c.say('pd.web.free')),
      );

/** The six places of a boat. @param {Zone} zone @param {SightIndex} view @param {Context} c */
const drawCrew = (zone, view, c) =>
  c.group(
    c.say('pd.web.deck', {
      boat: [boatOf(zone).face ?? ''],
      n: zone.items.filter((item) => item.kind === 'pd.place').length,
    }),
    'pd-deck',
    zone.items
      .filter((item) => isCard(item) || item.kind === 'pd.place')
      .map((item) => drawPlace(item, zone, view, c)),
  );

// ---- boats ----

/** The consequence of choosing a boat, without the name of its owner.
 * @param {import('../../lib/sight.js').Move} move @param {Context} c */
const targetNote = (move, c) =>
  move.note?.key === 'pd.note.target' ? c.say('pd.web.target', move.note.args) : c.words.note(move);

/** What follows if a boat is chosen. @param {Item} boat @param {SightIndex} view @param {Context}
 * c */
function drawOdds(boat, view, c) {
  const [move, ...others] = view.sight.moves.filter(({ touches }) => touches.includes(boat.id));
  return move?.note && !others.length && h('span', { class: 'tag' }, targetNote(move, c));
}

/** A boat with its crew; a recruit may be dropped anywhere on it. @param {Zone} zone
 * @param {SightIndex} view @param {Context} c @param {string} shape is-large or is-strip */
export function drawBoat(zone, view, c, shape) {
  const boat = boatOf(zone),
    owner = zone.owner ?? 0,
    side = view.kind('pd.type') && sideOf(zone),
    losses = view.kind(
      'pd.losses',
      side ? view.in(side === 'attacker' ? 'pd.zone.red-dice' : 'pd.zone.blue-dice') : [],
    );
  const named = side
    ? c.say('pd.web.part', { boat: [boat.face ?? ''], part: [`pd.table.${side}`] })
    : c.words.word(boat.face ?? '');
  return c.target(
    h(
      'section',
      {
        id: `pd-boat-${boat.id}`,
        class: classes(
          'pd-boat',
          shape,
          `of-${colourOf(boat)}`,
          side && `is-${side}`,
          owner === c.me && 'is-own',
          c.choosing.isLive(boat.id) && 'is-offered',
          c.isPicked(boat.id) && 'is-aimed',
          zone.items.some((item) => isCard(item) && c.choosing.isLive(item.id)) && 'is-open',
        ),
      },
      c.item(boat, 'pd-ship'),
      h(
        'div',
        { class: 'pd-helm' },
        h('strong', {}, c.words.seat(owner)),
        h('small', {}, named),
        losses && h('span', { class: 'tag' }, c.say('pd.web.to-name', { n: losses.value })),
        drawForces(zone, view, c),
        view.zone('pd.zone.boat', owner) === zone && drawCoins(owner, view, c),
      ),
      drawCrew(zone, view, c),
      drawOdds(boat, view, c),
    ),
    boat.id,
  );
}
