// Buccaneer: merchant ships at sea, the quays of the others, and the user's own crews on the deck,
// pawn on pawn.

import { emblem } from '../../lib/art.js';
import { at } from '../poster.js';
import { classes, h, picture, unseen } from '../../lib/vdom.js';
import { chief, crown, disc, ducat, hat, merchant, noHat, sack, skull, treasure } from './art.js';
import book from './book.js';

/** @typedef {import('../../lib/sight.js').Item} Item */
/** @typedef {import('../../lib/sight.js').Move} Move */
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

// ---- reading the view ----

/** The mark of a pawn, if it is visible. @param {Item} pawn */
function markOf(pawn) {
  const mark = pawn.face?.replace('bu.mark.', '');
  return mark === 'question' ? '?' : mark;
}

/** @param {Item} pawn */
const seatOf = (pawn) => `seat-${pawn.owner ?? 1}`;

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

/** A range of ducats as text: numbers large, the word between them small. @param {Range} pay
 * @param {Context} c */
function drawAmount({ low, high }, c) {
  const text = low === high ? c.words.number(low) : c.say('bu.web.range', { low, high });
  return text
    .split(/(\u2212?\d+)/)
    .filter(Boolean)
    .map((part) =>
      /\d/.test(part)
        ? h('b', { class: part.startsWith('\u2212') ? 'bu-loss' : '' }, part)
        : h('i', {}, part.trim()),
    );
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

/** The treasures of a ship as the selection distributes them: the captain's, and the first mate's
 * if there are two. Undefined as long as the choice is open. @param {Card} card
 * @param {Context} c */
function takenFrom(card, c) {
  const [one, two] = card.treasures;
  if (!two) return { captain: one, second: undefined };
  const captain = card.treasures.find((item) => c.isPicked(item.id));
  return { captain, second: captain && (captain === one ? two : one) };
}

/** The treasure that comes with a role. @param {Share['role']} role @param {Card} card
 * @param {Context} c */
function drawLoot(role, card, c) {
  const item = role && takenFrom(card, c)[role];
  if (!role || (role === 'second' && card.treasures.length < 2)) return null;
  return small(item ? treasure[kindOf(item)] : sack, 'bu-loot');
}

/** The text for the captain's share and treasure. @param {Range} pay */
function noteOf({ low, high }) {
  if (low !== high) return 'bu.web.booty-range';
  return low < 0 ? 'bu.web.booty-loss' : 'bu.web.booty';
}

/** @param {number} seat @param {Context} c */
function nameIn(seat, c) {
  const name = seat === c.words.reader ? c.say('web.you') : c.words.seat(seat);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A share: a solid bar for what is certain, a hatched one for what depends on covered pirates.
 * @param {Share} share @param {Card} card @param {Context} c */
function drawShare(share, card, c) {
  const { seat, pay, role } = share,
    part = (/** @type {number} */ n, /** @type {number} */ of) =>
      of > 0 ? Math.round((100 * Math.max(0, n)) / of) : 0;
  return h(
    'li',
    {
      class: classes(`bu-share seat-${seat}`, seat === c.me && 'is-me'),
      style: `--lo: ${part(pay.low, pay.high)}%; --hi: ${part(pay.high, card.ducats)}%`,
    },
    h('span', { class: 'bu-bar', 'aria-hidden': 'true' }),
    emblem(seat),
    h(
      'span',
      { class: 'bu-name', 'aria-hidden': 'true' },
      nameIn(seat, c),
      role && h('small', {}, c.say(role === 'captain' ? 'bu.share.captain' : 'bu.share.second')),
    ),
    drawLoot(role, card, c),
    h('span', { class: 'bu-amount', 'aria-hidden': 'true' }, drawAmount(pay, c)),
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

/** The crew that is selected, or that is asked to mutiny. @param {SightIndex} view
 * @param {Context} c */
const crewInQuestion = (view, c) =>
  view.zones('bu.zone.crew').find(({ items: [top] }) => c.isPicked(top.id)) ?? askedCrew(view);

/** Pirates that a ship needs; hollow hats are missing in the crew. @param {number} needs
 * @param {number} have */
const drawNeeds = (needs, have) =>
  h(
    'span',
    { class: 'bu-heads', 'aria-hidden': 'true' },
    Array.from({ length: needs }, (_, i) => small(i < have ? hat : noHat)),
  );

/** The smallest capture by the selected crew that reaches a ship. @param {Zone} crew
 * @param {number} needs @param {Context} c */
function captureFor(crew, needs, c) {
  return c.choosing
    .moves([crew.items[0].id])
    .map(({ phrase, note }) => ({ target: phrase.args.target, n: Number(note?.args.n) }))
    .filter(({ target, n }) => target && n >= needs)
    .sort((a, b) => a.n - b.n)[0];
}

/** Why the selected crew cannot attack a ship, and what would help. @param {Zone} crew
 * @param {Card} card @param {Context} c */
function drawLack(crew, card, c) {
  const capture = crew.owner === c.me && captureFor(crew, card.needs, c);
  return [
    h(
      'p',
      { class: 'tag is-why bu-status' },
      c.say('bu.web.short', { n: card.needs - crew.items.length }),
    ),
    capture && h('p', { class: 'pane bu-advice' }, c.say('bu.web.capture-for', capture)),
  ];
}

/** @param {Zone} crew @param {Card} card @param {Context} c */
const drawReach = (crew, card, c) =>
  h(
    'p',
    { class: 'tag bu-status' },
    c.say('bu.web.enough', { n: crew.items.length, needs: card.needs }),
  );

/** The treasures of a ship, with their receivers once the crew is known. @param {Card} card
 * @param {boolean} aimed @param {Context} c */
function drawCargo(card, aimed, c) {
  const { captain } = takenFrom(card, c);
  return h(
    'div',
    { class: 'bu-cargo' },
    card.treasures.map((item) =>
      h(
        'span',
        { class: classes('bu-medal', aimed && item === captain && 'is-taken'), key: item.id },
        c.item(item, 'loot'),
        aimed &&
          captain &&
          card.treasures.length > 1 &&
          h('small', {}, c.say(item === captain ? 'bu.web.for-you' : 'bu.web.for-second')),
      ),
    ),
  );
}

/** Whether the selected crew can attack this ship and there is no other one.
 * @param {Zone} ship @param {SightIndex} view @param {Context} c */
const isOnlyTarget = (ship, view, c) =>
  view.zones('bu.zone.ship').length === 1 &&
  c.choosing.picked.size > 0 &&
  crewsFor(ship, view, c).length === 1;

/** @param {Zone} ship @param {SightIndex} view @param {Context} c */
function drawShip(ship, view, c) {
  const item = ship.items[0],
    card = cardOf(ship, view),
    crews = crewsFor(ship, view, c),
    crew = crewInQuestion(view, c),
    lacks = crew !== undefined && crew.items.length < card.needs,
    aimed = c.isPicked(item.id) || isOnlyTarget(ship, view, c);
  const place = h(
    'li',
    {
      class: classes(
        'bu-card',
        crews.length > 0 && 'is-reckoned',
        crews.length > 1 && 'has-bills',
        aimed && 'is-picked',
        lacks && 'is-short',
        c.choosing.isLive(item.id) && 'is-open',
      ),
    },
    crew && (lacks ? drawLack(crew, card, c) : crews.length === 1 && drawReach(crew, card, c)),
    h(
      'div',
      { class: 'bu-prize' },
      c.item(item, 'vessel'),
      h(
        'span',
        { class: 'bu-worth', 'aria-hidden': 'true' },
        small(ducat),
        h('b', {}, card.ducats),
      ),
    ),
    h(
      'div',
      { class: 'bu-facts', 'aria-hidden': 'true' },
      h(
        'b',
        {},
        h('span', { class: 'bu-long' }, c.say('bu.table.ship', { n: card.number })),
        h('span', { class: 'bu-short' }, c.say('bu.web.ship-no', { n: card.number })),
      ),
      drawNeeds(card.needs, crew ? crew.items.length : card.needs),
      h('small', {}, h('i', {}, '?'), ` ${c.say('bu.web.wage-of', { n: card.question })}`),
    ),
    drawCargo(card, aimed && crew?.owner === c.me, c),
    crews.length > 0 &&
      h(
        'div',
        { class: 'bu-bills' },
        crews.map((one) => drawBill(one, ship, view, c)),
      ),
  );
  return c.target(place, item.id);
}

/** @param {SightIndex} view @param {Context} c */
function drawSea(view, c) {
  const ships = view.zones('bu.zone.ship');
  return c.group(
    c.say('bu.zone.ship'),
    'bu-sea',
    h(
      'ul',
      {
        class: classes(
          'bu-ships',
          `of-${ships.length}`,
          ships.some((ship) => c.isPicked(ship.items[0].id) || isOnlyTarget(ship, view, c)) &&
            'is-aimed',
        ),
      },
      ships.map((ship) => drawShip(ship, view, c)),
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

/** The number of pirates after the capture of a crew by the selected one. @param {number} id
 * @param {Context} c */
function sizeAfter(id, c) {
  const moves = c.choosing.goesOn(id) ? c.choosing.moves(c.choosing.with(id)) : [];
  return moves.length === 1 && moves[0].note ? Number(moves[0].note.args.n) : undefined;
}

/** A crew from the top down. @param {Zone} crew @param {Context} c */
function drawCrew(crew, c) {
  const [top, ...under] = crew.items,
    own = crew.owner === c.me,
    then = sizeAfter(top.id, c);
  const rising = top.marks.includes('called')
    ? 'bu.table.called'
    : top.marks.includes('asked')
      ? 'bu.table.asked'
      : '';
  const pile = h(
    'li',
    {
      class: classes(
        'bu-crew',
        `n-${crew.items.length}`,
        c.isPicked(top.id) && 'is-picked',
        own && c.choosing.isLive(top.id) && 'is-mine',
        rising && 'is-rising',
      ),
    },
    h(
      'div',
      { class: 'bu-stack' },
      under.length > 0 &&
        h(
          'div',
          { class: 'bu-under', 'aria-hidden': 'true' },
          c.items([...under].reverse(), 'small'),
        ),
      c.item(top, 'chief'),
    ),
    rising && h('p', { class: 'tag bu-tag' }, small(skull), c.say(rising)),
    then !== undefined &&
      h('span', { class: 'tag bu-then', 'aria-hidden': 'true' }, small(hat), then),
    own &&
      h(
        'small',
        { class: 'bu-size', 'aria-hidden': 'true' },
        c.say('bu.web.size', { n: crew.items.length }),
      ),
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
  const purse = view.in('bu.zone.purse', seat)[0],
    gain = gainsIn(view, c)[seat - 1];
  return h(
    'span',
    { class: 'bu-purse' },
    small(ducat),
    purse?.face
      ? h('i', {}, c.say(purse.face))
      : [
          h('b', { 'aria-hidden': 'true' }, purse?.value ?? 0),
          unseen(c.say('bu.table.ducats', { n: purse?.value ?? 0 })),
        ],
    gain !== 0 &&
      h(
        'b',
        { class: `bu-gain${gain < 0 ? ' is-loss' : ''}`, 'aria-hidden': 'true' },
        gain > 0 ? `+${gain}` : c.words.number(gain),
      ),
  );
}

/** The treasures of a player; kinds without any are only read out. @param {number} seat
 * @param {SightIndex} view @param {Context} c */
function drawTreasures(seat, view, c) {
  return h(
    'ul',
    { class: 'bu-treasures', 'aria-label': c.say('bu.zone.treasures') },
    kinds.map((kind, i) => {
      const { n, most } = treasuresOf(view, seat, i);
      return h(
        'li',
        { class: classes(!n && 'unseen', most && 'is-most') },
        n > 0 && small(treasure[kind]),
        n > 1 && h('b', { 'aria-hidden': 'true' }, n),
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

/** The crews of a player, on a quay or on the deck. @param {number} seat @param {boolean} first
 * @param {SightIndex} view @param {Context} c */
function drawQuay(seat, first, view, c) {
  const crews = view.zones('bu.zone.crew').filter((crew) => crew.owner === seat);
  return h(
    'section',
    {
      key: seat,
      class: classes(
        `bu-quay seat-${seat}`,
        first && 'is-first',
        view.sight.turn.includes(seat) && 'is-turn',
      ),
      style: `--crews: ${Math.max(1, crews.length)}`,
      'aria-label': c.words.seat(seat),
    },
    seat !== c.me && h('h3', { class: 'bu-plank' }, c.seat(seat)),
    crews.length
      ? h(
          'ul',
          { class: 'bu-crews' },
          crews.map((crew) => drawCrew(crew, c)),
        )
      : h('p', { class: 'bu-none' }, c.say('bu.table.no-top')),
  );
}

/** The quays of the others. That of a captain who may be overthrown is the first one; the style
 * sheet places it, so that no element moves in the document. @param {SightIndex} view
 * @param {Context} c */
function drawQuays(view, c) {
  const chief = view.sight.prompt?.key === 'bu.ask.mutiny' && askedCrew(view)?.owner,
    { seats } = view.sight,
    others = Array.from({ length: seats }, (_, i) => ((i + (c.me || 1) - 1) % seats) + 1).filter(
      (seat) => seat !== c.me,
    ),
    crews = view.zones('bu.zone.crew').filter((crew) => crew.owner !== c.me).length;
  return h(
    'div',
    {
      class: classes(
        'bu-quays',
        crews > 9 && 'is-crowded',
        others.length > 3 && 'is-crowded is-flat',
      ),
      style: `--all: ${Math.max(crews, others.length)}`,
    },
    others.map((seat) => drawQuay(seat, seat === chief, view, c)),
  );
}

// ---- what treasures are worth ----

/** The leaders of a kind of treasure. @param {number} kind @param {SightIndex} view
 * @param {Context} c */
function drawLeaders(kind, view, c) {
  const leaders = Array.from({ length: view.sight.seats }, (_, i) => i + 1).filter(
    (seat) => treasuresOf(view, seat, kind).most,
  );
  if (!leaders.length) return h('td', {}, c.say('bu.web.nobody'));
  return h(
    'td',
    {},
    leaders.map((seat) => emblem(seat)),
    unseen(c.words.seats(leaders)),
  );
}

/** The value of each majority at the end, who has it now, and the ships to come.
 * @param {SightIndex} view @param {Context} c */
function drawEnds(view, c) {
  const left = view.kind('bu.deck')?.value ?? 0,
    supply = view.in('bu.zone.supply').filter((item) => item.kind === 'bu.treasure');
  if (view.sight.over) return null;
  return h(
    'section',
    {},
    h('h2', {}, c.say('bu.web.worths')),
    h(
      'table',
      { class: 'bu-ends' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          worths(view).map((worth, kind) =>
            h(
              'th',
              { scope: 'col' },
              small(treasure[kinds[kind]]),
              h('span', { 'aria-hidden': 'true' }, c.words.word(`bu.treasure.${kinds[kind]}`)),
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
        ),
      ),
      h(
        'tbody',
        {},
        h(
          'tr',
          {},
          kinds.map((_, kind) => drawLeaders(kind, view, c)),
        ),
      ),
    ),
    h('p', {}, c.say('bu.web.rest'), ' ', left > 0 && c.say('bu.web.to-come', { n: left })),
  );
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
    'bu-result panel',
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
            h('th', { scope: 'row' }, small(ducat), h('span', {}, c.say('bu.zone.purse'))),
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
            h('th', { scope: 'row' }, small(crown), h('span', {}, c.say('bu.total'))),
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
  explain(item) {
    if (isPawn(item)) return 'explain.bu.pawn';
    if (item.kind === 'bu.ship') return 'explain.bu.ship';
    return item.kind === 'bu.treasure' ? 'explain.bu.treasure' : undefined;
  },

  tips: ['tip.bu.ask.act', 'tip.bu.ask.act.2', 'tip.bu.ask.act.3', 'tip.bu.ask.mutiny'],

  story: { deeds: ['bu.say.board'], honour: 'ending.ships' },

  log: {
    minor: ['bu.say.keeps', 'bu.say.pays', 'bu.say.pays-with-supply'],
    apart: [
      'bu.say.first',
      'bu.say.dissolve',
      'bu.say.sail-away',
      'bu.say.majority',
      'bu.say.shared',
      'bu.say.total',
    ],
  },

  scenes: { 'bu.say.board': 'fight', 'bu.say.mutiny': 'mutiny' },

  sounds: {
    'bu.say.merge': 'card',
    'bu.say.merge-pirate': 'card',
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
  fits: true,
  lookFirst: ['bu.ship'],
  confirm: ['bu.treasure'],
  guess,

  draw(view, c) {
    return h(
      'div',
      { class: 'bu' },
      view.sight.over ? drawReckoning(view, c) : [drawSea(view, c), drawQuays(view, c)],
    );
  },

  hand(view, c) {
    const asked = view.sight.prompt?.key === 'bu.ask.mutiny';
    return c.me && !view.sight.over ? drawQuay(c.me, !asked, view, c) : null;
  },

  aside: drawEnds,

  paint(item, view) {
    const zone = view.zoneOf.get(item.id);
    if (item.kind === 'bu.treasure') return small(treasure[kindOf(item)] ?? '');
    if (isPawn(item))
      return item === zone?.items[0]
        ? picture(chief(item.owner ?? 1, markOf(item) ?? ''), '0 0 100 113', seatOf(item))
        : picture(disc(item.owner ?? 1, markOf(item)), '0 0 100 31', seatOf(item));
    return picture(merchant(zone ? cardOf(zone, view).needs : 2), '0 0 200 180');
  },

  outcome({ crew, treasures = [] }) {
    const cargo = treasures.map((/** @type {string} */ one, /** @type {number} */ i) =>
      at(treasure[one.replace('bu.treasure.', '')], 146 - 58 * i, 2, 0.8),
    );
    return crew && picture(merchant(crew) + cargo.join(''), '0 0 200 180');
  },

  /** Selects the first of two treasures when crew and ship are selected. */
  complete(choosing, view) {
    const ship = view.zones('bu.zone.ship').find(({ items }) => choosing.picked.has(items[0].id)),
      cargo = ship ? cardOf(ship, view).treasures : [];
    if (choosing.picked.size === 2 && cargo.length > 1 && choosing.fits(choosing.with(cargo[0].id)))
      choosing.picked = choosing.with(cargo[0].id);
  },

  sameAs(item, zone) {
    return item.kind === 'bu.treasure' ? `cargo ${zone.number}` : undefined;
  },

  guide(view, c) {
    const crew = crewInQuestion(view, c),
      ship = view.zones('bu.zone.ship').find(({ items }) => c.isPicked(items[0].id));
    if (crew) return c.say('bu.web.touch', { pawn: nameOf(crew.items[0], c) });
    return ship && c.say('bu.web.who-attacks', { ship: ship.number });
  },

  choice(move, view, c) {
    const ship = view.zones('bu.zone.ship').find(({ items }) => move.touches.includes(items[0].id)),
      crew = view.zones('bu.zone.crew').find(({ items }) => move.touches.includes(items[0].id)),
      own = ship && crew && sharesOf(crew, ship, view)[0];
    if (!ship || !own || !c.choosing.picked.size) return undefined;
    const taken = cardOf(ship, view).treasures.find(({ id }) => move.touches.includes(id));
    return {
      text: c.say('bu.web.attack', { ship: ship.number }),
      note: c.say(noteOf(own.pay), {
        n: Math.abs(own.pay.low),
        low: own.pay.low,
        high: own.pay.high,
        treasure: [taken?.face ?? ''],
      }),
    };
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
      ? h('span', { class: 'bu-purse' }, small(ducat), h('b', {}, total.value))
      : h('span', { class: 'bu-own' }, drawTreasures(seat, view, c), drawPurse(seat, view, c));
  },
};
