// A small phone: what a question is about is seen together with its answers, no answer is cut, and every
// player is on the screen.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { drawMoment, moments, openBrowser, servePage } from './lib.mjs';
import { names } from './shown.mjs';

let browser, site;
before(async () => { [browser, site] = await Promise.all([openBrowser(), servePage()]); });
after(async () => { await browser.close(); site.close(); });

/** Questions, and what must be seen whole while they are answered. */
const questions = [
  ['mille-sabords', 3, 'ms.ask.throw', '.ms-cup'],
  ['mille-sabords', 5, 'ms.ask.choose', '.ms-lying'],
  ['corsaires', 4, 'co.ask.turn', '.co-hand.is-own'],
  ['corsaires', 8, 'co.ask.turn', '.co-hand.is-own'],
  ['buccaneer', 4, 'bu.ask.act', '.bu-card'],
  ['buccaneer', 4, 'bu.ask.mutiny', '.bu-card'],
  ['pirates-en-duel', 4, 'pd.ask.lose', '.pd-boat.is-open'],
  ['aux-sabords', 4, 'as.ask.discard', '.as-hand'],
  ['aux-sabords', 3, 'as.ask.treasure', '.as-ship.mark-active'],
];

/** What a person with this phone does not see: in words. */
const unseen = (page, needed) => page.evaluate((selector) => {
  const box = (one) => one.getBoundingClientRect(), low = box(document.querySelector('.foot')).top;
  const isIn = (one) => box(one).top >= -0.5 && box(one).bottom <= low + 0.5;
  const beyond = [...document.querySelectorAll('.now .choice, .sitter, .sitter .standing')].filter((one) =>
    box(one).left < -0.5 || box(one).right > innerWidth + 0.5 || one.scrollWidth > one.clientWidth + 1);
  const sideways = [...document.querySelectorAll('.now, .crew')].filter((one) => one.scrollWidth > one.clientWidth + 1);
  return [...[...document.querySelectorAll(selector)].filter((one) => !isIn(one)), ...beyond, ...sideways]
    .map((one) => `${one.className}: ${one.textContent}`);
}, needed);

for (const [game, seats, key, needed] of questions)
  test(`${game} for ${seats}, ${key}: seen with its answers at 360 by 740`, async () => {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' });
    const asked = moments(game, seats, 5, 1).filter(({ sight }) => sight.ask?.key === key);
    await drawMoment(page, site.url, asked.at(-1), { lang: 'fr', names });
    await page.evaluate(() => { // the tools of a real table take their room, and the page may go to what is asked about
      for (const key of ['web.undo', 'web.hint', 'web.chat', 'web.rules', 'web.leave'])
        window.table.tools.append(Object.assign(document.createElement('button'), { className: 'tool', textContent: window.table.words.say(key) }));
      return new Promise(requestAnimationFrame);
    });
    assert.deepEqual(await unseen(page, needed), []);
    await page.close();
  });

test('what is asked about below the edge is brought into sight', async () => {
  const page = await browser.newPage({ viewport: { width: 320, height: 480 }, reducedMotion: 'reduce' });
  const asked = moments('aux-sabords', 4, 5, 1).filter(({ sight }) => sight.ask?.key === 'as.ask.discard' && sight.moves.length > 4);
  await drawMoment(page, site.url, asked[0], { names });
  await page.waitForFunction(() => scrollY > 0);
  assert.deepEqual(await unseen(page, '.as-hand'), []);
  await page.close();
});
