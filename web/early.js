// What the page needs in any case, asked for while its modules are still on their way: words, a line to the
// server, and the game at whose table one sits.

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

export const lang = usualLanguage();

/** @type {Promise<import('./words.js').Table>} */
export const words = fetch(`words/${lang}.json`).then((answer) => answer.json());

/** Lets something come that is soon asked for. @param {'modulepreload' | 'preload'} rel @param {string} href */
function hurry(rel, href) {
  const link = document.createElement('link');
  link.rel = rel;
  link.href = href;
  if (rel === 'preload')
    link.as = 'style';
  document.head.append(link);
}

if (location.hash)
  hurry('modulepreload', 'indoors.js');
const table = new URLSearchParams(location.hash.slice(1)).get('t');
const { game } = JSON.parse(localStorage.getItem(`token ${table}`) ?? '{}');
if (/^[a-z-]+$/.test(game ?? '')) { // one comes back to a seat
  hurry('modulepreload', `games/${game}.js`);
  hurry('preload', `games/${game}.css`);
}

/** The server's, beside this page. */
export const address = new URL('socket', location.href);
address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
address.hash = '';

/** What the server said before anybody listened. @type {MessageEvent[]} */
export const heard = [];

export const socket = new WebSocket(address);
socket.onopen = () => socket.send(`hello 1 ${lang}`);
socket.onmessage = (/** @type {MessageEvent} */ event) => heard.push(event);
