// The page with the rules of a game: the Markdown of docs/rules with figures, a search field, a
// list of sections, and a link for every rule number. A rule is "**5.2 Title.** text"; a line after
// it that starts with "> " is the note on a ruling.

import { ruleAddress } from '../play/rule-links.js';
import { fill, h } from '../lib/dom.js';
import { illustrate } from './rule-figures.js';
import { fileAt } from '../lib/version.js';

/** Turns the numbers of other rules into links. @param {string} text @param {string} game
 * @returns {(Node | string)[]} */
function linked(text, game) {
  return text
    .split(/(?<![\d.,])(\d{1,2}\.\d{1,2})(?![\d.]\d|\d)/)
    .map((part, i) =>
      i % 2 ? h('a', { href: ruleAddress(game, part), class: 'cross' }, part) : part,
    );
}

/** Bold and italic text within a line. @param {string} text @param {string} game
 * @returns {(Node | string)[]} */
function inline(text, game) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*)/).flatMap((part) => {
    if (part.startsWith('**')) return h('strong', {}, part.slice(2, -2));
    if (part.startsWith('*') && part.length > 2)
      return h('em', {}, linked(part.slice(1, -1), game));
    return linked(part, game);
  });
}

/** @param {string[]} rows @param {string} game */
function tableOf(rows, game) {
  const cells = rows.map((row) =>
    row
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => cell.trim()),
  );
  return h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region' },
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          cells[0].map((cell) => h('th', { scope: 'col' }, inline(cell, game))),
        ),
      ),
      h(
        'tbody',
        {},
        cells.slice(2).map((row) =>
          h(
            'tr',
            {},
            row.map((cell) => h('td', {}, inline(cell, game))),
          ),
        ),
      ),
    ),
  );
}

/** Notes, set apart from the text that they belong to. @param {string[]} lines
 * @param {string} game */
const notesOf = (lines, game) =>
  lines.map((line) => h('small', { class: 'ruling' }, inline(line.slice(2), game)));

/** A paragraph. A rule begins with its number, which is also its address, and its title.
 * @param {string[]} lines @param {string} game */
function paragraphOf(lines, game) {
  const notes = notesOf(
    lines.filter((line) => line.startsWith('> ')),
    game,
  );
  const text = lines.filter((line) => !line.startsWith('> ')).join(' ');
  const rule = text.match(/^\*\*(\d+\.\d+) ([^*]+)\*\*(.*)$/);
  if (!rule) return h('p', {}, inline(text, game), notes);
  const [, number, title, rest] = rule;
  return h(
    'p',
    { id: `rule-${number}`, tabindex: '-1' },
    h('a', { href: ruleAddress(game, number), class: 'number' }, h('strong', {}, number)),
    ' ',
    h('strong', {}, title),
    inline(rest, game),
    notes,
  );
}

/** A numbered list. @param {string[]} lines @param {string} game */
const listOf = (lines, game) =>
  h(
    'ol',
    {},
    lines.map((line) => h('li', {}, inline(line.replace(/^\d+\. /, ''), game))),
  );

/** @param {string} block @param {string} game */
function element(block, game) {
  const lines = block.split('\n');
  const head = block.match(/^(#+) ((?:(\d+)\. )?.*)$/);
  if (head)
    return h(
      /** @type {const} */ (['h2', 'h3', 'h4'])[head[1].length - 1],
      head[3] ? { id: `rule-${head[3]}`, tabindex: '-1' } : {},
      head[2],
    );
  if (lines[0].startsWith('|')) return tableOf(lines, game);
  return /^\d+\. /.test(block) ? listOf(lines, game) : paragraphOf(lines, game);
}

/** The addresses of the sections without a number, in the order of the page. */
const openings = ['minute', 'turn'];

/** Removes the names of rulings, "(P13)", which are for the tests. @param {string} text */
const plain = (text) => text.replace(/ \([A-Z]\d+(?:, [A-Z]\d+)*\)/g, '');

/** @param {string} markdown @param {string} game */
export function rulesOf(markdown, game) {
  const blocks = plain(markdown)
    .trim()
    .split(/\n{2,}/)
    .map((block) => element(block, game));
  blocks
    .filter((block) => block.tagName === 'H3' && !block.id)
    .forEach((head, i) => {
      head.id = `rule-${openings[i]}`;
      head.tabIndex = -1;
    });
  return blocks;
}

/** Lower case without accents; one character per character of the input. @param {string} text */
export const bare = (text) =>
  Array.from(text, (letter) => letter.normalize('NFD')[0].toLowerCase()[0]).join('');

/** Marks the words that were searched for. @param {Element} element
 * @param {string} wanted in the form that `bare` returns */
function mark(element, wanted) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT),
    found = [];
  while (walker.nextNode()) found.push(/** @type {Text} */ (walker.currentNode));
  for (const node of found) {
    const at = bare(node.data).indexOf(wanted);
    if (at >= 0) {
      const hit = node.splitText(at);
      hit.splitText(wanted.length);
      hit.replaceWith(h('mark', {}, hit.data));
    }
  }
}

/** Wide enough for a list of sections next to the text; home.css has the same width. */
const roomy = '(min-width: 62rem)';

export class Rules {
  /** @param {string} game @param {import('../lib/words.js').Words} words @param {string}
   *   [number] */
  constructor(game, words, number) {
    this.game = game;
    this.number = number;
    this.words = words;
    this.text = h('article', { class: 'rules', id: 'board', tabindex: '-1' });
    this.wanted = h('input', {
      type: 'search',
      id: 'rules-search',
      autocomplete: 'off',
      oninput: () => this.look(),
    });
    this.label = h('label', { for: 'rules-search' });
    this.found = h('output', { for: 'rules-search' });
    this.sections = h('details', { class: 'sections', open: matchMedia(roomy).matches });
    this.element = h(
      'main',
      { class: 'page reading' },
      h('div', { class: 'searching', role: 'search' }, this.label, this.wanted, this.found),
      this.sections,
      this.text,
    );
    this.element.addEventListener('click', (event) => this.follow(event));
    this.speak(words);
  }

  /** @param {import('../lib/words.js').Words} words */
  async speak(words) {
    this.words = words;
    this.label.textContent = words.say('web.rules-search');
    const answer = await fetch(fileAt(`rules/${this.game}.${words.lang}.md`));
    fill(
      this.text,
      answer.ok ? rulesOf(await answer.text(), this.game) : words.say('web.no-rules'),
    );
    this.listSections();
    this.cite();
    await illustrate(this.game, this.text, words);
    this.cite();
    this.search();
  }

  /** The headings of the sections, as links. */
  listSections() {
    const heads = [...this.text.querySelectorAll('h3[id]')];
    fill(
      this.sections,
      h('summary', {}, this.words.say('web.rules-sections')),
      h(
        'ul',
        {},
        heads.map((head) =>
          h(
            'li',
            {},
            h(
              'a',
              { href: ruleAddress(this.game, head.id.replace('rule-', '')) },
              head.textContent ?? '',
            ),
          ),
        ),
      ),
    );
  }

  /** Scrolls to a rule and highlights it. */
  cite() {
    const rule = this.number && this.text.querySelector(`[id="rule-${CSS.escape(this.number)}"]`);
    for (const old of this.text.querySelectorAll('.is-cited')) old.classList.remove('is-cited');
    if (rule instanceof HTMLElement) {
      rule.classList.add('is-cited');
      rule.scrollIntoView({ block: rule.tagName === 'H3' ? 'start' : 'center' });
      rule.focus({ preventScroll: true });
    }
  }

  /** Follows a link to a rule within this text. On a page of its own the address changes, too.
   * @param {Event} event */
  follow(event) {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link) return;
    event.preventDefault();
    event.stopPropagation();
    this.number = link.hash.split('/')[2];
    this.wanted.value = '';
    this.search();
    this.sections.open &&= matchMedia(roomy).matches; // closes the folded list of sections
    this.cite();
    if (!this.element.closest('dialog')) history.replaceState(null, '', link.hash);
  }

  /** Searches for the typed words and scrolls to the first match. */
  look() {
    this.search();
    this.element.scrollIntoView({ block: 'start' });
  }

  /** Hides everything but the blocks that contain all words, with the headings of their
   *   sections. */
  search() {
    const words = bare(this.wanted.value)
      .split(/\s+/)
      .filter((word) => word.length > 1);
    let section,
      part,
      count = 0;
    for (const old of this.text.querySelectorAll('mark')) old.replaceWith(old.textContent ?? '');
    this.text.normalize();
    for (const block of this.text.children) {
      const text = bare(block.textContent ?? ''),
        holds = words.every((word) => text.includes(word));
      const isHead = /^H[234]$/.test(block.tagName);
      block.toggleAttribute('hidden', words.length > 0 && (isHead || !holds));
      if (isHead) part = block.tagName === 'H4' ? block : undefined;
      if (isHead && !part) section = block;
      if (!words.length || isHead || !holds) continue;
      count++;
      section?.removeAttribute('hidden');
      part?.removeAttribute('hidden');
      words.forEach((word) => mark(block, word));
    }
    this.found.textContent = words.length ? this.words.say('web.rules-found', { n: count }) : '';
  }
}
