// The mode for small children: questions are read aloud, there are few large choices, and no chat.
// Speech synthesis is replaced by one that notes what it is asked to say.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import {
  chooseGame,
  drawMoment,
  eventually,
  findings,
  moments,
  newPage,
  openBrowser,
  person,
  playNow,
  readAll,
  root,
  serve,
  servePage,
  setSetting,
  showsCount,
} from './lib.mjs';

let browser, site, server;
before(async () => {
  [browser, site, server] = await Promise.all([
    openBrowser(),
    servePage(),
    serve('--web', `${root}/web`),
  ]);
});
after(async () => {
  await browser.close();
  site.close();
  await server.stop();
});

/** In the page: a speech synthesis whose sentences are in window.spoken. */
function fakeSpeech() {
  window.spoken = [];
  window.SpeechSynthesisUtterance = class {
    constructor(text) {
      this.text = text;
    }
  };
  const speech = {
    speak: ({ text, lang }) => window.spoken.push({ text, lang }),
    cancel: () => {
      window.cancelled = (window.cancelled ?? 0) + 1;
    },
  };
  Object.defineProperty(window, 'speechSynthesis', { value: speech, configurable: true });
}

/** In the page: a browser without speech synthesis. */
function noSpeech() {
  Object.defineProperty(window, 'speechSynthesis', { value: undefined, configurable: true });
  window.SpeechSynthesisUtterance = undefined;
}

/** A table in this mode, without a server. */
async function tableOf(moment, { speech = fakeSpeech, kids = 'on', lang = 'fr', ...size } = {}) {
  const page = await newPage(browser, { reducedMotion: 'reduce', ...size }),
    trouble = [];
  page.on('pageerror', (error) => trouble.push(error.stack));
  await page.addInitScript(speech);
  await page.addInitScript((kids) => localStorage.setItem('kids', kids), kids);
  await drawMoment(page, site.url, moment, { lang, names: ['Anne', 'Rackham', 'Mary'] });
  return { page, trouble };
}

const spoken = (page) => page.evaluate(() => window.spoken);
const dice = moments('mille-sabords', 3, 7, 1),
  duel = moments('pirates-en-duel', 3, 7, 1);

test('a question is read once, with its choices, in the language of the page', async () => {
  const choice = dice.find(({ sight }) => sight.moves.some(({ move }) => move === 'stop')),
    { page, trouble } = await tableOf(choice);
  const [first, ...others] = await spoken(page);
  assert.deepEqual(others, []);
  assert.match(first.text, /^S’arrêter ou relancer.* … S’arrêter/);
  assert.equal(first.lang, 'fr');
  await page.locator('.die.is-live').first().click();
  assert.equal((await spoken(page)).length, 1, 'a selection asks nothing new');
  await page.evaluate(async () => {
    const { loadWords } = await import('/lib/words.js');
    window.table.speak(Object.assign(await loadWords('en')));
  });
  const last = (await spoken(page)).at(-1);
  assert.match(last.text, /^Stop or reroll/);
  assert.match(last.lang, /^en/);
  assert.deepEqual(trouble, []);
  await page.close();
});

test('what others do ends the reading, and the next question is read', async () => {
  const { page } = await tableOf(dice[0]);
  const said = await page.evaluate(
    ([other, next]) => {
      window.table.see(other);
      const stopped = window.cancelled;
      window.table.see(next);
      return { stopped, texts: window.spoken.length };
    },
    [{ ...dice[0].sight, prompt: undefined, moves: [], subsets: [], turn: [2] }, dice[1].sight],
  );
  assert.deepEqual(said, { stopped: 2, texts: 2 });
  await page.close();
});

test('without speech synthesis it is silent, without an error', async () => {
  const { page, trouble } = await tableOf(dice[0], { speech: noSpeech });
  await showsCount(page, '.table.is-for-kids', 1);
  await page.evaluate(() => window.table.readAloud());
  assert.deepEqual(trouble, []);
  await page.close();
});

test('nothing is read, and nothing larger, where the mode is off or does not suit', async () => {
  const harder = { ...moments('pirates-en-duel', 2, 7, 1, 'level=3')[0], options: { level: '3' } };
  for (const [moment, kids] of [
    [dice[0], 'off'],
    [moments('corsaires', 3, 5, 1)[0], 'on'],
    [harder, 'on'],
  ]) {
    const { page } = await tableOf(moment, { kids });
    assert.deepEqual(await spoken(page), []);
    assert.equal(await page.locator('.is-for-kids').count(), 0);
    await page.close();
  }
});

test('at most three large buttons at once, the others behind one more', async () => {
  const { page } = await tableOf(dice[1], { viewport: { width: 390, height: 844 } }),
    move = (n) => ({ move: `m${n}`, phrase: { key: 'ms.say.stop', args: { n } }, touches: [] });
  const seen = await page.evaluate(
    (sight) => {
      window.table.see(sight);
      const { now, all, summary } = window.table.choices;
      return {
        heights: [...now.querySelectorAll('.choice')].map(
          (one) => one.getBoundingClientRect().height,
        ),
        more: all.checkVisibility() && summary.textContent,
      };
    },
    { ...dice[1].sight, subsets: [], moves: [1, 2, 3, 4].map(move) },
  );
  assert.equal(seen.heights.length, 3);
  for (const height of seen.heights) assert.ok(height >= 64, `${height} pixels`);
  assert.equal(seen.more, 'Autres choix (4)');
  await page.locator('.all summary').click();
  await showsCount(page, '.all .choice', 4);
  await page.close();
});

for (const [width, height] of [
  [360, 640],
  [390, 844],
  [844, 390],
  [1280, 800],
  [1920, 1080],
])
  test(`everything fits at ${width} by ${height}, and is larger`, async () => {
    for (const list of [dice, duel]) {
      const { page } = await tableOf(list[0], { viewport: { width, height } });
      for (const { sight } of list.slice(0, 12)) {
        const seen = await page.evaluate((sight) => {
          window.table.see(sight);
          const box = (selector) => document.querySelector(selector).getBoundingClientRect(),
            hand = [...document.querySelectorAll('.own .item')].map((one) =>
              one.getBoundingClientRect(),
            ),
            actions = box('.actions');
          return {
            scrolls: [document.documentElement.scrollHeight, document.documentElement.scrollWidth],
            below: box('.question').bottom,
            // pieces of the user next to or above the question, not under it
            covered: hand.filter(
              (one) =>
                one.width &&
                one.right > actions.left + 4 &&
                one.left < actions.right - 4 &&
                one.bottom > actions.top + 4 &&
                one.top < actions.bottom - 4,
            ).length,
            cut: hand.filter((one) => one.left < -4).length,
          };
        }, sight);
        assert.deepEqual(seen.scrolls, [height, width], sight.prompt?.key);
        assert.ok(seen.below <= height, 'the question is in view');
        assert.deepEqual([seen.covered, seen.cut], [0, 0], sight.prompt?.key);
      }
      await page.close();
    }
  });

test('axe-core finds nothing', async () => {
  const { page } = await tableOf(dice[1], { viewport: { width: 390, height: 844 } });
  assert.deepEqual(await findings(page), []);
  await page.close();
});

test('chat is left out of the log', async () => {
  const { page } = await tableOf(dice[0]);
  const told = await page.evaluate(async () => {
    const { MatchPage } = await import('/play/match.js'),
      log = [{ lines: [{ key: 'ms.say.bust', args: {} }] }, { chat: { name: 'Mary', text: 'hi' } }];
    return [true, false].map((isForKids) =>
      MatchPage.prototype.linesOf
        .call({ model: { chatPhrases: [] }, table: { isForKids } }, log)
        .map(({ key }) => key),
    );
  });
  assert.deepEqual(told, [['ms.say.bust'], ['ms.say.bust', 'web.said']]);
  await page.close();
});

test('the form for a table chooses the mode, with its options and without chat', async () => {
  const { page, messages, trouble } = await person(browser, { lang: 'fr' });
  await page.addInitScript(fakeSpeech);
  await page.goto(server.url);
  await chooseGame(page, 'corsaires', 'invite');
  await page.waitForSelector('.making[open]');
  assert.equal(await page.locator('#making-kids').count(), 0);
  await page.keyboard.press('Escape');
  await chooseGame(page, 'pirates-en-duel', 'invite');
  await page.waitForSelector('.making[open]');
  const value = (name) => page.locator(`.making [name="${name}"]:checked`).inputValue();
  const check = (name, value) =>
    page.locator(`#making-${name} [value="${value}"]`).check({ force: true });
  assert.equal(await value('kids'), 'off');
  await check('level', '3');
  await check('kids', 'on');
  assert.equal(await value('level'), '1', 'the mode needs the first level');
  await check('level', '2');
  assert.equal(await value('kids'), 'off', 'another level ends it');
  await check('kids', 'on');
  await page.locator('.making .is-main').click();
  await eventually(
    () => messages.findLast(({ type }) => type === 'table'),
    (table) => table?.chat === 'off' && table.options.level === '1',
  );
  assert.equal(await page.evaluate(() => localStorage.kids), 'on');
  assert.deepEqual(trouble, []);
  await page.context().close();
});

test('a quick game: no chat, a button repeats the question, the setting ends it', async () => {
  const { page, trouble } = await person(browser, { lang: 'fr' });
  await page.addInitScript(fakeSpeech);
  await page.addInitScript(() => {
    localStorage.kids ??= 'on';
  });
  await playNow(page, server.url, 'mille-sabords');
  await page.waitForSelector('.is-asked');
  await eventually(
    () => spoken(page),
    (all) => all.length > 0,
  );
  const before = await spoken(page);
  await page.locator('[data-key="web.listen"]').click();
  await eventually(() => spoken(page), [...before, before.at(-1)]);
  assert.equal(await page.locator('.signals').count(), 0);
  await setSetting(page, 'kids', 'off');
  await showsCount(page, '.is-for-kids', 0);
  await showsCount(page, '[data-key="web.listen"]', 0);
  assert.deepEqual(
    await readAll(page, '#menu [name="setting-kids"]:checked', (all) =>
      all.map((one) => one.value),
    ),
    ['off'],
  );
  assert.deepEqual(trouble, []);
  await page.context().close();
});
