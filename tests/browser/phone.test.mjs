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

/** Names that are not there in full, or lie beyond what holds them. */
const cutNames = (page) => page.evaluate(() => [...document.querySelectorAll('.sitter strong, .seat-name > span')].filter((one) => {
  const box = one.getBoundingClientRect(), hold = one.closest('.sitter, section, li, th')?.getBoundingClientRect();
  return box.width > 2 && (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline' ||
    hold && (box.right > hold.right + 1 || box.bottom > hold.bottom + 1));
}).map((one) => `${one.closest('[class]').className}: ${one.textContent}`));

const long = ['Anne', 'Bartholomew Roberts', 'Marie-Jeanne de St-Malo', 'Marie-Jeanne de Cancale', 'Wwwwwwwwwwwwwwwwwwwwwwww', 'Barbe-Noire', 'Jean Bart', 'Olivier Levasseur'];
for (const [game, seats] of [['mille-sabords', 4], ['mille-sabords', 5], ['corsaires', 4], ['corsaires', 8], ['buccaneer', 5], ['pirates-en-duel', 4], ['aux-sabords', 4]])
  test(`${game} for ${seats}: names are never cut`, async () => {
    const page = await browser.newPage({ viewport: { width: 320, height: 740 }, reducedMotion: 'reduce' });
    const all = moments(game, seats, 5, 1);
    await drawMoment(page, site.url, all[Math.floor(all.length / 2)], { lang: 'fr', names: long });
    assert.deepEqual(await cutNames(page), []);
    await page.evaluate((sight) => window.table.see(sight), all.at(-1).sight);
    assert.deepEqual(await cutNames(page), []);
    await page.close();
  });

const boardings = ({ sight }) => sight.moves.filter(({ move }) => move.startsWith('board')).length;

for (const [width, height] of [[1280, 800], [360, 740]])
  test(`buccaneer: what a picked crew can do lies on ships and crews at ${width} by ${height}`, async () => {
    const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce' });
    const most = moments('buccaneer', 4, 3, 1).reduce((best, one) => (boardings(one) > boardings(best) ? one : best));
    await drawMoment(page, site.url, most, { names });
    await page.locator('.bu-crew.is-mine .chief').first().click();
    const ways = await page.evaluate(() => window.table.board.choosing.moves().length);
    assert.ok(ways >= 5, `${ways} ways to go on`);
    assert.equal(await page.locator('.board .item.is-next:not(.loot)').count(), ways, 'each is lit');
    assert.deepEqual(await page.locator('.board .item.is-next:not(.loot)').evaluateAll((all) => all.filter((one) => !one.title).length), 0, 'and says what comes of it');
    assert.ok(await page.evaluate(() => document.querySelector('.foot').offsetHeight < innerHeight / 5), 'the foot is small');
    assert.deepEqual(await unseen(page, '.bu-card, .bu-quay.is-first .bu-crew'), []);
    await page.locator('.all summary').click();
    await page.locator('.all .choice').first().waitFor(); // it is filled once it is open
    assert.equal(await page.locator('.all .choice').count(), ways, 'the list has them in words');
    await page.locator('.all summary').click();
    await page.locator('.bu-card.is-next').first().click();
    assert.match(await page.evaluate(() => window.sent[0]), /^board /);
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
