// The service worker: stores the whole page and answers with that copy when no server does.
// tools/embed_site.py writes the list of files and the build into it, so that it changes with any
// of them. With `serve --web` it stores nothing.

const build = 'folder/'; // path of the files of this build: equal for equal contents
const files = /** @type {string[]} */ ([]);
const fixed = [
  ['index.html', './'],
  ['icon.svg', 'icon.svg'],
  ['manifest.webmanifest', 'manifest.webmanifest'],
];
const patience = 5000; // milliseconds for a server to answer
const answerTime = 1000; // milliseconds for a page to answer

const protocol = 2; // version of the protocol that these files use
const copyName = `flibuste ${protocol} ${build}`; // without a protocol: version 1
const worker = /** @type {any} */ (self);

/** @param {Request} request */
async function fromServer(request) {
  const given = new AbortController(),
    timer = setTimeout(() => given.abort(), patience);
  const answer = await fetch(request, { signal: given.signal });
  clearTimeout(timer);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer;
}

/** @param {Request} request */
const stored = (request) => caches.match(request, { ignoreSearch: true, cacheName: copyName });

/** The server's answer, which is the newest; else the stored copy. Files of this build come from
 * the copy: a page goes on when no server has its build any more.
 * @param {Request} request */
async function answer(request) {
  if (request.url.startsWith(worker.registration.scope + build))
    return (await stored(request)) ?? fetch(request);
  try {
    return await fromServer(request);
  } catch {
    return (await stored(request)) ?? fetch(request);
  }
}

/** Stores all files of this build, whatever build the server has that answers. The files that have
 * fixed addresses are stored at both. */
async function keepAll() {
  const copy = await caches.open(copyName);
  await copy.addAll(files.map((file) => build + file));
  for (const [file, address] of fixed) {
    const found = await copy.match(build + file);
    if (found) await copy.put(address, found);
  }
}

/** Deletes the copies of other files. Resolves to whether some used another protocol. */
async function forgetOld() {
  const all = await caches.keys(),
    old = all.filter((one) => one.startsWith('flibuste ') && one !== copyName);
  await Promise.all(old.map((one) => caches.delete(one)));
  return old.some((one) => !one.startsWith(`flibuste ${protocol} `));
}

/** Whether a page uses this protocol. Pages of version 1 do not answer. @param {any} client
 * @returns {Promise<boolean>} */
function isCurrent(client) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === protocol);
    setTimeout(() => resolve(false), answerTime);
    client.postMessage('protocol', [port2]);
  });
}

/** Loads the new page in all tabs that have an old one. The query makes it another address:
 * otherwise the browser would only scroll to the fragment. */
async function reloadOldPages() {
  const clients = await worker.clients.matchAll({ type: 'window' });
  await Promise.all(
    clients.map(async (/** @type {any} */ client) => {
      if (await isCurrent(client)) return;
      const address = new URL(client.url);
      address.search = 'updated';
      // not awaited: the browser loads the page after this worker is active
      client.navigate(address.href).catch(() => {});
    }),
  );
}

worker.addEventListener('install', (/** @type {any} */ event) => {
  worker.skipWaiting();
  event.waitUntil(keepAll());
});

worker.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(
    (async () => {
      const isOther = await forgetOld();
      await worker.clients.claim();
      if (isOther) await reloadOldPages();
    })(),
  );
});

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method === 'GET' && request.url.startsWith(worker.registration.scope))
    event.respondWith(answer(request));
});
