// The waiting room of a table: the invitation, the seats, and the button to start.

import { icons } from '../lib/art.js';
import { fill, h, picture } from '../lib/dom.js';
import { loadSheet } from '../games/games.js';
import { posterOf } from '../games/posters.js';
import { isLost } from '../lib/model.js';
import { keepName, usualName } from '../lib/profile.js';
import { sky } from './harbour.js';
import { optionWord } from './option-words.js';
import { boat } from './seat-art.js';
import { drawing } from '../lib/qr.js';

/** @typedef {import('../lib/words.js').Words} Words */
/** @typedef {import('../lib/model.js').Model} Model */

/** The address under which others reach the server: that of this page, unless it is the local
 * machine. @param {string | undefined} url as the server reports it */
function address(url) {
  const home = /^(localhost|127\..*|\[::1\])$/.test(location.hostname);
  return home && url ? url : location.origin + location.pathname;
}

/** Copies with the clipboard API, or with execCommand where that is not allowed.
 * @param {HTMLInputElement} field */
async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand('copy');
  }
}

/** A link with a field to copy it from and its QR code, for a section of the class `invitation`.
 * @param {Words} words @param {string} link @param {string} id of the field
 * @param {...Element} head purpose of the link */
function linkParts(words, link, id, ...head) {
  const field = h('input', { id, readonly: true, value: link, onfocus: () => field.select() });
  const said = h('span', { role: 'status' });
  const square = drawing(link);
  return [
    h(
      'div',
      {},
      ...head,
      h(
        'p',
        { class: 'row' },
        h('label', { for: id }, words.say('web.link')),
        field,
        h(
          'button',
          {
            type: 'button',
            class: 'choice',
            onclick: async () => {
              await copy(field);
              said.textContent = words.say('web.copied');
            },
          },
          words.say('web.copy'),
        ),
        'share' in navigator &&
          h(
            'button',
            {
              type: 'button',
              class: 'choice',
              // rejected when the user closes the list of recipients
              onclick: () => navigator.share({ url: link }).catch(() => {}),
            },
            words.say('web.share'),
          ),
        said,
      ),
    ),
    square &&
      h(
        'figure',
        {},
        picture(square.markup, square.box, 'qr'),
        h('figcaption', {}, words.say('web.scan')),
      ),
  ];
}

/** Shows the link to somebody's seat in a dialog over the page. @param {Words} words
 * @param {{table: string, token: string, name: string}} of @param {string | undefined} url */
export function linkSheet(words, { table, token, name }, url) {
  const sheet = h(
    'dialog',
    { class: 'link-sheet', 'aria-labelledby': 'link-title', onclose: () => sheet.remove() },
    h(
      'section',
      { class: 'invitation' },
      linkParts(
        words,
        `${address(url)}#t=${table}&k=${token}`,
        'seat-link',
        h('h2', { id: 'link-title' }, words.say('web.seat-link', { name })),
        h('p', {}, words.say('web.seat-link-how')),
      ),
    ),
    h(
      'p',
      {},
      h(
        'button',
        { type: 'button', class: 'choice', onclick: () => sheet.close() },
        words.say('web.close'),
      ),
    ),
  );
  document.body.append(sheet);
  sheet.showModal();
}

export class WaitingRoom {
  /** @param {Words} words @param {(command: string) => void} send */
  constructor(words, send) {
    this.words = words;
    this.send = send;
    /** @type {string | undefined} */
    this.invited = undefined;
    /** The name that is being typed. @type {string | undefined} */
    this.typed = undefined;
    this.invitation = h('section', { class: 'invitation' });
    this.chairs = h('section', { class: 'room-chairs' });
    this.sky = h('div', { class: 'sky' }, picture(sky, '0 0 1280 336'));
    this.sky.firstElementChild?.setAttribute('preserveAspectRatio', 'xMaxYMax slice');
    this.note = h('p', { class: 'note', role: 'alert' });
    this.element = h(
      'main',
      { class: 'room', id: 'board', tabindex: '-1' },
      this.invitation,
      this.chairs,
      this.note,
    );
    loadSheet('home/seat-art.css');
  }

  /** @param {Words} words @param {Model} model */
  speak(words, model) {
    this.words = words;
    this.invited = undefined;
    this.show(model);
  }

  /** @param {Model} model */
  show(model) {
    if (!model.table) return;
    if (this.invited !== model.table.id) {
      this.invited = model.table.id;
      this.invite(model.table.code, model.url);
    }
    const at = document.activeElement,
      key = at?.getAttribute('data-key');
    this.drawChairs(model);
    const now =
      key &&
      /** @type {HTMLElement | null} */ (
        this.chairs.querySelector(`[data-key="${CSS.escape(key)}"]`)
      );
    if (!now) return;
    now.focus();
    if (at instanceof HTMLInputElement && now instanceof HTMLInputElement)
      now.setSelectionRange(at.selectionStart, at.selectionEnd);
  }

  /** @param {string} code @param {string | undefined} url where others reach the server */
  invite(code, url) {
    const words = this.words;
    fill(
      this.invitation,
      linkParts(
        words,
        `${address(url)}#j=${code}`,
        'link',
        h('h2', {}, words.say('web.invitation')),
        h('p', {}, words.say('web.invitation-how')),
        h('p', { class: 'code' }, h('span', {}, words.say('web.code')), h('strong', {}, code)),
      ),
    );
  }

  /** @param {Model} model */
  drawChairs(model) {
    const table = /** @type {import('../lib/model.js').TableInfo} */ (model.table),
      words = this.words;
    const seated = model.you.seats.length > 0,
      free = table.seats.filter((chair) => !chair.name && chair.kind !== 'bot').length;
    const usual = seated
      ? words.say('web.somebody-here', { n: model.you.seats.length + 1 })
      : usualName(words);
    const name = h('input', {
      id: 'sit-name',
      maxlength: '24',
      value: this.typed ?? usual,
      autocomplete: seated ? 'off' : 'nickname',
      'data-key': 'name',
      oninput: () => {
        this.typed = name.value;
      },
    });
    const first = table.seats.findIndex((chair) => !chair.name && chair.kind !== 'bot'),
      field = [
        h('label', { for: 'sit-name' }, words.say(seated ? 'web.next-name' : 'web.name')),
        name,
      ];
    fill(
      this.chairs,
      this.sky,
      this.head(
        table,
        model.games.find(({ name }) => name === table.game),
      ),
      h(
        'ol',
        {
          class: `chairs${table.seats.length > 4 ? ' is-many' : ''}`,
          'aria-label': words.say('web.around-table'),
        },
        table.seats.map((chair, i) =>
          this.chair(
            model,
            chair,
            i + 1,
            () => {
              this.typed = undefined;
              if (!seated) keepName(name.value.trim());
              this.send(`sit ${i + 1} - ${name.value.trim()}`);
            },
            i === first ? field : [],
          ),
        ),
      ),
      this.settings(table),
      h(
        'div',
        { class: 'now deck' },
        h(
          'p',
          { class: 'question', role: 'status' },
          free > 0 && words.say('web.still-free', { n: free }),
        ),
        (seated || model.you.owner) &&
          h(
            'button',
            {
              type: 'button',
              class: 'choice is-main',
              'data-key': 'start',
              onclick: () => this.send('start'),
            },
            words.say('web.start'),
            free > 0 && h('small', {}, words.say('web.bots-fill', { n: free })),
          ),
        h(
          'button',
          {
            type: 'button',
            class: 'choice is-quiet',
            'data-key': 'leave',
            onclick: () => this.send('leave'),
          },
          words.say('web.leave'),
        ),
      ),
    );
  }

  /** The game, and how many can play it.
   * @param {import('../lib/model.js').TableInfo} table
   * @param {import('../lib/model.js').GameInfo} [game] */
  head({ game: name }, game) {
    const { scene, minutes } = posterOf(name);
    return h(
      'div',
      { class: 'room-head' },
      picture(scene, '0 0 222 200', 'scene'),
      h('h2', {}, this.words.word(name)),
      h(
        'p',
        { class: 'meta' },
        game && [
          picture(icons.people, '0 0 64 64', 'icon'),
          this.words.say('web.players-range', {
            least: game.min_seats,
            most: game.max_seats,
          }),
        ],
        minutes && [
          picture(icons.clock, '0 0 64 64', 'icon'),
          this.words.say('web.meta-minutes', { n: minutes }),
        ],
      ),
    );
  }

  /** The settings of the table, as text. @param {import('../lib/model.js').TableInfo} table */
  settings({ game, options, hints, lobby }) {
    const { words } = this;
    const rows = [
      ...Object.entries(options)
        .filter(([name]) => words.has(`web.option.${game}.${name}`))
        .map(([name, value]) => [
          optionWord(words, game, name),
          optionWord(words, game, name, value),
        ]),
      [words.say('web.hints'), words.say(hints ? 'web.hints-on' : 'web.hints-off')],
      [words.say('web.who-may-come'), words.say(`web.${lobby}`)],
    ];
    return h(
      'dl',
      { class: 'room-settings' },
      rows.map(([label, value]) => h('div', {}, h('dt', {}, label), h('dd', {}, value))),
    );
  }

  /** @param {Model} model @param {import('../lib/model.js').Chair} chair @param {number} seat
   * @param {() => void} sit @param {Node[]} field for the name, in the first free seat */
  chair(model, chair, seat, sit, field) {
    const words = this.words,
      free = !chair.name && chair.kind !== 'bot',
      bot = chair.kind === 'bot';
    const act = (
      /** @type {string} */ text,
      /** @type {() => void} */ run,
      /** @type {string} */ key,
    ) =>
      h(
        'button',
        { type: 'button', class: 'choice', 'data-key': `${key} ${seat}`, onclick: run },
        text,
      );
    return h(
      'li',
      { class: `berth seat-${seat}` },
      boat(seat, free ? 'open' : bot ? `bot:${chair.level}` : 'person'),
      h(
        'strong',
        {},
        chair.name ??
          (bot
            ? // the owner's list has the level
              model.you.owner
              ? words.say('web.bot')
              : words.say('web.chair-bot', {
                  n: model.levels.indexOf(chair.level ?? '') + 1,
                  level: [`level.${chair.level}`],
                })
            : words.say('web.seat-open')),
      ),
      model.you.seats.includes(seat) && h('em', {}, words.say('web.you')),
      chair.name && chair.connected === false && h('em', {}, words.say('web.away')),
      isLost(model, seat) &&
        act(words.say('web.give-link'), () => this.send(`link ${seat}`), 'link'),
      field,
      free && act(words.say(model.you.seats.length ? 'web.sit-here' : 'web.sit'), sit, 'sit'),
      !chair.name &&
        model.you.owner &&
        this.choice(model.levels, seat, bot ? `bot:${chair.level}` : 'open'),
    );
  }

  /** The owner's list for a seat without a person: open, or a bot. @param {string[]} levels
   * @param {number} seat @param {string} now open or bot:LEVEL */
  choice(levels, seat, now) {
    const { words } = this;
    const bots = levels.map((level, i) => [
      `bot:${level}`,
      words.say('web.chair-bot', { n: i + 1, level: [`level.${level}`] }),
    ]);
    const list = h(
      'select',
      {
        'aria-label': `${words.say('seat')} ${seat}`,
        'data-key': `who ${seat}`,
        onchange: () => this.send(`seat ${seat} ${list.value}`),
      },
      [['open', words.say('web.chair-open')], ...bots].map(([value, text]) =>
        h('option', { value, selected: value === now }, text),
      ),
    );
    return list;
  }

  /** Shows events about links, because the waiting room has no log. @param {Model} model
   * @param {any} message */
  hear(model, message) {
    for (const phrase of message.type === 'event' ? (message.phrases ?? []) : [])
      if (phrase.key.startsWith('host.say.link')) {
        model.table?.seats.forEach(({ name }, i) => {
          this.words.names[i + 1] = name;
        });
        this.say(this.words.phrase(phrase));
      }
  }

  /** @param {string} key @param {string} text */
  refused(key, text) {
    const name = /** @type {HTMLInputElement | null} */ (this.chairs.querySelector('#sit-name'));
    this.say(text);
    if (key !== 'host.name-taken' || !name) return;
    name.focus(); // another name has to be chosen
    name.select();
  }

  /** @param {string} text */
  say(text) {
    this.note.textContent = text;
  }
}
