// Screenshots for docs/screens: every table at three moments, the other screens of the page, on a
// phone (in French) and on a laptop (in English), and one moment of every table at the other sizes;
// light and dark. Needs pngquant. BUILD=build node tests/browser/pictures.mjs [NAME...]
// FULL=DIR writes pictures in full size to DIR instead.

import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  chooseGame,
  chooseSeat,
  drawMoment,
  moments,
  openBrowser,
  root,
  serve,
  servePage,
} from './lib.mjs';
import { names, shown } from './shown.mjs';

const full = process.env.FULL,
  folder = full ?? path.join(root, 'docs/screens'),
  bytesMax = 60_000;
const phone = { width: 390, height: 844, scale: 0.85, lang: 'fr' },
  laptop = { width: 1280, height: 800, scale: 0.64, lang: 'en' };
const otherSizes = [
  { width: 360, height: 640, scale: 0.85, lang: 'en' },
  { width: 844, height: 390, scale: 0.85, lang: 'fr' },
  { width: 768, height: 1024, scale: 0.64, lang: 'en' },
  { width: 1920, height: 1080, scale: 0.45, lang: 'fr' },
  { width: 2560, height: 1440, scale: 0.35, lang: 'en' },
];

/** The screens in both themes. */
const lightAndDark = (screens) =>
  screens.flatMap((one) => ['light', 'dark'].map((theme) => ({ ...one, theme })));

/** A page of this size, at the scale of the published pictures. */
const pageOn = ({ width, height, scale, lang, theme }) => ({
  viewport: { width, height },
  deviceScaleFactor: full ? 1 : scale,
  reducedMotion: 'reduce',
  locale: lang,
  colorScheme: theme,
});

/** @param {string} selector */
const click = (selector) => (page) => page.locator(selector).first().click();

/** The moment with the most ships that can be boarded. */
const boardings = ({ sight }) => sight.moves.filter(({ move }) => move.startsWith('board')).length;
const boarding = moments('buccaneer', 4, 3, 1).reduce((best, one) =>
  boardings(one) > boardings(best) ? one : best,
);

/** The moment of a picture, and the actions before it is taken. */
const poses = {
  'mille-sabords-opening': [shown['mille-sabords-opening']],
  'mille-sabords-island': [
    shown['mille-sabords-island'],
    click('.ms-lying .die.is-live'),
    click('.ms-lying .die.is-live'),
  ],
  'mille-sabords-end': [shown['mille-sabords-end']],
  'corsaires-battle': [shown['corsaires-battle'], click('.co-hand.is-own .is-live')],
  'corsaires-teams': [shown['corsaires-teams']],
  'corsaires-end': [shown['corsaires-end']],
  'buccaneer-boarding': [boarding, click('.bu-crew.is-mine .chief')],
  'buccaneer-mutiny': [shown['buccaneer-mutiny']],
  'buccaneer-end': [shown['buccaneer-end']],
  'pirates-en-duel-opening': [shown['pirates-en-duel-opening']],
  'pirates-en-duel-target': [shown['pirates-en-duel-target']],
  'pirates-en-duel-losses': [shown['pirates-en-duel-losses']],
  'aux-sabords-sailing': [shown['aux-sabords-sailing']],
  'aux-sabords-boarding': [shown['aux-sabords-boarding']],
  'aux-sabords-end': [shown['aux-sabords-end']],
};

/** The moments that are also shown at the other sizes, one per game. */
const shownAtAllSizes = new Set([
  'mille-sabords-island',
  'corsaires-battle',
  'buccaneer-boarding',
  'pirates-en-duel-losses',
  'aux-sabords-sailing',
]);

/** Writes a picture with as many colours as the limit of its size allows. */
async function keep(page, name, { width, height, theme }) {
  const file = path.join(folder, `${name}-${width}x${height}-${theme}.png`);
  for (const colours of [64, 48, 38, 30, 24, 16]) {
    await page.screenshot({ path: file });
    if (full) return;
    execFileSync('pngquant', [
      ...['--force', '--strip', '--speed', '1', '--nofs', '--ext', '.png'],
      String(colours),
      file,
    ]);
    if (statSync(file).size <= bytesMax) return;
  }
  throw new Error(`${file} has more than ${bytesMax} bytes`);
}

async function takeTable(browser, site, name, screen) {
  const page = await browser.newPage(pageOn(screen)),
    [moment, ...touches] = poses[name];
  await drawMoment(page, site.url, moment, { names, ...screen });
  for (const touch of touches) await touch(page);
  await page.mouse.move(0, 0);
  await keep(page, name, screen);
  await page.close();
}

async function takeHome(browser, server, screen) {
  const page = await browser.newPage(pageOn(screen));
  await page.goto(server.url);
  await page.waitForSelector('.poster');
  await keep(page, 'home', screen);
  await page.close();
}

/** The screen between two players, without a server. */
async function takeOffline(browser, server, screen) {
  const page = await browser.newPage(pageOn(screen));
  await page.addInitScript(() => {
    window.WebSocket = class extends WebSocket {
      constructor() {
        super(`ws://${location.host}/nowhere`);
      }
    };
  });
  await page.goto(server.url);
  await page.waitForSelector('.poster');
  await chooseGame(page, 'corsaires', 'invite');
  await chooseSeat(page, 2, 'here');
  await page.locator('[name="here"][data-seat="2"]').fill('Bob');
  await page.locator('.making .is-main').click();
  await page.waitForSelector('[data-key="look"]');
  await keep(page, 'offline-curtain', screen);
  await page.close();
}

/** Creates a table of Corsaires with two bots and an open seat. */
async function askForTable(page) {
  await chooseGame(page, 'corsaires', 'invite');
  await page.locator('#making-seats [value="4"]').check();
  await chooseSeat(page, 2, 'bot:matelot');
  await chooseSeat(page, 3, 'bot:capitaine');
}

/** The form, the waiting room, a lesson after a wrong move, a real table in the middle of a roll,
 * and the tally. */
const scenes = {
  'new-table': askForTable,
  async 'waiting-room'(page) {
    await askForTable(page);
    await page.locator('.making .is-main').click();
    await page.waitForSelector('.room .berth');
  },
  async lesson(page) {
    await chooseGame(page, 'mille-sabords', 'learn');
    for (const key of ['card', 'throw', 'stop'])
      await page.locator(`.now [data-key="${key}"]`).click();
    await page.locator('.note:not(:empty)').waitFor();
  },
  async 'real-table'(page) {
    await chooseGame(page, 'mille-sabords', 'real');
    for (const [i, name] of ['Anne', 'Bertrand', 'Chloé'].entries())
      await page.locator(`#making-name-${i + 1}`).fill(name);
    await page.locator('dialog .is-main').click();
    for (const word of ['first-2', 'pirate', 'S', 'C', 'C', 'D', 'D'])
      await page.locator(`.face[data-key="${word}"]`).click();
  },
  async 'score-count'(page) {
    await chooseGame(page, 'corsaires', 'real');
    for (const [i, name] of ['Anne', 'Bertrand', 'Chloé'].entries())
      await page.locator(`#making-name-${i + 1}`).fill(name);
    await page.locator('dialog .choice:not(.is-main):not(.is-quiet)').click();
    for (const key of [
      'captured 5',
      'captured 5',
      'hand 2',
      'player 1',
      'captured 8',
      'captured 3',
      'hand 4',
    ])
      await page.locator(`.tally [data-key="${key}"]`).click();
  },
};

async function takeScene(browser, server, name, screen) {
  const context = await browser.newContext(pageOn(screen));
  const page = await context.newPage();
  await page.addInitScript(() => {
    localStorage.name ??= 'Anne';
  });
  await page.goto(server.url);
  await page.waitForSelector('.poster');
  await scenes[name](page);
  await page.mouse.move(0, 0);
  await keep(page, name, screen);
  await context.close();
}

/** The actions on a record before its picture is taken. */
const records = {
  replay: [
    'records/corsaires-3',
    async (page) => {
      await page.locator('.transport input').fill('42');
      await page.evaluate(() => scrollTo(0, 0));
    },
  ],
  analysis: [
    'records/mille-sabords-2',
    async (page) => {
      await page.locator('.transport input').fill('60');
      await page.locator('.study .is-main').click();
      await page.waitForSelector('.plot', { timeout: 240_000 });
      await page.locator('.study').scrollIntoViewIfNeeded();
      await page.evaluate(() => scrollTo(0, document.querySelector('.study').offsetTop - 8));
    },
  ],
  'fair-dice': [
    'fair/mille-sabords',
    async (page) => {
      await page.locator('.tabs a').nth(1).click();
      await page.waitForSelector('.verdict.is-fair');
    },
  ],
};

async function takeRecord(browser, server, name, screen) {
  const page = await browser.newPage(pageOn(screen)),
    [file, touch] = records[name];
  await page.goto(server.url);
  await page.setInputFiles('#record', path.join(root, 'tests/golden', `${file}.txt`));
  await page.waitForSelector('.transport');
  await touch(page);
  await keep(page, name, screen);
  await page.close();
}

async function takeRules(browser, server, screen) {
  const page = await browser.newPage(pageOn(screen));
  await page.goto(`${new URL(server.url).origin}/#rules/aux-sabords/1.5`);
  await page.waitForSelector('.figure');
  await keep(page, 'rules', screen);
  await page.close();
}

const wanted = process.argv.slice(2),
  isWanted = (name) => !wanted.length || wanted.includes(name);
mkdirSync(folder, { recursive: true });
const [browser, site, server] = await Promise.all([openBrowser(), servePage(), serve()]);
for (const screen of lightAndDark([phone, laptop])) {
  if (isWanted('home')) await takeHome(browser, server, screen);
  if (isWanted('offline')) await takeOffline(browser, server, screen);
  if (isWanted('rules')) await takeRules(browser, server, screen);
  for (const name of Object.keys(records).filter(isWanted))
    await takeRecord(browser, server, name, screen);
  for (const name of Object.keys(scenes).filter(isWanted))
    await takeScene(browser, server, name, screen);
}
for (const name of Object.keys(poses).filter(isWanted)) {
  const sizes = shownAtAllSizes.has(name) ? otherSizes : [];
  for (const screen of lightAndDark([phone, laptop, ...sizes]))
    await takeTable(browser, site, name, screen);
}
await Promise.all([browser.close(), server.stop()]);
site.close();
