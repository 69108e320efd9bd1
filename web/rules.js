// The rules as a page: our own Markdown, as much of it as docs/rules uses, with pictures, a search, a list of
// sections, and a link for every number.

import { ruleAddress } from './cited.js';
import { fill, h } from './dom.js';
import { illustrate } from './plates.js';

/** Numbers of other rules in a text are links. @param {string} text @param {string} game @returns {(Node | string)[]} */
function linked(text, game) {
  return text.split(/(?<![\d.,])(\d{1,2}\.\d{1,2})(?![\d.]\d|\d)/).map((part, i) =>
    (i % 2 ? h('a', { href: ruleAddress(game, part), class: 'cross' }, part) : part));
}

/** Bold, code and links within a line. @param {string} text @param {string} game @returns {(Node | string)[]} */
function inline(text, game) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\[[^\]]+\]\([^)]+\))/).flatMap((part) => {
    if (part.startsWith('**'))
      return h('strong', {}, part.slice(2, -2));
    if (part.startsWith('`'))
      return h('code', {}, part.slice(1, -1));
    if (part.startsWith('*') && part.length > 2)
      return h('em', {}, part.slice(1, -1));
    return linked(part.replace(/^\[([^\]]+)\]\([^)]+\)$/, '$1'), game);
  });
}

/** @param {string[]} rows @param {string} game */
function tableOf(rows, game) {
  const cells = rows.map((row) => row.replace(/^\||\|$/g, '').split('|').map((cell) => cell.trim()));
  return h('div', { class: 'scroll', tabindex: '0', role: 'region' }, h('table', {},
    h('thead', {}, h('tr', {}, cells[0].map((cell) => h('th', { scope: 'col' }, inline(cell, game))))),
    h('tbody', {}, cells.slice(2).map((row) => h('tr', {}, row.map((cell) => h('td', {}, inline(cell, game))))))));
}

/** A rule begins with its number, which is its address. @param {string} number @param {string} text @param {string} game */
function ruleOf(number, text, game) {
  return h('p', { id: `rule-${number}`, tabindex: '-1' },
    h('a', { href: ruleAddress(game, number), class: 'number' }, h('strong', {}, number)), ...inline(text, game));
}

/** @param {string} block @param {string} game */
function element(block, game) {
  const lines = block.split('\n');
  const head = block.match(/^(#+) ((?:(\d+)\. )?.*)$/);
  if (head)
    return h(head[1].length === 1 ? 'h2' : 'h3', head[3] ? { id: `rule-${head[3]}`, tabindex: '-1' } : {}, head[2]);
  if (lines[0].startsWith('|'))
    return tableOf(lines, game);
  if (lines.every((line) => /^(- |\d+\. |  )/.test(line)))
    return h('ul', {}, block.split(/\n(?=- |\d+\. )/).map((line) =>
      h('li', {}, inline(line.replace(/^(- |\d+\. )/, '').replace(/\n\s*/g, ' '), game))));
  const rule = lines.join(' ').match(/^\*\*(\d+\.\d+)\*\*(.*)$/);
  return rule ? ruleOf(rule[1], rule[2], game) : h('p', {}, inline(lines.join(' '), game));
}

/** French signs cling to their words. @param {string} text */
const clinging = (text) => text.replace(/ (?=[?!:;»%])|(?<=[«°]) /g, '\u00a0');

/** Nobody types here, or looks up where a ruling comes from: "(`roll`)" and "(P13)" are for other readers.
 * @param {string} text */
const plain = (text) => text.replace(/ \((?:`[^`]+`|[A-Z]\d+(?:, [A-Z]\d+)*)\)/g, '');

/** @param {string} markdown @param {string} game */
export function rulesOf(markdown, game) {
  return clinging(plain(markdown)).trim().split(/\n{2,}/).map((block) => element(block, game));
}

/** Letters without accents and capitals, one for one. @param {string} text */
export const bare = (text) => Array.from(text, (letter) => letter.normalize('NFD')[0].toLowerCase()[0]).join('');

/** Marks what was looked for. @param {Element} element @param {string} wanted bare */
function mark(element, wanted) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), found = [];
  while (walker.nextNode())
    found.push(/** @type {Text} */ (walker.currentNode));
  for (const node of found) {
    const at = bare(node.data).indexOf(wanted);
    if (at >= 0) {
      const hit = node.splitText(at);
      hit.splitText(wanted.length);
      hit.replaceWith(h('mark', {}, hit.data));
    }
  }
}

/** Where the sections have a place beside the text; door.css knows it, too. */
const roomy = '(min-width: 62rem)';

export class Rules {
  /** @param {string} game @param {import('./words.js').Words} words @param {string} [number] */
  constructor(game, words, number) {
    this.game = game;
    this.number = number;
    this.words = words;
    this.text = h('article', { class: 'rules', id: 'board', tabindex: '-1' });
    this.wanted = h('input', { type: 'search', id: 'rules-search', autocomplete: 'off', oninput: () => this.look() });
    this.label = h('label', { for: 'rules-search' });
    this.found = h('output', { for: 'rules-search' });
    this.sections = h('details', { class: 'sections', open: matchMedia(roomy).matches });
    this.element = h('main', { class: 'page reading' }, h('div', { class: 'searching', role: 'search' }, this.label, this.wanted, this.found),
      this.sections, this.text);
    this.element.addEventListener('click', (event) => this.follow(event));
    this.speak(words);
  }

  /** @param {import('./words.js').Words} words */
  async speak(words) {
    this.words = words;
    this.label.textContent = words.say('web.rules-search');
    const answer = await fetch(`rules/${this.game}.${words.lang}.md`);
    fill(this.text, answer.ok ? rulesOf(await answer.text(), this.game) : words.say('web.no-rules'));
    this.listSections();
    this.cite();
    await illustrate(this.game, this.text, words);
    this.cite();
    this.search();
  }

  /** The numbered heads, to jump to. */
  listSections() {
    const heads = [...this.text.querySelectorAll('h3[id]')];
    fill(this.sections, h('summary', {}, this.words.say('web.rules-sections')), h('ul', {}, heads.map((head) =>
      h('li', {}, h('a', { href: ruleAddress(this.game, head.id.replace('rule-', '')) }, head.textContent ?? '')))));
  }

  /** Shows one rule among the others. */
  cite() {
    const rule = this.number && this.text.querySelector(`[id="rule-${CSS.escape(this.number)}"]`);
    for (const old of this.text.querySelectorAll('.is-cited'))
      old.classList.remove('is-cited');
    if (rule instanceof HTMLElement) {
      rule.classList.add('is-cited');
      rule.scrollIntoView({ block: rule.tagName === 'H3' ? 'start' : 'center' });
      rule.focus({ preventScroll: true });
    }
  }

  /** A number leads to its rule, here and now; on a page of its own the address says so. @param {Event} event */
  follow(event) {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link)
      return;
    event.preventDefault();
    event.stopPropagation();
    this.number = link.hash.split('/')[2];
    this.wanted.value = '';
    this.search();
    this.sections.open &&= matchMedia(roomy).matches; // what was folded out has done its work
    this.cite();
    if (!this.element.closest('dialog'))
      history.replaceState(null, '', link.hash);
  }

  /** What was typed is looked for, and read from the first place where it stands. */
  look() {
    this.search();
    this.element.scrollIntoView({ block: 'start' });
  }

  /** Only what holds all the words looked for stays, with the head of its section. */
  search() {
    const words = bare(this.wanted.value).split(/\s+/).filter((word) => word.length > 1);
    let head, count = 0;
    for (const old of this.text.querySelectorAll('mark'))
      old.replaceWith(old.textContent ?? '');
    this.text.normalize();
    for (const block of this.text.children) {
      const text = bare(block.textContent ?? ''), holds = words.every((word) => text.includes(word));
      const isHead = /^H[23]$/.test(block.tagName);
      block.toggleAttribute('hidden', words.length > 0 && (isHead || !holds));
      head = isHead ? block : head;
      if (!words.length || isHead || !holds)
        continue;
      count++;
      head?.removeAttribute('hidden');
      words.forEach((word) => mark(block, word));
    }
    this.found.textContent = words.length ? this.words.say('web.rules-found', { n: count }) : '';
  }
}
