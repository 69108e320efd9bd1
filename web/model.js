// The model: what this browser knows, and how each message of the server changes it. Pure: a new
// model comes out, the old one stays as it was. docs/protocol.md says what the messages are.

/** @typedef {import('./sight.js').Sight} Sight */
/** @typedef {import('./sight.js').Zone} Zone */
/** @typedef {import('./sight.js').Item} Item */
/** @typedef {import('./words.js').Phrase} Phrase */

/** @typedef {{kind: 'person' | 'bot' | 'open', name?: string, here?: boolean, level?: string,
 *   shown?: boolean}} Chair */
/** @typedef {{id: string, code: string, game: string, phase: 'gathering' | 'playing' | 'over' | 'closed',
 *   match: number, options: Record<string, string>, chat: string, lobby: string, clock: any, dice?: string,
 *   commitment?: string, secret?: string, hints: boolean, seats: Chair[], watchers: number}} TableInfo */
/** @typedef {{name: string, least: number, most: number, secret?: boolean, options: Record<string, string[]>}} GameInfo */
/** @typedef {{seat?: number, name: string, phrase?: number, text?: string}} Chat */
/** `as`: through whose eyes it is told, where a line has several.
 * @typedef {{n: number, as?: number | 'watcher', told: Phrase[], chat?: Chat}} Entry */

/** @typedef {{
 *   games: GameInfo[], levels: string[], phrases: string[], url?: string, hints?: boolean,
 *   lobby: any[],
 *   you: {table: string | null, name: string, seats: number[], eyes: (number | 'watcher')[], keeper: boolean},
 *   table: TableInfo | null,
 *   sights: Record<string, Sight>,
 *   questions: Record<number, number>,
 *   log: Entry[],
 *   n: number,
 *   clocks: number[],
 *   undoAsked: number,
 *   mover: number,
 *   thrown?: import('./pad.js').Throw,
 *   looking: number,
 * }} Model `looking`: the seat of the person who looks, where several pass the device round and have secrets;
 *   0: nobody does */

/** @returns {Model} */
export function nothing() {
  return { games: [], levels: [], phrases: [], lobby: [],
    you: { table: null, name: '', seats: [], eyes: [], keeper: false },
    table: null, sights: {}, questions: {}, log: [], n: 0, clocks: [], undoAsked: 0, looking: 0, mover: 0 };
}

/** An item with other fields; no owner and no item under it are left out. @param {Item | undefined} was
 * @param {any} fields @returns {Item} */
function changed(was, fields) {
  const item = { id: 0, kind: '', face: null, value: 0, marks: [], ...was, ...fields };
  for (const part of /** @type {const} */ (['owner', 'on']))
    if (item[part] === null)
      delete item[part];
  return item;
}

/** Zones after a difference (docs/protocol.md, 4): what is gone or elsewhere is taken out, zones close
 * and open, items are put in one by one; what stays may look different. @param {Zone[]} zones
 * @param {{gone?: number[], closed?: number[], opened?: any[], put?: any[], set?: any[]}} difference
 * @returns {Zone[]} */
export function withDifference(zones, { gone = [], closed = [], opened = [], put = [], set = [] }) {
  const old = new Map(zones.flatMap((zone) => zone.items.map((item) => [item.id, item])));
  const out = new Set([...gone, ...put.map((change) => change.id)]);
  for (const { id, ...fields } of set)
    for (const one of id)
      old.set(one, changed(old.get(one), fields));
  const after = zones.map((zone) => ({ ...zone, items: zone.items
    .filter((item) => !out.has(item.id))
    .map((item) => /** @type {Item} */ (old.get(item.id))) }))
    .filter((_, place) => !closed.includes(place));
  for (const { at, ...zone } of opened)
    after.splice(at, 0, { ...zone, items: [] });
  for (const { at, ...fields } of put)
    after[at[0]].items.splice(at[1], 0, changed(old.get(fields.id), fields));
  return after;
}

/** Who chooses at the same time as others keeps the question while they answer theirs.
 * @param {Sight} sight @param {any} event */
function isStillAsked(sight, event) {
  const me = sight.viewer;
  return me !== 'watcher' && me !== event.seat && (event.turn ?? []).includes(me);
}

/** A sight after an event. Questions come in messages of their own. @param {Sight} sight
 * @param {any} event @returns {Sight} */
export function withEvent(sight, event) {
  const { lesson: past, ...rest } = isStillAsked(sight, event) ? sight : withQuestion(sight, {});
  void past;
  return { ...rest, ...(event.lesson ? { lesson: event.lesson } : {}),
    turn: event.turn ?? [], over: event.over ?? false,
    winners: event.winners ?? [], scores: event.scores ?? [],
    zones: event.zones ?? withDifference(sight.zones, event) };
}

/** @param {Sight} sight @param {any} question @returns {Sight} */
function withQuestion(sight, question) {
  const { ask, moves = [], subsets = [], ways = [], lesson } = question, { ask: old, ...rest } = sight;
  void old;
  return { ...rest, ...(ask ? { ask } : {}), ...(lesson ? { lesson } : {}), moves, subsets, ways };
}

/** The log with more of it, if it is told to these eyes of the line. @param {Model} model
 * @param {number | 'watcher' | undefined} as @param {any[]} events */
function withEvents({ log, ...model }, as, events) {
  const several = model.you.eyes.length > 1;
  if (as !== undefined && !(several ? model.you.eyes.includes(as) : eyesOf({ log, ...model }) === as))
    return log;
  const who = several && as !== undefined ? { as } : {};
  const last = log.findLast((entry) => entry.as === undefined || as === undefined || entry.as === as)?.n ?? -1;
  return [...log, ...events.filter((event) => event.n > last).map((event) => (
    { n: event.n, ...who, told: event.say ?? [], ...(event.chat ? { chat: event.chat } : {}) }))];
}

/** What the one who looks was told. @param {Model} model @returns {Entry[]} */
export function logOf(model) {
  const eyes = eyesOf(model);
  return model.you.eyes.length > 1 ? model.log.filter(({ as }) => as === undefined || as === eyes) : model.log;
}

/** @type {Record<string, (model: Model, message: any) => Partial<Model>>} */
const handlers = {
  hello: (_, { games, levels, phrases, url, hints }) => ({ games, levels, phrases, url, hints }),
  lobby: (_, { tables }) => ({ lobby: tables }),
  you: (model, you) => ({ you: { ...model.you, ...you } }),
  table: (model, { is, n, clocks, ...table }) => {
    void is;
    const same = model.table?.id === table.id && model.table?.match === table.match;
    return { table, n: Math.max(n ?? 0, same ? model.n : 0), clocks: clocks ?? [],
      ...(same ? {} : { sights: {}, questions: {}, looking: 0, log: model.table?.id === table.id ? model.log : [] }) };
  },
  seats: (model, { seats, watchers, clocks }) => (model.table
    ? { table: { ...model.table, seats, watchers }, clocks: clocks ?? model.clocks } : {}),
  view: (model, { n, as, sight, question, clocks, lesson }) => ({
    n, clocks: clocks ?? model.clocks, undoAsked: 0, thrown: undefined,
    sights: { ...model.sights, [as]: { ways: [], ...sight, ...(lesson ? { lesson } : {}) } },
    questions: { ...model.questions, [as]: question ?? 0 } }),
  event: (model, event) => ({
    n: event.n, clocks: event.clocks ?? model.clocks, undoAsked: 0,
    mover: event.seat ?? model.mover,
    thrown: event.turn || event.over !== undefined ? undefined : model.thrown,
    sights: event.turn || event.over !== undefined ? eventSights(model, event) : model.sights,
    log: withEvents(model, event.as, [event]) }),
  ask: (model, { as, question, ...rest }) => ({
    questions: { ...model.questions, [as]: question },
    sights: model.sights[as] ? { ...model.sights, [as]: withQuestion(model.sights[as], rest) } : model.sights }),
  log: (model, { as, entries }) => ({ log: withEvents(model, as, entries) }),
  throw: (_, { question, count, say, outcomes }) => ({ thrown: { question, count, say, outcomes } }),
  'undo-asked': (_, { seat }) => ({ undoAsked: seat }),
  'undo-refused': () => ({ undoAsked: 0 }),
};

/** @param {Model} model @param {any} event */
function eventSights(model, event) {
  const sights = { ...model.sights };
  for (const as of event.as === undefined ? Object.keys(sights) : [event.as])
    if (sights[as])
      sights[as] = withEvent(sights[as], event);
  return sights;
}

/** The model after a message. Unknown messages change nothing. @param {Model} model
 * @param {any} message @returns {Model} */
export function after(model, message) {
  const handler = handlers[message.is];
  return handler ? { ...model, ...handler(model, message) } : model;
}

/** The seat of this line that is asked, for a move or for real dice. @param {Model} model
 * @returns {number | undefined} */
export function askedOf(model) {
  const seat = model.you.eyes.find((as) => as !== 'watcher' && model.sights[as]?.ask) ?? throwerOf(model);
  return /** @type {number | undefined} */ (seat);
}

/** Whose card falls at a real table, among those of this line; what all see, whoever looks may tell.
 * @param {Model} model */
function throwerOf({ thrown, you, looking }) {
  const who = /** @type {{seat: number} | undefined} */ (thrown?.say.args.who)?.seat ?? 0;
  if (thrown?.outcomes)
    return you.eyes.includes(who) ? who : looking || you.eyes[0];
  return undefined;
}

/** Whether people pass this device round who must not see what the others have. @param {Model} model */
export function isPassedRound({ you, table, games }) {
  return you.eyes.length > 1 && !!games.find((game) => game.name === table?.game)?.secret;
}

/** Whether nobody may see the table now. @param {Model} model */
export function isCurtained(model) {
  return isPassedRound(model) && !model.looking && model.table?.phase === 'playing';
}

/** Through whose eyes the table is drawn: those of the one who looks; or one's seat that is asked, else one's
 * first, else the public's. @param {Model} model @returns {number | 'watcher'} */
export function eyesOf(model) {
  const { eyes } = model.you;
  if (isPassedRound(model) && eyes.includes(model.looking))
    return model.looking;
  return askedOf(model) ?? eyes[0] ?? 'watcher';
}

/** @param {Model} model @returns {Sight | undefined} */
export const sightOf = (model) => model.sights[eyesOf(model)];

/** What was told so far, chat among it, as phrases. @param {Entry[]} log @param {string[]} phrases
 * @returns {Phrase[]} */
export function toldIn(log, phrases) {
  return log.flatMap(({ told, chat }) => {
    if (!chat)
      return told;
    /** @type {Record<string, import('./words.js').Arg>} */
    const who = chat.seat ? { who: { seat: chat.seat } } : {};
    return [chat.text === undefined
      ? { key: 'web.said-phrase', args: { ...who, name: chat.name, phrase: [phrases[(chat.phrase ?? 1) - 1] ?? ''] } }
      : { key: 'web.said', args: { ...who, name: chat.name, text: chat.text } }];
  });
}

/** Who sits where, as the table draws it. @param {Model} model
 * @returns {import('./board.js').Sitter[]} */
export function sittersOf(model) {
  return (model.table?.seats ?? []).map((chair, i) => ({ seat: i + 1, kind: chair.kind,
    name: chair.name ?? '', level: chair.level, here: chair.here,
    mine: model.you.seats.includes(i + 1) }));
}
