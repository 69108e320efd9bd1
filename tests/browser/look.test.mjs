// Typefaces and colours: their size, where they come from, and whether players can be told apart.

import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { openBrowser, person, root, serve } from './lib.mjs';

const limit = { timeout: 300_000 };
const fonts = ['texturina-800', 'alegreya-sans-500', 'alegreya-sans-800'].map(
  (name) => `fonts/${name}.woff2`,
);
let browser, server;

before(async () => {
  [browser, server] = await Promise.all([openBrowser(), serve()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test('the typefaces have at most 45 kB and their licences are included', async () => {
  const sizes = await Promise.all(fonts.map((one) => stat(path.join(root, 'web', one))));
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  assert.ok(total <= 45_000, `${total} bytes`);
  for (const name of ['OFL-Texturina.txt', 'OFL-Alegreya-Sans.txt'])
    assert.match(
      await readFile(path.join(root, 'web/fonts', name), 'utf8'),
      /SIL OPEN FONT LICENSE/,
    );
});

test('the page uses its own typefaces and contacts no other host', limit, async () => {
  const { page, context, trouble } = await person(browser, { lang: 'fr' });
  const hosts = new Set();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto(server.url);
  await page.waitForSelector('.poster');
  const loaded = await page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.fonts]
      .map(({ family, weight, status, display }) => [
        family.replaceAll('"', ''),
        weight,
        status,
        display,
      ])
      .filter(([family]) => !/ fallback$/.test(family)); // fonts of the device
  });
  assert.deepEqual(loaded.sort(), [
    ['Alegreya Sans', '500', 'loaded', 'swap'],
    ['Alegreya Sans', '800', 'loaded', 'swap'],
    ['Texturina', '800', 'loaded', 'swap'],
  ]);
  assert.deepEqual([...hosts], [new URL(server.url).host]);
  const worker = await (await fetch(new URL('sw.js', server.url))).text();
  for (const font of fonts) {
    const answer = await fetch(new URL(font, server.url));
    assert.equal(answer.headers.get('content-type'), 'font/woff2');
    assert.ok(worker.includes(font), `${font} is stored for use without a server`);
  }
  assert.deepEqual(trouble, []);
  await context.close();
});

// ---- colours under colour-vision deficiencies ----

/** Machado, Oliveira and Fernandes 2009, severity 1, for linear RGB. */
const deficiencies = {
  none: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [
    0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998,
  ],
  deuteranopia: [
    0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881,
  ],
  tritanopia: [
    1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039,
  ],
};

const linear = (hex) =>
  [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));

const times = (matrix, [x, y, z]) =>
  [0, 3, 6].map((row) => matrix[row] * x + matrix[row + 1] * y + matrix[row + 2] * z);

/** OKLab (Ottosson 2020), times 100. */
function oklab(rgb) {
  const lms = times(
    [
      0.4122214708, 0.5363325363, 0.0514459929, 0.2119034982, 0.6806995451, 0.1073969566,
      0.0883024619, 0.2817188376, 0.6299787005,
    ],
    rgb,
  ).map(Math.cbrt);
  return times(
    [
      0.2104542553, 0.793617785, -0.0040720468, 1.9779984951, -2.428592205, 0.4505937099,
      0.0259040371, 0.7827717662, -0.808675766,
    ],
    lms,
  ).map((one) => one * 100);
}

const luminance = (hex) => times([0.2126, 0.7152, 0.0722, 0, 0, 0, 0, 0, 0], linear(hex))[0];
function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** The custom properties of a theme. */
async function tokensOf(theme) {
  const css = await readFile(path.join(root, 'web/tokens.css'), 'utf8'),
    read = (selector) =>
      Object.fromEntries(
        [
          ...css
            .split(`${selector} {`)[1]
            .split('\n}')[0]
            .matchAll(/(--[\w-]+): (#\w+);/g),
        ].map(([, name, value]) => [name, value]),
      );
  return {
    ...read('\n:root'),
    ...(theme === 'dark' ? read(":root[data-theme='dark']") : {}),
  };
}

for (const theme of ['light', 'dark'])
  for (const [name, matrix] of Object.entries(deficiencies))
    test(`eight players differ in colour with ${name} (${theme})`, async () => {
      const tokens = await tokensOf(theme),
        seats = Array.from({ length: 8 }, (_, i) => tokens[`--seat-${i + 1}`]),
        seen = seats.map((hex) =>
          oklab(times(matrix, linear(hex)).map((one) => Math.min(1, Math.max(0, one)))),
        );
      for (let i = 0; i < 8; i++)
        for (let j = 0; j < i; j++) {
          const distance = Math.hypot(...seen[i].map((one, k) => one - seen[j][k]));
          assert.ok(distance >= 10, `seats ${j + 1} and ${i + 1}: ${distance.toFixed(1)}`);
        }
    });

test('every player has a different sign, readable on the colour of the seat', async () => {
  const { emblems } = await import('../../web/lib/art.js');
  assert.equal(new Set(emblems).size, 8);
  for (const theme of ['light', 'dark']) {
    const tokens = await tokensOf(theme);
    for (let seat = 1; seat <= 8; seat++) {
      const ratio = contrast(tokens[`--seat-${seat}`], tokens[`--on-seat-${seat}`]);
      assert.ok(ratio >= 4.5, `seat ${seat} (${theme}): ${ratio.toFixed(2)}`);
    }
  }
});

test('text is readable on its ground', async () => {
  for (const theme of ['light', 'dark']) {
    const tokens = await tokensOf(theme);
    for (const [text, ground] of [
      ['ink', 'paper'],
      ['ink-2', 'paper'],
      ['ink-2', 'paper-2'],
      ['on-sea', 'sea-1'],
      ['on-sea-2', 'sea-4'],
      ['on-wood', 'wood-1'],
      ['on-wood-2', 'wood-1'],
      ['on-gold', 'gold'],
      ['on-bone', 'bone-2'],
      ['danger-on-gold', 'gold'],
      ['danger-on-bone', 'bone-2'],
      ['danger-on-sea', 'sea-4'],
      ['danger-text', 'paper'],
      ['good-on-gold', 'gold'],
      ['on-glow', 'glow'],
      ['on-danger', 'danger'],
    ]) {
      const ratio = contrast(tokens[`--${text}`], tokens[`--${ground}`]);
      assert.ok(ratio >= 4.5, `${text} on ${ground} (${theme}): ${ratio.toFixed(2)}`);
    }
  }
});
