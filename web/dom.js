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

/** A picture from our own markup (never from words of people).
 * @param {string} markup what stands inside @param {string} box its viewBox
 * @param {string} [name] class @returns {SVGSVGElement} */
export function picture(markup, box, name = '') {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', box);
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('focusable', 'false');
  if (name)
    svg.setAttribute('class', name);
  svg.innerHTML = markup;
  return svg;
}

/** Words that only a screen reader says. @param {string} text */
export function unseen(text) {
  return h('span', { class: 'unseen' }, text);
}
