// Records: dropped on the page, stepped through, seen from any seat, analysed, verified, continued
// and shared; and the rules, searched and linked.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pack, unpack } from '../../web/records/api.js';
import {
  boxes,
  build,
  eventually,
  findings,
  openBrowser,
  person,
  readAll,
  root,
  serve,
  showsCount,
  showsText,
} from './lib.mjs';
import { clickAndWait } from './players.mjs';

const records = path.join(root, 'tests/golden/records'),
  fair = path.join(root, 'tests/golden/fair');
let browser, server;
before(async () => {
  [browser, server] = await Promise.all([openBrowser(), serve()]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

/** Opens a record. `before` runs before the page is loaded. */
async function opened(file, lang = 'en', size = {}, before = async () => {}) {
  const one = await person(browser, { lang, ...size });
  await before(one.page);
  await one.page.goto(server.url);
  await one.page.setInputFiles('#record', file);
  await one.page.waitForSelector('.transport, .sorry');
  return one;
}

/** Waits until the replay is at this step. */
const isAt = (page, step) => showsText(page, '.count', new RegExp(`^${step} `));
const tool = (page, key) => page.locator(`[data-key="viewer.${key}"]`);

for (const [game, lang, width] of [
  ['corsaires-3', 'fr', 390],
  ['mille-sabords-2', 'en', 1280],
  ['buccaneer-3', 'en', 390],
  ['pirates-en-duel-level3-2', 'fr', 1280],
  ['aux-sabords-short', 'fr', 390],
])
  test(`${game}: step by step to its end (${lang}, ${width} pixels)`, async () => {
    const { page, trouble } = await opened(path.join(records, `${game}.txt`), lang, { width });
    await tool(page, 'next').click();
    await isAt(page, 1);
    await tool(page, 'next').click();
    await tool(page, 'back').click();
    await isAt(page, 1);
    await page.locator('.transport input').fill('7');
    await isAt(page, 7);
    await tool(page, 'last').click();
    await page.waitForSelector('.finale:not([hidden])');
    const winners = readFileSync(path.join(records, `${game}.txt`), 'utf8')
      .match(/^scores (.*)$/m)[1]
      .split(' ')
      .map(Number);
    const amount = (text) => Number(text.replace(/[,\u202f]/g, '').replace('\u2212', '-'));
    const shown = async () =>
      (await page.locator('.finale li b').allTextContents()).map(amount).sort((a, b) => b - a);
    await eventually(
      shown,
      winners.sort((a, b) => b - a),
    );
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      'nothing is wider than the page',
    );
    assert.deepEqual(await findings(page), []);
    assert.deepEqual(trouble, []);
    await page.context().close();
  });

// Buccaneer 4.7: secret purses are shown when the game is over.
test('of an unfinished game that is played from memory only the present is shown', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'flibuste-')), 'unfinished.txt');
  execFileSync(path.join(build, 'flibuste'), ['play', 'buccaneer', '--seed', '4', '--save', file], {
    input: '1\n1\n1\nquit\n',
  });
  const { page, trouble } = await opened(file);
  await eventually(() => page.locator('.transport input').getAttribute('max'), '0');
  await page.waitForFunction(() =>
    /captures? one of|takes? a crew of/.test(
      document.querySelector('.log-lines')?.textContent ?? '',
    ),
  );
  assert.doesNotMatch(
    await page.locator('#page').textContent(),
    /captures? the |with the (red|blue|yellow) [2-5?]/,
  );
  await page.locator('.study .is-main').click();
  await page.waitForFunction(() =>
    /from memory/.test(document.querySelector('.study')?.textContent ?? ''),
  );
  assert.deepEqual(trouble, []);
  await page.context().close();
});

test('a replay plays by itself, as fast as wished', async () => {
  const { page, trouble } = await opened(
    path.join(records, 'mille-sabords-2.txt'),
    'en',
    {},
    (one) => one.clock.install(),
  );
  const { clock } = page,
    step = async () => Number.parseInt(await page.locator('.count').textContent(), 10);
  await page.locator('.settings select').first().selectOption('4');
  await clock.pauseAt(Date.now() + 3_600_000); // from here on the test controls the clock
  await tool(page, 'play').click();
  await clock.runFor(3 * 375);
  await eventually(step, 3, 'four times as fast as 1500 milliseconds per move');
  await tool(page, 'play').click();
  await clock.runFor(60_000);
  assert.equal(await step(), 3, 'it stands still');
  assert.deepEqual(trouble, []);
  await page.context().close();
});

test('eyes show what that seat knew then, and no more', async () => {
  const { page, trouble } = await opened(path.join(records, 'corsaires-3.txt'));
  const eyes = page.locator('.settings select').nth(1),
    open = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.co-hand')].map((hand) =>
          [...hand.querySelectorAll('.item')].some(
            (item) => !/face down/.test(item.getAttribute('aria-label') ?? ''),
          ),
        ),
      );
  await page.locator('.transport input').fill('12');
  await eventually(open, [true, true, true]);
  await eyes.selectOption('2');
  await page.waitForSelector('.co-hand.is-own');
  await eventually(async () => (await open()).filter(Boolean).length, 1);
  await eyes.selectOption('spectator');
  await page.waitForURL(/viewer=spectator/);
  await page.waitForFunction(() => !document.querySelector('.co-hand.is-own'));
  await eventually(async () => (await open()).filter(Boolean), []);
  await showsText(page, '.study p', /Choose a point of view/);
  await showsCount(page, '.study .is-main', 0);
  await eyes.selectOption('all');
  await page.locator('.study .is-main').click();
  await page.waitForSelector('.plot');
  const blamed = () =>
    readAll(page, '.mistakes li', (all) => [...new Set(all.map((one) => one.className))].sort());
  await eventually(blamed, ['seat-1', 'seat-2', 'seat-3']);
  await eyes.selectOption('2');
  await page.waitForFunction(() => !document.querySelector('.plot, .mistakes:not([hidden] *)'));
  await page.locator('.study .is-main').click();
  await page.waitForSelector('.plot');
  assert.deepEqual(
    (await blamed()).filter((seat) => seat !== 'seat-2'),
    [],
    'what the others held is not told by their mistakes',
  );
  assert.deepEqual(trouble, []);
  await page.context().close();
});

test(
  'the analysis is plotted, adds up and leads to the mistakes',
  { timeout: 300_000 },
  async () => {
    const { page, trouble } = await opened(path.join(records, 'mille-sabords-2.txt'), 'fr');
    await page.locator('.study .is-main').click();
    await page.waitForSelector('.plot', { timeout: 240_000 });
    await showsCount(page, '.plot .curve', 2);
    const rows = await page.locator('.balance tbody tr').allTextContents();
    for (const row of rows) {
      const [start, luck, skill, rest, result] = row
        .replace(/.*?(?=50)/, '')
        .match(/[+−]?\d+(?:,\d)?(?=\s%)/g)
        .map((text) => Number(text.replace(',', '.').replace('−', '-')));
      assert.ok(Math.abs(start + luck + skill + rest - result) < 0.31, row);
    }
    const mistake = page.locator('.mistakes button').first();
    const [, move] = (await mistake.textContent()).match(/Coup (\d+)/);
    const [board, curves] = await boxes(page, '.board-area', '.plot');
    assert.ok(
      curves.x >= board.x + board.width && curves.y + curves.height < 800,
      'the curves lie beside the board',
    );
    assert.ok(curves.width > 600, `the chart uses the screen: ${curves.width}`);
    const [worst] = await boxes(page, '.mistakes button');
    assert.ok(worst.bottom <= 800, 'the worst mistake is seen with it');
    await page.evaluate(() => scrollTo(0, 1e6));
    await mistake.click();
    await isAt(page, move);
    await eventually(
      async () => (await boxes(page, '.board-area'))[0].y,
      (y) => y >= 0 && y < 200,
      'a mistake is shown, also from far below',
    );
    await page.locator('.plot').click({ position: { x: 60, y: 50 } });
    await showsText(page, '.count', (text) => !text.startsWith(`${move} `));
    assert.deepEqual(await findings(page), []);
    assert.deepEqual(trouble, []);
    await page.context().close();
  },
);

test(
  'the analysis on a phone: nothing is cut off, and letters can be read',
  { timeout: 300_000 },
  async () => {
    const { page } = await opened(path.join(records, 'corsaires-3.txt'), 'fr', {
      width: 360,
      height: 740,
      touch: true,
    });
    await page.locator('.study .is-main').click();
    await page.waitForSelector('.plot', { timeout: 240_000 });
    assert.equal(
      await page
        .locator('.balance .scroll')
        .evaluate((table) => table.scrollWidth > table.clientWidth),
      false,
      'every column is seen',
    );
    const letters = await readAll(page, '.plot text', (all) =>
      all.map((text) => ({ text: text.textContent, tall: text.getBoundingClientRect().height })),
    );
    assert.deepEqual(
      letters.filter(({ tall }) => tall < 12),
      [],
    );
    assert.deepEqual(
      letters.map(({ text }) => text).filter((text) => /[a-z]/.test(text)),
      ['Chances de gagner', 'Coût des décisions', 'coup 0'],
    );
    const [foot] = await boxes(page, '.deck');
    assert.ok(foot.height < 290, `the tools leave room for the board: ${foot.height}`);
    await page.locator('.more-settings > summary').click();
    const tools = await readAll(page, '.controls :is(button, select, input)', (all) =>
      all
        .map((one) => ({
          name: one.title || one.textContent,
          ...one.getBoundingClientRect().toJSON(),
        }))
        .filter(({ left, right, width }) => left < 0 || right > innerWidth || width < 43),
    );
    assert.deepEqual(tools, [], 'the settings move nothing off the screen');
    const [settings] = await boxes(page, '.settings');
    assert.ok(settings.width > 300, `the settings use the width: ${settings.width}`);
    await page.context().close();
  },
);

for (const lang of ['en', 'fr'])
  test(`dice are recomputed, and what was tampered with is shown (${lang})`, async () => {
    const { page, trouble } = await opened(path.join(fair, 'mille-sabords.txt'), lang);
    await page.locator('.tabs a').nth(1).click();
    await page.waitForSelector('.verdict.is-fair');
    await showsCount(page, '.rolls tbody tr', 386);
    assert.deepEqual(await findings(page), []);
    await page.locator('[name="nonce-1"]').fill('rumm');
    await page.waitForSelector('.verdict.is-wrong');
    await showsCount(page, '.rolls .is-wrong', (wrong) => wrong > 100);
    await page.locator('[name="nonce-1"]').fill('rum');
    await page.waitForSelector('.verdict.is-fair');
    const skulls = await page
      .locator('.statistics tr', { hasText: lang === 'fr' ? 'tête de mort' : 'skull' })
      .first()
      .locator('td')
      .first()
      .textContent();
    const rolls = readFileSync(path.join(fair, 'mille-sabords.txt'), 'utf8')
      .match(/^\* .*/gm)
      .join(' ')
      .split(' ')
      .filter((word) => word === 'S').length;
    assert.equal(Number(skulls), rolls);
    assert.deepEqual(trouble, []);
    await page.context().close();
  });

test('dice that were swapped in the file are found, and shown', async () => {
  const text = readFileSync(path.join(fair, 'mille-sabords.txt'), 'utf8');
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'flibuste-')), 'changed.txt');
  // match, score and hash stay the same
  writeFileSync(file, text.replace('* X S P P S P C C', '* X P S P S P C C'));
  const { page } = await opened(file, 'en', { width: 360, height: 740 });
  await page.locator('.tabs a').nth(1).click();
  await page.waitForSelector('.verdict.is-wrong');
  await showsText(
    page,
    '.verdict',
    /✗ 2 of 386 results don’t match. The first is no. 30: parrot in the game, skull by calc/,
  );
  assert.deepEqual(await page.locator('.rolls .is-wrong').allTextContents(), [
    '30parrot✗ skull',
    '31skull✗ parrot',
  ]);
  await page.waitForFunction(() => document.querySelector('.rolls').scrollTop > 0);
  const [list, row] = await boxes(page, '.rolls', '.rolls .is-wrong');
  assert.ok(
    row.y > list.y && row.y + row.height < list.y + list.height,
    'the first wrong roll is in sight',
  );
  assert.equal(
    await page
      .locator('.statistics')
      .evaluate((table) => table.scrollWidth > table.parentElement.clientWidth),
    false,
    'the whole table is seen',
  );
  await page.context().close();
});

for (const game of ['aux-sabords', 'buccaneer', 'corsaires', 'pirates-en-duel'])
  test(`every roll of ${game} is recomputed, and chance compared with`, async () => {
    const { page, trouble } = await opened(path.join(fair, `${game}.undone.txt`), 'fr', {
      width: 360,
      height: 740,
    });
    await page.locator('.tabs a').nth(1).click();
    await page.waitForSelector('.verdict.is-fair');
    const [rows, wrong] = await Promise.all(
      ['.rolls tbody tr', '.rolls .is-wrong'].map((one) => page.locator(one).count()),
    );
    assert.ok(rows >= 15 && wrong === 0);
    assert.deepEqual(
      (await page.locator('.statistics tbody th').allTextContents()).filter((name) =>
        /[a-z]-[a-z0-9]+-|^[a-z]+-\d|^[A-Z]$/.test(name),
      ),
      [],
      'in words',
    );
    assert.deepEqual(await findings(page), []);
    assert.deepEqual(trouble, []);
    await page.context().close();
  });

const cut = readFileSync(path.join(records, 'corsaires-2.txt'), 'utf8').slice(0, 900);
const strange = {
  'cut.txt': [cut, 'damaged'],
  'move.txt': [cut.replace('\n1 ', '\n1 x'), 'damaged'],
  'letter.txt': ['Dear Anne,', 'no record'],
  'empty.txt': ['', 'no record'],
  'picture.jpg': [
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 10, 13, 200]),
    'no record',
  ],
  'old.txt': [cut.replace('record 1', 'record 0'), 'other'],
  'rules.txt': [cut.replace('game corsaires 1', 'game corsaires 99'), 'other'],
  'large.txt': [Buffer.alloc(50 << 20, 'a'), 'large'],
};

for (const [lang, said] of [
  [
    'en',
    {
      damaged: /^This game is damaged or incomplete \(line \d+: .*\)\. Choose another file\.$/,
      'no record': /^This file isn’t a Flibuste game\. Choose another one\.$/,
      other: /another version/,
      large: /too big/,
    },
  ],
  [
    'fr',
    {
      damaged:
        /^Cette partie est endommagée ou incomplète \(ligne \d+\s: .*\)\. Choisissez un autre/,
      'no record': /^Ce fichier n’est pas une partie de Flibuste\. /,
      other: /autre version/,
      large: /trop gros/,
    },
  ],
])
  test(`a broken record gets one clear sentence (${lang})`, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'flibuste-'));
    for (const [name, [bytes, wrong]] of Object.entries(strange)) {
      writeFileSync(path.join(folder, name), bytes);
      const { page, trouble } = await opened(path.join(folder, name), lang);
      await showsText(page, '.sorry', said[wrong], name);
      assert.deepEqual(trouble, []);
      await page.context().close();
    }
  });

test('eyes are chosen by keys, and the focus stays', async () => {
  const { page } = await opened(path.join(records, 'corsaires-3.txt'), 'en');
  await page.locator('.settings select').nth(1).focus();
  for (const eyes of ['spectator', '1']) {
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction((one) => location.hash.includes(`viewer=${one}`), eyes);
  }
  await eventually(() => page.evaluate(() => document.activeElement.tagName), 'SELECT');
  await page.context().close();
});

test('a record dropped on the page opens, and its link opens it elsewhere', async () => {
  const text = readFileSync(path.join(records, 'buccaneer-3.txt'), 'utf8');
  const { page } = await person(browser);
  await page.goto(server.url);
  await page.waitForSelector('.poster');
  await page.evaluate((record) => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([record], 'buccaneer.txt'));
    document.body.dispatchEvent(
      new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }),
    );
  }, text);
  await page.waitForSelector('.transport');
  await page.locator('.transport input').fill('12');
  await page.locator('.transport input').dispatchEvent('change');
  await page.waitForURL(/at=12/);
  const link = page.url();
  const friend = await person(browser, { lang: 'fr' });
  await friend.page.goto(link);
  await friend.page.waitForSelector('.transport');
  await isAt(friend.page, 12);
  await friend.page.goto(link.replace(/record=.{40}/, 'record='));
  await friend.page.reload();
  await showsText(friend.page, '.sorry', /lien/);
  assert.deepEqual(friend.trouble, []);
  await page.context().close();
  await friend.context.close();
});

test('a packed record is the record', async () => {
  const text = readFileSync(path.join(records, 'pirates-en-duel-30.txt'), 'utf8');
  assert.equal(await unpack(await pack(text)), text);
  assert.ok((await pack(text)).length < text.length / 2);
});

for (const [game, lang, width] of [
  ['mille-sabords-2', 'fr', 360],
  ['buccaneer-3', 'en', 1280],
  ['pirates-en-duel-level3-2', 'fr', 360],
  ['aux-sabords-2', 'en', 1280],
])
  test(`one goes on from the middle of ${game}, and the bots answer (${lang})`, async () => {
    const { page, trouble } = await opened(path.join(records, `${game}.txt`), lang, { width });
    const middle = Math.floor(
      Number(await page.locator('.transport input').getAttribute('max')) / 2,
    );
    await page.locator('.transport input').fill(String(middle));
    if (width < 640) await page.locator('.more-settings > summary').click(); // folded on phones
    await page.locator('.settings summary').click();
    await page.locator('.settings .is-main').click();
    for (let own = 0; own < 3; own++) {
      // three moves of the user, any legal ones
      await page.waitForSelector('.is-asked');
      const was = await page.evaluate(() => location.hash);
      await page.evaluate(() => {
        document.querySelector('.all').open = true;
      });
      await page.waitForFunction(() => {
        // the list is filled when it is opened
        const list = document.querySelector('.all');
        return list.hidden || list.querySelector('li button');
      });
      const answers = page.locator(
        '.all li button, .now button:not([aria-disabled=true], .is-quiet)',
      );
      while (!(await answers.count()))
        // recruits are selected first
        await page.locator('.board .is-live:not(.is-picked)').first().click();
      await clickAndWait(page, () => answers.first().click());
      await page.waitForFunction((hash) => location.hash !== hash, was);
    }
    assert.deepEqual(await findings(page), []);
    assert.deepEqual(trouble, []);
    await page.context().close();
  });

test('a record continues against bots from any step, with undo and after a reload', async () => {
  const { page, trouble } = await opened(path.join(records, 'corsaires-3.txt'));
  await page.locator('.transport input').fill('30');
  await page.locator('.settings summary').click();
  await page.locator('.settings .is-main').click();
  const pile = page.locator('.co-pile .is-live');
  await pile.waitFor();
  const begun = await page.evaluate(() => location.hash);
  await clickAndWait(page, () => pile.click());
  await page.waitForSelector('.tools button >> text=Undo');
  await page.waitForSelector('.is-asked');
  const cards = await page.locator('.co-hand.is-own .item').count();
  await page.waitForFunction((hash) => location.hash !== hash, begun);
  await page.reload();
  await page.waitForSelector('.is-asked');
  await showsCount(page, '.co-hand.is-own .item', cards);
  await pile.click();
  await page.waitForFunction(
    (was) =>
      document.querySelectorAll('.co-hand.is-own .item').length === was + 1 &&
      document.querySelector('.is-asked'),
    cards,
  );
  await page.locator('.tools button >> text=Undo').click();
  await page.waitForFunction(
    (was) => document.querySelectorAll('.co-hand.is-own .item').length === was,
    cards,
  );
  assert.deepEqual(trouble, []);
  await page.context().close();
});

test('a move is taken while the address of the one before is still being written', async () => {
  const { page, trouble } = await opened(path.join(records, 'corsaires-3.txt'));
  await page.locator('.transport input').fill('30');
  await page.locator('.settings summary').click();
  await page.locator('.settings .is-main').click();
  const pile = page.locator('.co-pile .is-live');
  await pile.waitFor();
  await page.evaluate(() => {
    Response.prototype.arrayBuffer = () => new Promise(() => {});
  }); // no record is packed
  for (let move = 0; move < 2; move++) {
    await page.waitForSelector('.is-asked');
    await clickAndWait(page, () => pile.click());
  }
  assert.deepEqual(trouble, []);
  await page.context().close();
});

test('rules are searched, and numbers lead to their rules', async () => {
  for (const [lang, word, accent] of [
    ['fr', 'TETE DE MORT', 'tête de mort'],
    ['en', 'skull island', 'Skull Island'],
  ]) {
    const { page, trouble } = await person(browser, { lang, width: lang === 'fr' ? 390 : 1280 });
    await page.goto(`${new URL(server.url).origin}/#rules/mille-sabords/7.1`);
    await page.waitForSelector('#rule-7\\.1.is-cited');
    await showsCount(page, '.figure', 17);
    await page.locator('#rules-search').fill(word);
    await showsText(page, '.searching output', /^\d+ r/);
    assert.ok(
      (await page.locator('.rules mark').allTextContents())
        .join(' ')
        .includes(accent.split(' ')[0]),
    );
    assert.ok(
      (await page.locator('.rules > p:visible').count()) <
        (await page.locator('.rules > p').count()) / 2,
    );
    await eventually(
      async () => (await boxes(page, '.rules mark'))[0].y,
      (y) => y > 0 && y < 800,
      'the first place is on the screen',
    );
    assert.doesNotMatch(await page.locator('.rules').textContent(), /\([A-Z]\d+[,)]/);
    await page.locator('#rules-search').fill('zzzz');
    await showsCount(page, '.rules > *:visible', 0);
    await page.locator('#rules-search').fill('');
    await page.locator('#rule-1\\.2 a.cross').click();
    await page.waitForSelector('#rule-9\\.2.is-cited');
    await page.waitForURL(/#rules\/mille-sabords\/9\.2$/);
    await showsCount(page, '.sections a', 12);
    await showsCount(page, '.rules > ol > li', 5);
    const [first, second] = await page.locator('.rules > h3').allTextContents();
    assert.deepEqual(
      [first, second],
      lang === 'fr' ? ['En une minute', 'Votre tour'] : ['In one minute', 'Your turn'],
    );
    assert.match(await page.locator('#rule-8\\.6 > small.ruling').textContent(), /^⚓ .*Flibuste/);
    assert.match(await page.locator('#rule-8\\.6 > strong').textContent(), /^(Égalité|Ties)\.$/);
    for (const section of ['turn', '7']) {
      if (lang === 'fr') await page.locator('.sections summary').click(); // folded
      await page.locator(`.sections a[href$="/${section}"]`).click();
      await page.waitForSelector(`#rule-${section}.is-cited`);
    }
    await eventually(
      () => boxes(page, '#rule-7', '.searching'),
      ([head, search]) => head.y >= search.y + search.height - 1 && head.y < 300,
      'the section begins below the search',
    );
    await showsCount(page, '.sections[open]', lang === 'fr' ? 0 : 1);
    assert.deepEqual(await findings(page), []);
    assert.deepEqual(trouble, []);
    await page.context().close();
  }
});

test('every rule that the log points to is there, in both languages', async () => {
  const folder = path.join(root, 'web/games'),
    games = readdirSync(folder).filter((game) => existsSync(path.join(folder, game, 'book.js')));
  assert.ok(games.length >= 5);
  for (const game of games) {
    const { default: book } = await import(path.join(folder, game, 'book.js'));
    assert.ok(Object.keys(book.rules).length > 5, game);
    for (const [key, number] of Object.entries(book.rules))
      for (const lang of ['fr', 'en']) {
        const rules = readFileSync(path.join(root, `docs/rules/${game}.${lang}.md`), 'utf8'),
          texts = readFileSync(path.join(root, `lang/${lang}/${game}.po`), 'utf8');
        assert.match(
          rules,
          new RegExp(`^\\*\\*${number.replace('.', '\\.')} `, 'm'),
          `${game} ${key}`,
        );
        assert.ok(texts.includes(`msgid "${key}"`), key);
      }
  }
});
