// Shared by tests of the end of a match: shows the end of a recorded match, with the real replay
// and analysis of a server that serves web/ as it is.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './lib.mjs';

export const names = ['Anne', 'Rackham', 'Mary Read', 'Surcouf', 'Jean Bart', 'Barbe-Noire'];

/** A golden record by name. */
export const recordNamed = (name) =>
  readFileSync(path.join(root, `tests/golden/records/${name}.txt`), 'utf8');

/** Shows the end of a recorded match as the player of seat `reader` sees it. Commands are stored in
 * window.sent. `analysis`: false if the server refuses it, or the answer to give. */
export async function showEnding(page, url, text, { reader = 1, analysis, lang = 'en' } = {}) {
  await page.route('**/record/finished', (route) => route.fulfill({ body: text }));
  if (analysis !== undefined)
    await page.route('**/replay', (route) =>
      route.request().postData().startsWith('analysis')
        ? analysis
          ? route.fulfill({ json: analysis })
          : route.fulfill({ json: { type: 'refused', reason: { key: 'viewer.busy', args: {} } } })
        : route.fallback(),
    );
  await page.addInitScript((code) => localStorage.setItem('lang', code), lang);
  await page.goto(`${url}#rules/corsaires`);
  await page.waitForSelector('.rules-page, .body > *');
  await page.evaluate(
    async ({ text, names, reader, lang }) => {
      const load = (name) => import(new URL(name, document.baseURI).href);
      const [{ Ending }, { loadWords, loadPart }, { loadGame, loadSheet }, api, { SightIndex }] =
        await Promise.all(
          [
            'play/ending/ending.js',
            'lib/words.js',
            'games/games.js',
            'records/api.js',
            'lib/sight.js',
          ].map(load),
        );
      const replay = api.replayOf(await api.ask('views all', text)),
        sight = replay.frames.at(-1).sight,
        module = await loadGame(replay.game),
        words = await loadWords(lang);
      await Promise.all([loadSheet('play/ending/ending.css'), loadPart('ending')]);
      words.names = ['', ...names];
      words.reader = reader;
      window.sent = [];
      const view = new SightIndex(sight);
      window.ending = new Ending(words, {
        table: 'finished',
        sight,
        lines: replay.frames.flatMap(({ lines }) => lines),
        flagOf: (seat) => module.flag?.(seat, view),
        habits: module.story ?? {},
        again: () => window.sent.push('rematch'),
        showBoard: () => window.sent.push('board'),
      });
      document.querySelector('.body').replaceChildren(window.ending.element);
    },
    { text, names, reader, lang },
  );
  await page.waitForSelector('.ending');
}
