// Making elements, without markup strings where words of people could stand.

/** @typedef {Node | string | number | null | undefined | false} Child */

/** @param {Element} element @param {Record<string, any>} attrs */
function dress(element, attrs) {
  for (const [name, value] of Object.entries(attrs)) {
    if (value === null || value === undefined || value === false)
      continue;
    if (name.startsWith('on'))
      element.addEventListener(name.slice(2), value);
    else
      element.setAttribute(name, value === true ? '' : String(value));
  }
}

/** An HTML element with attributes (on* are listeners; null, undefined and false are left out).
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Record<string, any>} [attrs] @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]} */
export function h(tag, attrs = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, attrs);
  put(element, ...children);
  return element;
}

/** Replaces what an element holds. @param {Element} element @param {...(Child | Child[])} children */
export function fill(element, ...children) {
  element.replaceChildren();
  put(element, ...children);
}

/** @param {Element} element @param {...(Child | Child[])} children */
export function put(element, ...children) {
  for (const child of children.flat())
    if (child !== null && child !== undefined && child !== false)
      element.append(typeof child === 'number' ? String(child) : child);
}

/** Pictures already drawn, to be copied. @type {Map<string, SVGSVGElement>} */
const pictures = new Map();

/** @param {string} markup @param {string} box */
function drawn(markup, box) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', box);
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('focusable', 'false');
  svg.innerHTML = markup;
  return svg;
}

/** A picture from our own markup (never from words of people).
 * @param {string} markup what stands inside @param {string} box its viewBox
 * @param {string} [name] class @returns {SVGSVGElement} */
export function picture(markup, box, name = '') {
  const known = pictures.get(markup) ?? drawn(markup, box);
  pictures.set(markup, known);
  const svg = /** @type {SVGSVGElement} */ (known.cloneNode(true));
  if (name)
    svg.setAttribute('class', name);
  Object.assign(svg, { picture: markup });
  return svg;
}

/** @param {Node} node */
const pictureOf = (node) => /** @type {{picture?: string}} */ (node).picture;

/** Gives an element the attributes of another. @param {Element} old @param {Element} fresh */
function redress(old, fresh) {
  for (const { name } of [...old.attributes])
    if (name !== 'style' && !fresh.hasAttribute(name))
      old.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (name !== 'style' && old.getAttribute(name) !== value)
      old.setAttribute(name, value);
  if (old instanceof HTMLElement && fresh instanceof HTMLElement && old.style.cssText !== fresh.style.cssText)
    old.style.cssText = fresh.style.cssText;
}

/** Makes one node like another, if they are of one kind. @param {Node} old @param {Node} fresh
 * @param {(node: Node) => Element | undefined} kept */
function become(old, fresh, kept) {
  if (old.nodeName !== fresh.nodeName || kept(old) || pictureOf(old) !== pictureOf(fresh))
    return false;
  if (old instanceof Element && fresh instanceof Element) {
    redress(old, fresh);
    if (!pictureOf(old))
      patch(old, fresh, kept);
  } else if (old.nodeValue !== fresh.nodeValue) {
    old.nodeValue = fresh.nodeValue;
  }
  return true;
}

/** Gives an element the children of a fresh one, and touches only what differs: what the browser has laid
 * out stays. `kept` gives the element that a place in the fresh tree stands for, and of such an element
 * itself; each stands in the fresh tree once. @param {Element} element @param {Element} fresh
 * @param {(node: Node) => Element | undefined} kept */
export function patch(element, fresh, kept) {
  const wanted = new Set([...fresh.childNodes].map(kept));
  for (const child of [...element.childNodes])
    if (kept(child) && !wanted.has(kept(child)))
      child.remove();
  let at = element.firstChild;
  for (const want of [...fresh.childNodes]) {
    const same = kept(want);
    if (at && (same ? same === at : become(at, want, kept)))
      at = at.nextSibling;
    else
      element.insertBefore(same ?? withKept(want, kept), at);
  }
  for (let next; at; at = next) {
    next = at.nextSibling;
    at.remove();
  }
}

/** A new node, with the kept elements in their places. @param {Node} node
 * @param {(node: Node) => Element | undefined} kept */
function withKept(node, kept) {
  if (node instanceof Element)
    for (const place of node.querySelectorAll('[data-place]'))
      place.replaceWith(kept(place) ?? '');
  return node;
}

/** Words that only a screen reader says. @param {string} text */
export function unseen(text) {
  return h('span', { class: 'unseen' }, text);
}
