// The frame of every page: title, language, theme and sound.

import { rose, sign } from './lib/art.js';
import { fill, h, picture } from './lib/dom.js';
import { remember } from './lib/storage.js';
import { loadWords } from './lib/words.js';
import * as sound from './lib/sound.js';

/** @typedef {import('./lib/words.js').Words} Words */

const icons = {
  day: sign.sun,
  night: sign.moon,
  loud: `<path class="line" d="M8 24h12l16-14v44L20 40H8zM44 22c6 6 6 14 0 20M50 14c11 10 11 26 0
36"/>`,
  mute: '<path class="line" d="M8 24h12l16-14v44L20 40H8zM44 24l14 16M58 24L44 40"/>',
};

/** @param {string} theme */
function dressIn(theme) {
  document.documentElement.dataset.theme = theme;
}

export function usualTheme() {
  const night = matchMedia('(prefers-color-scheme: dark)').matches;
  return localStorage.getItem('theme') ?? (night ? 'dark' : 'light');
}

export class Layout {
  /** @param {Element} page @param {Words} words */
  constructor(page, words) {
    this.words = words;
    /** Called when the language changes. @type {(words: Words) => void} */
    this.onspeak = () => {};
    this.title = h('h1');
    this.nav = h('nav');
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
    dressIn(usualTheme());
    this.label();
  }

  /** @param {Element} body @param {string} title a translation key, or '' on the home page */
  show(body, title) {
    this.what = title;
    this.tell('');
    this.label();
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
    const dark = document.documentElement.dataset.theme === 'dark',
      on = sound.isOn();
    fill(
      this.nav,
      this.tool(on ? icons.loud : icons.mute, say(on ? 'web.sound-off' : 'web.sound-on'), () =>
        sound.turn(!on),
      ),
      this.tool(
        dark ? icons.day : icons.night,
        say(dark ? 'web.theme-light' : 'web.theme-dark'),
        () => {
          remember('theme', dark ? 'light' : 'dark');
          dressIn(dark ? 'light' : 'dark');
        },
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'tool',
          lang: words.nextLanguage.code,
          onclick: () => this.speak(words.nextLanguage.code),
        },
        words.nextLanguage.name,
      ),
    );
  }

  /** @param {string} icon @param {string} label @param {() => void} act */
  tool(icon, label, act) {
    return h(
      'button',
      {
        type: 'button',
        class: 'tool',
        'aria-label': label,
        title: label,
        onclick: () => {
          act();
          this.label();
        },
      },
      picture(icon, '0 0 64 64'),
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
