// Pirates en Duel for tests: moments to draw, one table at level 3, and players who click.

import { chooseGame, chooseSeat, moments } from './lib.mjs';

const options = { level: '3' };
export const six = moments('pirates-en-duel', 6, 4, 1, 'level=3').map((moment) => ({
  ...moment,
  options,
}));
export const two = moments('pirates-en-duel', 2, 4, 1, 'level=3').map((moment) => ({
  ...moment,
  options,
}));

/** The last moment with this question. */
export const asked = (list, ask) =>
  list.findLast((moment) => moment.sight.prompt?.key === `pd.ask.${ask}`);

export const shown = {
  'pirates-en-duel-opening': six[0],
  'pirates-en-duel-quay': asked(six, 'take-two'),
  'pirates-en-duel-target': asked(six, 'attack'),
  'pirates-en-duel-losses': asked(two, 'lose'),
  'pirates-en-duel-end': two.at(-1),
};

/** Creates a table for two at level 3, with a bot, on the home page. */
export async function beginAtLevel3(page, url) {
  await page.goto(url);
  await chooseGame(page, 'pirates-en-duel', 'invite');
  await page.locator('#making-seats [value="2"]').check();
  await chooseSeat(page, 2, 'bot:moussaillon');
  await page.locator('#making-level [value="3"]').check();
  await page.locator('.making .is-main').click();
  await page.waitForSelector('.board .item');
}

/** Selects recruits until the selection is legal. */
async function enlist(page, clickAndWait) {
  const button = page.locator('.now [data-key="enlist"]');
  while ((await button.getAttribute('aria-disabled')) === 'true')
    await page.locator('.pd-row .is-live:not(.is-picked)').first().click();
  await clickAndWait(page, () => button.click());
}

/** One click where that is enough, else a second one on a matching item or on the same one. */
async function clickThing(page, thing) {
  await thing.click();
  const picked = page.locator('.pd .item.is-picked');
  if (!(await picked.count())) return;
  const next = page.locator(
    `.pd .item.is-next:not([data-face="${await picked.first().getAttribute('data-face')}"])`,
  );
  await ((await next.count()) ? next : picked).first().click();
}

/** A player who tries everything that can be clicked. */
export const player =
  (clickAndWait) =>
  ({ page }) =>
  async (turn) => {
    const pile = page.locator('.pd-pile.is-live'),
      thing = page.locator('.pd-card.is-live, .pd-die.is-live, .pd-ship.is-live');
    const answers = page.locator('.now .choice');
    if (await page.locator('.now [data-key="enlist"]').count()) await enlist(page, clickAndWait);
    else if ((await pile.count()) && !(turn % 4 === 3 && (await thing.count())))
      await clickAndWait(page, () => pile.click());
    else if (await thing.count()) await clickAndWait(page, () => clickThing(page, thing.first()));
    else
      await clickAndWait(page, () =>
        answers
          .nth(turn % 3 ? 0 : 1)
          .or(answers.first())
          .first()
          .click(),
      );
  };
