// The rules as a page: our own Markdown, as much of it as docs/rules uses.

import { fill, h } from './dom.js';

/** Bold, code and links within a line. @param {string} text @returns {(Node | string)[]} */
function inline(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\[[^\]]+\]\([^)]+\))/).map((part) => {
    if (part.startsWith('**'))
      return h('strong', {}, part.slice(2, -2));
    if (part.startsWith('`'))
      return h('code', {}, part.slice(1, -1));
    if (part.startsWith('*') && part.length > 2)
      return h('em', {}, part.slice(1, -1));
    return part.replace(/^\[([^\]]+)\]\([^)]+\)$/, '$1');
  });
}

/** @param {string[]} rows */
function tableOf(rows) {
  const cells = rows.map((row) => row.replace(/^\||\|$/g, '').split('|').map((cell) => cell.trim()));
  return h('div', { class: 'scroll', tabindex: '0', role: 'region' }, h('table', {},
    h('thead', {}, h('tr', {}, cells[0].map((cell) => h('th', { scope: 'col' }, inline(cell))))),
    h('tbody', {}, cells.slice(2).map((row) => h('tr', {}, row.map((cell) => h('td', {}, inline(cell))))))));
}

/** @param {string} block */
function element(block) {
  const lines = block.split('\n');
  const head = block.match(/^(#+) (.*)$/);
  if (head)
    return h(head[1].length === 1 ? 'h2' : 'h3', {}, inline(head[2]));
  if (lines[0].startsWith('|'))
    return tableOf(lines);
  if (lines.every((line) => /^(- |\d+\. |  )/.test(line)))
    return h('ul', {}, block.split(/\n(?=- |\d+\. )/).map((line) =>
      h('li', {}, inline(line.replace(/^(- |\d+\. )/, '').replace(/\n\s*/g, ' ')))));
  const number = block.match(/^\*\*(\d+\.\d+)\*\*/);
  return h('p', number ? { id: `rule-${number[1]}`, tabindex: '-1' } : {}, inline(lines.join(' ')));
}

/** French signs cling to their words. @param {string} text */
const clinging = (text) => text.replace(/ (?=[?!:;»%])|(?<=[«°]) /g, '\u00a0');

/** @param {string} markdown */
export function rulesOf(markdown) {
  return clinging(markdown).trim().split(/\n{2,}/).map(element);
}

export class Rules {
  /** @param {string} game @param {import('./words.js').Words} words @param {string} [number] */
  constructor(game, words, number) {
    this.game = game;
    this.number = number;
    this.text = h('article', { class: 'rules', id: 'board', tabindex: '-1' });
    this.element = h('main', { class: 'page' }, this.text);
    this.speak(words);
  }

  /** @param {import('./words.js').Words} words */
  async speak(words) {
    const answer = await fetch(`rules/${this.game}.${words.lang}.md`);
    fill(this.text, answer.ok ? rulesOf(await answer.text()) : words.say('web.no-rules'));
    const rule = this.number && this.text.querySelector(`[id="rule-${CSS.escape(this.number)}"]`);
    if (rule instanceof HTMLElement) {
      rule.classList.add('is-cited');
      rule.scrollIntoView({ block: 'center' });
      rule.focus({ preventScroll: true });
    }
  }
}
