// The page, measured: what it weighs, how long a first table takes on a slow line, how long a change of
// the view takes to draw. BUILD=build node bench/page.mjs
//
// Compare: under 400 kB in all, a first table within a second on 3G, 95 of 100 changes within 16 ms.

import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import path from 'node:path';
import { build, drawMoment, moments, openBrowser, person, root, serve, servePage } from '../tests/browser/lib.mjs';

/** Every file of the page: its own, and the words; rules come when they are read. */
function files() {
  const list = (folder) => readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name))
    .filter((name) => /\.(js|css|html|svg)$/.test(name));
  return [...list(path.join(root, 'web')), path.join(build, 'lang/fr.json'), path.join(build, 'lang/en.json')];
}

function weigh() {
  const sizes = files().map((file) => readFileSync(file)).map((bytes) => [bytes.length, gzipSync(bytes, { level: 9 }).length]);
  const [raw, packed] = [0, 1].map((i) => sizes.reduce((sum, size) => sum + size[i], 0));
  console.log(`weight: ${(raw / 1000).toFixed(0)} kB, ${(packed / 1000).toFixed(0)} kB packed, of 400 kB`);
}

/** From opening the address to the first table, on a line of 1.6 Mbit/s and 150 ms. */
async function firstTable(browser) {
  const server = await serve(), { page, context } = await person(browser);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 150,
    downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 });
  const start = Date.now();
  await page.goto(server.url);
  await page.waitForSelector('.poster');
  const door = Date.now() - start;
  await page.locator('.poster .is-main').first().click();
  await page.waitForSelector('.board .item');
  console.log(`3G: door after ${door} ms, table ${Date.now() - start - door} ms after the click`);
  await context.close();
  await server.stop();
}

/** How long the page works on a change, at every moment of a match: CPU time of its thread for script,
 * style, layout and painting, so that a busy machine does not matter. */
async function draws(browser, game, seats) {
  const site = await servePage(), page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => Object.fromEntries((await session.send('Performance.getMetrics')).metrics
    .map(({ name, value }) => [name, value])).TaskDuration * 1000;
  const all = moments(game, seats, 7, 1), times = [];
  await drawMoment(page, site.url, all[0]);
  await page.evaluate((list) => { window.sights = list; }, all.map((moment) => moment.sight));
  for (let i = 0; i < all.length; i++) {
    await page.waitForTimeout(400); // what still moves comes to rest
    const before = await worked();
    await page.evaluate((n) => new Promise((resolve) => {
      window.table.see(window.sights[n]);
      requestAnimationFrame(() => setTimeout(resolve));
    }), i);
    times.push(await worked() - before);
  }
  times.sort((x, y) => x - y);
  console.log(`${game}: ${times.length} changes, half within ${times[times.length >> 1].toFixed(1)} ms, ` +
    `95 of 100 within ${times[Math.floor(times.length * 0.95)].toFixed(1)} ms, of 16 ms`);
  await page.close();
  site.close();
}

weigh();
const browser = await openBrowser();
await draws(browser, 'mille-sabords', 2);
await draws(browser, 'corsaires', 2);
await firstTable(browser);
await browser.close();
