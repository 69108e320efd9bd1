// Film strips: eight frames of each scene and of some motions of pieces, side by side in one
// picture, for people to look at. BUILD=build node tests/browser/strips.mjs FOLDER [NAME...]

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { recordNamed, showEnding } from './ending.mjs';
import { drawMoment, moments, newPage, openBrowser, root, serve, servePage } from './lib.mjs';

const frames = 8;
const [folder, ...wanted] = process.argv.slice(2);
const size = { width: 640, height: 420 };

/** Scenes, each with a game in which it is played. */
const scenes = {
  wreck: 'mille-sabords',
  island: 'mille-sabords',
  fight: 'pirates-en-duel',
  boarding: 'aux-sabords',
  capture: 'corsaires',
  mutiny: 'buccaneer',
};

/** Motions of pieces: a game, and between which moments of a match they are seen. */
const motions = {
  dice: ['mille-sabords', 'ms.say.throw'],
  card: ['mille-sabords', 'ms.say.turn-up'],
  hire: ['pirates-en-duel', 'pd.say.take'],
  galleon: ['corsaires', 'co.say.galleon'],
  crew: ['buccaneer', 'bu.say.capture-pirate'],
  sail: ['aux-sabords', 'as.say.step'],
};

const isWanted = (name) => !wanted.length || wanted.includes(name);

/** Stops all motions at a part of the longest one. */
const hold = (page, part) =>
  page.evaluate((part) => {
    window.held ??= document
      .getAnimations()
      .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity);
    const end = Math.max(1, ...window.held.map(({ effect }) => effect.getComputedTiming().endTime));
    for (const motion of window.held) {
      motion.pause();
      motion.currentTime = end * part;
    }
    return end;
  }, part);

/** Writes one picture with all frames. */
async function strip(page, name, selector) {
  const shots = [];
  let length = 0;
  for (let i = 0; i < frames; i++) {
    length = await hold(page, (i / (frames - 1)) * 0.999);
    const clip = await page.locator(selector).first().boundingBox();
    shots.push((await page.screenshot({ clip })).toString('base64'));
  }
  const sheet = await newPage(browser);
  await sheet.setContent(
    `<body style="margin:0;display:grid;grid-template-columns:repeat(4,1fr);gap:4px">${shots
      .map((shot) => `<img style="width:100%" src="data:image/png;base64,${shot}">`)
      .join('')}`,
  );
  await sheet.setViewportSize({ width: 1400, height: 400 });
  await sheet.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
  await sheet.close();
  console.log(`${name}: ${Math.round(length)} ms`);
}

const names = ['Anne', 'Rackham', 'Mary', 'Surcouf'];
const browser = await openBrowser(),
  site = await servePage();
mkdirSync(folder, { recursive: true });

for (const [name, game] of Object.entries(scenes).filter(([name]) => isWanted(name))) {
  const page = await newPage(browser, { viewport: size, reducedMotion: 'no-preference' });
  await drawMoment(page, site.url, moments(game, 3, 7, 1)[3], { names, lang: 'fr' });
  await page.waitForFunction(() => window.table.stage);
  await page.evaluate((name) => {
    const args = { who: { seat: 2 }, other: { seat: 3 } };
    window.table.stage.play(name, { key: '', args }, 'Rackham et Mary en pleine mer');
    clearTimeout(window.table.stage.timer); // it stays while pictures are taken
  }, name);
  await strip(page, name, '.board-area');
  await page.close();
}

for (const [name, [game, key]] of Object.entries(motions).filter(([name]) => isWanted(name))) {
  const page = await newPage(browser, { viewport: size, reducedMotion: 'no-preference' }),
    all = moments(game, 3, 7, 1, 'every'),
    at = all.findIndex(({ log }, i) => i > 5 && log.some((phrase) => phrase.key === key));
  await drawMoment(page, site.url, all[at - 1], { names, lang: 'fr' });
  await page.evaluate((sight) => window.table.see(sight), all[at].sight);
  await strip(page, name, '#page');
  await page.close();
}

if (isWanted('end')) {
  const server = await serve('--web', `${root}/web`),
    page = await newPage(browser, { viewport: size, reducedMotion: 'no-preference' });
  await showEnding(page, server.url, recordNamed('mille-sabords-3'), { analysis: false });
  await page.evaluate(() => {
    const { ending } = window;
    clearTimeout(ending.timer);
    ending.finish = () => {}; // it stays while pictures are taken
    ending.element.classList.remove('is-playing');
    getComputedStyle(ending.element).opacity;
    ending.element.classList.add('is-playing');
  });
  await strip(page, 'end', '.ending');
  await page.close();
  await server.stop();
}
await browser.close();
site.close();
