// The model: what this browser knows, and how each message of the server changes it
// (docs/protocol.md). Functions are pure: they return a new model and leave the old one unchanged.

/** @typedef {import('./sight.js').Sight} Sight */
/** @typedef {import('./sight.js').Zone} Zone */
/** @typedef {import('./sight.js').Item} Item */
/** @typedef {import('./words.js').Phrase} Phrase */

/** @typedef {{kind: 'person' | 'bot' | 'open', name?: string, connected?: boolean, level?: string,
 *   shared?: boolean, resigned?: boolean}} Chair */
/** @typedef {{id: string, code: string, game: string, phase: 'waiting' | 'playing' | 'finished' |
 *   'closed', match: number, options: Record<string, string>, chat: string, lobby: string, clock:
 *   any, dice?: string, commitment?: string, secret?: string, from_memory?: boolean,
 *   hints: boolean, seats: Chair[], spectators: number}} TableInfo */
/** @typedef {{name: string, min_seats: number, max_seats: number, seat_counts: number[], hidden?:
 *   boolean, lesson?: boolean, options: Record<string, string[]>}} GameInfo */
/** `team`: only for partners
 * @typedef {{seat?: number, name: string, chat_phrase?: number, text?: string,
 *   team?: boolean}} Chat */
/** `viewer`: the seat it is for, where a connection has several
 * @typedef {{n: number, viewer?: number | 'spectator', lines: Phrase[], chat?: Chat}} Entry */

/** `request`: the number that an answer names
 * @typedef {{seat: number, request: number}} UndoRequest */

/** @typedef {{ games: GameInfo[], levels: string[], chatPhrases: string[], reactions: string[],
 *   endings: string[], url?: string, hints?: boolean, lobby: any[],
 *   you: {table: string | null, name: string, seats: number[], viewers: (number | 'spectator')[],
 *   owner: boolean, team?: boolean}, table: TableInfo | null,
 *   sights: Record<string, Sight>, questions: Record<number, number>, log: Entry[], n: number,
 *   clocks: number[], undoAsked: UndoRequest | null, endAsked: UndoRequest | null, mover: number,
 *   thrown?: import('../play/dice-pad.js').Throw, looking: number, }} Model `looking`: the seat of
 *   the player who looks at the screen, where several with secrets share the device; 0 if nobody
 *   does */

/** @returns {Model} */
export function nothing() {
  return {
    games: [],
    levels: [],
    chatPhrases: [],
    reactions: [],
    endings: [],
    lobby: [],
    you: { table: null, name: '', seats: [], viewers: [], owner: false },
    table: null,
    sights: {},
    questions: {},
    log: [],
    n: 0,
    clocks: [],
    undoAsked: null,
    endAsked: null,
    looking: 0,
    mover: 0,
  };
}

/** An item with changed fields. Owner 0 and "on no item" are omitted. @param {Item | undefined} was
 * @param {any} fields @returns {Item} */
function changed(was, fields) {
  const item = { id: 0, kind: '', face: null, value: 0, marks: [], ...was, ...fields };
  for (const part of /** @type {const} */ (['owner', 'on']))
    if (item[part] === null) delete item[part];
  return item;
}

/** Zones after a difference (docs/protocol.md, 4): removes items that are gone or moved, closes and
 * opens zones, inserts items one by one, and changes fields of items that stay.
 * @param {Zone[]} zones
 * @param {{removed?: number[], removed_zones?: number[], added_zones?: any[], put?: any[],
 *   set?: any[]}} difference @returns {Zone[]} */
export function withDifference(
  zones,
  { removed = [], removed_zones = [], added_zones = [], put = [], set = [] },
) {
  const old = new Map(zones.flatMap((zone) => zone.items.map((item) => [item.id, item])));
  const out = new Set([...removed, ...put.map((change) => change.id)]);
  for (const { id, ...fields } of set)
    for (const one of id) old.set(one, changed(old.get(one), fields));
  const after = zones
    .map((zone) => ({
      ...zone,
      items: zone.items
        .filter((item) => !out.has(item.id))
        .map((item) => /** @type {Item} */ (old.get(item.id))),
    }))
    .filter((_, place) => !removed_zones.includes(place));
  for (const { at, ...zone } of added_zones) after.splice(at, 0, { ...zone, items: [] });
  for (const { at, ...fields } of put)
    after[at[0]].items.splice(at[1], 0, changed(old.get(fields.id), fields));
  return after;
}

/** A seat that chooses at the same time as others keeps its question while they answer.
 * @param {Sight} sight @param {any} event */
function isStillAsked(sight, event) {
  const me = sight.viewer;
  return me !== 'spectator' && me !== event.seat && (event.turn ?? []).includes(me);
}

/** The sight after an event. Questions are messages of their own. @param {Sight} sight
 * @param {any} event @returns {Sight} */
export function withEvent(sight, event) {
  const { lesson: past, ...rest } = isStillAsked(sight, event) ? sight : withQuestion(sight, {});
  void past;
  return {
    ...rest,
    ...(event.lesson ? { lesson: event.lesson } : {}),
    turn: event.turn ?? [],
    over: event.over ?? false,
    winners: event.winners ?? [],
    scores: event.scores ?? [],
    zones: event.zones ?? withDifference(sight.zones, event),
  };
}

/** @param {Sight} sight @param {any} question @returns {Sight} */
function withQuestion(sight, question) {
  const { prompt, moves = [], subsets = [], routes = [], lesson } = question,
    { prompt: old, ...rest } = sight;
  void old;
  return {
    ...rest,
    ...(prompt ? { prompt } : {}),
    ...(lesson ? { lesson } : {}),
    moves,
    subsets,
    routes,
  };
}

/** The log with a new entry, if the entry is for this seat. @param {Model} model
 * @param {number | 'spectator' | undefined} viewer @param {any[]} events */
function withEvents({ log, ...model }, viewer, events) {
  const several = model.you.viewers.length > 1;
  if (
    viewer !== undefined &&
    !(several ? model.you.viewers.includes(viewer) : viewerOf({ log, ...model }) === viewer)
  )
    return log;
  const who = several && viewer !== undefined ? { viewer } : {};
  const last =
    log.findLast(
      (entry) => entry.viewer === undefined || viewer === undefined || entry.viewer === viewer,
    )?.n ?? -1;
  return [
    ...log,
    ...events
      .filter((event) => event.n > last)
      .map((event) => ({
        n: event.n,
        ...who,
        lines: event.phrases ?? [],
        ...(event.chat ? { chat: event.chat } : {}),
      })),
  ];
}

/** The log as the player who looks has it. @param {Model} model @returns {Entry[]} */
export function logOf(model) {
  const current = viewerOf(model);
  return model.you.viewers.length > 1
    ? model.log.filter(({ viewer }) => viewer === undefined || viewer === current)
    : model.log;
}

/** @type {Record<string, (model: Model, message: any) => Partial<Model>>} */
const handlers = {
  hello: (_, { games, levels, chat_phrases, reactions = [], endings = [], url, hints }) => ({
    games,
    levels,
    chatPhrases: chat_phrases,
    reactions,
    endings,
    url,
    hints,
  }),
  lobby: (_, { tables }) => ({ lobby: tables }),
  you: (model, you) => ({ you: { ...model.you, team: false, ...you } }),
  table: (model, { type, n, clocks, ...table }) => {
    void type;
    const same = model.table?.id === table.id && model.table?.match === table.match;
    return {
      table,
      n: Math.max(n ?? 0, same ? model.n : 0),
      clocks: clocks ?? [],
      ...(same
        ? {}
        : {
            sights: {},
            questions: {},
            looking: 0,
            log: model.table?.id === table.id ? model.log : [],
          }),
    };
  },
  seats: (model, { seats, spectators, clocks }) =>
    model.table
      ? { table: { ...model.table, seats, spectators }, clocks: clocks ?? model.clocks }
      : {},
  view: (model, { n, viewer, sight, question, clocks, lesson }) => ({
    n,
    clocks: clocks ?? model.clocks,
    undoAsked: null,
    endAsked: sight.over ? null : model.endAsked,
    thrown: undefined,
    sights: { ...model.sights, [viewer]: { routes: [], ...sight, ...(lesson ? { lesson } : {}) } },
    questions: { ...model.questions, [viewer]: question ?? 0 },
  }),
  event: (model, event) => ({
    n: event.n,
    clocks: event.clocks ?? model.clocks,
    undoAsked: event.turn || event.over !== undefined ? null : model.undoAsked,
    mover: event.seat ?? model.mover,
    thrown: event.turn || event.over !== undefined ? undefined : model.thrown,
    sights: event.turn || event.over !== undefined ? eventSights(model, event) : model.sights,
    log: withEvents(model, event.viewer, [event]),
  }),
  question: (model, { viewer, question, ...rest }) => ({
    questions: { ...model.questions, [viewer]: question },
    sights: model.sights[viewer]
      ? { ...model.sights, [viewer]: withQuestion(model.sights[viewer], rest) }
      : model.sights,
  }),
  log: (model, { viewer, entries }) => ({ log: withEvents(model, viewer, entries) }),
  'real-dice': (_, { question, count, phrase, outcomes }) => ({
    thrown: { question, count, phrase, outcomes },
  }),
  'undo-requested': (_, { seat, request }) => ({
    undoAsked: { seat, request },
    endAsked: null,
  }),
  'undo-refused': () => ({ undoAsked: null }),
  'end-requested': (_, { seat, request }) => ({ endAsked: { seat, request }, undoAsked: null }),
  'end-refused': () => ({ endAsked: null }),
};

/** @param {Model} model @param {any} event */
function eventSights(model, event) {
  const sights = { ...model.sights };
  for (const viewer of event.viewer === undefined ? Object.keys(sights) : [event.viewer])
    if (sights[viewer]) sights[viewer] = withEvent(sights[viewer], event);
  return sights;
}

/** The model after a message. Unknown messages change nothing. @param {Model} model
 * @param {any} message @returns {Model} */
export function after(model, message) {
  const handler = handlers[message.type];
  return handler ? { ...model, ...handler(model, message) } : model;
}

/** The seat of this connection that has a question, for a move or for real dice.
 * @param {Model} model @returns {number | undefined} */
export function askedOf(model) {
  const seat =
    model.you.viewers.find(
      (viewer) =>
        viewer !== 'spectator' && model.sights[viewer]?.prompt && !hasResigned(model, viewer),
    ) ?? throwerOf(model);
  return /** @type {number | undefined} */ (seat);
}

/** Whether the player of a seat has resigned: a bot answers its questions.
 * @param {Model} model @param {number} seat */
export const hasResigned = ({ table }, seat) => !!table?.seats[seat - 1]?.resigned;

/** The seat of this connection whose card is drawn at a real table. Any seat may enter a public
 * card. @param {Model} model */
function throwerOf({ thrown, you, looking }) {
  const who = /** @type {{seat: number} | undefined} */ (thrown?.phrase.args.who)?.seat ?? 0;
  if (thrown?.outcomes) return you.viewers.includes(who) ? who : looking || you.viewers[0];
  return undefined;
}

/** Whether several players with secrets share this device. @param {Model} model */
export function isPassedRound({ you, table, games }) {
  return you.viewers.length > 1 && !!games.find((game) => game.name === table?.game)?.hidden;
}

/** Whether the table is hidden because nobody has confirmed to be the one who looks.
 * @param {Model} model */
export function isCurtained(model) {
  return isPassedRound(model) && !model.looking && model.table?.phase === 'playing';
}

/** The seat whose knowledge is drawn: the player who looks, else one's seat that has the question,
 * else one's first seat, else the spectator's. @param {Model} model @returns {number |
 *   'spectator'} */
export function viewerOf(model) {
  const { viewers } = model.you;
  if (isPassedRound(model) && viewers.includes(model.looking)) return model.looking;
  return askedOf(model) ?? viewers[0] ?? 'spectator';
}

/** @param {Model} model @returns {Sight | undefined} */
export function sightOf(model) {
  const viewer = viewerOf(model),
    sight = model.sights[viewer];
  return sight?.prompt && viewer !== 'spectator' && hasResigned(model, viewer)
    ? withQuestion(sight, {})
    : sight;
}

/** The log so far, with chat, as phrases. @param {Entry[]} log @param {string[]} chatPhrases
 * @returns {Phrase[]} */
export function linesOf(log, chatPhrases) {
  return log.flatMap(({ lines, chat }) => {
    if (!chat) return lines;
    /** @type {Record<string, import('./words.js').Arg>} */
    const who = chat.seat ? { who: { seat: chat.seat } } : {};
    return [
      chat.text === undefined
        ? {
            key: chat.team ? 'web.said-team-phrase' : 'web.said-phrase',
            args: {
              ...who,
              name: chat.name,
              phrase: [chatPhrases[(chat.chat_phrase ?? 1) - 1] ?? ''],
            },
          }
        : {
            key: chat.team ? 'web.said-team' : 'web.said',
            args: { ...who, name: chat.name, text: chat.text },
          },
    ];
  });
}

/** Whether this player can create a link for the seat of an absent player. @param {Model} model
 * @param {number} seat */
export function isLost({ you, table }, seat) {
  const chair = table?.seats[seat - 1];
  return you.owner && !!chair?.name && chair.connected === false;
}

/** The players of all seats, as the table draws them. @param {Model} model
 * @returns {import('../play/board.js').Sitter[]} */
export function sittersOf(model) {
  return (model.table?.seats ?? []).map((chair, i) => ({
    seat: i + 1,
    kind: chair.kind,
    name: chair.name ?? '',
    level: chair.level,
    rank: model.levels.indexOf(chair.level ?? '') + 1,
    connected: chair.connected,
    mine: model.you.seats.includes(i + 1),
    lost: isLost(model, i + 1),
    resigned: chair.resigned,
  }));
}
