// Buccaneer for the tests of the page: moments of matches, and somebody who plays by clicking.

import assert from 'node:assert/strict';
import { moments } from './lib.mjs';

const asked = (list, key) => list.find((moment) => moment.sight.ask?.key === key);

/** Opening, a choice of ships, a mutiny with open marks, and the reckoning. */
export function buccaneerMoments() {
  const four = moments('buccaneer', 4, 3, 1), open = moments('buccaneer', 4, 13, 1, 'aide-memoire=on');
  const hidden = moments('buccaneer', 5, 8, 1, 'hidden-money=on');
  return {
    'buccaneer-opening': four[0],
    'buccaneer-ships': hidden.findLast((moment) => moment.sight.moves.some(({ move }) => move.startsWith('board'))),
    'buccaneer-mutiny': asked(open, 'bu.ask.mutiny'),
    'buccaneer-end': four.at(-1),
  };
}

/** Boards whenever it can, else puts a crew on another's; mutinies every other time it may. */
export function buccaneer({ page }, clickAndWait) {
  const first = (selector) => page.locator(selector).first();
  const board = async () => {
    await first('.vessel.is-live').click();
    const crew = first('.bu-crew.is-next .chief'), two = await page.locator('.bu-card.is-picked .loot').count() > 1;
    assert.ok(await page.locator('.bu-card.is-picked .bu-share').count() > 1, 'who gets what is shown before');
    if (!two)
      return clickAndWait(page, () => crew.click());
    await crew.click();
    return clickAndWait(page, () => first('.loot.is-next').click());
  };
  const capture = async () => {
    await first('.bu-crew.is-mine .chief').click();
    await clickAndWait(page, () => first('.bu-crew.is-next .chief').click());
  };
  return async (turn) => {
    const answer = first(`.now [data-key="${turn % 2 ? 'mutiny' : 'obey'}"]`), only = first('.now .is-main');
    if (await answer.count() || await only.count())
      await clickAndWait(page, () => only.or(answer).click());
    else
      await (await page.locator('.vessel.is-live').count() ? board() : capture());
  };
}
