// Making elements that stay, without markup strings where words of people could stand. What changes with every
// view is sketched (sketch.js).

import { isLeftOut, make, picture as sketched, setAttribute, Sketch } from './sketch.js';

/** @typedef {Node | Sketch | string | number | null | undefined | false} Child */

/** An HTML element with attributes (on* are listeners; null, undefined and false are left out).
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Record<string, any>} [attrs] @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]} */
export function h(tag, attrs = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attrs))
    if (!isLeftOut(value))
      setAttribute(element, name, value);
  put(element, ...children);
  return element;
}

/** Gives an element a property if it has another: the browser takes even the same for a change.
 * @template {Element} E @template {keyof E} K @param {E} element @param {K} name @param {E[K]} value */
export function set(element, name, value) {
  if (element[name] !== value)
    element[name] = value;
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
      element.append(child instanceof Sketch ? make(child) : typeof child === 'number' ? String(child) : child);
}

/** A picture from our own markup (never from words of people).
 * @param {string} markup what stands inside @param {string} box its viewBox
 * @param {string} [name] class */
export function picture(markup, box, name) {
  return /** @type {SVGSVGElement} */ (make(sketched(markup, box, name)));
}
