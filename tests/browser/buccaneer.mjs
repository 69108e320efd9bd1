// Buccaneer for tests: moments of matches, and a player who clicks.

import { moments, showsCount } from './lib.mjs';

const asked = (list, key) => list.find((moment) => moment.sight.prompt?.key === key);

/** Opening, choice of ships, mutiny with visible marks, and final score. */
export function buccaneerMoments() {
  const four = moments('buccaneer', 4, 3, 1),
    open = moments('buccaneer', 4, 13, 1, 'aide-memoire=on');
  const hidden = moments('buccaneer', 5, 8, 1, 'hidden-money=on');
  return {
    'buccaneer-opening': four[0],
    'buccaneer-ships': hidden.findLast((moment) =>
      moment.sight.moves.some(({ move }) => move.startsWith('board')),
    ),
    'buccaneer-mutiny': asked(open, 'bu.ask.mutiny'),
    'buccaneer-end': four.at(-1),
  };
}

/** Boards whenever possible, else puts a crew on another; mutinies every second time. */
export function buccaneer({ page }, clickAndWait) {
  const first = (selector) => page.locator(selector).first();
  const board = async () => {
    await first('.vessel.is-live').click();
    const crew = first('.bu-crew.is-next .chief');
    await showsCount(
      page,
      '.bu-card.is-picked .bu-share',
      (shares) => shares > 1,
      'who gets what is shown before',
    );
    if ((await page.locator('.bu-card.is-picked .loot').count()) <= 1)
      return clickAndWait(page, () => crew.click());
    await crew.click(); // selects the first treasure, too
    await first('.loot.is-next').click();
    return clickAndWait(page, () => first('.now .is-main').click());
  };
  const capture = async () => {
    await first('.bu-crew.is-mine .chief').click();
    await clickAndWait(page, () => first('.bu-crew.is-next .chief').click());
  };
  return async (turn) => {
    const answer = first(`.now [data-key="${turn % 2 ? 'mutiny' : 'obey'}"]`),
      only = first('.now .is-main');
    if ((await answer.count()) || (await only.count()))
      await clickAndWait(page, () => only.or(answer).click());
    else await ((await page.locator('.vessel.is-live').count()) ? board() : capture());
  };
}
