// Before the match: the invitation, the chairs, and the word to begin.

import { sign } from './art.js';
import { fill, h, picture } from './dom.js';
import { loadSheet } from './games/games.js';
import { keepName, usualName } from './person.js';
import { figure, medallion } from './places.js';
import { drawing } from './qr.js';

/** @typedef {import('./words.js').Words} Words */
/** @typedef {import('./model.js').Model} Model */

/** Where others reach the server: as one does oneself, unless that is this very machine.
 * @param {string | undefined} url what the server says of itself */
function address(url) {
  const home = /^(localhost|127\..*|\[::1\])$/.test(location.hostname);
  return home && url ? url : location.origin + location.pathname;
}

/** The clipboard where it may be used, else the old way. @param {HTMLInputElement} field */
async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand('copy');
  }
}

export class Room {
  /** @param {Words} words @param {(command: string) => void} send */
  constructor(words, send) {
    this.words = words;
    this.send = send;
    /** @type {string | undefined} */
    this.invited = undefined;
    /** The name somebody is writing. @type {string | undefined} */
    this.typed = undefined;
    this.invitation = h('section', { class: 'invitation' });
    this.chairs = h('section', { class: 'room-chairs' });
    this.note = h('p', { class: 'note', role: 'alert' });
    this.element = h('main', { class: 'room page', id: 'board', tabindex: '-1' }, this.invitation, this.chairs, this.note);
    loadSheet('places.css');
  }

  /** @param {Words} words @param {Model} model */
  speak(words, model) {
    this.words = words;
    this.invited = undefined;
    this.show(model);
  }

  /** @param {Model} model */
  show(model) {
    if (!model.table)
      return;
    if (this.invited !== model.table.id) {
      this.invited = model.table.id;
      this.invite(model.table.code, model.url);
    }
    const key = document.activeElement?.getAttribute('data-key');
    this.drawChairs(model);
    if (key)
      /** @type {HTMLElement | null} */ (this.chairs.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus();
  }

  /** @param {string} code @param {string | undefined} url where others reach the server */
  invite(code, url) {
    const words = this.words, link = `${address(url)}#j=${code}`;
    const field = h('input', { id: 'link', readonly: true, value: link, onfocus: () => field.select() });
    const said = h('span', { role: 'status' });
    const square = drawing(link);
    fill(this.invitation,
      h('div', {}, h('h2', {}, words.say('web.invitation')),
        h('p', {}, words.say('web.invitation-how')),
        h('p', { class: 'code' }, h('span', {}, words.say('web.code')), h('strong', {}, code)),
        h('p', { class: 'row' }, h('label', { for: 'link' }, words.say('web.link')), field,
          h('button', { type: 'button', class: 'choice', onclick: async () => {
            await copy(field);
            said.textContent = words.say('web.copied');
          } }, words.say('web.copy')), said)),
      picture(sign.skull, '0 0 64 64', 'wax'), square && h('figure', {}, picture(square.markup, square.box, 'qr'), h('figcaption', {}, words.say('web.scan'))));
  }

  /** @param {Model} model */
  drawChairs(model) {
    const table = /** @type {import('./model.js').TableInfo} */ (model.table), words = this.words;
    const seated = model.you.seats.length > 0, free = table.seats.some((chair) => !chair.name && chair.kind !== 'bot');
    const usual = seated ? words.say('web.somebody-here', { n: model.you.seats.length + 1 }) : usualName(words);
    const name = h('input', { id: 'sit-name', maxlength: '24', value: this.typed ?? usual, autocomplete: seated ? 'off' : 'nickname', 'data-key': 'name',
      oninput: () => { this.typed = name.value; } });
    fill(this.chairs, h('h2', {}, words.say('web.who-sits')),
      free && h('p', { class: 'row' }, h('label', { for: 'sit-name' }, words.say(seated ? 'web.name-here' : 'web.name')), name),
      h('ol', { class: 'chairs' }, table.seats.map((chair, i) => this.chair(model, chair, i + 1, () => {
        this.typed = undefined;
        if (!seated)
          keepName(name.value.trim());
        this.send(`sit ${i + 1} - ${name.value.trim()}`);
      }))),
      h('div', { class: 'now' }, (seated || model.you.keeper) && h('button', { type: 'button', class: 'choice is-main',
        'data-key': 'start', onclick: () => this.send('start') }, words.say('web.start')),
      h('button', { type: 'button', class: 'choice is-quiet', 'data-key': 'leave', onclick: () => this.send('leave') }, words.say('web.leave'))));
  }

  /** @param {Model} model @param {import('./model.js').Chair} chair @param {number} seat
   * @param {() => void} sit */
  chair(model, chair, seat, sit) {
    const words = this.words, free = !chair.name && chair.kind !== 'bot', bot = chair.kind === 'bot';
    const act = (/** @type {string} */ text, /** @type {() => void} */ run, /** @type {string} */ key) =>
      h('button', { type: 'button', class: 'choice', 'data-key': `${key} ${seat}`, onclick: run }, text);
    return h('li', { class: `berth seat-${seat}` }, medallion(seat, free ? 'open' : bot ? `bot:${chair.level}` : 'person'),
      h('strong', {}, chair.name ?? (bot ? words.say(`level.${chair.level}`) : words.say('web.seat-open'))),
      model.you.seats.includes(seat) && h('em', {}, words.say('web.you')),
      chair.name && chair.here === false && h('em', {}, words.say('web.away')),
      free && act(words.say(model.you.seats.length ? 'web.sit-here' : 'web.sit'), sit, 'sit'),
      !chair.name && model.you.keeper && this.bots(model.levels, seat, bot ? chair.level : undefined),
      bot && model.you.keeper && act(words.say('web.free-chair'), () => this.send(`chair ${seat} open`), 'open'));
  }

  /** Bots to be called to a seat, as figures. @param {string[]} levels @param {number} seat @param {string} [there] who is already */
  bots(levels, seat, there) {
    const { words } = this;
    return h('div', { class: 'tokens', role: 'group', 'aria-label': words.say('web.call-bot') }, h('div', {}, levels.map((level) => {
      const name = words.say('web.chair-bot', { level: [`level.${level}`] });
      return h('button', { type: 'button', class: 'token is-figure', 'aria-label': name, title: name, 'aria-pressed': String(level === there),
        'data-key': `bot ${level} ${seat}`, onclick: () => this.send(`chair ${seat} bot:${level}`) },
      picture(figure(`bot:${level}`), '0 0 64 64'));
    })));
  }

  /** @param {string} text */
  say(text) {
    this.note.textContent = text;
  }
}
