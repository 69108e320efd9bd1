// Creates elements that stay. Text of players never becomes markup. Whatever changes with every
// view is drawn with virtual nodes instead (vdom.js).

import { isLeftOut, make, picture as drawPicture, setAttribute, VNode } from './vdom.js';

/** @typedef {Node | VNode | string | number | null | undefined | false} Child */

/** An HTML element with attributes. Names that begin with "on" are listeners; null, undefined and
 * false omit the attribute. @template {keyof HTMLElementTagNameMap} T @param {T} tag
 * @param {Record<string, any>} [attrs] @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]} */
export function h(tag, attrs = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attrs))
    if (!isLeftOut(value)) setAttribute(element, name, value);
  put(element, ...children);
  return element;
}

/** Sets a property only if it differs, because browsers treat even an equal value as a change.
 * @template {Element} E @template {keyof E} K @param {E} element @param {K} name
 * @param {E[K]} value */
export function set(element, name, value) {
  if (element[name] !== value) element[name] = value;
}

/** Replaces the children of an element. @param {Element} element
 * @param {...(Child | Child[])} children */
export function fill(element, ...children) {
  element.replaceChildren();
  put(element, ...children);
}

/** @param {Element} element @param {...(Child | Child[])} children */
export function put(element, ...children) {
  for (const child of children.flat())
    if (child !== null && child !== undefined && child !== false)
      element.append(
        child instanceof VNode ? make(child) : typeof child === 'number' ? String(child) : child,
      );
}

/** An SVG picture from our own markup, never from text of players.
 * @param {string} markup content of the svg element @param {string} box its viewBox
 * @param {string} [name] class */
export function picture(markup, box, name) {
  return /** @type {SVGSVGElement} */ (make(drawPicture(markup, box, name)));
}
