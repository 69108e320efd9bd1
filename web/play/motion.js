// Animations: items slide from their old to their new place. They can be skipped, and do not run
// for users who prefer reduced motion.

const slow = matchMedia('(prefers-reduced-motion: reduce)');

export const calm = () => slow.matches;

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
const aroundOf = (item) => item.parentElement?.closest('[data-target]') ?? undefined;

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

/** Animates an element from its old place and size. @param {Element} element @param {DOMRect} from
 * @param {DOMRect} to @param {boolean} grows */
function slide(element, from, to, grows) {
  const dx = from.left - to.left,
    dy = from.top - to.top;
  if (!to.width || Math.abs(dx) + Math.abs(dy) < 2) return;
  const size = grows && from.width ? from.width / to.width : 1;
  const { style } = /** @type {HTMLElement} */ (element);
  // outside the animation, which then runs on the compositor
  style.zIndex = '5';
  element.animate(
    [
      { translate: `${dx}px ${dy}px`, scale: size },
      { translate: '0 0', scale: 1 },
    ],
    { duration: 320, easing: 'cubic-bezier(.2,.8,.3,1)' },
  ).onfinish = () => {
    style.zIndex = '';
  };
}

/** @param {Element} element */
const appear = (element) => element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 250 });

/** Animates a change: moved items slide, new ones come from `source` or fade in, and the content of
 * an animated element moves with it. @param {Iterable<[number, Element]>} items
 * @param {Map<Element, Spot>} before @param {(id: number) => DOMRect | undefined} [source] */
export function settle(items, before, source = () => undefined) {
  if (calm() || !before.size) return;
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

/** A die that tumbles. @param {Element} element @param {number} delay */
export function tumble(element, delay) {
  if (calm()) return;
  const turn = (delay % 2 ? 1 : -1) * (300 + delay);
  element.animate(
    [
      { transform: `translateY(-40px) rotate(${turn}deg) scale(1.15)`, opacity: 0.3 },
      { transform: 'translateY(6px) rotate(20deg)', opacity: 1, offset: 0.7 },
      { transform: 'none' },
    ],
    { duration: 420, delay, easing: 'ease-out', fill: 'backwards' },
  );
}

/** Ends all animations. */
export function skip() {
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
}
