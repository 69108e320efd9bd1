// Scenes, settings of motion, and sounds: every scene can be skipped, is shorter than 2.5
// seconds and is shown before its effect; reduced motion never animates.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  drawMoment,
  eventually,
  moments,
  newPage,
  openBrowser,
  person,
  root,
  serve,
  servePage,
  setSetting,
} from './lib.mjs';

let browser, site;
before(async () => {
  [browser, site] = await Promise.all([openBrowser(), servePage()]);
});
after(async () => {
  await browser.close();
  site.close();
});

const [, first, second] = moments('mille-sabords', 3, 7, 1, 'every');

/** A table with its stage, before an event. */
async function tableAt(moment, options = {}) {
  const page = await newPage(browser, { reducedMotion: 'no-preference', ...options });
  await drawMoment(page, site.url, moment, { names: ['Anne', 'Rackham', 'Mary'] });
  await page.waitForFunction(() => window.table.stage);
  return page;
}

/** Lets an event with this log entry happen; the page stores when it was shown. */
const happen = (page, key, sight = second.sight) =>
  page.evaluate(
    ([key, sight]) =>
      window.table.happen({
        sight,
        lines: [{ key, args: { who: { seat: 2 }, other: { seat: 1 } } }],
        n: 99,
      }),
    [key, sight],
  );

const isTold = (page) => page.evaluate(() => window.table.element.dataset.n === '99');
const isOn = (page) => page.evaluate(() => window.table.stage.isOn);
const moving = (page) =>
  page.evaluate(
    () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect.getComputedTiming().endTime !== Infinity,
        ).length,
  );

test('modules name scenes that exist, and none is longer than 2.5 seconds', async () => {
  const page = await tableAt(first);
  const lengths = await page.evaluate(async () => {
    const { scenes } = await import('/play/scenes.js');
    return Object.fromEntries(Object.entries(scenes).map(([name, { length }]) => [name, length]));
  });
  for (const length of Object.values(lengths)) assert.ok(length > 500 && length <= 2500);
  const used = readdirSync(path.join(root, 'web/games'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'plain')
    .map(({ name }) => {
      const text = readFileSync(path.join(root, 'web/games', name, 'index.js'), 'utf8'),
        block = text.match(/\n {2}scenes: \{([^}]*)\}/);
      assert.ok(block, `${name} has scenes`);
      return [...block[1].matchAll(/: '([a-z]+)'/g)].map(([, scene]) => scene);
    })
    .flat();
  assert.deepEqual([...new Set(used)].sort(), Object.keys(lengths).sort());
  await page.close();
});

for (const scene of ['ms.say.bust', 'ms.say.skull-island'])
  test(`${scene}: the cause before the effect; a tap finishes it`, async () => {
    const page = await tableAt(first);
    await happen(page, scene);
    await eventually(() => isOn(page), true);
    assert.equal(await isTold(page), false);
    await page.locator('.board-area').dispatchEvent('pointerdown');
    assert.deepEqual([await isOn(page), await isTold(page)], [false, true]);
    await page.close();
  });

test('every scene of every game is played and ends by itself', async () => {
  const page = await tableAt(first);
  const names = await page.evaluate(async () =>
    Object.keys((await import('/play/scenes.js')).scenes),
  );
  for (const name of names) {
    const { wait, kinds } = await page.evaluate((name) => {
      const phrase = { key: 'ms.say.bust', args: { who: { seat: 2 }, other: { seat: 1 } } };
      const wait = window.table.stage.play(name, phrase, 'text');
      const kinds = window.table.stage.element
        .getAnimations({ subtree: true })
        .flatMap((motion) => motion.effect.getKeyframes())
        .flatMap((frame) => Object.keys(frame))
        .filter((key) => !['offset', 'easing', 'composite', 'computedOffset'].includes(key));
      return { wait, kinds: [...new Set(kinds)].sort() };
    }, name);
    assert.ok(wait > 500, name);
    assert.deepEqual(kinds, ['opacity', 'transform'], `${name} only moves layers`);
    await eventually(() => isOn(page), false);
  }
  await page.close();
});

/** The scene's layer. The style sheet alone would stop its animations, but not show its end. */
const still = (page) =>
  page.evaluate(() => {
    const { element } = window.table.stage;
    return [element.matches('.is-moving'), getComputedStyle(element).opacity];
  });

for (const [how, reducedMotion, motion] of [
  ['reduced motion', 'reduce', 'full'],
  ['animations off', 'no-preference', 'none'],
])
  test(`with ${how} a scene is a still picture, and its event is shown at once`, async () => {
    const page = await tableAt(first, { reducedMotion });
    await page.evaluate((motion) => localStorage.setItem('motion', motion), motion);
    await happen(page, 'ms.say.bust');
    await eventually(() => isTold(page), true);
    assert.deepEqual([await isOn(page), await moving(page)], [true, 0]);
    assert.deepEqual(await still(page), [false, '1']);
    await eventually(() => isOn(page), false);
    await page.close();
  });

test('a tap or a key ends every scene', async () => {
  const page = await tableAt(first);
  const left = await page.evaluate(async () => {
    const { scenes } = await import('/play/scenes.js'),
      { stage, element } = window.table,
      args = { who: { seat: 2 }, other: { seat: 1 } };
    return ['pointerdown', 'keydown'].flatMap((event) =>
      Object.keys(scenes).filter((name) => {
        stage.play(name, { key: '', args }, 'text');
        const began = stage.isOn;
        element.querySelector('.board').dispatchEvent(new Event(event, { bubbles: true }));
        return !began || stage.isOn;
      }),
    );
  });
  assert.deepEqual(left, []);
  await page.close();
});

test('the setting shortens scenes or leaves them out', async () => {
  const page = await tableAt(first);
  const length = (motion) =>
    page.evaluate((motion) => {
      localStorage.setItem('motion', motion);
      return window.table.stage.play('wreck', { key: '', args: {} }, '');
    }, motion);
  const full = await length('full');
  assert.equal(await length('short'), full / 2);
  assert.equal(await length('none'), 0);
  await happen(page, 'ms.say.card');
  await eventually(() => isTold(page), true);
  assert.equal(await moving(page), 0);
  await page.close();
});

test('screen readers get the log entry before its result', async () => {
  const page = await tableAt(first);
  const over = moments('mille-sabords', 3, 7, 1).at(-1);
  await page.evaluate(() => {
    window.heard = [];
    new MutationObserver((changes) => {
      for (const { target } of changes)
        window.heard.push(
          (target instanceof Element ? target : target.parentElement).closest('[role]')?.role,
        );
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await happen(page, 'ms.say.bust', over.sight);
  await page.locator('.board-area').dispatchEvent('pointerdown');
  await eventually(() => isTold(page), true);
  const heard = await page.evaluate(() =>
    window.heard.filter((role) => ['log', 'status'].includes(role)),
  );
  assert.ok(heard.includes('log') && heard.includes('status'), heard.join());
  assert.ok(heard.indexOf('log') < heard.indexOf('status'), heard.join());
  await page.close();
});

test('coins fly to the player who gains something', async () => {
  const page = await tableAt(first);
  await happen(page, 'ms.say.scores');
  await eventually(() => page.locator('.flying svg').count(), 4);
  const [coin, row] = await page.evaluate(() =>
    [document.querySelector('.flying svg').style.left, '.player:nth-child(2)'].map((one, i) =>
      i ? document.querySelector(one).getBoundingClientRect().toJSON() : parseFloat(one),
    ),
  );
  assert.ok(coin > row.left && coin < row.right);
  await eventually(() => page.locator('.flying svg').count(), 0);
  await page.close();
});

test('the code of all sounds is smaller than 30 kB, and there are no sound files', () => {
  assert.ok(statSync(path.join(root, 'web/lib/sound.js')).size < 30_000);
  const files = readdirSync(path.join(root, 'web'), { recursive: true });
  assert.deepEqual(
    files.filter((name) => /\.(mp3|ogg|wav|m4a|webm|opus)$/.test(name)),
    [],
  );
});

test('sounds are off at first; setting and volume are remembered', async () => {
  const server = await serve();
  const { page, trouble } = await person(browser);
  await page.addInitScript(() => {
    window.loud = [];
    const connect = AudioNode.prototype.connect;
    AudioNode.prototype.connect = function (to) {
      if (to instanceof AudioDestinationNode) window.out = this;
      return connect.call(this, to);
    };
  });
  await page.goto(server.url);
  await page.locator('.menu-button').waitFor();
  assert.equal(await page.evaluate(() => !!window.out), false);
  await setSetting(page, 'sound', 'on');
  await eventually(
    () => page.evaluate(() => window.out?.gain.value),
    (value) => Math.abs(value - 0.6) < 0.01,
  );
  await page.locator('.menu-button').click();
  await page.locator('.volume input').fill('20');
  await eventually(
    () => page.evaluate(() => window.out.gain.value),
    (value) => Math.abs(value - 0.2) < 0.01,
  );
  await page.reload();
  await page.locator('.menu-button').click();
  assert.equal(await page.locator('.volume input').inputValue(), '20');
  assert.ok(await page.locator('#menu [name="setting-sound"][value="on"]').isChecked());
  assert.deepEqual(trouble, []);
  await page.context().close();
  await server.stop();
});
