// Pages and servers of different versions of the protocol: one reload, then one clear sentence.
// `oldPage` behaves like the page of version 1 towards the server and the browser: it says "hello
// 1", shows the reason of a refusal, registers a service worker and never reloads by itself.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import http from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import {
  build,
  eventually,
  newStore,
  openBrowser,
  person,
  serve,
  serveWith,
  showsText,
} from './lib.mjs';

const limit = { timeout: 300_000 }; // generous for a slow machine
let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

const oldPage = {
  '/': [
    'text/html',
    '<!doctype html><meta charset="utf-8"><title>1</title><p id="said"></p>' +
      '<script src="old.js"></script>',
  ],
  '/old.js': [
    'text/javascript',
    `const base = location.href.replace(/^http/, 'ws').replace(/[?#].*/, '');
    const socket = new WebSocket(base + 'socket');
    socket.onopen = () => {
      for (const one of ['hello 1 fr', 'resume 0123456789abcdef - 0']) socket.send(one);
    };
    socket.onmessage = ({ data }) => {
      const { is, to, why } = JSON.parse(data), said = document.getElementById('said');
      if (is === 'refused') said.textContent += to + ': ' + why.key + '. ';
    };
    navigator.serviceWorker.register('sw.js');`,
  ],
  '/sw.js': [
    'text/javascript',
    `addEventListener('install', (event) => {
      skipWaiting();
      const opened = caches.open('flibuste 0123456789abcdef');
      event.waitUntil(opened.then((copy) => copy.addAll(['./', 'old.js'])));
    });
    addEventListener('activate', (event) => event.waitUntil(clients.claim()));
    addEventListener('fetch', (event) => event.respondWith(fetch(event.request)));`,
  ],
};

/** An address in front of servers, which sends each request and each WebSocket to the port that
 * `portOf` chooses, and answers those for which `fileOf` has a file by itself. */
async function proxyTo(portOf, fileOf = () => undefined) {
  const proxy = http.createServer((request, response) => {
    const file = fileOf(request.url);
    if (file) {
      response.writeHead(200, { 'Content-Type': file[0], 'Cache-Control': 'no-cache' });
      response.end(file[1]);
      return;
    }
    const { method, url, headers } = request,
      port = portOf(url);
    request.pipe(
      http.request({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  proxy.on('upgrade', (request, near) => {
    const far = connect(portOf(request.url), '127.0.0.1', () => {
      const head = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}\r\n`);
      far.write(`GET ${request.url} HTTP/1.1\r\n${head.join('')}\r\n`);
      near.pipe(far).pipe(near);
    });
    for (const end of [near, far]) end.on('error', () => {});
  });
  await new Promise((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${proxy.address().port}/`,
    close: () => {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

const portOf = (server) => Number(new URL(server.url).port);

/** An address where the files of version 1 are served until `update`, and the new server behind it
 * from then on. The WebSocket always leads to the new server. */
async function upgraded() {
  const server = await serve();
  let files = oldPage;
  const proxy = await proxyTo(
    () => portOf(server),
    (url) => files[url],
  );
  return {
    url: proxy.url,
    update: () => {
      files = {};
    },
    stop: () => {
      proxy.close();
      return server.stop();
    },
  };
}

/** Counts how often a page is requested from now on. */
function countLoads(page) {
  let count = 0;
  page.on('request', (request) => {
    count += request.isNavigationRequest();
  });
  return () => count;
}

test(
  'a page of version 1 gets a reason that it can show, and then the new page',
  limit,
  async () => {
    const host = await upgraded(),
      { page, context } = await person(browser, { serviceWorkers: 'allow' });
    await page.goto(`${host.url}#rules/corsaires`);
    await eventually(
      () => page.textContent('#said'),
      (said) => (said.match(/hello: .*rechargez la page.*reload the page/g) ?? []).length === 1,
    );
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    host.update();
    const loads = countLoads(page);
    const other = await context.newPage(); // the next visit installs the new service worker
    const visits = countLoads(other);
    await other.goto(host.url);
    await showsText(page, 'h1', /Corsaires/);
    assert.equal(page.url(), `${host.url}#rules/corsaires`);
    await eventually(
      () => page.evaluate(() => caches.keys()),
      (names) => names.length === 1 && names[0].startsWith('flibuste 2 '),
    );
    // a second service worker would be installed by now if there were a loop
    await other.reload();
    await other.waitForSelector('.poster');
    assert.deepEqual([loads(), visits()], [1, 2]);
    await context.close();
    await host.stop();
  },
);

for (const [name, message] of [
  ['a newer server', { type: 'refused', command: 'hello', reason: { key: 'host.protocol' } }],
  ['a server of version 1', { is: 'refused', to: 'hello', why: { key: 'host.protocol' } }],
])
  for (const [lang, sentence] of [
    ['fr', /^La page et le serveur n’ont pas la même version\. Rechargez la page\.$/],
    ['en', /^The page and the server have different versions\. Reload the page\.$/],
  ])
    test(`a page that meets ${name} reloads once and then says so (${lang})`, limit, async () => {
      const server = await serve(),
        { page, context, trouble } = await person(browser, { lang });
      const loads = countLoads(page);
      let isOther = true;
      await page.routeWebSocket(/socket$/, (near) => {
        if (isOther) near.onMessage(() => near.send(JSON.stringify(message)));
        else near.connectToServer();
      });
      await page.goto(server.url);
      await showsText(page, '.linked', sentence);
      assert.equal(loads(), 2);
      await page.evaluate(() => dispatchEvent(new Event('online'))); // it does not connect again
      isOther = false;
      await page.reload();
      await page.waitForSelector('.poster .is-main');
      isOther = true;
      await page.reload(); // after a server that fits, another one is met with a reload again
      await showsText(page, '.linked', sentence);
      assert.equal(loads(), 5);
      assert.deepEqual(trouble, []);
      await context.close();
      await server.stop();
    });

/** Servers of two builds behind one address: `at.server` answers. */
async function twoBuilds() {
  const old = await serve(),
    next = await serveWith(path.join(build, 'tests/next/flibuste'), newStore()),
    at = { server: old, old, next },
    proxy = await proxyTo(() => portOf(at.server));
  return Object.assign(at, {
    url: proxy.url,
    stop: async () => {
      proxy.close();
      await Promise.all([old.stop(), next.stop()]);
    },
  });
}

const buildOf = (page) => page.evaluate(() => globalThis.build);

test('a page whose build is gone reloads when it needs another file', limit, async () => {
  const host = await twoBuilds(),
    { page, context } = await person(browser);
  await page.goto(host.url);
  await page.waitForSelector('.poster .is-main');
  const before = await buildOf(page),
    loads = countLoads(page);
  host.server = host.next;
  await page.goto(`${host.url}#rules/corsaires`); // only the fragment changes
  await showsText(page, 'h1', /Corsaires/);
  await eventually(
    () => buildOf(page),
    (now) => now !== before,
  );
  assert.equal(loads(), 1);
  await context.close();
  await host.stop();
});

test('a page whose build is gone before it has begun reloads', limit, async () => {
  const host = await twoBuilds(),
    { page, context } = await person(browser);
  const document = await (await fetch(host.old.url)).text(),
    policy = (await fetch(host.old.url)).headers.get('content-security-policy');
  host.server = host.next;
  let first = true;
  await page.route(
    (url) => url.pathname === '/',
    async (route) => {
      if (!first || !route.request().isNavigationRequest()) return route.continue();
      first = false;
      return route.fulfill({
        body: document,
        contentType: 'text/html',
        headers: { 'content-security-policy': policy },
      });
    },
  );
  await page.goto(host.url);
  await page.waitForSelector('.poster .is-main');
  await eventually(
    () => buildOf(page),
    (now) => !document.includes(now),
  );
  await context.close();
  await host.stop();
});

test('a stored page goes on with the files of its build', limit, async () => {
  const host = await twoBuilds(),
    { page, context } = await person(browser, { serviceWorkers: 'allow' });
  await page.goto(host.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.waitForSelector('.poster .is-main');
  const before = await buildOf(page),
    loads = countLoads(page);
  host.server = host.next;
  await page.goto(`${host.url}#rules/corsaires`);
  await showsText(page, 'h1', /Corsaires/);
  assert.deepEqual([await buildOf(page), loads()], [before, 0]);
  await context.close();
  await host.stop();
});
