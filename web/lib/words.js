// Texts in the user's language, like src/core/words.c. The tables are built from lang/: a common
// one, and one for each game, for records and for lessons, which are loaded with these. In a text,
// {name} is an argument and {name:the} a noun in one of its forms. Texts with a plural depend on
// the argument "n". The list of languages is a script of its own, which preload.js contains.

import { fileAt, fileIsMissing } from './version.js';

/** @typedef {number | string | string[] | {seat: number}} Arg */
/** @typedef {{key: string, args: Record<string, Arg>}} Phrase */
/** Texts by key; a list of plural forms where they differ.
 * @typedef {Record<string, string | string[]>} Table */
/** A row of lang/languages.
 * @typedef {{code: string, locale: string, plural: keyof typeof plurals, decimal: string,
 *   groups: string, name: string}} Language */

/** Which form of a text goes with a number, by rule; src/core/words.c has the same rules. */
const plurals = {
  one: (/** @type {number} */ n) => (n === 1 ? 0 : 1),
  'zero-or-one': (/** @type {number} */ n) => (Math.abs(n) > 1 ? 1 : 0),
  'one-few-many': (/** @type {number} */ n) => {
    const size = Math.abs(n),
      last = size % 10;
    if (size === 1) return 0;
    return last >= 2 && last <= 4 && Math.floor(size / 10) % 10 !== 1 ? 1 : 2;
  },
};

/** @returns {Language[]} */
const listed = () => /** @type {any} */ (globalThis).languages;

/** Forms of a noun. An argument also has the forms "count" ("1 skull" instead of "a skull"),
 * "digits" (a number without groups) and "you" ("you" instead of the reader's name). */
const forms = ['', 'a', 'the', 'of', 'many'];

/** The longest line of the log (docs/voice.md); src/term/narration.c has the same limit. */
const LINE_LENGTH = 115;

/** @param {string} text @param {string} form */
function inForm(text, form) {
  const all = text.split(' | ');
  return all[Math.max(0, forms.indexOf(form))] ?? all[0];
}

/** The other kinds of texts for a phrase "x.say.y". @param {string} key @param {string} kind */
const variant = (key, kind) => key.replace('.say.', `.${kind}.`);

/** @param {Arg} a @param {Arg} b */
const equal = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** @param {string} form */
const isDefinite = (form) => ['the', 'of'].includes(form);

export class Words {
  /** @param {string} lang a code of lang/languages @param {Table} table */
  constructor(lang, table) {
    this.lang = lang;
    this.table = table;
    this.language = /** @type {Language} */ (listed().find(({ code }) => code === lang));
    /** Names of the seats; index 1 is the first seat. @type {(string | undefined)[]} */
    this.names = [];
    /** The seat of the only reader, from 1; 0 for spectators and shared screens. */
    this.reader = 0;
  }

  /** @param {string} key */
  has(key) {
    return Object.hasOwn(this.table, key);
  }

  /** A noun in a form, or in its plain form if it has no such form. An unknown key is returned as
   * it is. @param {string} key @param {string} [form] */
  word(key, form = '') {
    const text = this.has(key) ? this.table[key] : key;
    return inForm(typeof text === 'string' ? text : text[0], form);
  }

  /** @param {number} seat from 1 */
  seat(seat) {
    return this.names[seat] ?? `${this.word('seat')} ${seat}`;
  }

  /** The names of several seats: "Anne, Mary and Hugo". @param {number[]} seats from 1 */
  seats(seats) {
    return this.joined(seats.map((seat) => this.seat(seat)));
  }

  /** The locale for dates, lists and percentages. */
  get locale() {
    return this.language.locale;
  }

  /** The language that the page offers to switch to. */
  get nextLanguage() {
    const all = listed();
    return all[(all.indexOf(this.language) + 1) % all.length];
  }

  /** The plural form for a number. @param {string[]} texts @param {Arg | undefined} n */
  form(texts, n) {
    return texts[typeof n === 'number' ? plurals[this.language.plural](n) : 0];
  }

  /** @param {Arg | undefined} arg @param {string} form */
  arg(arg, form) {
    if (arg === undefined) return '';
    if (Array.isArray(arg)) return this.list(arg, form);
    if (typeof arg === 'number') return form === 'digits' ? String(arg) : this.number(arg);
    if (typeof arg !== 'object') return arg;
    return form === 'you' && arg.seat === this.reader ? this.word('reader') : this.seat(arg.seat);
  }

  /** Uses a real minus sign, and the decimal sign and the groups of the language.
   * @param {number} number */
  number(number) {
    const [whole, decimals] = String(Math.abs(number)).split('.'),
      grouped = whole.replace(/\B(?=(\d{3})+$)/g, this.language.groups);
    const text = decimals ? grouped + this.language.decimal + decimals : grouped;
    return number < 0 ? `\u2212${text}` : text;
  }

  /** Whether equal words of a list are counted: the noun has a plural, and the form is not
   * definite. @param {string} key @param {string} form */
  isCounted(key, form) {
    return !isDefinite(form) && this.has(key) && this.wordForms(key) > 4;
  }

  /** The number of forms of a noun. @param {string} key */
  wordForms(key) {
    return [this.table[key]].flat()[0].split(' | ').length;
  }

  /** A list of words: "2 monkeys, a parrot and a coin". Equal definite words are one thing.
   * @param {string[]} keys @param {string} form */
  list(keys, form) {
    /** @type {{key: string, times: number}[]} */
    const words = [];
    for (const key of keys) {
      const counted = this.isCounted(key, form),
        same = (counted || isDefinite(form)) && words.find((word) => word.key === key);
      if (!same) words.push({ key, times: 1 });
      else if (counted) same.times++;
    }
    const texts = words.map(({ key, times }) => {
      if (times > 1) return `${times} ${this.word(key, 'many')}`;
      return form === 'count' && this.isCounted(key, form)
        ? `1 ${this.word(key)}`
        : this.word(key, form);
    });
    return this.joined(texts);
  }

  /** @param {string[]} texts */
  joined(texts) {
    const last = texts.at(-1) ?? '';
    return texts.length > 1
      ? `${texts.slice(0, -1).join(this.word('list.comma'))}${this.word('list.and')}${last}`
      : last;
  }

  /** The key of the text for a sentence: "x-same" instead of "x" if it has two lists, and both
   * have the same words. @param {string} key @param {Record<string, Arg>} args */
  textKey(key, args) {
    const [first, second, third] = Object.values(args)
      .filter(Array.isArray)
      .map((list) => [...list].sort().join());
    const repeats = first && first === second && third === undefined;
    return repeats && this.has(`${key}-same`) ? `${key}-same` : key;
  }

  /** A complete sentence. @param {string} key @param {Record<string, Arg>} [args] */
  say(key, args = {}) {
    const used = this.textKey(key, args);
    const entry = this.has(used) ? this.table[used] : used;
    const text = typeof entry === 'string' ? entry : this.form(entry, args.n);
    return text.replace(/\{([^{}:]*):?([^{}]*)\}/g, (_, name, form) =>
      this.arg(Object.hasOwn(args, name) ? args[name] : undefined, form),
    );
  }

  /** A text about an amount {n}; "x-none" instead of "x" for 0 if there is such a text.
   * @param {string} key @param {number} n @param {Record<string, Arg>} [args] */
  amount(key, n, args) {
    const none = `${key}-none`;
    return this.say(n === 0 && this.has(none) ? none : key, { ...args, n });
  }

  /** A phrase, addressed to the reader: "x.you.y" if the reader is {who}, "x.toyou.y" if {other} or
   * their partner {ally}, as far as there is such a text. @param {Phrase} phrase */
  phrase({ key, args }) {
    const roles = { who: 'you', other: 'toyou', ally: 'toyou' };
    for (const [name, kind] of Object.entries(roles)) {
      const arg = /** @type {any} */ (args?.[name]),
        addressed = variant(key, kind);
      if (this.reader && arg?.seat === this.reader && addressed !== key && this.has(addressed))
        return this.say(addressed, args);
    }
    return this.say(key, args);
  }

  /** Whether a phrase is not reported: its text is empty. @param {Phrase} phrase */
  isSilent({ key }) {
    return this.has(key) && [this.table[key]].flat()[0] === '';
  }

  /** The sentence that says both phrases, if there is a text for it, "x.say.a+b" for "x.say.a" and
   * "x.say.b", of at most 115 characters. Arguments of the same name must be equal.
   * "x.say.a+a" says that two players do the same: the second is {other}.
   * @param {Phrase} a @param {Phrase} b @returns {Phrase | undefined} */
  extended(a, b) {
    const [prefix, tail] = b.key.split('.say.'),
      key = `${a.key}+${tail}`;
    if (tail === undefined || !a.key.startsWith(`${prefix}.say.`) || !this.has(key))
      return undefined;
    const added = { ...b.args };
    if (a.key === b.key) {
      if (!added.who || equal(a.args.who, added.who)) return undefined;
      added.other = added.who;
      delete added.who;
    }
    const same = Object.keys(added).every(
      (name) => !Object.hasOwn(a.args ?? {}, name) || equal(a.args[name], added[name]),
    );
    const longer = { key, args: { ...a.args, ...added } };
    return same && this.phrase(longer).length <= LINE_LENGTH ? longer : undefined;
  }

  /** Adds a phrase to sentences of the log; extends the last one if there is a text for both.
   * @param {Phrase[]} sentences @param {Phrase} phrase */
  addSentence(sentences, phrase) {
    const last = sentences.at(-1),
      longer = last && this.extended(last, phrase);
    if (this.isSilent(phrase)) return;
    if (longer) sentences[sentences.length - 1] = longer;
    else sentences.push(phrase);
  }

  /** A move as a choice: "x.do.y" if there is such a text, else "x.say.y". @param {Phrase}
   *   phrase */
  choice(phrase) {
    const sister = variant(phrase.key, 'do');
    return this.say(this.has(sister) ? sister : phrase.key, phrase.args);
  }

  /** A move as a choice, with its consequence, for descriptions. @param {{phrase: Phrase, note?:
   *   Phrase}} move */
  noted(move) {
    const note = this.note(move);
    return this.choice(move.phrase) + (note && this.word('list.comma') + note);
  }

  /** The consequence of a move, or nothing. @param {{note?: Phrase}} move */
  note({ note }) {
    return note ? this.say(note.key, note.args) : '';
  }
}

/** The present language. @type {Record<string, Words>} */
const spoken = {};

/** Tables that every language needs so far: '' is the common one, the others are games, records and
 * lessons. */
const wanted = new Set(['']);

/** Promises of tables, by file. @type {Record<string, Promise<Table>>} */
const coming = {};

/** @param {string} part @param {string} lang @returns {string} */
const fileOf = (part, lang) => (part ? `${part}-${lang}` : lang);

/** Fetches a table once. After a failure the next call tries again. @param {string} file
 * @returns {Promise<Table>} */
async function fetchTable(file) {
  try {
    return await (coming[file] ??= fetch(fileAt(`words/${file}.json`)).then((answer) =>
      answer.json(),
    ));
  } catch (error) {
    fileIsMissing();
    delete coming[file];
    throw error;
  }
}

/** @param {string} lang */
async function learn(lang) {
  const words = (spoken[lang] ??= new Words(lang, {}));
  const tables = await Promise.all([...wanted].map((part) => fetchTable(fileOf(part, lang))));
  Object.assign(words.table, ...tables);
  return words;
}

/** Loads a language with all tables that are needed. @param {string} lang
 * @param {Record<string, Promise<Table>>} [asked] promises of tables that were requested before
 * @returns {Promise<Words>} */
export function loadWords(lang, asked = {}) {
  Object.assign(coming, asked);
  return learn(lang);
}

/** Loads the table of a game, of records or of lessons, now and for later languages.
 * @param {string} part */
export async function loadPart(part) {
  wanted.add(part);
  await Promise.all(Object.keys(spoken).map(learn));
}
