// A sketch says what should be seen, as plain objects; patch makes the page like it and touches only what
// differs from the sketch before. Nothing of the page is read, and what is laid out already stays.

/** @typedef {Sketch | Element | string | number | null | undefined | false} Part */

const lists = 1000; // parts of a list lie between two whole numbers of a place

/** An element, a picture or some text. Among its neighbours it is known by its key, or by its place. */
export class Sketch {
  /** @param {string} tag @param {Record<string, any>} attrs @param {(Part | Part[])[]} parts */
  constructor(tag, attrs, parts) {
    this.tag = tag;
    this.attrs = attrs;
    /** Text if it was given one; a number is a place. @type {string | number} */
    this.key = attrs.key === undefined ? 0 : String(attrs.key);
    this.parts = placed(parts);
    /** Text, or the markup of a picture. */
    this.content = '';
    /** What stands for it on the page. @type {Node | undefined} */
    this.node = undefined;
  }

  /** One more class. @param {string} name */
  dress(name) {
    this.attrs.class = this.attrs.class ? `${this.attrs.class} ${name}` : name;
  }
}

/** @param {string} text */
function written(text) {
  const sketch = new Sketch('#text', {}, []);
  sketch.content = text;
  return sketch;
}

/** Parts with their places: one that is left out leaves its place empty, so that the next is known again.
 * @param {(Part | Part[])[]} parts @returns {(Sketch | Element)[]} */
function placed(parts) {
  /** @type {(Sketch | Element)[]} */
  const all = [];
  const place = (/** @type {Part} */ part, /** @type {number} */ key) => {
    if (part === null || part === undefined || part === false)
      return;
    const made = typeof part === 'object' ? part : written(String(part));
    if (made instanceof Sketch && typeof made.key === 'number')
      made.key = key;
    all.push(made);
  };
  parts.forEach((part, i) => {
    if (Array.isArray(part))
      part.forEach((one, j) => place(one, i * lists + j));
    else
      place(part, i * lists);
  });
  return all;
}

/** An element with attributes: on* are listeners, given once when it is made, so they must not hold on to a
 * view; `style` is text; `key` tells it from its neighbours where their number changes; null, undefined and
 * false are left out. @param {string} tag @param {Record<string, any>} [attrs] @param {...(Part | Part[])} parts */
export function h(tag, attrs = {}, ...parts) {
  return new Sketch(tag, attrs, parts);
}

/** A picture from our own markup (never from words of people).
 * @param {string} markup what stands inside @param {string} box its viewBox @param {string} [name] class */
export function picture(markup, box, name) {
  const sketch = new Sketch('svg', { class: name, viewBox: box }, []);
  sketch.content = markup;
  return sketch;
}

/** Words that only a screen reader says. @param {string} text */
export const unseen = (text) => h('span', { class: 'unseen' }, text);

// ---- making ----

/** Pictures already drawn, to be copied. @type {Map<string, SVGSVGElement>} */
const pictures = new Map();

/** @param {string} content */
function drawn(content) {
  const known = pictures.get(content);
  if (known)
    return known;
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('focusable', 'false');
  svg.innerHTML = content;
  pictures.set(content, svg);
  return svg;
}

/** @param {Element} element @param {string} name @param {any} value */
export function setAttribute(element, name, value) {
  if (name.startsWith('on'))
    element.addEventListener(name.slice(2), value);
  else if (name === 'style') // as an attribute, the rules of safety forbid it
    /** @type {HTMLElement} */ (element).style.cssText = value;
  else if (name !== 'key')
    element.setAttribute(name, value === true ? '' : String(value));
}

/** @param {any} value */
export const isLeftOut = (value) => value === null || value === undefined || value === false;

/** @param {Sketch} sketch @returns {Node} */
function fresh(sketch) {
  if (sketch.tag === '#text')
    return document.createTextNode(sketch.content);
  const element = sketch.tag === 'svg' ? /** @type {Element} */ (drawn(sketch.content).cloneNode(true)) : document.createElement(sketch.tag);
  for (const name in sketch.attrs)
    if (!isLeftOut(sketch.attrs[name]))
      setAttribute(element, name, sketch.attrs[name]);
  for (const part of sketch.parts)
    element.append(make(part));
  return element;
}

/** The element of a sketch, with all that is in it. @param {Sketch | Element} part @returns {Node} */
export function make(part) {
  return part instanceof Sketch ? part.node = fresh(part) : part;
}

// ---- what differs ----

/** @param {Element} element @param {Record<string, any>} old @param {Record<string, any>} now */
function redress(element, old, now) {
  for (const name in now)
    if (now[name] !== old[name] && !name.startsWith('on') && !isLeftOut(now[name]))
      setAttribute(element, name, now[name]);
  for (const name in old)
    if (isLeftOut(now[name]) && !isLeftOut(old[name]))
      element.removeAttribute(name);
}

/** Makes what stands for one sketch stand for another, if they are of one kind. @param {Sketch} old
 * @param {Sketch} now */
function become(old, now) {
  const text = now.tag === '#text';
  if (old.tag !== now.tag || old.key !== now.key || (!text && old.content !== now.content))
    return false;
  const node = /** @type {Node} */ (now.node = old.node);
  if (text && old.content !== now.content)
    node.nodeValue = now.content;
  if (!text) {
    redress(/** @type {Element} */ (node), old.attrs, now.attrs);
    repart(/** @type {Element} */ (node), old.parts, now.parts);
  }
  return true;
}

/** @param {Sketch | Element} old @param {Sketch | Element} now */
const stays = (old, now) => old === now || (old instanceof Sketch && now instanceof Sketch && become(old, now));

/** @param {Sketch | Element} part */
const nodeOf = (part) => /** @type {Node} */ (part instanceof Sketch ? part.node : part);

/** @param {Element} element @param {(Sketch | Element)[]} old @param {(Sketch | Element)[]} now */
function repart(element, old, now) {
  let same = 0;
  while (same < old.length && same < now.length && stays(old[same], now[same]))
    same++;
  if (same < old.length || same < now.length)
    rearrange(element, old.slice(same), now.slice(same), same ? nodeOf(now[same - 1]) : undefined);
}

/** @param {Element} element @param {(Sketch | Element)[]} old @param {(Sketch | Element)[]} now
 * @param {Node | undefined} before the last that stays in front of them */
function rearrange(element, old, now, before) {
  const left = new Map(old.map((part) => [part instanceof Sketch ? part.key : part, part]));
  for (const part of now) {
    const key = part instanceof Sketch ? part.key : part, same = left.get(key);
    if (same && stays(same, part))
      left.delete(key);
    else
      make(part);
  }
  for (const node of [...left.values()].map(nodeOf))
    if (node.parentNode === element) // an item may lie elsewhere by now
      element.removeChild(node);
  let at = before ? before.nextSibling : element.firstChild;
  for (const node of now.map(nodeOf)) {
    if (node === at)
      at = node.nextSibling;
    else
      element.insertBefore(node, at);
  }
}

/** What was last drawn in an element. @type {WeakMap<Element, (Sketch | Element)[]>} */
const shown = new WeakMap();

/** Draws the parts in an element that nothing else fills. An element among the parts, an item's, is put in its
 * place; each stands in the whole drawing once. @param {Element} element @param {...(Part | Part[])} parts */
export function patch(element, ...parts) {
  const now = placed(parts);
  repart(element, shown.get(element) ?? [], now);
  shown.set(element, now);
}
