// Motion: items slide from where they lay to where they lie now. All of it can be skipped, and
// none happens for those who asked for less.

const slow = matchMedia('(prefers-reduced-motion: reduce)');

export const calm = () => slow.matches;

/** Where everything lies. @param {Iterable<[number, Element]>} elements */
export function spots(elements) {
  /** @type {Map<number, DOMRect>} */
  const all = new Map();
  if (!calm())
    for (const [id, element] of elements)
      if (element.isConnected)
        all.set(id, element.getBoundingClientRect());
  return all;
}

/** Lets an element come from where it was. @param {Element} element @param {DOMRect} from
 * @param {DOMRect} to */
function slide(element, from, to) {
  const dx = from.left - to.left, dy = from.top - to.top;
  if (!to.width || Math.abs(dx) + Math.abs(dy) < 2)
    return;
  const size = from.width ? from.width / to.width : 1;
  element.animate(
    [{ translate: `${dx}px ${dy}px`, scale: size, zIndex: 5 }, { translate: '0 0', scale: 1, zIndex: 5 }],
    { duration: 320, easing: 'cubic-bezier(.2,.8,.3,1)' });
}

/** After a change: those that stayed slide, those that are new appear where `source` says or fade in.
 * @param {Iterable<[number, Element]>} elements @param {Map<number, DOMRect>} before
 * @param {(id: number) => DOMRect | undefined} [source] */
export function settle(elements, before, source = () => undefined) {
  if (calm() || !before.size)
    return;
  // All places are read before anything moves: reading after each change would lay out the page anew.
  const now = [...elements].map(([id, element]) => ({ element,
    from: before.get(id) ?? source(id), to: element.getBoundingClientRect() }));
  for (const { element, from, to } of now) {
    if (from)
      slide(element, from, to);
    else
      element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 250 });
  }
}

/** A die that tumbles before it lies. @param {Element} element @param {number} delay */
export function tumble(element, delay) {
  if (calm())
    return;
  const turn = (delay % 2 ? 1 : -1) * (300 + delay);
  element.animate(
    [{ transform: `translateY(-40px) rotate(${turn}deg) scale(1.15)`, opacity: 0.3 },
      { transform: 'translateY(6px) rotate(20deg)', opacity: 1, offset: 0.7 },
      { transform: 'none' }],
    { duration: 420, delay, easing: 'ease-out', fill: 'backwards' });
}

/** Ends whatever still moves. */
export function skip() {
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Infinity)
      animation.finish();
}
