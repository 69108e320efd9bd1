// The service worker: keeps the whole page as it was built, and shows that copy when no server answers.
// tools/embed_site.py writes the list of files and their hash into it, so that it changes with any of them;
// in the folder itself it keeps nothing.

const version = 'folder';
const files = /** @type {string[]} */ ([]);
const patience = 5000; // milliseconds for a server to answer

const copyName = `flibuste ${version}`;
const worker = /** @type {any} */ (self);

/** @param {Request} request */
async function fromServer(request) {
  const given = new AbortController(), timer = setTimeout(() => given.abort(), patience);
  const answer = await fetch(request, { signal: given.signal });
  clearTimeout(timer);
  if (!answer.ok)
    throw new Error(String(answer.status));
  return answer;
}

/** The server's, which is the newest; else the copy, all of which belongs together. @param {Request} request */
async function answer(request) {
  try {
    return await fromServer(request);
  } catch {
    const copy = await caches.match(request, { ignoreSearch: true, cacheName: copyName });
    return copy ?? fetch(request);
  }
}

/** A copy of everything, asked for anew and not taken from what the browser kept before. */
async function keepAll() {
  const copy = await caches.open(copyName);
  await copy.addAll(files.map((file) => new Request(file, { cache: 'reload' })));
}

async function forgetOld() {
  const all = await caches.keys();
  await Promise.all(all.filter((one) => one.startsWith('flibuste ') && one !== copyName).map((one) => caches.delete(one)));
}

worker.addEventListener('install', (/** @type {any} */ event) => {
  worker.skipWaiting();
  event.waitUntil(keepAll());
});

worker.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(forgetOld().then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method === 'GET' && request.url.startsWith(worker.registration.scope))
    event.respondWith(answer(request));
});
