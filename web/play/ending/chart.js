// A chart of the scores over a match, drawn at the size it has on the page, so that its text keeps
// its size. Turning points are numbered.

import { emblem } from '../../lib/art.js';
import { fill, h, put } from '../../lib/dom.js';
import { curveOf } from './story.js';

/** @typedef {import('../../records/api.js').Replay} Replay */
/** @typedef {import('../../lib/words.js').Words} Words */
/** @typedef {{width: number, height: number, x: (frame: number) => number, y: (score: number) =>
 *   number, low: number, high: number, frames: number}} Scale */

const left = 48,
  right = 116,
  top = 26,
  bottom = 26;
const labelHeight = 23; // between two names at the ends of lines
const marker = 15; // a number is this far above its line
const markerGap = 24; // between two numbers

/** @param {string} tag @param {Record<string, any>} attrs @param {...(Node | string)} children */
function draw(tag, attrs, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attrs)) element.setAttribute(name, String(value));
  put(element, ...children);
  return element;
}

/** The smallest round step of which five cover the range. @param {number} range */
export function stepFor(range) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, range / 5)));
  return power * ([1, 2, 5].find((one) => one * power * 5 >= range) ?? 10);
}

/** @param {Replay} replay @param {number} width @param {number} height @returns {Scale} */
function scaleOf(replay, width, height) {
  const all = replay.frames.flatMap(({ standings = [] }) => standings),
    low = Math.min(0, ...all),
    high = Math.max(1, ...all),
    frames = Math.max(1, replay.frames.length - 1);
  return {
    width,
    height,
    low,
    high,
    frames,
    x: (frame) => left + (frame / frames) * (width - left - right),
    y: (score) => height - bottom - ((score - low) / (high - low)) * (height - top - bottom),
  };
}

/** @param {number} x @param {number} y @param {string} text @param {string} anchor */
const write = (x, y, text, anchor) => draw('text', { x, y, 'text-anchor': anchor }, text);

/** Horizontal lines with their scores. @param {Scale} scale @param {Words} words */
function grid({ low, high, width, y }, words) {
  const step = stepFor(high - low),
    first = Math.ceil(low / step);
  return Array.from(
    { length: Math.floor(high / step) - first + 1 },
    (_, i) => (first + i) * step,
  ).flatMap((score) => [
    draw('path', { class: 'grid', d: `M${left} ${y(score)}H${width - right}` }),
    write(left - 8, y(score) + 4, words.number(score), 'end'),
  ]);
}

/** @param {Scale} scale @param {Words} words */
function axis({ frames, height, x }, words) {
  return [
    write(left, height - 6, words.say('ending.move-n', { n: 1 }), 'start'),
    write(x(frames / 2), height - 6, words.number(Math.round(frames / 2)), 'middle'),
    write(x(frames), height - 6, words.number(frames), 'end'),
  ];
}

/** A line and the paper around it, which separates it from lines below. @param {Replay} replay
 * @param {number} seat @param {Scale} scale @param {string} [flag] */
function line(replay, seat, { x, y }, flag = '') {
  const won = replay.frames.at(-1)?.sight.winners.includes(seat) ? 'is-won' : '';
  const points = curveOf(replay, seat)
    .map(({ frame, score }) => `${x(frame).toFixed(1)} ${y(score).toFixed(1)}`)
    .join('L');
  return [
    draw('path', { class: 'ground', d: `M${points}` }),
    draw('path', {
      class: `curve emblem dash-${seat} seat-${seat} ${flag} ${won}`,
      d: `M${points}`,
    }),
  ];
}

/** Heights for labels that keep their distance and order. @param {number[]} wanted ascending
 * @param {number} lowest the largest allowed height */
export function spread(wanted, lowest) {
  const heights = wanted.map((one) => one);
  for (let i = 1; i < heights.length; i++)
    heights[i] = Math.max(heights[i], heights[i - 1] + labelHeight);
  for (let i = heights.length - 1; i >= 0; i--)
    heights[i] = Math.min(heights[i], lowest - (heights.length - 1 - i) * labelHeight);
  return heights;
}

export class Chart {
  /** @param {import('./scene.js').FlagOf} flagOf */
  constructor(flagOf) {
    this.flagOf = flagOf;
    this.element = h('div', { class: 'chart', role: 'img' });
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  /** @param {Replay} replay @param {import('./story.js').Point[]} points @param {Words} words */
  show(replay, points, words) {
    this.shown = { replay, points, words };
    this.element.setAttribute('aria-label', words.say('ending.chart'));
    this.draw();
  }

  draw() {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!this.shown || width < left + right || !height) return;
    const { replay, points, words } = this.shown,
      scale = scaleOf(replay, width, height);
    const seats = Array.from({ length: replay.seats }, (_, i) => i + 1);
    fill(
      this.element,
      draw(
        'svg',
        { viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' },
        ...grid(scale, words),
        ...axis(scale, words),
        ...seats.toReversed().flatMap((seat) => line(replay, seat, scale, this.flagOf(seat)?.name)),
        ...this.markers(replay, points, scale),
      ),
      h('div', { class: 'names', 'aria-hidden': 'true' }, this.names(replay, scale, words)),
      h('span', { class: 'curtain-cover' }),
    );
  }

  /** The numbers of the turning points, each above its line or below an earlier one.
   * @param {Replay} replay @param {import('./story.js').Point[]} points @param {Scale} scale */
  markers(replay, points, { x, y }) {
    /** @type {{cx: number, cy: number}[]} */
    const placed = [];
    return points.flatMap(({ frame, seat }, i) => {
      const at = {
        cx: x(frame),
        cy: Math.max(12, y(replay.frames[frame].standings?.[seat - 1] ?? 0) - marker),
      };
      while (placed.some(({ cx, cy }) => Math.hypot(cx - at.cx, cy - at.cy) < markerGap))
        at.cy += markerGap;
      placed.push(at);
      return [
        draw('circle', { class: 'mark', ...at, r: 11 }),
        draw(
          'text',
          { class: 'mark-number', x: at.cx, y: at.cy + 4.5, 'text-anchor': 'middle' },
          `${i + 1}`,
        ),
      ];
    });
  }

  /** The names at the ends of the lines. @param {Replay} replay @param {Scale} scale
   * @param {Words} words */
  names(replay, { width, height, y }, words) {
    const last = replay.frames.at(-1)?.standings ?? [],
      ends = last.map((score, i) => ({ seat: i + 1, at: y(score) })).sort((a, b) => a.at - b.at);
    const heights = spread(
      ends.map(({ at }) => at),
      height - bottom,
    );
    return ends.map(({ seat }, i) => {
      const name = h(
        'span',
        { class: 'end-name' },
        emblem(seat, this.flagOf(seat)),
        h('b', {}, words.seat(seat)),
      );
      name.style.left = `${width - right + 8}px`;
      name.style.top = `${heights[i] - labelHeight / 2}px`;
      return name;
    });
  }
}
