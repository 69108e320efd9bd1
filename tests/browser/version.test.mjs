// Pages and servers of different versions of the protocol: one reload, then one clear sentence.
// `oldPage` behaves like the page of version 1 towards the server and the browser: it says "hello
// 1", shows the reason of a refusal, registers a service worker and never reloads by itself.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import http from 'node:http';
import { connect } from 'node:net';
import { eventually, openBrowser, person, serve, showsText } from './lib.mjs';

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

/** An address where the files of version 1 are served until `update`, and the new server behind it
 * from then on. The WebSocket always leads to the new server. */
async function upgraded() {
  const server = await serve(),
    port = Number(new URL(server.url).port);
  let files = oldPage;
  const proxy = http.createServer((request, response) => {
    const old = files[request.url];
    if (old) {
      response.writeHead(200, { 'Content-Type': old[0], 'Cache-Control': 'no-cache' });
      response.end(old[1]);
      return;
    }
    const { method, url, headers } = request;
    request.pipe(
      http.request({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  proxy.on('upgrade', (request, near) => {
    const far = connect(port, '127.0.0.1', () => {
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
    update: () => {
      files = {};
    },
    stop: () => {
      proxy.closeAllConnections();
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
