// The end of a match: result, scores over time, turning points, honours, and what to do next. It
// appears at once; what needs the replay or the analysis is added when that is ready.

import { emblem, icons } from '../../lib/art.js';
import { fill, h, picture } from '../../lib/dom.js';
import { analysisOf, ask, recordOf, replayOf } from '../../records/api.js';
import { calm, lasting } from '../motion.js';
import { Chart } from './chart.js';
import { sunset } from './scene.js';
import { sharing } from './share.js';
import {
  headlineOf,
  honoursOf,
  placesOf,
  resignationsOf,
  sentenceAt,
  titleOf,
  turningPoints,
} from './story.js';

/** @typedef {import('../../lib/words.js').Words} Words */
/** @typedef {import('../../lib/words.js').Phrase} Phrase */
/** @typedef {import('../../lib/sight.js').Sight} Sight */
/** @typedef {import('../../records/api.js').Replay} Replay */
/** @typedef {import('./story.js').Place} Place */

/** A match that is over, and what the user can do. `again` is missing for spectators.
 * @typedef {{table: string, sight: Sight, lines: Phrase[], flagOf: import('./scene.js').FlagOf,
 *   habits: import('./story.js').Habits, again?: () => void, showBoard: () => void}} Finished */

const analysisDelay = 1500; // milliseconds: nobody waits for it who leaves at once
const counting = 700; // milliseconds in which a score is counted
const starts = [1000, 500, 100]; // when the first, second and third place are counted
const sceneLength = 2500; // milliseconds
const onPodium = 3;
const longHeadline = 26; // characters: more are written smaller

const signs = {
  again: '<path class="line" d="M52 32a20 20 0 1 1-7-15M52 8v14H38"/>',
  luck: `<path class="line" d="M6 32c14-20 38-20 52 0-14 20-38 20-52 0zM24 32a8 8 0 1 1 16 0a8 8 0 1
1-16 0z"/>`,
  dice: '<path class="line" d="M10 10h44v44H10zM23 23h.1M41 23h.1M32 32h.1M23 41h.1M41 41h.1"/>',
  board: '<path class="line" d="M8 8h48v48H8zM24 8v48M40 8v48M8 24h48M8 40h48"/>',
};

/** @param {string} markup */
const icon = (markup) => picture(markup, '0 0 64 64', 'icon');

export class Ending {
  /** @param {Words} words @param {Finished} match */
  constructor(words, match) {
    this.words = words;
    this.match = match;
    this.places = placesOf(match.sight);
    this.chart = new Chart(match.flagOf);
    this.scene = picture(sunset(this.places, match.flagOf), '0 0 690 700', 'sunset');
    this.scene.setAttribute('preserveAspectRatio', 'xMidYMax slice');
    this.scene.setAttribute('aria-hidden', 'true');
    this.headline = h('h2', { tabindex: '-1' });
    this.facts = h('p');
    this.verdict = h('div', { class: 'verdict' }, this.headline, this.facts);
    this.plaques = h('ol', { class: 'plaques' });
    this.others = h('ol', { class: 'others' });
    this.paper = h('section', { class: 'course' });
    this.deck = h('div', { class: 'deck tools' });
    this.note = h('p', { class: 'end-note', role: 'status' });
    this.element = h(
      'section',
      {
        class: `ending table-${match.sight.game}${calm() ? '' : ' is-playing'}`,
        onpointerdown: () => this.finish(),
      },
      h(
        'div',
        { class: 'scene' },
        this.scene,
        this.verdict,
        h('div', { class: 'podium' }, this.plaques, this.others),
      ),
      this.paper,
      this.note,
      this.deck,
    );
    /** @type {Replay | undefined} */
    this.replay = undefined;
    /** The analysis; undefined before it is known. @type {any} */
    this.analysis = undefined;
    /** Whether the analysis may still come. */
    this.isPending = true;
    /** Timers of the scores that are being counted. @type {Set<ReturnType<typeof setInterval>>} */
    this.counters = new Set();
    this.speak(words);
    if (!calm()) {
      this.countScores();
      setTimeout(() => this.finish(), lasting(sceneLength));
    }
    this.load();
  }

  /** Writes everything in a language. @param {Words} words */
  speak(words) {
    const { sight, lines, habits } = this.match;
    this.words = words;
    this.element.setAttribute('aria-label', words.say('ending.title'));
    this.headline.textContent = words.phrase(headlineOf(sight, lines, words, habits));
    this.verdict.classList.toggle('is-ended', !!sight.ended);
    this.verdict.classList.toggle(
      'is-long',
      !!sight.ended || this.headline.textContent.length > longHeadline,
    );
    this.drawFacts();
    this.drawPodium();
    this.drawCourse();
    this.drawDeck();
  }

  // ---- the scene ----

  /** The two best scores, and the number of moves as soon as it is known. */
  drawFacts() {
    const { words } = this,
      [first, second] = this.places,
      moves = this.replay && this.replay.frames.length - 1;
    this.facts.textContent = [
      first && second && this.match.sight.ended !== 'resignation'
        ? words.say('ending.versus', { best: first.score, next: second.score })
        : '',
      moves ? words.say('ending.moves', { n: moves }) : '',
    ]
      .filter(Boolean)
      .join(' · ');
  }

  drawPodium() {
    const { words } = this;
    fill(
      this.plaques,
      this.places.slice(0, onPodium).map((place, i) => this.plaque(place, i)),
    );
    fill(
      this.others,
      this.places
        .slice(onPodium)
        .map((place) => h('li', {}, this.names(place), h('b', {}, words.number(place.score)))),
    );
  }

  /** @param {Place} place */
  names({ seats }) {
    return seats.map((seat) =>
      h(
        'span',
        { class: `seat-name seat-${seat}` },
        emblem(seat, this.match.flagOf(seat)),
        h('span', {}, this.words.seat(seat)),
      ),
    );
  }

  /** @param {Place} place @param {number} rank from 0 */
  plaque(place, rank) {
    return h(
      'li',
      { class: `plaque plaque-${rank}${place.won ? ' is-won' : ''}` },
      this.names(place),
      place.won && h('span', { class: 'unseen' }, this.words.say('web.winner')),
      h('b', { class: 'score' }, this.words.number(place.score)),
    );
  }

  /** Counts the scores on the podium: third, second, first. */
  countScores() {
    const numbers = this.plaques.querySelectorAll('.score'),
      start = performance.now();
    numbers.forEach((number, rank) => {
      const { score } = this.places[rank];
      const timer = setInterval(() => {
        const part = Math.min(
          1,
          (performance.now() - start - lasting(starts[rank])) / lasting(counting),
        );
        number.textContent = this.words.number(Math.round(score * Math.max(0, part)));
        if (part < 1) return;
        clearInterval(timer);
        this.counters.delete(timer);
      }, 40);
      number.textContent = this.words.number(0);
      this.counters.add(timer);
    });
  }

  /** Finishes the scene: everything is in place at once. */
  finish() {
    for (const timer of this.counters) clearInterval(timer);
    if (this.counters.size)
      this.plaques.querySelectorAll('.score').forEach((number, rank) => {
        number.textContent = this.words.number(this.places[rank].score);
      });
    this.counters.clear();
    this.element.classList.remove('is-playing');
  }

  // ---- replay and analysis ----

  async load() {
    try {
      this.record = await recordOf(this.match.table);
      this.replay = replayOf(await ask('views all', this.record));
    } catch {
      this.isPending = false;
      this.drawCourse();
      return;
    }
    this.drawFacts();
    this.drawCourse();
    this.drawDeck();
    setTimeout(() => this.analyse(), analysisDelay);
  }

  async analyse() {
    if (!this.element.isConnected || !this.record) return;
    this.analysis = await analysisOf('analysis', this.record).catch(() => undefined);
    this.isPending = false;
    this.drawCourse();
  }

  // ---- how it happened ----

  drawCourse() {
    const { words, replay } = this,
      resigned = resignationsOf(this.match.sight, words),
      told = resigned && h('p', { class: 'parted' }, resigned);
    if (!replay) {
      fill(
        this.paper,
        h('h3', {}, words.say('ending.how')),
        told,
        h(
          'p',
          { class: 'pending' },
          words.say(this.isPending ? 'ending.reading' : 'ending.no-record'),
        ),
      );
      return;
    }
    const points = turningPoints(replay, this.analysis, words, this.match.habits);
    fill(
      this.paper,
      h('h3', {}, words.say('ending.how')),
      told,
      this.chart.element,
      h(
        'ol',
        { class: 'beats' },
        points.map((point) => this.beat(replay, point)),
      ),
      this.honours(replay),
    );
    this.chart.show(replay, points, words);
  }

  /** A turning point in one sentence, with a link to its place in the replay.
   * @param {Replay} replay @param {import('./story.js').Point} point */
  beat(replay, point) {
    const { words } = this;
    return h(
      'li',
      { class: `is-${point.kind}` },
      h('b', {}, words.phrase(titleOf(point))),
      ' ',
      words.say(point.change === undefined ? 'ending.at' : 'ending.at-chance', {
        n: point.frame,
        what: sentenceAt(replay, point, words),
        chance: this.signed(point.change ?? 0),
      }),
      ' ',
      h(
        'a',
        { class: 'see', href: `#replay=${this.match.table}&at=${point.frame}` },
        words.say('ending.see'),
      ),
    );
  }

  /** @param {number} fraction */
  signed(fraction) {
    return new Intl.NumberFormat(this.words.locale, { style: 'percent', signDisplay: 'exceptZero' })
      .format(fraction)
      .replace('-', '−');
  }

  /** @param {Replay} replay */
  honours(replay) {
    const { words } = this;
    return h(
      'ul',
      { class: 'medals' },
      honoursOf(replay, this.analysis, words, this.match.habits).map(({ value, label }) =>
        h('li', {}, h('b', {}, value), h('span', {}, label)),
      ),
      this.isPending &&
        h(
          'li',
          { class: 'pending' },
          h('b', {}, '…'),
          h('span', {}, words.say('ending.analysing')),
        ),
    );
  }

  // ---- the deck ----

  drawDeck() {
    const { words, match } = this,
      replay = `#replay=${match.table}`;
    const link = (/** @type {string} */ key, /** @type {string} */ art, /** @type {string} */ to) =>
      h(
        'a',
        { class: 'choice is-quiet', 'data-key': key, href: to },
        icon(art),
        h('span', {}, words.say(key)),
      );
    const more = h(
      'div',
      { class: 'menu end-menu', id: 'end-menu', popover: 'auto' },
      link('viewer.replay', icons.play, replay),
      link('ending.luck-or-skill', signs.luck, `${replay}&see=analysis`),
      link('viewer.dice', signs.dice, `${replay}&see=dice`),
      h(
        'button',
        {
          type: 'button',
          class: 'choice is-quiet',
          'data-key': 'ending.board',
          popovertarget: 'end-menu',
          popovertargetaction: 'hide',
          onclick: () => match.showBoard(),
        },
        icon(signs.board),
        h('span', {}, words.say('ending.board')),
      ),
    );
    fill(
      this.deck,
      match.again && this.rematch(match.again),
      sharing(this),
      h(
        'span',
        { class: 'for-room' },
        link('viewer.replay', icons.play, replay),
        link('ending.luck-or-skill', signs.luck, `${replay}&see=analysis`),
        link('viewer.dice', signs.dice, `${replay}&see=dice`),
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'choice is-quiet more',
          popovertarget: 'end-menu',
          'aria-label': words.say('ending.more'),
        },
        icon(icons.more),
      ),
      more,
    );
  }

  /** @param {() => void} again */
  rematch(again) {
    const { words } = this,
      next = this.beginner();
    return h(
      'button',
      { type: 'button', class: 'choice is-main', 'data-key': 'web.rematch', onclick: again },
      icon(signs.again),
      h(
        'span',
        {},
        words.say('web.rematch'),
        h(
          'small',
          {},
          next
            ? words.phrase({ key: 'ending.say.rematch', args: { who: { seat: next } } })
            : words.say('ending.rematch'),
        ),
      ),
    );
  }

  /** The seat that begins the rematch: the one after the first of this match; 0 if that is not
   * known, or if there are teams. */
  beginner() {
    const began = this.replay?.frames.find(({ seat }) => seat)?.seat ?? 0;
    return began && this.match.sight.winners.length < 2 ? (began % this.match.sight.seats) + 1 : 0;
  }

  /** @param {string} key */
  say(key) {
    this.note.textContent = key && this.words.say(key);
  }
}
