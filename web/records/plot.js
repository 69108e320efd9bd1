// A chart of everybody's winning chances over a match, with the losses of decisions below.

import { put } from '../lib/dom.js';

/** @typedef {import('./api.js').Replay} Replay */
/** `width`: pixels of the chart, so that its text has the size of the page's text.
 * @typedef {{percent: (n: number) => string, say: (key: string, args?: any) => string, jump:
 *   (frame: number) => void, width: number}} How */

const height = 240,
  left = 42,
  right = 10,
  top = 22,
  axis = 142,
  bottom = 214;
const tallest = 44; // a loss

/** @param {string} tag @param {Record<string, any>} attrs @param {...(Node | string)} children */
function draw(tag, attrs, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attrs)) element.setAttribute(name, String(value));
  put(element, ...children);
  return element;
}

/** The position of a step between the frames. @param {Replay} replay @param {number} step */
export function placeOf(replay, step) {
  const at = replay.frames.findIndex((frame) => frame.step >= step);
  if (at <= 0) return at < 0 ? replay.frames.length - 1 : 0;
  const before = replay.frames[at - 1].step;
  return at - 1 + (step - before) / (replay.frames[at].step - before);
}

/** @param {Replay} replay @param {number} width */
const scaleOf = (replay, width) => (/** @type {number} */ place) =>
  left + (place / Math.max(1, replay.frames.length - 1)) * (width - left - right);

/** @param {number} chance */
const heightOf = (chance) => axis - chance * (axis - top);

/** @param {number} x @param {number} y @param {string} text @param {string} [anchor] */
const write = (x, y, text, anchor = 'start') =>
  draw('text', { class: 'scale', x, y, 'text-anchor': anchor }, text);

/** @param {number} y @param {How} how */
const rule = (y, { width }) =>
  draw('line', { class: 'grid', x1: left, x2: width - right, y1: y, y2: y });

/** @param {How} how */
function grid(how) {
  const { percent, say } = how;
  return [
    write(left, 12, say('viewer.wins')),
    ...[0, 0.25, 0.5, 0.75, 1].flatMap((chance) => [
      rule(heightOf(chance), how),
      write(left - 6, heightOf(chance) + 4, percent(chance), 'end'),
    ]),
  ];
}

/** The axis of moves. @param {Replay} replay @param {How} how */
function moves(replay, { say, width }) {
  const last = replay.frames.length - 1,
    x = scaleOf(replay, width);
  return [
    write(left, bottom + 18, say('viewer.move-n', { n: 0 })),
    write(x(last / 2), bottom + 18, String(Math.round(last / 2)), 'middle'),
    write(width - right, bottom + 18, String(last), 'end'),
  ];
}

/** @param {any} analysis @param {Replay} replay @param {number} seat @param {How} how */
function curve(analysis, replay, seat, { width }) {
  const x = scaleOf(replay, width);
  const points = analysis.course.map(
    (/** @type {any} */ post) =>
      `${x(placeOf(replay, post.step)).toFixed(1)},${heightOf(post.wins[seat - 1]).toFixed(1)}`,
  );
  return draw('polyline', { class: `curve seat-${seat} dash-${seat}`, points: points.join(' ') });
}

/** Bars for losses; the largest one fills the strip. @param {any} analysis @param {Replay} replay
 * @param {How} how */
function losses(analysis, replay, how) {
  const { percent, say } = how,
    x = scaleOf(replay, how.width),
    all = analysis.decisions.filter((/** @type {any} */ one) => one.loss > 0);
  const most = Math.max(0.05, ...all.map((/** @type {any} */ one) => one.loss));
  return [
    write(left, bottom - tallest - 6, say('viewer.losses')),
    rule(bottom, how),
    write(left - 6, bottom + 4, percent(0), 'end'),
    write(left - 6, bottom - tallest + 9, percent(most), 'end'),
    ...all.map((/** @type {any} */ one) => {
      const tall = Math.max(1, (one.loss / most) * tallest);
      return draw('rect', {
        class: `loss seat-${one.seat}`,
        x: x(placeOf(replay, one.step + 1)) - 1.5,
        width: 3,
        y: bottom - tall,
        height: tall,
      });
    }),
  ];
}

/** A chart with a cursor. A click calls `jump` with the frame. @param {any} analysis
 * @param {Replay} replay @param {How} how */
export function plot(analysis, replay, how) {
  const { width } = how,
    x = scaleOf(replay, width),
    cursor = draw('line', { class: 'cursor', y1: top, y2: bottom });
  const svg = draw(
    'svg',
    {
      viewBox: `0 0 ${width} ${height}`,
      class: 'plot',
      role: 'img',
      'aria-label': how.say('viewer.plot'),
    },
    ...grid(how),
    ...losses(analysis, replay, how),
    ...moves(replay, how),
    ...Array.from({ length: replay.seats }, (_, i) => curve(analysis, replay, i + 1, how)),
    cursor,
  );
  svg.addEventListener('click', (event) => {
    const box = svg.getBoundingClientRect(),
      { clientX } = /** @type {MouseEvent} */ (event),
      at = ((clientX - box.left) / box.width) * width;
    how.jump(
      Math.max(
        0,
        Math.min(
          replay.frames.length - 1,
          Math.round(((at - left) / (width - left - right)) * (replay.frames.length - 1)),
        ),
      ),
    );
  });
  return {
    element: svg,
    move(/** @type {number} */ frame) {
      cursor.setAttribute('x1', String(x(frame)));
      cursor.setAttribute('x2', String(x(frame)));
    },
  };
}
