// How a finished match went: its headline, turning points and honours. Pure functions of the replay
// and, as soon as it is known, of the analysis.

/** @typedef {import('../../records/api.js').Replay} Replay */
/** @typedef {import('../../lib/sight.js').Sight} Sight */
/** @typedef {import('../../lib/words.js').Words} Words */
/** @typedef {import('../../lib/words.js').Phrase} Phrase */

/** The players of one ship on the podium, and their score. Partners share a ship.
 * @typedef {{seats: number[], score: number, won: boolean}} Place */

/** A moment that decided the match. `change`: by how much it changed the chance to win.
 * @typedef {{frame: number, seat: number, kind: keyof typeof titles, change?: number}} Point */

/** `value` is large, `label` explains it. @typedef {{value: string, label: string}} Honour */

/** Titles of turning points. */
const titles = {
  lead: 'ending.say.lead',
  luck: 'ending.say.luck',
  mistake: 'ending.say.mistake',
  best: 'ending.say.best',
  gain: 'ending.say.gain',
  loss: 'ending.say.loss',
};

/** Log entries that matter at the end. `wins`: headlines of victories that do not depend on the
 * score, by entry of the log; `gains`: entries that are gains, where other changes of the score
 * are not; `deeds`: entries that are counted for an honour, whose text is `honour`.
 * @typedef {{wins?: Record<string, string>, gains?: string[], deeds?: string[],
 *   honour?: string}} Habits */

const close = 0.05; // of the best score: a small lead
const noticeable = 0.03; // of the chance to win: a turning point

/** The places, best first. Winners share one, and so do losing partners. @param {Sight} sight
 * @returns {Place[]} */
export function placesOf({ scores, winners, resigned = [] }) {
  /** @type {Place[]} */
  const places = winners.length
    ? [{ seats: [...winners], score: scores[winners[0] - 1], won: true }]
    : [];
  const rest = scores.map((_, i) => i + 1).filter((seat) => !winners.includes(seat));
  const last = (/** @type {number} */ seat) => Number(resigned.includes(seat));
  for (const seat of rest.sort((a, b) => last(a) - last(b) || scores[b - 1] - scores[a - 1])) {
    const score = scores[seat - 1],
      partner =
        winners.length > 1 &&
        places.find((one) => !one.won && one.score === score && last(one.seats[0]) === last(seat));
    if (partner) partner.seats.push(seat);
    else places.push({ seats: [seat], score, won: false });
  }
  return places;
}

/** Who has resigned, in sentences. @param {Sight} sight @param {Words} words */
export const resignationsOf = ({ resigned = [] }, words) =>
  resigned
    .map((seat) => words.phrase({ key: 'play.say.resign', args: { who: { seat } } }))
    .join(' ');

/** How the match was won, as a phrase. @param {Sight} sight @param {Phrase[]} lines the log
 * @param {Words} words @param {Habits} [habits] @returns {Phrase} */
export function headlineOf(sight, lines, words, { wins = {} } = {}) {
  const [first, second] = placesOf(sight),
    sudden = lines.slice(-12).find(({ key }) => wins[key]);
  if (!first?.won) return { key: 'ending.nobody', args: {} };
  const gap = second ? first.score - second.score : 0;
  const scored = words.has(`${sight.game}.score`) && gap > 0;
  const args = {
    who: first.seats.length > 1 ? words.seats(first.seats) : { seat: first.seats[0] },
    gap: scored ? words.say(`${sight.game}.score`, { n: gap }) : '',
  };
  if (sight.ended === 'agreement') return { key: 'ending.agreed', args: {} };
  if (sight.ended === 'bots') return { key: 'ending.abandoned', args: {} };
  if (sight.ended)
    return {
      key: first.seats.length > 1 ? 'ending.together-resigned' : 'ending.say.resigned',
      args,
    };
  if (sudden) return { key: wins[sudden.key], args };
  if (first.seats.length > 1)
    return { key: scored ? 'ending.together-by' : 'ending.together', args };
  if (!scored) return { key: 'ending.say.wins', args };
  if (gap <= Math.max(1, first.score * close)) return { key: 'ending.say.close', args };
  return { key: second.score * 2 < first.score ? 'ending.say.far' : 'ending.say.ahead', args };
}

const ramp = 1 / 24; // of the match: how long a change of the score takes in the chart

/** The score of a seat over time as corners of a line. @param {Replay} replay
 * @param {number} seat */
export function curveOf({ frames }, seat) {
  const last = frames.length - 1,
    corners = [{ frame: 0, score: frames[0].standings?.[seat - 1] ?? 0 }];
  frames.forEach(({ standings }, frame) => {
    const before = corners[corners.length - 1],
      score = standings?.[seat - 1] ?? 0,
      from = Math.max(before.frame, frame - last * ramp);
    if (score === before.score) return;
    if (from > before.frame) corners.push({ frame: from, score: before.score });
    corners.push({ frame, score });
  });
  return [...corners, { frame: last, score: frames[last].standings?.[seat - 1] ?? 0 }];
}

/** What happened at a turning point, in at most two sentences of the log: preferably those about
 * its player. @param {Replay} replay @param {{frame: number, seat: number}} point
 * @param {Words} words */
export function sentenceAt({ frames }, { frame, seat }, words) {
  /** @type {Phrase[]} */
  const sentences = [];
  for (const phrase of frames[frame].lines) words.addSentence(sentences, phrase);
  const own = sentences.filter(({ args }) => /** @type {any} */ (args.who)?.seat === seat);
  return (own.length ? own : sentences)
    .slice(0, 2)
    .map((one) => words.phrase(one))
    .join(' ');
}

/** Every change of a score. @param {Replay} replay @param {Habits} habits */
function changesOf({ frames, seats }, { gains }) {
  return frames.slice(1).flatMap(({ standings, lines }, i) =>
    Array.from({ length: seats }, (_, at) => ({
      frame: i + 1,
      seat: at + 1,
      by: (standings?.[at] ?? 0) - (frames[i].standings?.[at] ?? 0),
    })).filter(
      ({ by }) => by < 0 || (by > 0 && (!gains || lines.some(({ key }) => gains.includes(key)))),
    ),
  );
}

/** The element with the largest value, if that is positive. @template T @param {T[]} all
 * @param {(one: T) => number} value @returns {T | undefined} */
const largest = (all, value) =>
  all.reduce(
    (/** @type {T | undefined} */ best, one) =>
      value(one) > (best === undefined ? 0 : value(best)) ? one : best,
    undefined,
  );

/** The frame after which the winner was ahead until the end. @param {Replay} replay
 * @returns {Point[]} */
function takingTheLead({ frames }) {
  const last = frames.length - 1,
    [winner] = frames[last].sight.winners;
  const isAhead = (/** @type {number} */ i) => {
    const all = frames[i].standings ?? [];
    return all.every((score, at) => at + 1 === winner || score < all[winner - 1]);
  };
  let from = last;
  if (!winner || !isAhead(last)) return [];
  while (from && isAhead(from - 1)) from--;
  return from ? [{ frame: from, seat: winner, kind: 'lead' }] : [];
}

/** Turning points that follow from the scores. @param {Replay} replay @param {Habits} habits
 * @returns {Point[]} */
function fromScores(replay, habits) {
  const changes = changesOf(replay, habits),
    gain = largest(changes, ({ by }) => by),
    loss = largest(changes, ({ by }) => -by);
  return [
    ...takingTheLead(replay),
    ...(gain ? [{ ...gain, kind: /** @type {const} */ ('gain') }] : []),
    ...(loss ? [{ ...loss, kind: /** @type {const} */ ('loss') }] : []),
  ];
}

/** The chance of a seat to win before a step. @param {any} analysis @param {number} step
 * @param {number} seat */
const chanceBefore = (analysis, step, seat) =>
  (analysis.course.findLast((/** @type {any} */ one) => one.step <= step) ?? analysis.course[0])
    .wins[seat - 1];

/** The luckiest roll, the worst and the best decision. With hidden information, chances before and
 * after a decision are estimated with different knowledge, so no best one is chosen.
 * @param {Replay} replay @param {any} analysis
 * @returns {Point[]} */
function fromAnalysis({ frames, hidden }, analysis) {
  const frameAfter = (/** @type {number} */ step) => frames.findIndex((one) => one.step >= step);
  const rolls = analysis.throws.flatMap((/** @type {any} */ roll) =>
    roll.change.map((/** @type {number} */ change, /** @type {number} */ i) => ({
      frame: frameAfter(roll.end),
      seat: i + 1,
      kind: 'luck',
      change,
    })),
  );
  const decisions = analysis.decisions.map((/** @type {any} */ one) => ({
    frame: frameAfter(one.step + 1),
    seat: one.seat,
    kind: one.mistake ? 'mistake' : 'best',
    change: one.mistake ? -one.loss : one.wins - chanceBefore(analysis, one.step, one.seat),
  }));
  /** The most important point. @param {Point['kind']} kind @param {1 | -1} sign of the
   *   change of the chance to win */
  const main = (kind, sign) => {
    const found = largest(
      /** @type {Required<Point>[]} */ ([...rolls, ...decisions]).filter(
        (one) => one.kind === kind,
      ),
      ({ change }) => change * sign - noticeable,
    );
    return found ? [found] : [];
  };
  return [...main('luck', 1), ...main('mistake', -1), ...(hidden ? [] : main('best', 1))];
}

/** Three moments that decided the match, in the order they happened. @param {Replay} replay
 * @param {any} analysis undefined if it is not known @param {Words} words @param {Habits} habits
 * @returns {Point[]} */
export function turningPoints(replay, analysis, words, habits) {
  const [lead, ...rest] = fromScores(replay, habits),
    found = analysis ? fromAnalysis(replay, analysis) : [];
  const all = lead?.kind === 'lead' ? [lead, ...found, ...rest] : [...found, lead, ...rest];
  /** @type {Point[]} */
  const points = [];
  for (const one of all)
    if (
      one &&
      one.frame > 0 &&
      points.length < 3 &&
      !points.some(({ frame }) => frame === one.frame) &&
      sentenceAt(replay, one, words)
    )
      points.push(one);
  return points.sort((a, b) => a.frame - b.frame);
}

/** @param {Point} point @returns {Phrase} */
export const titleOf = ({ kind, seat }) => ({ key: titles[kind], args: { who: { seat } } });

/** The player who did most of what the game counts. @param {Replay} replay
 * @param {Habits} habits */
function mostDeeds({ frames, seats }, { deeds = [], honour = '' }) {
  const done = frames.flatMap(({ lines }) => lines).filter(({ key }) => deeds.includes(key));
  const counts = Array.from({ length: seats }, (_, i) => ({
    seat: i + 1,
    n: done.filter(({ args }) => /** @type {any} */ (args.who)?.seat === i + 1).length,
  }));
  const most = largest(counts, ({ n }) => n);
  return most && { ...most, honour };
}

/** Up to three honours: the largest gain, what the game counts, and luck. @param {Replay} replay
 * @param {any} analysis @param {Words} words @param {Habits} habits @returns {Honour[]} */
export function honoursOf(replay, analysis, words, habits) {
  const gain = largest(changesOf(replay, habits), ({ by }) => by),
    deed = mostDeeds(replay, habits),
    lucky = analysis && largest(analysis.players, (/** @type {any} */ one) => one.luck);
  const percent = new Intl.NumberFormat(words.locale, { style: 'percent', signDisplay: 'always' });
  return [
    gain && {
      value: words.number(gain.by),
      label: words.say('ending.largest-gain', { who: { seat: gain.seat } }),
    },
    deed && { value: words.say(deed.honour, { n: deed.n }), label: words.seat(deed.seat) },
    lucky && {
      value: percent.format(lucky.luck),
      label: words.say('ending.luckiest', { who: { seat: lucky.seat } }),
    },
  ].filter((one) => !!one);
}
