// The chart of Aux Sabords: squares, routes, chests ashore, ships.

import { picture as svg } from '../../lib/dom.js';
import { classes, h, picture } from '../../lib/vdom.js';
import { calm, lasting } from '../../play/motion.js';
import { chart, chest } from './art.js';
import { activeOf, chestsOn, colourOf, countOf, courses, nameOf } from './view.js';
import { seaOf, shipsOf, spotOf } from './view.js';

/** @typedef {import('../../lib/sight.js').Item} Item */
/** @typedef {import('../../lib/sight.js').SightIndex} SightIndex */
/** @typedef {import('../../lib/sight.js').Route} Route */
/** @typedef {import('../../play/board.js').Context} Context */
/** @typedef {import('./view.js').Spot} Spot */

const reach = 44; // pixels around a tap within which the nearest square is chosen
/** @type {Record<string, Spot>} */
const arrows = {
  ArrowUp: courses.north,
  ArrowRight: courses.east,
  ArrowDown: courses.south,
  ArrowLeft: courses.west,
};

/** The position of a square on the chart. @param {Spot} spot */
const onSquare = ({ x, y }) => `--x: ${x}; --y: ${y}`;

/** The middle of a square in the units of the chart. @param {Spot} spot */
const middle = ({ x, y }) => `${x * 40 + 20} ${y * 40 + 20}`;

/** @param {Route | undefined} way */
const lettersOf = (way) => way?.moves.map((move) => move[0]).join('') ?? '';

/** The squares of a route, with the first one. @param {Spot} from @param {string} letters
 * directions
 *   of the steps */
function squaresOf(from, letters) {
  const all = [from];
  for (const letter of letters) {
    const by = Object.entries(courses).find(([name]) => name[0] === letter)?.[1] ?? from,
      { x, y } = /** @type {Spot} */ (all.at(-1));
    all.push({ x: x + by.x, y: y + by.y });
  }
  return all;
}

/** The line of a route. @param {Spot} from @param {string} letters */
const trail = (from, letters) => `M${squaresOf(from, letters).map(middle).join('L')}`;

/** Labels of squares by their parts: building one is expensive and most are repeated.
 * @type {Map<string, string>} */
const said = new Map();

/** The label of a square, with the ships on it. @param {SightIndex} view @param {Item} square
 * @param {Spot} spot @param {Context} c */
export function squareLabel(view, square, spot, c) {
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

// ---- squares ----

/** A square that can be reached is an item; the others only have a label. @param {SightIndex} view
 * @param {Item} square @param {Spot} spot @param {Route | undefined} way @param {Context} c */
function drawSquare(view, square, spot, way, c) {
  const live = c.choosing.isLive(square.id);
  const name = classes(
    way ? 'is-way' : 'is-step',
    way?.name && `is-goal ${way.name.replace('as.way.', 'to-')}`,
  );
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

/** Squares are smaller than a finger: a tap counts for the nearest square that can be reached.
 * @param {PointerEvent} event @param {import('../../play/board.js').Board} board */
function tapNearest(event, board) {
  if (event.pointerType !== 'touch') return;
  const sea = /** @type {Element} */ (event.currentTarget);
  const [nearest] = [...sea.querySelectorAll('.as-square.is-live')]
    .map((one) => {
      const box = one.getBoundingClientRect();
      return {
        id: Number(one.getAttribute('data-id')),
        far: Math.hypot(
          (box.left + box.right) / 2 - event.clientX,
          (box.top + box.bottom) / 2 - event.clientY,
        ),
      };
    })
    .filter(({ far }) => far <= reach)
    .sort((a, b) => a.far - b.far);
  if (!nearest) return;
  event.stopPropagation();
  board.choose(nearest.id);
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

// ---- on the squares ----

/** What a route leads to, in words; empty if it ends at open sea. @param {Route} way
 * @param {Context} c */
export function wayNote(way, c) {
  const { view } = c,
    ship = activeOf(view),
    enemy = shipsOf(view).find((other) => other !== ship && other.on === way.item);
  const n = countOf(chestsOn(view, (way.name === 'as.way.enemy' ? enemy : ship)?.id ?? -1));
  switch (way.name) {
    case 'as.way.enemy':
      return c.say(n ? 'as.web.foe' : 'as.web.foe-empty', { ship: [enemy?.face ?? ''], n });
    case 'as.way.rose':
      return c.say('as.web.to-island');
    case 'as.way.treasure': {
      const ashore = countOf(chestsOn(view, way.item));
      return c.say(ashore ? 'as.web.to-load' : 'as.web.to-unload', { n: ashore || n });
    }
    case 'as.way.port':
      return c.say('as.web.to-land', { n });
    default:
      return '';
  }
}

/** The route that is selected: its line, its steps, and what it leads to. @param {SightIndex} view
 * @param {Spot} from @param {Route} way @param {Context} c */
function drawCourse(view, from, way, c) {
  const { columns } = seaOf(view),
    box = `0 0 ${columns * 40} ${columns * 40}`,
    line = trail(from, lettersOf(way)),
    stops = squaresOf(from, lettersOf(way)),
    end = /** @type {Spot} */ (stops.at(-1)),
    note = wayNote(way, c);
  const steps = stops
    .slice(1, -1)
    .map(
      ({ x, y }, i) =>
        `<circle cx="${x * 40 + 20}" cy="${y * 40 + 20}" r="9"/><text x="${x * 40 + 20}" y="${
          y * 40 + 24.5
        }">${i + 1}</text>`,
    );
  return [
    picture(`<path class="as-bed" d="${line}"/>`, box),
    picture(`<path class="as-line" d="${line}"/>${steps.join('')}`, box, 'as-course'),
    note &&
      h(
        'span',
        {
          class: classes(
            'as-at as-tag',
            end.y > columns / 2 ? 'is-above' : 'is-below',
            end.x < 3 ? 'is-left' : end.x > columns - 4 && 'is-right',
          ),
          style: onSquare(end),
          'aria-hidden': 'true',
        },
        h('span', { class: 'tag' }, h('b', {}, c.words.word(way.name ?? '')), h('br'), note),
      ),
  ];
}

/** Chests ashore, on their squares. @param {SightIndex} view */
function drawAshore(view) {
  return seaOf(view).items.map((square) => {
    const kind = /(port|treasure)-/.exec(square.face ?? '')?.[1],
      n = kind ? countOf(chestsOn(view, square.id)) : 0;
    return (
      n > 0 &&
      h(
        'span',
        {
          class: `as-at as-ashore is-${kind}`,
          style: onSquare(/** @type {Spot} */ (spotOf(view, square.id))),
          'aria-hidden': 'true',
        },
        kind === 'treasure' && picture(chest(''), '0 0 64 64'),
        h('b', {}, n),
      )
    );
  });
}

/** @param {SightIndex} view @param {Item} ship @param {Context} c */
function drawShip(view, ship, c) {
  const isBuilt = ship.on !== undefined,
    spot = spotOf(view, isBuilt ? ship.on : portOf(view, ship)),
    beside = shipsOf(view).filter((other) => isBuilt && other.on === ship.on);
  if (!spot) return null;
  const n = countOf(chestsOn(view, ship.id));
  return h(
    'span',
    {
      class: classes(
        'as-at as-ship-at',
        beside.length > 1 && `is-pair-${beside.indexOf(ship)}`,
        !isBuilt && 'is-unbuilt',
      ),
      style: onSquare(spot),
      'data-sails': '',
    },
    c.item(ship),
    n > 0 &&
      h(
        'span',
        { class: 'as-cargo', 'aria-hidden': 'true' },
        picture(chest(''), '0 0 64 64'),
        h('b', {}, n),
      ),
  );
}

/** @param {SightIndex} view @param {Item} ship */
const portOf = (view, ship) =>
  seaOf(view).items.find(({ face }) => face === `as.square.port-${colourOf(ship)}`)?.id;

// ---- wakes ----

const fading = 600, // milliseconds that a wake needs to fade
  staying = 1500; // milliseconds that it stays without motion

/** Where the ships of each board were. @type {WeakMap<Element, Map<number, number | undefined>>} */
const seen = new WeakMap();

/** Draws a wake behind each ship that has sailed to the next square: a layer of its own, which
 * fades, or stays for a moment where nothing moves. @param {SightIndex} view
 * @param {Element} board */
export function leaveWakes(view, board) {
  const before = seen.get(board),
    { columns } = seaOf(view);
  seen.set(board, new Map(shipsOf(view).map(({ id, on }) => [id, on])));
  for (const ship of shipsOf(view)) {
    const from = spotOf(view, before?.get(ship.id)),
      to = spotOf(view, ship.on);
    if (!from || !to || Math.abs(from.x - to.x) + Math.abs(from.y - to.y) !== 1) continue;
    const wake = svg(
      `<path class="as-wake" d="M${middle(from)}L${middle(to)}"/>`,
      `0 0 ${columns * 40} ${columns * 40}`,
      'as-wakes',
    );
    board.querySelector('.as-water')?.append(wake);
    if (!calm())
      wake.animate([{ opacity: 1 }, { opacity: 0 }], {
        duration: lasting(fading),
        easing: 'ease-in',
        fill: 'forwards',
      });
    setTimeout(() => wake.remove(), calm() ? staying : lasting(fading));
  }
}

// ---- the chart ----

/** @param {string} name @param {number} columns @param {(i: number) => string} text */
const edge = (name, columns, text) =>
  h(
    'div',
    { class: `as-edge ${name}`, 'aria-hidden': 'true' },
    Array.from({ length: columns }, (_, i) => h('span', {}, text(i))),
  );

/** @param {SightIndex} view @param {Context} c */
export function drawSea(view, c) {
  const { columns, items } = seaOf(view),
    box = `0 0 ${columns * 40} ${columns * 40}`,
    from = spotOf(view, activeOf(view)?.on),
    picked = view.sight.routes.find((way) => c.isPicked(way.item)),
    { board } = c;
  const sea = h(
    'div',
    {
      class: 'as-sea',
      role: 'grid',
      'aria-label': c.say('as.zone.sea'),
      'data-from': from && `${from.x} ${from.y}`,
      onkeydown: sailByKeys,
      onpointerdown: keepStill,
      onclick: (/** @type {PointerEvent} */ event) => tapNearest(event, board),
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
    ),
  );
  const fleet = h(
    'div',
    { class: 'as-fleet-at', role: 'group', 'aria-label': c.say('as.zone.ships') },
    shipsOf(view).map((ship) => drawShip(view, ship, c)),
    h(
      'div',
      { class: 'as-over' },
      drawAshore(view),
      picked && from && drawCourse(view, from, picked, c),
    ),
  );
  const letter = (/** @type {number} */ i) => String.fromCharCode(97 + i),
    number = (/** @type {number} */ i) => String(i + 1);
  return c.drop(
    h(
      'div',
      { class: 'as-chartframe', style: `--n: ${columns}` },
      edge('is-top', columns, letter),
      edge('is-left', columns, number),
      h('div', { class: 'as-water' }, sea, fleet),
      edge('is-right', columns, number),
      edge('is-bottom', columns, letter),
    ),
    'ground',
  );
}
