// Requests what every page needs while the modules are still loading: texts, the connection to the
// server, and the user's table with its game. tools/embed_site.py puts this script into index.html.
// Where inline scripts are forbidden, and with `serve --web`, main.js imports it.

/** Replaces local storage where it is forbidden. */
class MemoryStorage {
  /** @type {Record<string, string>} */
  #kept = {};
  get forgets() {
    return true;
  }
  getItem(/** @type {string} */ key) {
    return this.#kept[key] ?? null;
  }
  setItem(/** @type {string} */ key, /** @type {string} */ value) {
    this.#kept[key] = value;
  }
  removeItem(/** @type {string} */ key) {
    delete this.#kept[key];
  }
}

try {
  void localStorage.length;
} catch {
  Object.defineProperty(window, 'localStorage', { value: new MemoryStorage() });
}

/** Brings what this browser stores to version 2. Version 1 had no number, and its first pages
 * stored the only token of a table as `token`. */
function migrateStorage() {
  if (Number(localStorage.getItem('storage')) >= 2) return;
  for (const key of Object.keys(localStorage).filter((one) => one.startsWith('token '))) {
    const {
      token,
      tokens = token ? [token] : [],
      ...rest
    } = JSON.parse(localStorage.getItem(key) ?? '{}');
    localStorage.setItem(key, JSON.stringify({ ...rest, tokens }));
  }
  localStorage.setItem('storage', '2');
}

try {
  migrateStorage();
} catch {
  // storage is full: the next visit tries again
}

const all = /** @type {any} */ (globalThis);

/** The languages of lang/languages; the first is the default. @type {string[]} */
const codes = all.languages.map((/** @type {{code: string}} */ { code }) => code);

/** The code of the language of a locale such as "fr-CA", if there is one. @param {string} locale */
const codeOf = (locale) => codes.find((code) => code === locale.split('-')[0].toLowerCase());

/** The user's language: the chosen one, else the browser's. */
function usualLanguage() {
  const kept = localStorage.getItem('lang');
  const all = kept ? [kept] : navigator.languages;
  return all.map((locale) => codeOf(locale)).find(Boolean) ?? codes[0];
}

/** The path of a file of this build: tools/embed_site.py sets `build`. @param {string} path */
const fileAt = (path) => `${all.build ?? ''}${path}`;

/** A file of this build is missing. Reloads the page, once, if the server has another build. */
async function reloadIfReplaced() {
  if (!all.build || sessionStorage.getItem('replaced') === all.build) return;
  const answer = await fetch('./', { cache: 'no-store' });
  if (!answer.ok || (await answer.text()).includes(all.build)) return;
  sessionStorage.setItem('replaced', all.build);
  location.reload();
}

/** Calls reloadIfReplaced, which fails without a server and without session storage. */
all.fileIsMissing = () => void reloadIfReplaced().catch(() => {});

// scripts and style sheets in the document
addEventListener('error', ({ target }) => target !== window && all.fileIsMissing(), true);

/** Adds a link that preloads a resource. @param {'modulepreload' | 'preload'} rel
 * @param {string} href */
function hurry(rel, href) {
  const link = document.createElement('link');
  link.rel = rel;
  link.href = fileAt(href);
  if (rel === 'preload') link.as = 'style';
  document.head.append(link);
}

/** Preloads the part of the page that the address asks for, and the game of a stored table.
 * @param {URLSearchParams} to @param {string} game */
function hurryPart(to, game) {
  const part = !location.hash
    ? 'home/home'
    : location.hash.startsWith('#rules/')
      ? 'home/rules'
      : to.has('j')
        ? 'home/waiting-room'
        : 'play/match';
  hurry('modulepreload', `${part}.js`);
  if (part === 'play/match') hurry('modulepreload', 'play/table.js');
  if (part === 'home/home' || part === 'home/rules')
    // the match of an invitation may have started
    hurry('preload', 'home/home.css');
  if (part === 'home/home') hurry('modulepreload', 'games/posters.js'); // what home.js imports
  if (game) {
    hurry('modulepreload', `games/${game}/index.js`);
    hurry('preload', `games/${game}/style.css`);
  }
}

/** Requests tables of texts, by file. @param {string[]} files */
function fetchWords(files) {
  return Object.fromEntries(
    files.map((file) => {
      const table = fetch(fileAt(`words/${file}.json`)).then((answer) => answer.json());
      // loadWords() handles a failure; the page may be left before it is called
      table.catch(() => {});
      return [file, table];
    }),
  );
}

/** The address of the server's WebSocket. */
function addressOfLine() {
  const address = new URL('socket', location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  address.hash = '';
  return address;
}

/** @returns {import('./lib/connection.js').First} */
function begin() {
  const lang = usualLanguage(),
    address = addressOfLine(),
    to = new URLSearchParams(location.hash.slice(1)),
    table = to.get('t');
  const { game: kept = '', tokens = [] } = JSON.parse(
    localStorage.getItem(`token ${table}`) ?? '{}',
  );
  const game = /^[a-z-]*$/.test(kept) ? kept : '';
  /** @type {import('./lib/connection.js').First} */
  const first = {
    lang,
    address,
    words: fetchWords([lang, ...(game ? [`${game}-${lang}`] : [])]),
    socket: new WebSocket(address),
    heard: [],
    asked: undefined,
    tokens,
  };
  hurryPart(to, game);
  first.socket.onopen = () => {
    first.socket.send(`hello 2 ${lang}`);
    if (!table || to.has('k') || localStorage.getItem(`offline ${table}`) !== null) return;
    first.asked = table;
    first.socket.send(`resume ${table} ${tokens.join(',') || '-'} 0`);
  };
  first.socket.onmessage = (event) => first.heard.push(event);
  return first;
}

all.first ??= begin();

export {};
