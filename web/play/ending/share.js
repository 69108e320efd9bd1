// Sharing a result: a picture that this browser draws, or a link to the replay.

import { icons } from '../../lib/art.js';
import { h, picture } from '../../lib/dom.js';
import { savedTables } from '../../offline/saved-tables.js';
import { pack } from '../../records/api.js';
import { pictureOf } from './picture.js';

/** @typedef {import('./ending.js').Ending} Ending */

/** The address of the replay. Only this browser knows a stored table, so the link contains its
 * record. @param {Ending} ending */
async function addressOf({ match, record }) {
  const here = location.href.split('#')[0];
  return savedTables.has(match.table) && record
    ? `${here}#record=${await pack(record)}`
    : `${here}#replay=${match.table}`;
}

/** @param {Ending} ending */
function captionOf({ words, headline, places, match }) {
  return {
    headline: headline.textContent ?? '',
    title: `${words.say(match.sight.game)} · ${words.say('web.title')}`,
    places: places.slice(0, 3).map(({ seats, score, won }) => ({
      name: words.seats(seats),
      score: words.number(score),
      won,
    })),
  };
}

/** Saves a file as the browser does with downloads. @param {File} file */
function save(file) {
  const url = URL.createObjectURL(file);
  h('a', { href: url, download: file.name }).click();
  URL.revokeObjectURL(url);
}

/** Passes something to other programs of the device. False if that is not possible; a user who
 * changes their mind is served, too. @param {ShareData} what */
async function handOver(what) {
  if (!navigator.canShare?.(what)) return false;
  await navigator.share(what).catch(() => {});
  return true;
}

/** @param {Ending} ending */
async function sharePicture(ending) {
  ending.finish();
  const blob = await pictureOf(ending.scene, captionOf(ending)).catch(() => null);
  if (!blob) {
    ending.say('ending.no-picture');
    return;
  }
  const file = new File([blob], 'flibuste.png', { type: 'image/png' });
  if (await handOver({ files: [file] })) return;
  save(file);
  ending.say('ending.saved');
}

/** @param {Ending} ending */
async function shareLink(ending) {
  const url = await addressOf(ending);
  if (await handOver({ url, title: ending.headline.textContent ?? '' })) return;
  const copied = await navigator.clipboard?.writeText(url).then(
    () => true,
    () => false,
  );
  ending.say(copied ? 'ending.copied' : 'ending.not-copied');
}

/** The button that offers both. @param {Ending} ending */
export function sharing(ending) {
  const { words } = ending;
  const entry = (/** @type {string} */ key, /** @type {() => void} */ act) =>
    h(
      'button',
      {
        type: 'button',
        class: 'choice',
        'data-key': key,
        popovertarget: 'share-menu',
        popovertargetaction: 'hide',
        onclick: act,
      },
      words.say(key),
    );
  return [
    h(
      'button',
      {
        type: 'button',
        class: 'choice is-quiet',
        'data-key': 'ending.share',
        popovertarget: 'share-menu',
      },
      picture(icons.share, '0 0 64 64', 'icon'),
      h('span', {}, words.say('ending.share')),
    ),
    h(
      'div',
      { class: 'menu end-menu', id: 'share-menu', popover: 'auto' },
      entry('ending.picture', () => sharePicture(ending)),
      entry('ending.link', () => shareLink(ending)),
    ),
  ];
}
