// Animations: items slide or fly from their old to their new place, dice tumble, cards turn, coins
// fly to a player. They can be skipped and shortened, and do not run for users who prefer reduced
// motion.

import { remember } from '../lib/storage.js';

const slow = matchMedia('(prefers-reduced-motion: reduce)');

/** Factors of the setting of this browser. @type {Record<string, number>} */
const lengths = { full: 1, short: 0.5, none: 0 };

/** The setting of this browser: full, short or none. */
export function usualMotion() {
  const kept = localStorage.getItem('motion') ?? '';
  return kept in lengths ? kept : 'full';
}

/** @param {string} motion */
export const keepMotion = (motion) => remember('motion', motion);

/** Whether nothing moves. */
export const calm = () => slow.matches || !lengths[usualMotion()];

/** A duration as this user wants it. @param {number} milliseconds */
export const lasting = (milliseconds) => milliseconds * lengths[usualMotion()];

/** The place of an element, its container, and the place of that.
 * @typedef {{at: DOMRect, holder: Element, holderAt: DOMRect}} Spot */

/** The places of all items, and of elements that represent an item together with its content.
 * @param {Iterable<Element>} items */
export function spots(items) {
  /** @type {Map<Element, Spot>} */
  const all = new Map();
  /** @type {Map<Element, DOMRect>} */
  const holders = new Map();
  const note = (/** @type {Element} */ element) => {
    const holder = /** @type {Element} */ (element.parentElement),
      holderAt = holders.get(holder) ?? holder.getBoundingClientRect();
    holders.set(holder, holderAt);
    all.set(element, { at: element.getBoundingClientRect(), holder, holderAt });
  };
  for (const item of calm() ? [] : items) {
    const around = item.isConnected ? aroundOf(item) : undefined;
    if (around && !all.has(around)) note(around);
    if (item.isConnected) note(item);
  }
  return all;
}

/** The element that an item moves with: a ship with its cargo, or a pile. @param {Element} item */
const aroundOf = (item) => item.parentElement?.closest('[data-target], [data-sails]') ?? undefined;

/** Milliseconds in which a ship sails one square. */
export const perSquare = 140;
const voyageMax = 700; // milliseconds, also over many squares

/** Motions that run, by their element. @type {Map<Element, Animation>} */
const running = new Map();

/** Starts a motion of an element in front of others. @param {Element} element
 * @param {Keyframe[]} frames @param {KeyframeAnimationOptions} timing */
function run(element, frames, timing) {
  const { style } = /** @type {HTMLElement} */ (element),
    motion = element.animate(frames, timing);
  running.set(element, motion);
  // outside the animation, which then runs on the compositor
  style.zIndex = '5';
  motion.onfinish = () => {
    running.delete(element);
    style.zIndex = '';
  };
}

/** A ship that sails in a straight line, as fast as squares are passed. @param {Element} element
 * @param {number} dx @param {number} dy @param {number} square its width */
function sail(element, dx, dy, square) {
  const squares = Math.max(1, Math.hypot(dx, dy) / square),
    isStep = squares < 1.5; // the next one continues the movement
  run(element, [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'none' }], {
    duration: lasting(Math.min(voyageMax, squares * perSquare)),
    easing: isStep ? 'linear' : 'ease-in-out',
  });
}

/** Distances of an element from both ends and the middle of its container, along one axis.
 * @param {Spot} spot @param {'left' | 'top'} side @param {'right' | 'bottom'} end */
const distances = ({ at, holderAt }, side, end) => [
  at[side] - holderAt[side],
  at[end] - holderAt[end],
  at[side] + at[end] - holderAt[side] - holderAt[end],
];

/** Whether an element moved within its container. One that keeps a distance there was only shifted
 * together with its surroundings, and does not slide. @param {Spot} from @param {Spot} to */
function hasMoved(from, to) {
  const keeps = (/** @type {number[]} */ old, /** @type {number[]} */ now) =>
    old.some((one, i) => Math.abs(one - now[i]) < 2);
  return (
    from.holder !== to.holder ||
    !keeps(distances(from, 'left', 'right'), distances(to, 'left', 'right')) ||
    !keeps(distances(from, 'top', 'bottom'), distances(to, 'top', 'bottom'))
  );
}

const flight = 120; // pixels: from here on, a piece flies instead of sliding

/** Animates an element from its old place and size. @param {Element} element @param {DOMRect} from
 * @param {DOMRect} to @param {boolean} grows */
function slide(element, from, to, grows) {
  const dx = from.left - to.left,
    dy = from.top - to.top;
  if (!to.width || Math.abs(dx) + Math.abs(dy) < 2) return;
  if (element.hasAttribute('data-sails')) {
    sail(element, dx, dy, to.width);
    return;
  }
  const size = grows && from.width ? from.width / to.width : 1,
    far = Math.hypot(dx, dy);
  run(
    element,
    [
      { translate: `${dx}px ${dy}px`, scale: size },
      // far flights are arcs, and the piece is nearer to the eye in their middle
      ...(far > flight
        ? [
            {
              translate: `${dx * 0.45}px ${dy * 0.45 - Math.min(60, far / 6)}px`,
              scale: (1 + size) / 2 + 0.08,
              offset: 0.45,
            },
          ]
        : []),
      { translate: '0 0', scale: 1 },
    ],
    { duration: lasting(320), easing: 'cubic-bezier(.2,.8,.3,1)' },
  );
}

/** @param {Element} element */
const appear = (element) =>
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: lasting(250) });

/** Animates a change: moved items slide, new ones come from `source` or fade in, and the content of
 * an animated element moves with it. @param {Iterable<[number, Element]>} items
 * @param {Map<Element, Spot>} before @param {(id: number) => DOMRect | undefined} [source] */
export function settle(items, before, source = () => undefined) {
  if (calm() || !before.size) return;
  // what still moves continues from where it is seen
  for (const [element, motion] of running) {
    motion.cancel();
    /** @type {HTMLElement} */ (element).style.zIndex = '';
  }
  running.clear();
  // All places are read before the first animation starts, because reading after each change would
  // force a new layout.
  const ids = new Map([...items].map(([id, element]) => [element, id])),
    now = spots(ids.keys());
  /** @type {Set<Element | undefined>} */
  const moving = new Set();
  for (const [element, to] of now) {
    const from = before.get(element),
      id = ids.get(element),
      around = aroundOf(element);
    const start = from?.at ?? (id === undefined ? undefined : source(id));
    if (
      from
        ? !hasMoved(from, to) || (moving.has(around) && from.holder === to.holder)
        : moving.has(around) && !start
    )
      continue;
    moving.add(element);
    if (start) slide(element, start, to.at, id !== undefined);
    else appear(element);
  }
}

/** A die that flies out of the cup, turns and comes to rest at its place. @param {Element} element
 * @param {number} index dice follow each other in this order */
export function tumble(element, index) {
  if (calm()) return;
  element.getAnimations().forEach((motion) => motion.finish());
  const side = index % 2 ? 1 : -1,
    turns = 1 + (index % 3) / 2; // one to two whole turns
  element.animate(
    [
      {
        transform: `translate(${-side * 36}px, -64px) rotate(${side * turns * 360}deg) scale(1.2)`,
        opacity: 0.2,
      },
      {
        transform: `translate(${-side * 10}px, 7px) rotate(${side * turns * 110}deg)`,
        opacity: 1,
        offset: 0.5,
      },
      { transform: `translate(0, -7px) rotate(${side * 24}deg)`, offset: 0.75 },
      { transform: 'none' },
    ],
    {
      duration: lasting(600),
      delay: lasting((index % 8) * 40),
      easing: 'ease-out',
      fill: 'backwards',
    },
  );
}

/** Shows what follows from dice when they have come to rest: no number changes before its cause.
 * @param {Iterable<Element>} elements */
export function afterDice(elements) {
  if (calm()) return;
  for (const element of elements)
    if (!element.getAnimations().some(({ id }) => id === 'after-dice'))
      element.animate([{ opacity: 0 }, { opacity: 0, offset: 0.9 }, { opacity: 1 }], {
        id: 'after-dice',
        duration: lasting(900),
      });
}

/** A card that is lifted, turned and put down. @param {Element} element */
export function turnOver(element) {
  if (calm()) return;
  element.animate(
    [
      { transform: 'perspective(600px) translateY(-14px) rotateY(90deg)' },
      { transform: 'perspective(600px) translateY(-10px) rotateY(0)', offset: 0.7 },
      { transform: 'none' },
    ],
    { duration: lasting(360), easing: 'cubic-bezier(.2,.8,.3,1)' },
  );
}

/** Lets coins fly on arcs. @param {Element} layer a fixed layer above everything
 * @param {DOMRect} from @param {DOMRect} to @param {() => Element} coin makes a picture */
export function flyCoins(layer, from, to, coin) {
  if (calm() || !to.width) return;
  const x = to.left + to.width / 2,
    y = to.top + to.height / 2;
  for (let i = 0; i < coins; i++) {
    const piece = coin(),
      dx = from.left + from.width / 2 + (i - coins / 2) * 14 - x,
      dy = from.top + from.height / 2 - y;
    /** @type {HTMLElement} */ (piece).style.cssText = `left: ${x}px; top: ${y}px`;
    layer.append(piece);
    piece.animate(
      [
        { transform: `translate(${dx}px, ${dy}px)`, opacity: 0 },
        { transform: `translate(${dx * 0.5}px, ${dy * 0.5 - 50}px) scale(1.2)`, opacity: 1 },
        { transform: 'scale(.7)', opacity: 1 },
      ],
      {
        duration: lasting(420),
        delay: lasting(i * 50),
        easing: 'cubic-bezier(.4,0,.6,1)',
        fill: 'both',
      },
    ).onfinish = () => piece.remove();
  }
}

const coins = 4; // pieces that fly for a gain

/** Ends all animations. */
export function skip() {
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
}
