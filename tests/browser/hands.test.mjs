// Mouse, touch and keyboard: drags with mouse and finger, a whole game and its rematch by taps on a
// phone, and a game of Corsaires with the keyboard alone.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import {
  drawMoment,
  eventually,
  moments,
  newPage,
  openBrowser,
  person,
  playNow,
  serve,
  servePage,
  showsCount,
  showsText,
} from './lib.mjs';
import { clickAndWait, diceAndCards, playOut } from './players.mjs';
import { shown } from './shown.mjs';

const limit = { timeout: 600_000 }; // generous for a slow machine
let browser, server, site;
before(async () => {
  [browser, server, site] = await Promise.all([openBrowser(), serve(), servePage()]);
});
after(async () => {
  await browser.close();
  site.close();
  await server.stop();
});

const middle = async (place) => {
  await place.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await place.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
};

/** Puts a finger down, moves it and lifts it. */
async function slideFinger(page, from, to) {
  const touch = await page.context().newCDPSession(page);
  const point = (type, at) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  await point('touchStart', from);
  for (let step = 1; step <= 8; step++)
    await point('touchMove', {
      x: from.x + ((to.x - from.x) * step) / 8,
      y: from.y + ((to.y - from.y) * step) / 8,
    });
  await point('touchEnd');
}

/** Drags an item with a finger. */
const dragByFinger = async (page, thing, place) =>
  slideFinger(page, await middle(thing), await middle(place));

const hands = {
  mouse: {
    options: { viewport: { width: 1280, height: 900 } },
    drag: (_, thing, place) => thing.dragTo(place),
  },
  finger: {
    options: { viewport: { width: 390, height: 1400 }, hasTouch: true, isMobile: true },
    drag: dragByFinger,
  },
};

for (const [name, { options, drag }] of Object.entries(hands)) {
  test(`dice are dragged into the cup and out again (${name})`, async () => {
    const page = await newPage(browser, { ...options, reducedMotion: 'reduce' }),
      lying = page.locator('.ms-lying .die.is-live');
    const { sight } = shown['mille-sabords-island'],
      [least] = sight.subsets.find(({ verb }) => verb === 'reroll').bust_percent;
    await drawMoment(page, site.url, shown['mille-sabords-island']);
    const dice = await lying.count();
    for (const dragged of [1, 2]) {
      await drag(page, lying.first(), page.locator('.ms-cup'));
      await showsCount(page, '.ms-cup .die', dragged);
    }
    await showsText(page, '[data-key="reroll"] small', `${least}% risk of going bust`);
    await drag(page, page.locator('.ms-cup .die').first(), page.locator('.ms-lying'));
    await eventually(() => lying.count(), dice - 1);
    await showsCount(page, '[data-key="reroll"] small', 0);
    await page.close();
  });

  test(`a card is dragged onto a galleon (${name})`, async () => {
    const page = await newPage(browser, { ...options, reducedMotion: 'reduce' }),
      moment = shown['corsaires-battle'];
    await drawMoment(page, site.url, moment);
    const attack = moment.sight.moves.find(({ move }) => move.startsWith('attack'));
    const [card, galleon] = attack.touches.map((id) => page.locator(`.item[data-id="${id}"]`));
    const isCard = await card.evaluate((one) => !!one.closest('.co-hand'));
    await drag(page, isCard ? card : galleon, isCard ? galleon : card);
    await eventually(() => page.evaluate(() => window.sent), [attack.move]);
    await page.close();
  });
}

test('a finger along a hand that is too wide scrolls it', async () => {
  const page = await newPage(browser, {
    ...hands.finger.options,
    viewport: { width: 240, height: 1400 },
    reducedMotion: 'reduce',
  });
  const cards = ({ sight }) =>
    sight.zones.find(({ name, owner }) => name === 'co.zone.hand' && owner === 1)?.items.length ??
    0;
  await drawMoment(
    page,
    site.url,
    moments('corsaires', 2, 3, 1).reduce((most, one) => (cards(one) > cards(most) ? one : most)),
  );
  const fan = page.locator('.co-hand.is-own .co-fan'),
    from = await middle(fan.locator('.item.is-live').first());
  assert.ok(await fan.evaluate((row) => row.scrollWidth > row.clientWidth), 'the hand is too wide');
  await slideFinger(page, from, { x: from.x - 60, y: from.y });
  await eventually(
    () => fan.evaluate((row) => row.scrollLeft),
    (left) => left > 0,
    'the hand has scrolled',
  );
  assert.deepEqual(await page.evaluate(() => window.sent), []);
  await page.close();
});

test('a game on a phone by taps, and another one after it', limit, async () => {
  const who = await person(browser, { lang: 'fr', width: 360, height: 740, touch: true }),
    { page } = who;
  await playNow(page, server.url, 'mille-sabords');
  await playOut(page, diceAndCards(who));
  assert.equal(
    await page.evaluate(() => document.documentElement.scrollWidth > innerWidth),
    false,
    'no sideways scrolling',
  );
  await page.locator('.tools [data-key="web.rematch"]').tap();
  await page.locator('.crown').first().waitFor({ state: 'detached' });
  await page.waitForSelector('.table .item');
  await eventually(() => who.messages.findLast((message) => message.type === 'table').match, 2);
  await page.waitForSelector('.is-asked');
  await clickAndWait(page, () => page.locator('.ms-pile .is-live').tap());
  assert.deepEqual(who.trouble, []);
  await who.context.close();
});

test('Corsaires by keys alone', limit, async () => {
  const { page, trouble, context } = await person(browser);
  /** Whether the nearer one is before or after the focused element; undefined if it is focused. */
  const direction = (selector) =>
    page.evaluate((what) => {
      const focus = document.activeElement,
        place = document.querySelector(what);
      if (focus.matches(what)) return '';
      return place &&
        focus !== document.body &&
        place.compareDocumentPosition(focus) & Node.DOCUMENT_POSITION_FOLLOWING
        ? 'Shift+Tab'
        : 'Tab';
    }, selector);
  const tabTo = async (selector) => {
    let key,
      presses = 0;
    while ((key = await direction(selector)) && presses++ < 80) await page.keyboard.press(key);
    assert.equal(key, '', `${selector} is reached`);
  };
  await page.goto(server.url);
  await page.waitForSelector('.poster');
  await tabTo('.poster:nth-child(2) .is-main');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.co');
  let attacks = 0;
  await playOut(page, async (turn) => {
    const pile = await page.locator('.co-pile .is-live').count(),
      cards = await page.locator('.co-hand.is-own .is-live').count();
    await tabTo(
      pile && (turn % 3 === 2 || !cards) ? '.co-pile .is-live' : '.co-hand.is-own .is-live',
    );
    const number = await page.locator('.table').getAttribute('data-n');
    await page.keyboard.press('Enter');
    // a card with a single use is played at once; it stays picked until the event arrives
    const asked = await page.waitForFunction((n) => {
      if (document.querySelector('.table').dataset.n !== n) return 'played';
      const choice = document.querySelector('.now .choice:not(.is-quiet)');
      return choice && document.querySelector('.item.is-picked') ? 'asked' : '';
    }, number);
    if ((await asked.jsonValue()) === 'asked') {
      attacks += (await page.locator('.co-galleon .item.is-next').count()) > 0;
      await tabTo('.now .choice:not(.is-quiet)');
      await clickAndWait(page, () => page.keyboard.press('Enter'));
    }
  });
  assert.ok(attacks > 0, 'cards were played on galleons');
  await showsText(page, '.choices > .question', / wins? /);
  assert.deepEqual(trouble, []);
  await context.close();
});
