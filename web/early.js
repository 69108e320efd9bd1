// What the page needs in any case, asked for while its modules are still on their way: words, a line to the
// server, and the table at which one sits, with its game. It travels inside index.html (tools/embed_site.py); where
// that is forbidden, or while one works on the page, main.js imports it.

/** What stands for the browser's storage where that is forbidden. */
class Forgetful {
  /** @type {Record<string, string>} */
  #kept = {};
  get forgets() { return true; }
  getItem(/** @type {string} */ key) { return this.#kept[key] ?? null; }
  setItem(/** @type {string} */ key, /** @type {string} */ value) { this.#kept[key] = value; }
  removeItem(/** @type {string} */ key) { delete this.#kept[key]; }
}

try {
  void localStorage.length;
} catch {
  Object.defineProperty(window, 'localStorage', { value: new Forgetful() });
}

/** The reader's language: chosen before, else the browser's. */
function usualLanguage() {
  const kept = localStorage.getItem('lang');
  const all = kept ? [kept] : navigator.languages;
  return all.map((code) => code.slice(0, 2)).find((code) => code === 'fr' || code === 'en') ?? 'en';
}

/** Lets something come that is soon asked for. @param {'modulepreload' | 'preload'} rel @param {string} href */
function hurry(rel, href) {
  const link = document.createElement('link');
  link.rel = rel;
  link.href = href;
  if (rel === 'preload')
    link.as = 'style';
  document.head.append(link);
}

/** The part of the page one goes to, and the game if one comes back to a seat. @param {URLSearchParams} to @param {string} game */
function hurryPart(to, game) {
  const part = !location.hash ? 'door' : location.hash.startsWith('#rules/') ? 'rules' : to.has('j') ? 'room' : 'seat';
  hurry('modulepreload', `${part}.js`);
  if (part === 'door' || part === 'rules') // who is invited may find the match begun
    hurry('preload', 'door.css');
  if (game) {
    hurry('modulepreload', `games/${game}.js`);
    hurry('preload', `games/${game}.css`);
  }
}

/** Words by the files they are in. @param {string[]} files */
function fetchWords(files) {
  return Object.fromEntries(files.map((file) => [file, fetch(`words/${file}.json`).then((answer) => answer.json())]));
}

/** The server's, beside this page. */
function addressOfLine() {
  const address = new URL('socket', location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  address.hash = '';
  return address;
}

/** @returns {import('./line.js').First} */
function begin() {
  const lang = usualLanguage(), address = addressOfLine(), to = new URLSearchParams(location.hash.slice(1)), table = to.get('t');
  const { game: kept = '', token = '-' } = JSON.parse(localStorage.getItem(`token ${table}`) ?? '{}'), game = /^[a-z-]*$/.test(kept) ? kept : '';
  /** @type {import('./line.js').First} */
  const first = { lang, address, words: fetchWords([lang, ...(game ? [`${game}-${lang}`] : [])]),
    socket: new WebSocket(address), heard: [], asked: undefined };
  hurryPart(to, game);
  first.socket.onopen = () => {
    first.socket.send(`hello 1 ${lang}`);
    if (!table || to.has('k') || localStorage.getItem(`offline ${table}`) !== null)
      return;
    first.asked = table;
    first.socket.send(`resume ${table} ${token} 0`);
  };
  first.socket.onmessage = (event) => first.heard.push(event);
  return first;
}

/** @type {any} */ (globalThis).first ??= begin();

export {};
