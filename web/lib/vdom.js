// Virtual nodes: plain objects that describe elements. `patch` changes the document to match them
// and only touches what differs from the nodes before. It never reads the document, so that the
// browser needs no layout in between.

/** @typedef {VNode | Element | string | number | null | undefined | false} Part */

const lists = 1000; // positions of the parts of a list are between two integers

/** An element, a picture or text. It is matched with the node before by its key, or by its
 * position. */
export class VNode {
  /** @param {string} tag @param {Record<string, any>} attrs @param {(Part | Part[])[]} parts */
  constructor(tag, attrs, parts) {
    this.tag = tag;
    this.attrs = attrs;
    /** The given key as a string, or the position as a number. @type {string | number} */
    this.key = attrs.key === undefined ? 0 : String(attrs.key);
    this.parts = placed(parts);
    /** Text, or the markup of a picture. */
    this.content = '';
    /** The node in the document. @type {Node | undefined} */
    this.node = undefined;
  }

  /** Adds a class. @param {string} name */
  dress(name) {
    this.attrs.class = this.attrs.class ? `${this.attrs.class} ${name}` : name;
  }
}

/** @param {string} text */
function written(text) {
  const vnode = new VNode('#text', {}, []);
  vnode.content = text;
  return vnode;
}

/** Parts with their positions. An omitted part leaves its position empty, so that the following
 * ones keep theirs. @param {(Part | Part[])[]} parts @returns {(VNode | Element)[]} */
function placed(parts) {
  /** @type {(VNode | Element)[]} */
  const all = [];
  const place = (/** @type {Part} */ part, /** @type {number} */ key) => {
    if (part === null || part === undefined || part === false) return;
    const made = typeof part === 'object' ? part : written(String(part));
    if (made instanceof VNode && typeof made.key === 'number') made.key = key;
    all.push(made);
  };
  parts.forEach((part, i) => {
    if (Array.isArray(part)) part.forEach((one, j) => place(one, i * lists + j));
    else place(part, i * lists);
  });
  return all;
}

/** An element with attributes. "on*" are listeners, set once when the element is created, so they
 * must not refer to a view. `style` is text. `key` identifies the node among neighbours whose
 * number changes. null, undefined and false omit the attribute. @param {string} tag
 * @param {Record<string, any>} [attrs] @param {...(Part | Part[])} parts */
export function h(tag, attrs = {}, ...parts) {
  return new VNode(tag, attrs, parts);
}

/** An SVG picture from our own markup, never from text of players.
 * @param {string} markup content of the svg element @param {string} box its viewBox
 * @param {string} [name] class */
export function picture(markup, box, name) {
  const vnode = new VNode('svg', { class: name, viewBox: box }, []);
  vnode.content = markup;
  return vnode;
}

/** @param {string} text */
/** The names that apply, as a class attribute.
 * @param {(string | number | false | null | undefined)[]} names */
export const classes = (...names) => names.filter(Boolean).join(' ');

/** Text for screen readers only. @param {string} text */
export const unseen = (text) => h('span', { class: 'unseen' }, text);

// ---- creating ----

/** Parsed pictures by markup, to be cloned. @type {Map<string, SVGSVGElement>} */
const pictures = new Map();

/** @param {string} content */
function drawn(content) {
  const known = pictures.get(content);
  if (known) return known;
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('focusable', 'false');
  svg.innerHTML = content;
  pictures.set(content, svg);
  return svg;
}

/** @param {Element} element @param {string} name @param {any} value */
export function setAttribute(element, name, value) {
  if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
  else if (name === 'style')
    // the Content-Security-Policy forbids style attributes
    /** @type {HTMLElement} */ (element).style.cssText = value;
  else if (name !== 'key') element.setAttribute(name, value === true ? '' : String(value));
}

/** @param {any} value */
export const isLeftOut = (value) => value === null || value === undefined || value === false;

/** @param {VNode} vnode @returns {Node} */
function fresh(vnode) {
  if (vnode.tag === '#text') return document.createTextNode(vnode.content);
  const element =
    vnode.tag === 'svg'
      ? /** @type {Element} */ (drawn(vnode.content).cloneNode(true))
      : document.createElement(vnode.tag);
  for (const name in vnode.attrs)
    if (!isLeftOut(vnode.attrs[name])) setAttribute(element, name, vnode.attrs[name]);
  for (const part of vnode.parts) element.append(make(part));
  return element;
}

/** Creates the node of a virtual node, with all its parts. @param {VNode | Element} part
 * @returns {Node} */
export function make(part) {
  return part instanceof VNode ? (part.node = fresh(part)) : part;
}

// ---- patching ----

/** @param {Element} element @param {Record<string, any>} old @param {Record<string, any>} now */
function redress(element, old, now) {
  for (const name in now)
    if (now[name] !== old[name] && !name.startsWith('on') && !isLeftOut(now[name]))
      setAttribute(element, name, now[name]);
  for (const name in old)
    if (isLeftOut(now[name]) && !isLeftOut(old[name])) element.removeAttribute(name);
}

/** Lets the element of one node represent another of the same kind. @param {VNode} old
 * @param {VNode} now */
function become(old, now) {
  const text = now.tag === '#text';
  if (old.tag !== now.tag || old.key !== now.key || (!text && old.content !== now.content))
    return false;
  const node = /** @type {Node} */ (now.node = old.node);
  if (text && old.content !== now.content) node.nodeValue = now.content;
  if (!text) {
    redress(/** @type {Element} */ (node), old.attrs, now.attrs);
    repart(/** @type {Element} */ (node), old.parts, now.parts);
  }
  return true;
}

/** @param {VNode | Element} old @param {VNode | Element} now */
const stays = (old, now) =>
  old === now || (old instanceof VNode && now instanceof VNode && become(old, now));

/** @param {VNode | Element} part */
const nodeOf = (part) => /** @type {Node} */ (part instanceof VNode ? part.node : part);

/** @param {Element} element @param {(VNode | Element)[]} old @param {(VNode | Element)[]} now */
function repart(element, old, now) {
  let same = 0;
  while (same < old.length && same < now.length && stays(old[same], now[same])) same++;
  if (same < old.length || same < now.length)
    rearrange(element, old.slice(same), now.slice(same), same ? nodeOf(now[same - 1]) : undefined);
}

/** @param {Element} element @param {(VNode | Element)[]} old @param {(VNode | Element)[]} now
 * @param {Node | undefined} before the last node that stays in front of them */
function rearrange(element, old, now, before) {
  const left = new Map(old.map((part) => [part instanceof VNode ? part.key : part, part]));
  for (const part of now) {
    const key = part instanceof VNode ? part.key : part,
      same = left.get(key);
    if (same && stays(same, part)) left.delete(key);
    else make(part);
  }
  for (const node of [...left.values()].map(nodeOf))
    if (node.parentNode === element)
      // an item may have been moved to another parent
      element.removeChild(node);
  let at = before ? before.nextSibling : element.firstChild;
  for (const node of now.map(nodeOf)) {
    if (node === at) at = node.nextSibling;
    else element.insertBefore(node, at);
  }
}

/** The virtual nodes that were last drawn in an element.
 * @type {WeakMap<Element, (VNode | Element)[]>} */
const shown = new WeakMap();

/** Draws parts in an element that has no other content. Elements among the parts (those of items)
 * are moved into place; each may occur only once in a drawing. @param {Element} element
 * @param {...(Part | Part[])} parts */
export function patch(element, ...parts) {
  const now = placed(parts);
  repart(element, shown.get(element) ?? [], now);
  shown.set(element, now);
}
