// The frame of every page: title, tools of the page, and the settings of this browser.

import { rose, icons } from './lib/art.js';
import { fill, h, picture } from './lib/dom.js';
import { remember } from './lib/storage.js';
import { loadWords } from './lib/words.js';
import * as kids from './lib/kids.js';
import * as sound from './lib/sound.js';
import { keepMotion, usualMotion } from './play/motion.js';

/** @typedef {import('./lib/words.js').Words} Words */

/** The theme of this browser: the chosen one, else that of the device.
 * @returns {'light' | 'dark' | 'contrast'} */
export function usualTheme() {
  const kept = localStorage.getItem('theme');
  if (kept === 'light' || kept === 'dark' || kept === 'contrast') return kept;
  if (matchMedia('(prefers-contrast: more)').matches) return 'contrast';
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Which hand the user prefers; it decides on which side the actions are. */
const usualHand = () => (localStorage.getItem('hand') === 'left' ? 'left' : 'right');

/** Applies theme, hand and motion to the document. High contrast is a variant of the dark theme. */
function applySettings() {
  const { dataset } = document.documentElement,
    theme = usualTheme();
  dataset.theme = theme === 'contrast' ? 'dark' : theme;
  dataset.contrast = theme === 'contrast' ? 'more' : 'normal';
  dataset.hand = usualHand();
  dataset.motion = usualMotion();
}

export class Layout {
  /** @param {Element} page @param {Words} words */
  constructor(page, words) {
    this.words = words;
    /** Called when the language changes. @type {(words: Words) => void} */
    this.onspeak = () => {};
    this.title = h('h1');
    this.slot = h('div');
    this.entries = h('div');
    this.menu = h('div', { class: 'menu', id: 'menu', popover: 'auto' });
    this.menuButton = h(
      'button',
      { type: 'button', class: 'tool menu-button', popovertarget: 'menu' },
      picture(icons.more, '0 0 64 64'),
    );
    this.nav = h('nav', {}, this.slot, this.menuButton, this.menu);
    this.brand = h('a', { class: 'brand', href: '#' }, picture(rose, '0 0 200 200'));
    this.skip = h('a', { class: 'unseen', href: '#board' });
    this.state = h('p', { class: 'linked', role: 'status', hidden: true });
    this.linked = { key: '', leads: false, replay: '' };
    this.news = h('p', { class: 'news', role: 'alert' });
    this.body = h('div', { class: 'body' });
    this.head = h('header', { class: 'head' }, this.skip, this.brand, this.title, this.nav);
    fill(page, this.head, this.state, this.news, this.body);
    this.skip.addEventListener('click', (event) => {
      event.preventDefault();
      document.getElementById('board')?.focus();
    });
    applySettings();
    this.label();
  }

  /** @param {Element} body @param {string} title a translation key, or '' on the home page
   * @param {Element} [tools] buttons of this page in the header
   * @param {Element} [entries] its entries in the menu */
  show(body, title, tools, entries) {
    this.what = title;
    this.tell('');
    this.label();
    fill(this.slot, tools);
    fill(this.entries, entries);
    fill(this.body, body);
  }

  /** Changes the title of the page that is shown. @param {string} title a translation key */
  entitle(title) {
    this.what = title;
    this.label();
  }

  label() {
    const words = this.words,
      say = (/** @type {string} */ key) => words.say(key);
    document.documentElement.lang = words.lang;
    this.title.textContent = this.what ? say(this.what) : '';
    this.title.hidden = !this.what; // the home page has its own heading
    this.head.classList.toggle('is-titled', !!this.what);
    document.title = this.what ? `${say(this.what)} · ${say('web.title')}` : say('web.title');
    fill(this.brand, picture(rose, '0 0 200 200'), h('span', {}, say('web.title')));
    this.brand.setAttribute('aria-label', say('web.home'));
    this.skip.textContent = say('web.skip-to-board');
    this.menuButton.setAttribute('aria-label', say('web.settings'));
    this.menuButton.title = say('web.settings');
    this.menu.setAttribute('aria-label', say('web.settings'));
    fill(
      this.menu,
      this.entries,
      this.setting(
        'theme',
        'web.theme',
        [
          ['light', say('web.theme.light')],
          ['dark', say('web.theme.dark')],
          ['contrast', say('web.theme.contrast')],
        ],
        usualTheme(),
        (theme) => remember('theme', theme),
      ),
      this.setting(
        'sound',
        'web.sound',
        [
          ['on', say('web.sound.on')],
          ['off', say('web.sound.off')],
        ],
        sound.isOn() ? 'on' : 'off',
        (on) => sound.turn(on === 'on'),
      ),
      this.volume(),
      this.setting(
        'motion',
        'web.motion',
        [
          ['full', say('web.motion.full')],
          ['short', say('web.motion.short')],
          ['none', say('web.motion.none')],
        ],
        usualMotion(),
        keepMotion,
      ),
      this.setting(
        'hand',
        'web.hand',
        [
          ['left', say('web.hand.left')],
          ['right', say('web.hand.right')],
        ],
        usualHand(),
        (hand) => remember('hand', hand),
      ),
      this.setting(
        'kids',
        'web.kids',
        [
          ['on', say('web.sound.on')],
          ['off', say('web.sound.off')],
        ],
        kids.isOn() ? 'on' : 'off',
        (on) => {
          kids.keep(on === 'on');
          this.onspeak(this.words); // which draws the page again
        },
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'choice language',
          lang: words.nextLanguage.code,
          onclick: () => this.speak(words.nextLanguage.code),
        },
        words.nextLanguage.name,
      ),
    );
  }

  /** The slider for the volume; a change plays a sound, if sounds are on. */
  volume() {
    const slider = h('input', {
      type: 'range',
      min: '0',
      max: '100',
      step: '10',
      value: String(sound.volume()),
      onchange: () => sound.setVolume(Number(slider.value)),
    });
    return h('label', { class: 'volume' }, this.words.say('web.volume'), slider);
  }

  /** A group of radio buttons for a setting. @param {string} name @param {string} title
   * @param {string[][]} values value and text @param {string} usual
   * @param {(value: string) => void} keep */
  setting(name, title, values, usual, keep) {
    return h(
      'fieldset',
      {},
      h('legend', {}, this.words.say(title)),
      h(
        'div',
        { class: 'segments' },
        values.map(([value, text]) =>
          h(
            'label',
            {},
            h('input', {
              type: 'radio',
              name: `setting-${name}`,
              value,
              checked: value === usual,
              onchange: () => {
                keep(value);
                applySettings();
              },
            }),
            text,
          ),
        ),
      ),
    );
  }

  /** @param {string} lang */
  async speak(lang) {
    remember('lang', lang);
    this.words = await loadWords(lang);
    this.label();
    this.showConnection(this.linked.key, this.linked.leads, this.linked.replay);
    this.onspeak(this.words);
  }

  /** Shows a message above the page. @param {string} text */
  tell(text) {
    this.news.textContent = text;
  }

  /** Shows the state of the connection, or nothing. @param {string} key
   * @param {boolean} [leads] adds a link to the home page
   * @param {string} [replay] adds a link to the replay of this table */
  showConnection(key, leads = false, replay = '') {
    this.linked = { key, leads, replay };
    this.state.hidden = !key;
    fill(
      this.state,
      key && this.words.say(key),
      leads && ' ',
      leads && h('a', { href: '#' }, this.words.say('web.home')),
      replay && ' ',
      replay && h('a', { href: `#replay=${replay}` }, this.words.say('viewer.replay')),
    );
  }
}
