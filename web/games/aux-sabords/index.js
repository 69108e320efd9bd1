// Aux Sabords: the chart with its ships, the voyage of every chest, boarding, and the hands.

import { sign } from '../../lib/art.js';
import { classes, h, picture, unseen } from '../../lib/vdom.js';
import { boat, cardArt, chart, chest, colours, die, flag } from './art.js';
import book from './book.js';

/** @typedef {import('../../lib/sight.js').Item} Item */
/** @typedef {import('../../lib/sight.js').SightIndex} SightIndex */
/** @typedef {import('../../lib/sight.js').Route} Route */
/** @typedef {import('../../lib/sight.js').Zone} Zone */
/** @typedef {import('../../play/board.js').Context} Context */
/** @typedef {{x: number, y: number}} Spot */

const pileId = 262;
const captain = 'as.card.captain';
const impatient = 20; // remaining turns below which the end by standstill is announced
/** @type {Record<string, Spot>} */
const courses = {
  north: { x: 0, y: -1 },
  east: { x: 1, y: 0 },
  south: { x: 0, y: 1 },
  west: { x: -1, y: 0 },
};
/** @type {Record<string, Spot>} */
const arrows = {
  ArrowUp: courses.north,
  ArrowRight: courses.east,
  ArrowDown: courses.south,
  ArrowLeft: courses.west,
};

/** @param {Item | undefined} item */
const colourOf = (item) => colours.find((colour) => item?.face?.endsWith(`.${colour}`)) ?? '';

/** @param {SightIndex} view */
const seaOf = (view) => /** @type {Zone} */ (view.zone('as.zone.sea'));

/** @param {SightIndex} view @param {number | undefined} square @returns {Spot | undefined} */
function spotOf(view, square) {
  const { columns, items } = seaOf(view),
    place = items.findIndex((item) => item.id === square);
  return place < 0 ? undefined : { x: place % columns, y: Math.floor(place / columns) };
}

/** The name of a square: a1 is the corner of the red port. @param {Spot} spot */
const nameOf = ({ x, y }) => `${String.fromCharCode(97 + x)}${y + 1}`;

/** @param {SightIndex} view */
const shipsOf = (view) => view.in('as.zone.ships').filter((item) => item.kind === 'as.ship');

/** @param {SightIndex} view */
const activeOf = (view) => shipsOf(view).find((ship) => ship.marks.includes('active'));

/** Chests on a ship or a square. @param {SightIndex} view @param {number} id */
const chestsOn = (view, id) => view.on(id).filter((item) => item.kind === 'as.chests');

/** @param {Item[]} chests */
const countOf = (chests) => chests.reduce((sum, item) => sum + item.value, 0);

/** @param {Item} chests */
const chestPicture = (chests) => picture(chest(colourOf(chests)), '0 0 48 40');

/** The position of a square on the chart. @param {Spot} spot */
const onSquare = ({ x, y }) => `--x: ${x}; --y: ${y}`;

// ---- the chart ----

/** The path of a ship's course. @param {Spot} from @param {string} letters directions of the
 *   steps */
function trail(from, letters) {
  let { x, y } = from,
    line = `M${x * 40 + 20} ${y * 40 + 20}`;
  for (const letter of letters) {
    const course = Object.entries(courses).find(([name]) => name[0] === letter)?.[1] ?? {
      x: 0,
      y: 0,
    };
    x += course.x;
    y += course.y;
    line += `L${x * 40 + 20} ${y * 40 + 20}`;
  }
  return line;
}

/** @param {Route | undefined} way */
const lettersOf = (way) => way?.moves.map((move) => move[0]).join('') ?? '';

/** Labels of squares by their parts: building one is expensive and most are repeated.
 * @type {Map<string, string>} */
const said = new Map();

/** The label of a square, with the ships on it. @param {SightIndex} view @param {Item} square
 * @param {Spot} spot @param {Context} c */
function squareLabel(view, square, spot, c) {
  const ships = shipsOf(view)
    .filter((ship) => ship.on === square.id)
    .map((ship) => ship.face ?? '');
  const place = nameOf(spot),
    what = [square.face ?? ''];
  if (ships.length) return c.say('as.web.square-ships', { place, what, ships });
  const key = [c.words.lang, place, ...what].join(),
    known = said.get(key) ?? c.say('as.web.square', { place, what });
  said.set(key, known);
  return known;
}

/** A square that can be reached is an item; the others only have a label. @param {SightIndex} view
 * @param {Item} square @param {Spot} spot @param {Route | undefined} way @param {Context} c */
function drawSquare(view, square, spot, way, c) {
  const live = c.choosing.isLive(square.id);
  const isDrawn = square.face !== 'as.square.sea',
    name = classes(way ? 'is-way' : 'is-step', way?.name && 'is-goal', isDrawn && 'is-drawn');
  return h(
    'span',
    {
      class: 'as-cell',
      role: 'gridcell',
      tabindex: '-1',
      'data-target': square.id,
      'data-square': `${spot.x} ${spot.y}`,
      'data-way': way && lettersOf(way),
      'aria-label': live ? null : squareLabel(view, square, spot, c),
    },
    live && c.item(square, name),
  );
}

/** @param {SightIndex} view @param {Context} c */
function drawSquares(view, c) {
  const { columns, items } = seaOf(view);
  const ways = new Map(view.sight.routes.map((way) => [way.item, way]));
  return Array.from({ length: columns }, (_, y) =>
    h(
      'div',
      { role: 'row', class: 'as-row', 'aria-label': y + 1 },
      items
        .slice(y * columns, (y + 1) * columns)
        .map((square, x) => drawSquare(view, square, { x, y }, ways.get(square.id), c)),
    ),
  );
}

/** Chests ashore, on their squares. @param {SightIndex} view */
function drawAshore(view) {
  return seaOf(view).items.map((square) => {
    const chests = /(port|treasure)-/.test(square.face ?? '') ? chestsOn(view, square.id) : [];
    return (
      chests.length > 0 &&
      h(
        'span',
        {
          class: `as-at as-ashore${square.face?.includes('port') ? ' is-port' : ''}`,
          style: onSquare(/** @type {Spot} */ (spotOf(view, square.id))),
        },
        chestPicture(chests[0]),
        h('b', { 'aria-hidden': 'true' }, countOf(chests)),
      )
    );
  });
}

/** @param {SightIndex} view @param {Item} ship @param {Context} c */
function drawShip(view, ship, c) {
  const spot = spotOf(view, ship.on),
    beside = shipsOf(view).filter((other) => other.on === ship.on);
  if (!spot) return null;
  const turn = beside.length > 1 ? ` is-pair-${beside.indexOf(ship)}` : '',
    cargo = chestsOn(view, ship.id);
  return h(
    'span',
    { class: `as-at as-ship-at${turn}`, style: onSquare(spot) },
    c.item(ship),
    cargo.length > 0 &&
      h(
        'span',
        { class: 'as-cargo', 'aria-hidden': 'true' },
        chestPicture(cargo[0]),
        countOf(cargo),
      ),
  );
}

/** Arrow keys move over the squares; Enter on one that cannot be reached explains why.
 * @param {KeyboardEvent} event */
function sailByKeys(event) {
  const cell = /** @type {HTMLElement | null} */ (
    /** @type {Element} */ (event.target).closest('.as-cell')
  );
  const by = arrows[event.key],
    [x, y] = (cell?.dataset.square ?? '').split(' ').map(Number);
  if (cell && by) {
    event.preventDefault();
    event.stopPropagation();
    const next = /** @type {HTMLElement | null} */ (
      cell.closest('.as-sea')?.querySelector(`[data-square="${x + by.x} ${y + by.y}"]`)
    );
    /** @type {HTMLElement | null} */ (next?.querySelector('.is-live') ?? next)?.focus();
  } else if (cell && cell === event.target && (event.key === 'Enter' || event.key === ' ')) {
    event.preventDefault();
    event.stopPropagation();
    cell.click();
  }
}

/** Squares cannot be dragged. @param {Event} event */
const keepStill = (event) => event.stopPropagation();

/** Draws the route to a square while it is hovered or focused. @param {Event} event */
function showTrail(event) {
  const sea = /** @type {HTMLElement} */ (event.currentTarget);
  const cell = /** @type {HTMLElement | null} */ (
    /** @type {Element} */ (event.target).closest('.as-cell')
  );
  const [x, y] = (sea.dataset.from ?? '').split(' ').map(Number),
    letters = cell?.dataset.way;
  sea
    .querySelector('.as-glance path')
    ?.setAttribute(
      'd',
      letters && event.type !== 'pointerleave' && event.type !== 'focusout'
        ? trail({ x, y }, letters)
        : '',
    );
}

/** @param {SightIndex} view @param {Context} c */
function drawSea(view, c) {
  const { columns, items } = seaOf(view),
    box = `0 0 ${columns * 40} ${columns * 40}`;
  const active = activeOf(view),
    from = spotOf(view, active?.on),
    picked = view.sight.routes.find((way) => c.isPicked(way.item));
  const sea = h(
    'div',
    {
      class: 'as-sea',
      style: `--n: ${columns}`,
      role: 'grid',
      'aria-label': c.say('as.zone.sea'),
      'data-from': from && `${from.x} ${from.y}`,
      onkeydown: sailByKeys,
      onpointerdown: keepStill,
      onpointerover: showTrail,
      onpointerleave: showTrail,
      onfocusin: showTrail,
      onfocusout: showTrail,
    },
    picture(
      chart(
        items.map((item) => item.face ?? ''),
        columns,
      ),
      box,
      'as-chart',
    ),
    drawSquares(view, c),
    h(
      'div',
      { class: 'as-over', role: 'none' },
      picture(`<path class="as-line from-${from?.x}-${from?.y}" d=""/>`, box, 'as-glance'),
      picked &&
        from &&
        picture(`<path class="as-line" d="${trail(from, lettersOf(picked))}"/>`, box, 'as-course'),
      drawAshore(view),
    ),
  );
  const edge = (/** @type {string} */ name, /** @type {(i: number) => string} */ text) =>
    h(
      'div',
      { class: `as-edge ${name}`, 'aria-hidden': 'true' },
      Array.from({ length: columns }, (_, i) => h('span', {}, text(i))),
    );
  const fleet = h(
    'div',
    {
      class: 'as-fleet-at',
      style: `--n: ${columns}`,
      role: 'group',
      'aria-label': c.say('as.zone.ships'),
    },
    shipsOf(view).map((ship) => drawShip(view, ship, c)),
  );
  return c.drop(
    h(
      'div',
      { class: 'as-chartframe' },
      edge('is-top', (i) => String.fromCharCode(97 + i)),
      edge('is-left', (i) => String(i + 1)),
      h('div', { class: 'as-water' }, sea, fleet, drawScene(view, c)),
    ),
    'ground',
  );
}

// ---- boarding ----

/** The cards that were laid in a fight, one element each. @param {Item | undefined} laid
 * @param {Context} c */
function drawLaid(laid, c) {
  return h(
    'span',
    { class: 'as-laid-cards' },
    laid
      ? [
          c.item(laid, 'card'),
          ...Array.from({ length: laid.value - 1 }, () =>
            h('span', { class: 'card as-more' }, picture(cardArt(laid.face), '0 0 100 140')),
          ),
        ]
      : h('span', { class: 'card as-empty' }, picture(sign.sabre, '0 0 64 64')),
  );
}

/** The choices in a fight, as a row of cards. @param {SightIndex} view @param {Context} c */
function drawLaying(view, c) {
  const moves = view.sight.moves.filter((move) => /^(attack|defend)/.test(move.move)),
    board = c.board;
  return (
    moves.length > 0 &&
    h(
      'div',
      { class: 'as-lay' },
      moves.map((move) => {
        const n = Number(move.move.split(' ')[1]) || 0;
        return h(
          'button',
          {
            type: 'button',
            class: 'as-force',
            'data-move': move.move,
            'aria-label': c.words.noted(move),
            title: c.words.note(move),
            onclick: (/** @type {Event} */ event) =>
              board.settle(
                { play: [/** @type {HTMLElement} */ (event.currentTarget).dataset.move ?? ''] },
                [],
              ),
          },
          Array.from({ length: n || 1 }, () =>
            picture(cardArt(n ? 'as.card.pirate' : captain), '0 0 100 140'),
          ),
          n > 0 && h('b', {}, n),
        );
      }),
    )
  );
}

/** @param {Item} ship @param {Item | undefined} laid @param {SightIndex} view @param {Context} c
 * @param {string} name */
function drawFighter(ship, laid, view, c, name) {
  const colour = colourOf(ship),
    cargo = chestsOn(view, ship.id);
  return h(
    'div',
    { class: `as-fighter ${name}` },
    picture(boat(colour), '0 0 64 64', 'as-hull'),
    h(
      'p',
      {},
      h('strong', {}, c.words.word(ship.face ?? '')),
      c.seat(ship.owner ?? 0),
      cargo.length > 0 &&
        h(
          'span',
          { class: 'as-booty' },
          cargo.map(chestPicture),
          c.say('as.web.booty', { n: countOf(cargo) }),
        ),
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
  const ship = activeOf(view),
    [attack, ...rest] = view.in('as.zone.fight');
  const enemy = shipsOf(view).find((other) => other !== ship && other.on === ship?.on);
  if (!ship || !enemy || !(attack || view.sight.prompt?.key === 'as.ask.board')) return null;
  return h(
    'section',
    { class: 'as-scene light-board', 'aria-label': c.say('as.zone.fight') },
    drawFighter(ship, attack, view, c, 'is-attacker'),
    h(
      'p',
      { class: 'as-verdict' },
      picture(sign.sabre, '0 0 64 64'),
      h('span', {}, verdict(ship, enemy, attack, rest[0], c)),
    ),
    drawFighter(enemy, rest[0], view, c, 'is-defender'),
    drawLaying(view, c),
  );
}

// ---- next to the chart ----

/** @param {string} name @param {Item[]} chests @param {Context} c */
const drawStage = (name, chests, c) =>
  h('span', { class: `as-stage is-${name}` }, c.items(chests, 'chest'));

/** The voyage of a colour's chests, and the cargo of its ship. @param {Item} ship
 * @param {SightIndex} view @param {Context} c */
function drawVoyage(ship, view, c) {
  const colour = colourOf(ship),
    number = colours.indexOf(colour),
    seat = ship.owner ?? 0;
  const faced = (/** @type {string} */ kind) =>
    seaOf(view).items.find((square) => square.face === `as.square.${kind}-${colour}`)?.id ?? -1;
  const side =
    view.sight.zones.find((zone) => zone.name === 'as.zone.side' && zone.number === number)
      ?.items ?? [];
  const hand = view.sight.zones.find(
    (zone) => zone.name === 'as.zone.hand' && zone.number === number && zone.owner === seat,
  );
  const state =
    ship.on === undefined
      ? 'as.table.unbuilt'
      : ship.marks.includes('sails')
        ? ''
        : 'as.table.no-card';
  return h(
    'li',
    { class: `as-voyage v-${colour}${ship.marks.includes('active') ? ' is-active' : ''}` },
    h(
      'span',
      { class: 'as-crest' },
      ship.on === undefined ? c.item(ship, 'is-unbuilt') : picture(flag(colour), '-4 -4 32 32'),
    ),
    h(
      'span',
      { class: 'as-captain' },
      h('strong', {}, c.words.word(ship.face ?? '')),
      c.seat(seat),
      h(
        'span',
        { class: 'as-state' },
        c.items(
          side.filter((item) => item.kind === 'as.card'),
          'card tiny',
        ),
        state && h('em', {}, c.say(state)),
        hand &&
          seat !== c.me &&
          h(
            'span',
            { class: 'as-held' },
            picture(cardArt(null), '0 0 100 140'),
            h('b', { 'aria-hidden': 'true' }, hand.items.length),
            unseen(c.say('as.web.cards', { n: hand.items.length })),
          ),
      ),
    ),
    h(
      'span',
      { class: 'as-stages' },
      drawStage(
        'side',
        side.filter((item) => item.kind === 'as.chests'),
        c,
      ),
      drawStage('island', chestsOn(view, faced('treasure')), c),
      drawStage('aboard', chestsOn(view, ship.id), c),
      drawStage('port', chestsOn(view, faced('port')), c),
    ),
  );
}

/** All voyages, under the names of their stages. @param {SightIndex} view @param {Context} c */
function drawFleet(view, c) {
  const heads = [
    c.say('as.head.side'),
    c.say('as.head.island'),
    c.say('as.head.aboard'),
    c.say('as.head.port'),
  ];
  return h(
    'div',
    { class: 'as-fleet' },
    h(
      'div',
      { class: 'as-stages as-heads', 'aria-hidden': 'true' },
      heads.map((head) => h('small', {}, head)),
    ),
    h(
      'ul',
      { 'aria-label': c.say('as.web.fleet') },
      shipsOf(view).map((ship) => drawVoyage(ship, view, c)),
    ),
  );
}

/** @param {SightIndex} view @param {Context} c */
function drawTools(view, c) {
  const thrown = view.kind('as.die'),
    pile = view.kind('as.pile'),
    steps = view.kind('as.steps')?.value ?? 0;
  return h(
    'div',
    { class: 'as-tools' },
    thrown && c.item(thrown),
    steps > 0 &&
      h(
        'span',
        { class: 'as-steps' },
        h('b', { 'aria-hidden': 'true' }, steps),
        h('span', { 'aria-hidden': 'true' }, c.say('as.web.steps', { n: steps })),
        unseen(c.say('as.table.die', { die: thrown?.value ?? 0, n: steps })),
      ),
    pile && c.item(pile, 'card'),
  );
}

/** Cards that are out of play until the pile is empty, and the turns left before the end by
 * standstill. @param {SightIndex} view @param {Context} c */
function drawGone(view, c) {
  const calm = view.kind('as.calm')?.value ?? 0,
    gone = view.in('as.zone.discard');
  return h(
    'div',
    { class: 'as-past' },
    gone.length > 0 &&
      c.group(
        c.say('as.zone.discard'),
        'as-gone',
        h('small', { 'aria-hidden': 'true' }, c.say('as.zone.discard')),
        c.items(gone, 'card tiny'),
      ),
    calm <= impatient &&
      !view.sight.over &&
      h('p', { class: 'as-calm' }, c.say('as.table.calm', { n: calm })),
  );
}

/** Hands that this viewer can see; with two players, one per ship. @param {SightIndex} view
 * @param {Context} c */
function drawHands(view, c) {
  const open = view.zones('as.zone.hand').filter((zone) => zone.items.some((card) => card.face));
  const active = colourOf(activeOf(view));
  return open.map((zone) => {
    const colour = colours[zone.number],
      name =
        open.length > 1
          ? c.say('as.web.hand', { ship: [`as.colour.${colour}`] })
          : c.say('as.zone.hand');
    return c.group(
      name,
      `as-hand${open.length > 1 ? ' is-one-of-two' : ''}${active === colour ? ' is-active' : ''}`,
      open.length > 1 && h('span', { class: 'as-whose' }, picture(flag(colour), '-4 -4 32 32')),
      h('span', { class: 'as-fan' }, c.items(zone.items, 'card')),
    );
  });
}

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

/** Card and number. @param {Item} item @param {string} markup @param {string} box
 * @param {boolean} [always] */
function counted(item, markup, box, always = false) {
  return h(
    'span',
    { class: 'card-box' },
    picture(markup, box),
    (always || item.value > 1) && h('b', {}, item.value),
  );
}

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

/** @type {import('../../play/board.js').GameModule} */
export default {
  name: 'aux-sabords',
  book,
  atOnce: ['as.pile', 'as.die'],
  oneStop: ['as.square'],
  sounds: {
    'as.say.rolled': 'dice',
    'as.say.drawn': 'card',
    'as.say.drawn-cards': 'card',
    'as.say.attack': 'cannon',
    'as.say.sinks': 'bust',
    'as.say.land': 'coin',
    'as.say.load': 'coin',
    'as.say.sinks-loot': 'bust',
  },

  draw(view, c) {
    return h(
      'div',
      { class: 'as' },
      drawSea(view, c),
      h(
        'div',
        { class: 'as-beside' },
        drawTools(view, c),
        ...drawHands(view, c),
        drawGone(view, c),
        drawFleet(view, c),
      ),
    );
  },

  paint(item) {
    switch (item.kind) {
      case 'as.square':
        return h('i', {});
      case 'as.ship':
        return picture(boat(colourOf(item)), '0 0 64 64');
      case 'as.chests':
        return counted(item, chest(colourOf(item)), '0 0 48 40');
      case 'as.die':
        return picture(die(item.value), '0 0 64 64');
      case 'as.laid':
        return picture(cardArt(item.face), '0 0 100 140');
      case 'as.pile':
        return counted(item, cardArt(null), '0 0 100 140', true);
      default:
        return counted(item, cardArt(item.face), '0 0 100 140');
    }
  },

  outcome(args) {
    const [card] = args.cards ?? [],
      { number } = args;
    return card
      ? picture(cardArt(card), '0 0 100 140')
      : number && picture(die(number), '0 0 64 64');
  },

  label: (item, view, c) => labels[item.kind]?.(item, view, c),

  standing(seat, view, c) {
    const total = view.in('as.zone.totals').find((item) => item.owner === seat)?.value ?? 0;
    return h(
      'span',
      { class: 'as-standing' },
      shipsOf(view)
        .filter((ship) => ship.owner === seat)
        .map((ship) => picture(flag(colourOf(ship)), '-4 -4 32 32')),
      h('b', { 'aria-hidden': 'true' }, total),
      unseen(c.say('as.web.total', { n: total })),
    );
  },

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
