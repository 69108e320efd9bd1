// The recipe "Adding a game" of CONTRIBUTING.md, executed in a copy of the source tree. Its
// commands add a game and build it; then the game is played in the terminal and in a browser.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, openBrowser, person, playNow, root, serveWith, showsText } from './lib.mjs';
import { clickAndWait, playOut } from './players.mjs';

const limit = { timeout: 1_800_000 }; // generous for a slow machine without ccache
const mostShared = 4; // existing files that a new game may change
const leftOut = /^(\.git|node_modules|build[^/]*|docs\/screens|tests\/golden)$/;

// The build directory has the same path in the copy, so that ccache knows the commands.
const where = path.relative(root, build).startsWith('..')
  ? 'build/work'
  : path.relative(root, build);
const copy = mkdtempSync(path.join(tmpdir(), 'flibuste-recipe-'));
const program = path.join(copy, where, 'flibuste');

/** The lines of all shell blocks of the section. */
function readRecipe() {
  const text = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
  const section = text.split('\n## Adding a game\n')[1].split('\n## ')[0];
  return [...section.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block]) =>
    block.trim().split('\n'),
  );
}

/** Hashes of the files of the copy, without build directories. */
function hashes(folder = '') {
  const all = {};
  for (const name of readdirSync(path.join(copy, folder))) {
    const file = path.join(folder, name);
    if (leftOut.test(file)) continue;
    if (statSync(path.join(copy, file)).isDirectory()) Object.assign(all, hashes(file));
    else
      all[file] = createHash('sha256')
        .update(readFileSync(path.join(copy, file)))
        .digest('hex');
  }
  return all;
}

/** Runs a script in the copy until a command fails, without blocking the browser. */
const shell = (script) =>
  new Promise((resolve) => {
    execFile('bash', ['-euc', script], { cwd: copy, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      resolve({ status: error?.code ?? 0, stdout, stderr }),
    );
  });

let browser, game, server;
const recipe = readRecipe(),
  // played below, with input; everything else is executed as it is
  interactive = recipe.filter((line) => /flibuste (play|serve)/.test(line));
before(async () => {
  browser = await openBrowser();
  cpSync(root, copy, {
    recursive: true,
    filter: (file) => !leftOut.test(path.relative(root, file)),
  });
}, limit);
after(async () => {
  await server?.stop();
  await browser.close();
  rmSync(copy, { recursive: true });
});

test('the commands of the recipe add a game, build it and check the laws', limit, async () => {
  const script = recipe
    .filter((line) => !interactive.includes(line))
    // WebAssembly is not needed for the browser with a server
    .map((line) => (line.startsWith('meson setup') ? `${line} -Doffline=disabled` : line))
    .join('\n')
    .replaceAll('build/work', where);
  const old = hashes();
  const { status, stdout, stderr } = await shell(`${script}\necho "GAME $GAME"`);
  assert.equal(status, 0, `${stdout.slice(-4000)}\n${stderr.slice(-4000)}`);
  const [, name] = stdout.match(/^GAME (.+)$/m);
  assert.match(stdout, new RegExp(`^ok \\d+ - ${name}: `, 'm'), 'the laws are checked on it');
  assert.doesNotMatch(stdout, /^not ok/m);
  const found = hashes(),
    shared = Object.keys(old).filter((file) => found[file] !== old[file]);
  assert.ok(shared.length <= mostShared, `it changes ${shared.join(', ')}`);
  assert.ok(shared.includes('src/games/games.def'), `it changes ${shared.join(', ')}`);
  const games = JSON.parse(execFileSync(program, ['games', '--json']));
  assert.equal(games.at(-1).name, name);
  game = name; // only if everything went well
});

/** Runs the program in the copy with lines of input. */
const run = (words, lines = []) =>
  spawnSync(program, words, { cwd: copy, input: lines.join('\n') + '\n', encoding: 'utf8' });

test('it is played to its end in the terminal, with the plain skin', limit, () => {
  assert.ok(game, 'the game was built');
  const [play] = interactive.filter((line) => line.includes(' play '));
  assert.equal(play, 'build/work/flibuste play $GAME');
  for (const [lang, title, victory] of [
    ['fr', 'La Razzia', /gagn(e|ez|ent)\b/],
    ['en', 'Raid', / wins?\b| share the win/],
  ]) {
    const played = run(
      ['play', game, '--lang', lang, '--seed', '1', '--save', `${game}.txt`],
      Array.from({ length: 20 }, () => '1'),
    );
    assert.equal(played.status, 0, played.stderr);
    assert.match(played.stdout, victory);
    assert.ok(played.stdout.includes(lang === 'fr' ? 'Équipages' : 'Crews'), played.stdout);
    assert.equal(run(['verify', `${game}.txt`]).status, 0);
    assert.ok(run(['games', '--lang', lang]).stdout.includes(title));
    assert.ok(run(['rules', game, '2.5', '--lang', lang]).stdout.includes('2.5'));
    rmSync(path.join(copy, `${game}.txt`));
  }
  const taught = run(['learn', game, '--lang', 'en']);
  assert.deepEqual(
    [taught.status, taught.stderr],
    [1, `flibuste: “${game}” has no lesson. For its rules: flibuste rules ${game}\n`],
  );
});

test('it is played to its end in a browser, on the plain board', limit, async () => {
  assert.ok(game, 'the game was built');
  const [serve] = interactive.filter((line) => line.includes(' serve'));
  assert.equal(serve, 'build/work/flibuste serve');
  server = await serveWith(program, path.join(copy, 'tables.db'));
  for (const [lang, title, victory] of [
    ['fr', 'La Razzia', /gagne|partagez la victoire/],
    ['en', 'Raid', / win|share/],
  ]) {
    const { page, context, trouble } = await person(browser, { lang });
    await page.goto(server.url);
    await showsText(page, `#title-${game}`, title);
    const poster = page.locator('.poster', { has: page.locator(`#title-${game}`) });
    await poster.locator('.scene *').first().waitFor({ state: 'attached' }); // a plain poster
    assert.equal(await poster.locator('[href^="#l="]').count(), 0, 'no lesson');
    await playNow(page, server.url, game);
    await page.waitForSelector('.board .plain-zone');
    await playOut(page, () =>
      clickAndWait(page, () => page.locator('.now .choice').first().click()),
    );
    await showsText(page, '.choices > .question', victory);
    const texts = await page.locator('.log-lines').textContent();
    assert.ok(!texts.includes(`${game}.`), `untranslated: ${texts}`);
    await page.goto(`${server.url}#rules/${game}/2.5`);
    await page.locator('[id="rule-2.5"].is-cited').waitFor();
    assert.deepEqual(trouble, []);
    await context.close();
  }
});
