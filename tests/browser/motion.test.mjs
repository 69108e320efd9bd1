// Animations: items that moved slide once; items that were only shifted with their surroundings do
// not.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { drawMoment, eventually, moments, newPage, openBrowser, servePage } from './lib.mjs';

let browser, site, page;
before(async () => {
  [browser, site] = await Promise.all([openBrowser(), servePage()]);
  page = await newPage(browser, { reducedMotion: 'no-preference' });
  await page.route('**/blank.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>blank</title>' }),
  );
  await page.goto(`${site.url}blank.html`);
});
after(async () => {
  await browser.close();
  site.close();
});

/** Draws a chart with two ships, one with cargo, and a port; runs `what`; returns the
 *   animations. */
const movesAfter = (what) =>
  page.evaluate(async (body) => {
    const { settle, spots } = await import('/play/motion.js');
    document.body.innerHTML = `<div id="above"></div><div id="sea">
    <div id="ship" data-target="1"><i id="sail"></i><i id="cargo"></i></div>
    <div id="other" data-target="2"></div></div><div id="port"><i id="crew"></i></div>`;
    for (const [id, style] of Object.entries({
      sea: 'position: relative; height: 200px',
      ship: 'position: absolute; left: 50px; top: 50px',
      other: 'position: absolute; left: 300px; top: 50px',
      port: 'height: 40px',
      sail: 'display: block; width: 20px; height: 20px',
      cargo: 'display: block; width: 20px; height: 20px',
      crew: 'display: block; width: 20px; height: 20px',
    }))
      document.getElementById(id).style.cssText = style;
    const at = (id) => document.getElementById(id),
      items = () => [...document.querySelectorAll('i')];
    const seen = spots(items());
    new Function('at', body)(at);
    settle(
      items().map((item, i) => [i, item]),
      seen,
    );
    return Object.fromEntries(
      document.getAnimations().map((motion) => {
        const [{ translate, opacity }] = motion.effect.getKeyframes();
        return [motion.effect.target.id, translate ?? `from ${opacity}`];
      }),
    );
  }, what);

test('what is pushed aside with all around it does not slide', async () => {
  assert.deepEqual(await movesAfter("at('above').style.height = '60px'"), {});
});

test('a ship sails with all that is on it, as one', async () => {
  assert.deepEqual(await movesAfter("at('ship').style.left = '150px'"), { ship: '-100px' });
});

test('what holds to the far end or the middle of a thing that grows is not moved', async () => {
  assert.deepEqual(
    await movesAfter(
      "at('port').style.cssText = 'height: 90px; padding-top: 50px; box-sizing: border-box'",
    ),
    {},
  );
});

test('one who goes ashore slides from where he was, though all else was pushed aside', async () => {
  const moves = await movesAfter(
    "at('above').style.height = '60px'; at('port').append(at('cargo'))",
  );
  assert.deepEqual(Object.keys(moves), ['cargo']);
  // from below the sail at 50, 50 of the sea, which was 60 px higher, to below the crew
  assert.equal(moves.cargo, '50px -210px');
});

test('a new ship fades in with its cargo, as one', async () => {
  assert.deepEqual(
    await movesAfter(
      "at('other').innerHTML = '<i></i>'; at('other').replaceWith(at('other').cloneNode(true))",
    ),
    { other: 'from 0' },
  );
});

test('a die that is thrown where it lies tumbles and does not slide', async () => {
  const all = moments('pirates-en-duel', 2, 7, 1, 'every').slice(0, 27),
    table = await newPage(browser, { reducedMotion: 'no-preference' });
  await drawMoment(table, site.url, all[0]);
  const thrown = await table.evaluate(
    (sights) =>
      sights.flatMap((sight) => {
        window.table.see(sight);
        const motions = document
          .getAnimations()
          .filter(
            (motion) =>
              motion.effect.target.matches('.pd-die') && !(motion instanceof CSSTransition),
          );
        const kinds = motions.map((motion) => {
          const [from] = motion.effect.getKeyframes();
          return from.transform ? 'tumbles' : from.translate ? 'slides' : 'fades';
        });
        motions.forEach((motion) => motion.finish());
        return kinds;
      }),
    all.map((moment) => moment.sight),
  );
  assert.deepEqual([...new Set(thrown)].sort(), ['fades', 'tumbles']);
});

test("a mutiny puts the captain's quay first without moving quays in the document", async () => {
  const all = moments('buccaneer', 4, 7, 1, 'every'),
    table = await newPage(browser, {
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    });
  const asked = all.findIndex(({ sight }, i) => i > 0 && sight.prompt?.key === 'bu.ask.mutiny');
  await drawMoment(table, site.url, all[asked - 1]);
  const seen = await table.evaluate((sight) => {
    const quays = document.querySelector('.bu-quays'),
      watch = new MutationObserver(() => {});
    const first = () =>
      [...quays.children]
        .sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left)[0]
        .getAttribute('aria-label');
    const before = first();
    watch.observe(quays, { childList: true });
    window.table.see(sight);
    return {
      before,
      after: first(),
      moved: watch.takeRecords().length,
      captain: window.table.words.seat(
        sight.zones.find(({ items: [top] }) => top?.marks.includes('asked')).owner,
      ),
    };
  }, all[asked].sight);
  assert.notEqual(seen.before, seen.captain);
  assert.deepEqual({ first: seen.after, moved: seen.moved }, { first: seen.captain, moved: 0 });
  await table.close();
});

/** Two moments of Aux Sabords between which a ship sails to the next square. */
function voyage() {
  const all = moments('aux-sabords', 3, 7, 1, 'every'),
    seas = all.map(({ sight }) => sight.zones.find(({ name }) => name === 'as.zone.sea'));
  const shipsIn = ({ sight }) =>
    sight.zones.flatMap(({ items }) => items).filter(({ kind }) => kind === 'as.ship');
  for (let i = 1; i < all.length; i++)
    for (const [n, ship] of shipsIn(all[i]).entries()) {
      const was = shipsIn(all[i - 1])[n],
        [from, to] = [was, ship].map(({ on }) => seas[i].items.findIndex(({ id }) => id === on)),
        apart = Math.abs(from - to);
      if (from >= 0 && to >= 0 && [1, seas[i].columns].includes(apart)) return [all[i - 1], all[i]];
    }
  throw new Error('no ship sails');
}

/** What moves after the second of two moments, and the wakes. */
const sailing = (page, moment) =>
  page.evaluate((sight) => {
    window.table.see(sight);
    return {
      moving: document
        .getAnimations()
        .filter(({ effect }) => effect.target.matches('.as-ship-at'))
        .map(({ effect }) => ({
          lasts: effect.getTiming().duration,
          changes: Object.keys(effect.getKeyframes()[0]).filter(
            (key) => !['offset', 'easing', 'composite', 'computedOffset'].includes(key),
          ),
        })),
      wakes: document.querySelectorAll('.as-wakes').length,
      fading: document.querySelector('.as-wakes')?.getAnimations()[0]?.effect.getTiming().duration,
    };
  }, moment.sight);

test('a ship sails square by square, 140 ms each, and leaves a wake that fades', async () => {
  const [from, to] = voyage(),
    table = await newPage(browser, { reducedMotion: 'no-preference' });
  await drawMoment(table, site.url, from);
  assert.deepEqual(await sailing(table, to), {
    moving: [{ lasts: 140, changes: ['transform'] }],
    wakes: 1,
    fading: 600,
  });
  assert.equal(
    await table.evaluate(() =>
      window.table.pauseAfter({ lines: [{ key: 'as.say.step', args: {} }], mine: false }),
    ),
    140,
    'the next square follows at once',
  );
  await eventually(() => table.locator('.as-wakes').count(), 0);
  await table.evaluate(() => localStorage.setItem('motion', 'short'));
  await table.evaluate((sight) => {
    window.table.see(sight);
    document.getAnimations().forEach((motion) => motion.finish());
  }, from.sight);
  const { moving } = await sailing(table, to);
  assert.equal(moving[0].lasts, 70, 'the setting shortens it');
  await table.close();
});

test('with reduced motion a ship arrives at once, and its way stays for a moment', async () => {
  const [from, to] = voyage(),
    table = await newPage(browser, { reducedMotion: 'reduce' });
  await drawMoment(table, site.url, from);
  assert.deepEqual(await sailing(table, to), { moving: [], wakes: 1, fading: undefined });
  await eventually(() => table.locator('.as-wakes').count(), 0);
  await table.close();
});

test('a piece that moves again before it has arrived continues from where it is seen', async () => {
  const offsets = await page.evaluate(async () => {
    const { settle, spots } = await import('/play/motion.js');
    document.body.innerHTML =
      '<div id="sea"><div data-sails id="ship"><i id="sail"></i></div></div>';
    const [sea, ship, sail] = ['sea', 'ship', 'sail'].map((id) => document.getElementById(id));
    sea.style.cssText = 'position: relative; height: 200px';
    sail.style.cssText = 'display: block; width: 20px; height: 20px';
    const at = (left) => {
      const before = spots([sail]);
      ship.style.cssText = `position: absolute; left: ${left}px; top: 50px`;
      settle([[1, sail]], before);
    };
    ship.style.cssText = 'position: absolute; left: 0px; top: 50px';
    at(20);
    const [first] = document.getAnimations();
    first.pause();
    first.currentTime = 70; // half way
    at(40);
    return document.getAnimations().map(({ effect }) => effect.getKeyframes()[0].transform);
  });
  assert.deepEqual(offsets, ['translate(-30px, 0px)']);
});

/** Whether something moves, or would move if the page were drawn later. */
const moves = () =>
  document
    .getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ effect }) => `${effect.target.className?.baseVal ?? effect.target.className}`);

for (const [game, seats] of [
  ['mille-sabords', 3],
  ['corsaires', 4],
  ['buccaneer', 4],
  ['pirates-en-duel', 3],
  ['aux-sabords', 3],
])
  for (const [how, reducedMotion, motion] of [
    ['reduced motion', 'reduce', 'full'],
    ['animations off', 'no-preference', 'none'],
  ])
    test(`${game}, ${how}: nothing moves during a whole match`, async () => {
      const all = moments(game, seats, 7, 1, 'every'),
        table = await newPage(browser, { reducedMotion });
      await table.addInitScript((motion) => localStorage.setItem('motion', motion), motion);
      await drawMoment(table, site.url, all[0]);
      await table.waitForFunction(() => window.table.stage);
      const moved = await table.evaluate(
        ([sights, moves]) => {
          const { table } = window,
            read = new Function(`return (${moves})()`),
            keys = [...Object.keys(table.module.scenes), ...Object.keys(table.module.sounds)];
          return sights.flatMap((sight, i) => {
            const args = { who: { seat: 2 }, other: { seat: 1 } };
            table.startScene({ sight, lines: [{ key: keys[i % keys.length], args }] });
            table.tell({ sight, lines: [{ key: keys[i % keys.length], args }], n: i });
            return read();
          });
        },
        [all.slice(0, 80).map(({ sight }) => sight), String(moves)],
      );
      assert.deepEqual(moved, []);
      await table.close();
    });

test('the points at stake are shown when the dice have come to rest', async () => {
  const all = moments('mille-sabords', 3, 7, 1, 'every'),
    thrown = all.findIndex(({ log }) => log.some(({ key }) => key === 'ms.say.rolled')),
    table = await newPage(browser, { reducedMotion: 'no-preference' });
  await drawMoment(table, site.url, all[thrown - 1]);
  const seen = await table.evaluate((sight) => {
    window.table.see(sight);
    const stake = document.querySelector('.ms-stake'),
      waits = stake.getAnimations().filter(({ id }) => id === 'after-dice'),
      ends = (all) => all.map(({ effect }) => effect.getComputedTiming().endTime);
    const dice = ends(
      [...document.querySelectorAll('.ms-die')].flatMap((one) => one.getAnimations()),
    );
    waits[0].currentTime = Math.max(...dice) - 1;
    return { waits: waits.length, opacity: getComputedStyle(stake).opacity, dice: dice.length };
  }, all[thrown].sight);
  assert.equal(seen.waits, 1);
  assert.equal(Number(seen.opacity) < 0.5, true, seen.opacity);
  assert.ok(seen.dice >= 8);
  await table.close();
});

test('with full motion, the same match does move', async () => {
  const all = moments('mille-sabords', 3, 7, 1, 'every'),
    table = await newPage(browser, { reducedMotion: 'no-preference' });
  await drawMoment(table, site.url, all[0]);
  const moved = await table.evaluate(
    ([sights, moves]) => {
      const read = new Function(`return (${moves})()`);
      return sights.flatMap((sight) => {
        window.table.see(sight);
        return read();
      });
    },
    [all.slice(0, 40).map(({ sight }) => sight), String(moves)],
  );
  assert.ok(moved.length > 10);
  await table.close();
});

test('moving pieces are layers: only transforms and opacity change, in every game', async () => {
  for (const [game, seats] of [
    ['mille-sabords', 3],
    ['corsaires', 4],
    ['buccaneer', 4],
    ['pirates-en-duel', 3],
    ['aux-sabords', 3],
  ]) {
    const all = moments(game, seats, 7, 1, 'every'),
      table = await newPage(browser, { reducedMotion: 'no-preference' });
    await drawMoment(table, site.url, all[0]);
    const changed = await table.evaluate(
      (sights) =>
        sights.flatMap((sight) => {
          window.table.see(sight);
          getComputedStyle(document.body).color; // starts transitions
          const names = document
            .getAnimations()
            .flatMap(({ effect }) => effect.getKeyframes())
            .flatMap((frame) => Object.keys(frame));
          document
            .getAnimations()
            .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
            .forEach((motion) => motion.finish());
          return [...new Set(names)];
        }),
      all.slice(0, 80).map(({ sight }) => sight),
    );
    const allowed = ['translate', 'scale', 'rotate', 'transform', 'opacity'],
      timing = ['offset', 'easing', 'composite', 'computedOffset'];
    assert.deepEqual(
      [...new Set(changed)].filter((name) => ![...allowed, ...timing].includes(name)),
      [],
      game,
    );
    await table.close();
  }
});
