// Words: what src/core/words.c does, in the browser. The tables come from lang/ at build time: what is common, and
// what belongs to one game, to records or to lessons, which comes with them.
// In a text {name} stands for an argument, {name:the} for a noun in one of its forms. A text with
// a plural goes by its argument "n".

/** @typedef {number | string | string[] | {seat: number}} Arg */
/** @typedef {{key: string, args: Record<string, Arg>}} Phrase */
/** @typedef {Record<string, string | [string, string]>} Table */

const forms = ['', 'a', 'the', 'of', 'many'];

/** @param {string} text @param {string} form */
function inForm(text, form) {
  const all = text.split(' | ');
  return all[Math.max(0, forms.indexOf(form))] ?? all[0];
}

export class Words {
  /** @param {string} lang "fr" or "en" @param {Table} table */
  constructor(lang, table) {
    this.lang = lang;
    this.table = table;
    /** Names of the seats, from 1. @type {(string | undefined)[]} */
    this.names = [];
  }

  /** @param {string} key */
  has(key) {
    return Object.hasOwn(this.table, key);
  }

  /** A word in a form it has, else in its bare one; an unknown key stands for itself.
   * @param {string} key @param {string} [form] */
  word(key, form = '') {
    const text = this.has(key) ? this.table[key] : key;
    return inForm(typeof text === 'string' ? text : text[0], form);
  }

  /** @param {number} seat from 1 */
  seat(seat) {
    return this.names[seat] ?? `${this.word('seat')} ${seat}`;
  }

  /** French counts 0 and 1 as one, English only 1. @param {Arg | undefined} n */
  isPlural(n) {
    return typeof n === 'number' && (this.lang === 'fr' ? Math.abs(n) > 1 : n !== 1);
  }

  /** @param {Arg | undefined} arg @param {string} form */
  arg(arg, form) {
    if (arg === undefined)
      return '';
    if (Array.isArray(arg))
      return arg.map((word) => this.word(word, form)).join(', ');
    if (typeof arg === 'number')
      return this.number(arg);
    return typeof arg === 'object' ? this.seat(arg.seat) : arg;
  }

  /** With a minus sign that is one, and a comma in French. @param {number} number */
  number(number) {
    const text = String(number).replace('-', '\u2212');
    return this.lang === 'fr' ? text.replace('.', ',') : text;
  }

  /** A whole sentence. @param {string} key @param {Record<string, Arg>} [args] */
  say(key, args = {}) {
    const entry = this.has(key) ? this.table[key] : key;
    const text = typeof entry === 'string' ? entry : entry[this.isPlural(args.n) ? 1 : 0];
    return text.replace(/\{([^{}:]*):?([^{}]*)\}/g, (_, name, form) =>
      this.arg(Object.hasOwn(args, name) ? args[name] : undefined, form));
  }

  /** @param {Phrase} phrase */
  phrase(phrase) {
    return this.say(phrase.key, phrase.args);
  }

  /** A move as something one may choose: "x.say.y" may have a sister "x.do.y".
   * @param {Phrase} phrase */
  choice(phrase) {
    const sister = phrase.key.replace('.say.', '.do.');
    return this.say(this.has(sister) ? sister : phrase.key, phrase.args);
  }
}

/** What is spoken so far. @type {Record<string, Words>} */
const spoken = {};

/** Parts of the words that are wanted whatever is spoken: '' is what is common, the others are games, records and lessons. */
const wanted = new Set(['']);

/** Tables on their way or there, by file. @type {Record<string, Promise<Table>>} */
const coming = {};

/** @param {string} part @param {string} lang @returns {string} */
const fileOf = (part, lang) => (part ? `${part}-${lang}` : lang);

/** Fetches a table once; if it does not come, whoever asks next tries again. @param {string} file @returns {Promise<Table>} */
async function fetchTable(file) {
  try {
    return await (coming[file] ??= fetch(`words/${file}.json`).then((answer) => answer.json()));
  } catch (error) {
    delete coming[file];
    throw error;
  }
}

/** @param {string} lang */
async function learn(lang) {
  const words = spoken[lang] ??= new Words(lang, {});
  const tables = await Promise.all([...wanted].map((part) => fetchTable(fileOf(part, lang))));
  Object.assign(words.table, ...tables);
  return words;
}

/** A language, with all that is wanted of it. @param {string} lang @param {Record<string, Promise<Table>>} [asked] tables
 * that are on their way already @returns {Promise<Words>} */
export function loadWords(lang, asked = {}) {
  Object.assign(coming, asked);
  return learn(lang);
}

/** What is said of a game, of records or in lessons, in every language spoken now or later. @param {string} part */
export async function loadPart(part) {
  wanted.add(part);
  await Promise.all(Object.keys(spoken).map(learn));
}
