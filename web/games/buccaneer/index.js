// Buccaneer: merchant ships at sea, and a quay per player with the crews under that player's
// command, pawn on pawn.

import { emblems, pirate, rose, ship, sign, waves } from '../../lib/art.js';
import { classes, h, picture, unseen } from '../../lib/vdom.js';
import book from './book.js';

/** @typedef {import('../../lib/sight.js').Item} Item */
/** @typedef {import('../../lib/sight.js').SightIndex} SightIndex */
/** @typedef {import('../../lib/sight.js').Zone} Zone */
/** @typedef {import('../../play/board.js').Context} Context */
/** Lowest and highest possible share. @typedef {{low: number, high: number}} Range */
/** @typedef {{seat: number, pay: Range, role: '' | 'captain' | 'second'}} Share */

const kinds = ['sabre', 'candlestick', 'barrel', 'chest'];
const letters = 'rbykg';
const colours = [
  'bu.colour.red',
  'bu.colour.blue',
  'bu.colour.yellow',
  'bu.colour.black',
  'bu.colour.green',
];
const pawns = ['bu.pawn.red', 'bu.pawn.blue', 'bu.pawn.yellow', 'bu.pawn.black', 'bu.pawn.green'];

/** @param {string} markup @param {string} [name] */
const small = (markup, name) => picture(markup, '0 0 64 64', name);

// ---- drawings ----

/** @param {string} markup @param {number} x @param {number} y @param {number} scale */
const at = (markup, x, y, scale) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${markup}</g>`;

/** Treasures, 64 by 64. @type {Record<string, string>} */
const treasure = {
  sabre: sign.sabre,
  candlestick: `<path class="g k" d="M28 26h8v20c0 3 5 5 12 6v6H16v-6c7-1 12-3 12-6z"/>
<path class="g k" d="M6 22h10v6c0 4 8 5 12 5v6C16 39 6 36 6 28zM58 22H48v6c0 4-8 5-12 5v6c12 0 22-3
22-11z"/>
<path class="b k" d="M8 10h6v12H8zM50 10h6v12h-6zM29 12h6v14h-6z"/>
<path class="red k" d="M11 1c4 4 3 8 0 9-3-1-4-5 0-9zM53 1c4 4 3 8 0 9-3-1-4-5 0-9zM32 2c4 4 3 9 0
10-3-1-4-6 0-10z"/>
<path class="l2" d="M28 32h8M28 38h8M20 54h24"/>`,
  barrel: `<path class="w k" d="M16 8h32c7 14 7 34 0 48H16C9 42 9 22 16 8z"/>
<path class="steel k" d="M13 16h38l2 7H11zM11 41h42l-2 7H13z"/>
<path class="l2" d="M24 8c-4 14-4 34 0 48M32 8v48M40 8c4 14 4 34 0 48"/>
<circle class="K" cx="32" cy="32" r="4"/>`,
  chest: `<path class="w k" d="M6 28h52v28H6z"/>
<path class="wd k" d="M6 28c0-12 8-18 16-18h20c8 0 16 6 16 18z"/>
<path class="g k" d="M13 28h6v28h-6zM45 28h6v28h-6zM25 24h14v14c0 4-14 4-14 0zM14 28c0-9 4-14 8-17l5
1c-5 4-7 9-7 16zM50 28c0-9-4-14-8-17l-5 1c5 4 7 9 7 16z"/>
<circle class="K" cx="32" cy="31" r="3"/><path class="l" d="M32 32v6M6 28h52"/>`,
};

/** A treasure that is not chosen yet. */
const sack = `<path class="sand k" d="M22 20C8 30 4 42 8 52c3 7 45 7 48 0 4-10 0-22-14-32z"/>
<path class="sand k" d="M22 20l-6-12c6 3 10 1 16-2 6 3 10 5 16 2l-6 12z"/>
<path class="lg" d="M20 21h24"/><path class="l2" d="M24 24c-6 8-8 14-8 22M40 24c6 8 8 14 8 22"/>`;

/** The emblem of a seat in the ink of its colour. @param {number} seat @param {number} x
 * @param {number} y @param {number} scale */
const emblemAt = (seat, x, y, scale) =>
  `<g class="bu-i${seat}" transform="translate(${x} ${y}) scale(${scale})">${
    emblems[seat - 1] ?? ''
  }</g>`;

/** A plate with the mark of a pawn. @param {string} mark @param {number} x @param {number} y */
const plate = (mark, x, y) =>
  `<circle class="g k" cx="${x}" cy="${y}" r="11.5"/>
<text class="bu-figure" x="${x}" y="${y + 6.5}">${mark}</text>`;

/** The base of a pawn, 64 wide, with its rim at y. @param {number} seat @param {number} y */
const drum = (seat, y) => `<path class="bu-c${seat} k" d="M2 ${y}v15c0 8 60 8 60 0V${y}z"/>
<path class="bu-shade" d="M46 ${y + 5}c10-1 16-3 16-5v15c0 2-6 4-16 5z"/>
<ellipse class="bu-c${seat} k" cx="32" cy="${y}" rx="30" ry="6"/>`;

/** The top of a pile, or a single pawn, 64 by 92: a pirate with the emblem of the colour on the
 * hat. @param {number} seat @param {string} mark */
function captain(seat, mark) {
  return `${drum(seat, 68)}${at(
    `${pirate(`bu-c${seat}`, mark > '3', '')}
<path class="bu-c${seat} k" d="M6 46c8-2 12-8 16-20C26 12 38 6 50 6s24 6 28 20c4 12 8 18 16 20-12
6-28 4-44 4S18 52 6 46z"/>
<path class="lg" d="M9 46c14 4 28 2 41 2s27 2 41-2"/>${emblemAt(seat, 34, 11, 0.5)}`,
    -1,
    0,
    0.66,
  )}${plate(mark, 32, 78)}`;
}

/** A pawn under another one, 64 by 28: its colour, and its mark if that is visible.
 * @param {number} seat @param {string | undefined} mark */
function sailor(seat, mark) {
  const mine = emblemAt(seat, mark ? 9 : 23, 9.5, 0.28);
  return drum(seat, 6) + mine + (mark ? at(plate(mark, 0, 0), 46, 18, 0.78) : '');
}

/** A merchant ship, 124 by 104; larger if it needs more pirates. @param {number} crew */
function merchant(crew) {
  const size = 0.52 + 0.08 * (crew - 1);
  return at(ship('s', sign.crown), 62 - 60 * size, 96 - 90 * size, size) + waves(2, 90, 122);
}

/** Ships still to come: the back of a card, 64 by 64. */
const back = `<rect class="deep k" x="10" y="3" width="44" height="58" rx="5"/>
<rect class="lg" x="15" y="8" width="34" height="48" rx="3"/>
${at(sign.helm, 19, 19, 0.4).replaceAll('"line"', '"linebrass"')}`;

// ---- reading the view ----

/** The mark of a pawn, if it is visible. @param {Item} pawn */
function markOf(pawn) {
  const mark = pawn.face?.replace('bu.mark.', '');
  return mark === 'question' ? '?' : mark;
}

/** @param {Item} item */
const isPawn = (item) => pawns.includes(item.kind);

/** @param {Item} item */
const kindOf = (item) => item.face?.replace('bu.treasure.', '') ?? '';

/** @param {Item} pawn */
const spell = (pawn) => letters[(pawn.owner ?? 1) - 1] + markOf(pawn);

/** The card of a ship. @param {Zone} ship @param {SightIndex} view */
export function cardOf(ship, view) {
  const value = (/** @type {string} */ kind) => view.kind(kind, ship.items)?.value ?? 0;
  return {
    number: ship.number,
    needs: value('bu.needs'),
    ducats: value('bu.ducats'),
    question: value('bu.question'),
    treasures: ship.items.filter((item) => item.kind === 'bu.treasure'),
  };
}
/** @typedef {ReturnType<typeof cardOf>} Card */

/** The shares if this crew boards this ship, the captain's first; empty if the crew cannot reach
 * it. @param {Zone} crew @param {Zone} ship @param {SightIndex} view @returns {Share[]} */
export function sharesOf(crew, ship, view) {
  return ship.items
    .filter((item) => item.kind === 'bu.share' && item.on === crew.items[0].id)
    .map((share) => ({
      seat: share.owner ?? 0,
      pay: {
        low: share.value,
        high: view.kind('bu.most', view.on(share.id))?.value ?? share.value,
      },
      role: /** @type {Share['role']} */ (share.face?.replace('bu.share.', '') ?? ''),
    }));
}

/** The crew in which a mutiny may be called now. @param {SightIndex} view */
const askedCrew = (view) =>
  view.zones('bu.zone.crew').find((crew) => crew.items[0].marks.includes('asked'));

/** Crews whose shares of this ship are shown: those of a mutiny, else the selected one, or all that
 * match a selected ship. @param {Zone} ship @param {SightIndex} view @param {Context} c */
function crewsFor(ship, view, c) {
  const card = ship.items[0].id,
    crews = view.zones('bu.zone.crew');
  const rising = crews.filter((crew) =>
    crew.items[0].marks.some((mark) => mark === 'asked' || mark === 'called'),
  );
  const able = (rising.length ? rising : crews).filter((crew) => sharesOf(crew, ship, view).length);
  return rising.length
    ? able
    : able.filter(
        (crew) =>
          (c.isPicked(crew.items[0].id) || c.isPicked(card)) &&
          c.choosing.moves([...new Set([...c.choosing.picked, crew.items[0].id, card])]).length,
      );
}

/** A player's treasures of one kind, and whether nobody has more.
 * @param {SightIndex} view @param {number} seat @param {number} kind */
function treasuresOf(view, seat, kind) {
  const item = view.in('bu.zone.treasures', seat)[kind];
  return { n: item?.value ?? 0, most: item?.marks.includes('most') ?? false };
}

/** The bonus for the majority of each kind. @param {SightIndex} view */
const worths = (view) =>
  view
    .in('bu.zone.supply')
    .filter((item) => item.kind === 'bu.worth')
    .map((item) => item.value);

// ---- ships ----

/** @param {Range} pay */
function amountOf({ low, high }) {
  const signed = (/** @type {number} */ n) => (n < 0 ? `−${-n}` : `${n}`);
  return low === high ? `${low > 0 ? '+' : ''}${signed(low)}` : `${signed(low)}…${signed(high)}`;
}

/** @param {Share} share @param {Context} c */
function sayShare({ seat, pay, role }, c) {
  const who = { seat };
  if (pay.low !== pay.high)
    return c.say(role === 'captain' ? 'bu.web.captain-range' : 'bu.web.wage-range', {
      who,
      low: pay.low,
      high: pay.high,
    });
  if (role !== 'captain') return c.say('bu.web.wage', { who, n: pay.low });
  return c.say(pay.low < 0 ? 'bu.web.captain-pays' : 'bu.web.captain', {
    who,
    n: Math.abs(pay.low),
  });
}

/** @param {Share} share @param {Card} card @param {Context} c */
function drawShare(share, card, c) {
  const { seat, pay, role } = share,
    one = card.treasures.length === 1;
  const loot =
    role === 'captain' && one
      ? small(treasure[kindOf(card.treasures[0])])
      : role
        ? small(sack)
        : null;
  return h(
    'li',
    {
      class: classes(`bu-share seat-${seat}`, pay.low < 0 && 'is-loss', seat === c.me && 'is-me'),
    },
    h(
      'span',
      { 'aria-hidden': 'true' },
      c.seat(seat),
      role && h('span', { class: 'bu-loot' }, loot),
      h('b', {}, amountOf(pay)),
    ),
    unseen(sayShare(share, c)),
    role === 'second' && unseen(c.say('bu.web.second', { who: { seat } })),
  );
}

/** The shares of a crew. @param {Zone} crew @param {Zone} ship @param {SightIndex} view
 * @param {Context} c */
function drawBill(crew, ship, view, c) {
  const card = cardOf(ship, view),
    name = c.say('bu.web.bill', { pawn: nameOf(crew.items[0], c) });
  return h(
    'div',
    { class: 'bu-bill' },
    h('p', {}, name),
    h(
      'ul',
      {},
      sharesOf(crew, ship, view).map((share) => drawShare(share, card, c)),
    ),
  );
}

/** @param {string} markup @param {number} n @param {string} name */
const figure = (markup, n, name) =>
  h('span', { class: `bu-fact ${name}` }, small(markup), h('b', {}, n));

const questionMark = `<circle class="paper k" cx="32" cy="32" r="26"/>
<text class="bu-question" x="32" y="48">?</text>`;

/** Pirates that a ship needs, with those of the selected crew filled in. @param {number} needs */
const heads = (needs) =>
  h(
    'span',
    { class: 'bu-heads' },
    Array.from({ length: needs }, () => small(sign.hat)),
  );

/** @param {Zone} ship @param {SightIndex} view @param {Context} c */
function drawShip(ship, view, c) {
  const item = ship.items[0],
    card = cardOf(ship, view),
    crews = crewsFor(ship, view, c);
  const picked = [...c.choosing.picked]
    .map((id) => view.zoneOf.get(id))
    .find((zone) => zone?.name === 'bu.zone.crew');
  const short = picked && !crews.length ? card.needs - picked.items.length : 0;
  const place = h(
    'li',
    {
      class: classes(
        'bu-card',
        crews.length && 'is-reckoned',
        crews.length > 1 && 'has-bills',
        c.isPicked(item.id) && 'is-picked',
        short > 0 && 'is-short',
      ),
    },
    c.item(item, 'vessel'),
    h(
      'small',
      { class: 'bu-number', 'aria-hidden': 'true' },
      c.say('bu.table.ship', { n: card.number }),
    ),
    h(
      'div',
      { class: 'bu-facts', 'aria-hidden': 'true' },
      heads(card.needs),
      h(
        'span',
        { class: 'bu-pay' },
        figure(sign.coin, card.ducats, 'is-ducats'),
        figure(questionMark, card.question, 'is-question'),
      ),
    ),
    h('div', { class: 'bu-cargo' }, c.items(card.treasures, 'loot')),
    short > 0 && h('p', { class: 'bu-short' }, c.say('bu.web.short', { n: short })),
    card.treasures.length > 1 &&
      crews.length > 0 &&
      c.isPicked(item.id) &&
      h('p', { class: 'bu-pick' }, c.say('bu.web.choose')),
    crews.map((crew) => drawBill(crew, ship, view, c)),
  );
  return c.target(place, item.id);
}

/** The value of a treasure at the end, and how many are left. @param {SightIndex} view
 * @param {Context} c */
function drawWorths(view, c) {
  const supply = view.in('bu.zone.supply').filter((item) => item.kind === 'bu.treasure');
  return h(
    'ul',
    { class: 'bu-worths', 'aria-label': c.say('bu.web.worths'), title: c.say('bu.web.worths') },
    worths(view).map((worth, kind) =>
      h(
        'li',
        {},
        small(treasure[kinds[kind]]),
        h('b', { 'aria-hidden': 'true' }, worth),
        unseen(
          c.say('bu.web.worth', {
            treasure: [supply[kind]?.face ?? ''],
            worth,
            left: supply[kind]?.value ?? 0,
          }),
        ),
      ),
    ),
  );
}

/** @param {SightIndex} view @param {Context} c */
function drawSea(view, c) {
  const left = view.kind('bu.deck')?.value ?? 0,
    boarded = view.kind('bu.boarded')?.value ?? 0;
  return c.group(
    c.say('bu.zone.ship'),
    'bu-sea',
    picture(rose, '0 0 200 200', 'sea-rose'),
    h(
      'ul',
      { class: 'bu-ships' },
      view.zones('bu.zone.ship').map((ship) => drawShip(ship, view, c)),
    ),
    h(
      'div',
      { class: 'bu-horizon' },
      h(
        'p',
        { class: 'bu-deck' },
        small(back),
        h('span', {}, c.say('bu.table.deck', { left, boarded })),
      ),
      h('div', { class: 'bu-ends' }, small(sign.crown), drawWorths(view, c)),
    ),
  );
}

// ---- crews ----

/** "red 5", or "red" under a pile. @param {Item} pawn @param {Context} c */
function nameOf(pawn, c) {
  const colour = colours[(pawn.owner ?? 1) - 1],
    mark = markOf(pawn);
  return mark ? c.say('bu.web.pawn', { colour: [colour], mark }) : c.say(colour);
}

/** Pawns per player, most first, and whether they may mutiny. @param {Zone} crew @param {Context}
 *   c */
function drawTally(crew, c) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const pawn of crew.items)
    counts.set(pawn.owner ?? 0, (counts.get(pawn.owner ?? 0) ?? 0) + 1);
  return h(
    'ul',
    { class: 'bu-tally' },
    [...counts]
      .sort((a, b) => b[1] - a[1])
      .map(([seat, n]) => {
        const rebels = crew.items.some(
          (pawn) => pawn.owner === seat && pawn.marks.includes('rebel'),
        );
        return h(
          'li',
          { key: seat, class: rebels ? 'is-rebel' : '' },
          h('span', { class: `bu-dot bu-dot-${seat}` }, c.seat(seat)),
          h('b', {}, n),
          rebels && small(sign.skull),
        );
      }),
  );
}

/** A pile from the top down. @param {Zone} crew @param {Context} c */
function drawCrew(crew, c) {
  const [top, ...under] = crew.items,
    own = crew.owner === c.me;
  const tag = top.marks.includes('called')
    ? 'bu.table.called'
    : top.marks.includes('asked')
      ? 'bu.table.asked'
      : '';
  const pile = h(
    'li',
    {
      class: classes(
        'bu-crew',
        under.length && 'is-pile',
        c.isPicked(top.id) && 'is-picked',
        own && c.choosing.isLive(top.id) && 'is-mine',
        tag && 'is-rising',
      ),
    },
    tag && h('p', { class: 'bu-tag' }, small(sign.skull), c.say(tag)),
    c.item(top, 'chief'),
    under.length > 0 &&
      h('div', { class: 'bu-under', 'aria-hidden': 'true' }, c.items(under, 'small')),
    under.length > 0 && h('div', { class: 'bu-sum', 'aria-hidden': 'true' }, drawTally(crew, c)),
  );
  return c.carry(c.target(pile, top.id));
}

/** Changes of the purses since the last view.
 * @type {WeakMap<object, {view: SightIndex, purses: number[], gains: number[]}>} */
const remembered = new WeakMap();

/** @param {SightIndex} view @param {Context} c */
function gainsIn(view, c) {
  const last = remembered.get(c.board);
  if (last?.view === view) return last.gains;
  const purses = Array.from(
    { length: view.sight.seats },
    (_, i) => view.in('bu.zone.purse', i + 1)[0]?.value ?? 0,
  );
  const gains = purses.map((n, i) => (last ? n - (last.purses[i] ?? n) : 0));
  remembered.set(c.board, { view, purses, gains });
  return gains;
}

/** @param {number} seat @param {SightIndex} view @param {Context} c */
function drawPurse(seat, view, c) {
  const purse = view.in('bu.zone.purse', seat)[0];
  return h(
    'span',
    { class: 'bu-purse' },
    small(sign.coin),
    purse?.face
      ? h('i', {}, c.say(purse.face))
      : [
          h('b', { 'aria-hidden': 'true' }, purse?.value ?? 0),
          unseen(c.say('bu.table.ducats', { n: purse?.value ?? 0 })),
        ],
  );
}

/** @param {number} seat @param {SightIndex} view @param {Context} c */
function drawTreasures(seat, view, c) {
  return h(
    'ul',
    { class: 'bu-treasures', 'aria-label': c.say('bu.zone.treasures') },
    kinds.map((kind, i) => {
      const { n, most } = treasuresOf(view, seat, i);
      return h(
        'li',
        { class: `${n ? '' : 'is-none'}${most ? ' is-most' : ''}` },
        small(treasure[kind]),
        h('b', { 'aria-hidden': 'true' }, n),
        most && small(sign.crown, 'bu-crown'),
        unseen(
          c.say(most ? 'bu.web.most' : 'bu.web.count', {
            treasure: [`bu.treasure.${kind}`],
            count: n,
          }),
        ),
      );
    }),
  );
}

/** A player's quay: purse, treasures, crews. @param {number} seat @param {boolean} first
 * @param {SightIndex} view @param {Context} c */
function drawQuay(seat, first, view, c) {
  const crews = view.zones('bu.zone.crew').filter((crew) => crew.owner === seat),
    gain = gainsIn(view, c)[seat - 1];
  return h(
    'section',
    {
      key: seat,
      class: classes(
        `bu-quay seat-${seat}`,
        first && 'is-first',
        view.sight.turn.includes(seat) && 'is-turn',
      ),
      'aria-label': c.words.seat(seat),
    },
    h(
      'div',
      { class: 'bu-head' },
      h('h3', {}, c.seat(seat)),
      h(
        'span',
        { class: 'bu-money' },
        drawPurse(seat, view, c),
        gain !== 0 &&
          h(
            'b',
            { class: `bu-gain${gain < 0 ? ' is-loss' : ''}`, 'aria-hidden': 'true' },
            gain > 0 ? `+${gain}` : `−${-gain}`,
          ),
      ),
      drawTreasures(seat, view, c),
    ),
    crews.length
      ? h(
          'ul',
          { class: 'bu-crews' },
          crews.map((crew) => drawCrew(crew, c)),
        )
      : h('p', { class: 'bu-none' }, c.say('bu.table.no-top')),
  );
}

/** The quays. The style sheet puts the viewer's own next to the sea, or that of a captain who may
 * be overthrown, so that no element moves in the document. @param {SightIndex} view
 * @param {Context} c */
function drawQuays(view, c) {
  const chief = view.sight.prompt?.key === 'bu.ask.mutiny' && askedCrew(view)?.owner,
    own = c.me || 1;
  const seats = Array.from(
    { length: view.sight.seats },
    (_, i) => ((i + own - 1) % view.sight.seats) + 1,
  );
  return h(
    'div',
    { class: `bu-quays of-${view.sight.seats}` },
    seats.map((seat) => drawQuay(seat, seat === (chief || own), view, c)),
  );
}

// ---- mutiny ----

/** @param {SightIndex} view @param {Context} c */
function drawMutiny(view, c) {
  const key = view.sight.prompt?.key,
    crew = askedCrew(view);
  if (key === 'bu.ask.must-board')
    return h(
      'div',
      { class: 'bu-mutiny' },
      small(sign.skull),
      h('p', {}, h('strong', {}, c.say('bu.table.called')), ' ', c.say('bu.web.must-board')),
    );
  if (key !== 'bu.ask.mutiny' || !crew) return null;
  return h('div', { class: 'bu-mutiny' }, small(sign.skull), h('p', {}, c.say('bu.web.mutiny')));
}

// ---- final score ----

/** @param {number} count @param {number} gain @param {boolean} most @param {number} kind */
function drawEarning(count, gain, most, kind) {
  return h(
    'td',
    { class: most ? 'is-most' : '' },
    h(
      'span',
      { class: 'bu-count' },
      count > 0 && [h('span', {}, `${count} ×`), small(treasure[kinds[kind]])],
    ),
    h('b', {}, gain ? `+${gain}` : '–'),
  );
}

/** Purse, then treasure by treasure, then the total: the rows appear one after the other.
 * @param {SightIndex} view @param {Context} c */
function drawReckoning(view, c) {
  const seats = Array.from({ length: view.sight.seats }, (_, i) => i + 1),
    totals = view.in('bu.zone.totals');
  const rows = worths(view).map((worth, kind) => {
    const gains = seats.map((seat) => view.in('bu.zone.gains', seat)[kind]?.value ?? 0);
    return h(
      'tr',
      {},
      h(
        'th',
        { scope: 'row' },
        small(treasure[kinds[kind]]),
        h(
          'span',
          {},
          c.words.word(`bu.treasure.${kinds[kind]}`, 'many'),
          h('small', {}, c.say('bu.web.majority', { n: worth })),
        ),
      ),
      seats
        .map((seat) => treasuresOf(view, seat, kind))
        .map(({ n, most }, i) => drawEarning(n, gains[i], most, kind)),
    );
  });
  return c.group(
    c.say('bu.web.reckoning'),
    'bu-result parchment',
    h('h2', {}, c.say('bu.web.reckoning')),
    h(
      'div',
      { class: 'bu-ledger', tabindex: '0', role: 'region', 'aria-label': c.say('bu.web.ledger') },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('td'),
            seats.map((seat) => h('th', { scope: 'col' }, c.seat(seat))),
          ),
        ),
        h(
          'tbody',
          {},
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, small(sign.coin), h('span', {}, c.say('bu.zone.purse'))),
            seats.map((seat) =>
              h('td', {}, h('b', {}, view.in('bu.zone.purse', seat)[0]?.value ?? 0)),
            ),
          ),
          rows,
        ),
        h(
          'tfoot',
          {},
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, small(sign.crown), h('span', {}, c.say('bu.total'))),
            seats.map((seat) =>
              h(
                'td',
                { class: view.sight.winners.includes(seat) ? 'is-winner' : '' },
                h('b', {}, totals.find((total) => total.owner === seat)?.value ?? 0),
              ),
            ),
          ),
        ),
      ),
    ),
    h('p', { class: 'bu-rule' }, c.say('bu.web.rest')),
  );
}

// ---- moves that somebody seems to try ----

/** @param {Item[]} items @param {SightIndex} view */
function guess(items, view) {
  const mine = view
    .zones('bu.zone.crew')
    .filter((crew) => crew.owner === view.me)
    .sort((a, b) => b.items.length - a.items.length);
  const tops = items.filter(isPawn).map((pawn) => view.zoneOf.get(pawn.id)?.items[0] ?? pawn);
  const ship = items
    .map((item) => view.zoneOf.get(item.id))
    .find((zone) => zone?.name === 'bu.zone.ship');
  const own = tops[0] ?? mine[0]?.items[0];
  if (!own) return undefined;
  if (ship) return `board ${spell(own)} ${ship.number} ${kindOf(cardOf(ship, view).treasures[0])}`;
  const other =
    tops[1] ?? view.zones('bu.zone.crew').find((crew) => crew.owner !== own.owner)?.items[0];
  return other && `merge ${spell(own)} ${spell(other)}`;
}

/** @type {import('../../play/board.js').GameModule} */
export default {
  name: 'buccaneer',
  book,
  sounds: {
    'bu.say.merge': 'card',
    'bu.say.merge-crew': 'card',
    'bu.say.capture-pirate': 'card',
    'bu.say.capture-crew': 'card',
    'bu.say.board': 'cannon',
    'bu.say.keeps': 'coin',
    'bu.say.pays': 'bust',
    'bu.say.pays-with-supply': 'bust',
    'bu.say.mutiny': 'bust',
    'bu.say.mutiny-too': 'bust',
  },
  lookFirst: ['bu.ship'],
  guess,

  draw(view, c) {
    return h(
      'div',
      {
        class: view.zones('bu.zone.crew').some(({ items }) => items.length > 4)
          ? 'bu is-tall'
          : 'bu',
      },
      drawMutiny(view, c),
      view.sight.over ? drawReckoning(view, c) : drawSea(view, c),
      drawQuays(view, c),
    );
  },

  paint(item, view) {
    const zone = view.zoneOf.get(item.id);
    if (item.kind === 'bu.treasure') return small(treasure[kindOf(item)] ?? '');
    if (isPawn(item))
      return item === zone?.items[0]
        ? picture(captain(item.owner ?? 1, markOf(item) ?? ''), '0 0 64 92')
        : picture(sailor(item.owner ?? 1, markOf(item)), '0 0 64 28');
    return picture(merchant(zone ? cardOf(zone, view).needs : 2), '0 0 124 104');
  },

  outcome({ crew, treasures = [] }) {
    const cargo = treasures.map((/** @type {string} */ one, /** @type {number} */ i) =>
      at(treasure[one.replace('bu.treasure.', '')], 90 - 36 * i, 2, 0.5),
    );
    return crew && picture(merchant(crew) + cargo.join(''), '0 0 124 104');
  },

  label(item, view, c) {
    const zone = view.zoneOf.get(item.id);
    if (item.kind === 'bu.ship' && zone) {
      const { number, needs, ducats, question, treasures } = cardOf(zone, view);
      return c.say('bu.web.ship', {
        ship: number,
        crew: needs,
        ducats,
        question,
        treasures: treasures.map((one) => one.face ?? ''),
      });
    }
    if (!isPawn(item) || !zone) return c.words.word(item.face ?? item.kind);
    if (item !== zone.items[0] || zone.items.length === 1) return nameOf(item, c);
    return c.say('bu.web.crew', {
      n: zone.items.length,
      who: { seat: zone.owner ?? 0 },
      pawns: zone.items.map((pawn) => nameOf(pawn, c)).join(', '),
    });
  },

  standing(seat, view, c) {
    const total = view.in('bu.zone.totals').find((item) => item.owner === seat);
    return total
      ? h('span', { class: 'bu-purse' }, small(sign.coin), h('b', {}, total.value))
      : drawPurse(seat, view, c);
  },
};
