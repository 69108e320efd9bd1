// The tally of Corsaires, for a game that was played without Flibuste: one tap per galleon.

import { fill, h } from '../../lib/dom.js';
import { ask, Refusal } from '../../records/api.js';

/** @typedef {import('../../lib/words.js').Words} Words */

/** The result: gold per player, gold per team if there are teams, the winners, and the number of
 * galleons of each value that nobody has entered.
 * @typedef {{gold: number[], teams?: number[], winners: number[], remaining: Record<string,
 *   number>}} TallyResult */

/** The request: one line per player. @param {number[][]} players */
const spelled = (players) => players.map((own) => `${own.join(' ')}\n`).join('');

/** @param {number} gold */
const shown = (gold) => String(gold).replace('-', '−');

/** Whether this number of players can form teams of two (rule 9.2). @param {number} players */
const canTeam = (players) => players >= 4 && players % 2 === 0;

export class Tally {
  /** @param {Words} words @param {string[]} names
   * @param {string[]} options of the table; with "teams=on" partners sit next to each other. Six
   *   and eight players form teams unless they choose otherwise */
  constructor(words, names, options) {
    this.words = words;
    this.names = names;
    this.teams = canTeam(names.length) && (options.includes('teams=on') || names.length > 4);
    /** The gold of each player's galleons; negative for those still in hand. @type {number[][]} */
    this.players = names.map(() => []);
    /** The last entries that the server accepted. */
    this.good = this.players;
    this.of = 0;
    /** @type {TallyResult} */
    this.total = { gold: names.map(() => 0), winners: [], remaining: {} };
    /** Why the last entry was refused. @type {import('../../lib/words.js').Phrase | undefined} */
    this.why = undefined;
    this.busy = false;
    this.sides = h(
      'label',
      { class: 'sides' },
      h('input', {
        type: 'checkbox',
        'data-key': 'teams',
        checked: this.teams,
        onchange: () => this.team(!this.teams),
      }),
      words.say('co.tally.teams'),
    );
    this.tabs = h('div', {
      class: 'now',
      role: 'group',
      'aria-label': words.say('web.around-table'),
    });
    this.own = h('div', { class: 'fallen' });
    this.pads = h('div', { class: 'tally-pads' });
    this.result = h('p', { class: 'question', role: 'status' });
    this.element = h(
      'dialog',
      {
        class: 'making tally',
        'aria-labelledby': 'tally-title',
        onclose: () => this.element.remove(),
      },
      h('h2', { id: 'tally-title' }, words.say('co.tally.title')),
      h('p', {}, words.say('co.tally.how')),
      canTeam(names.length) && this.sides,
      this.tabs,
      this.own,
      this.pads,
      this.result,
      h(
        'div',
        { class: 'now' },
        h(
          'button',
          { type: 'button', class: 'choice', onclick: () => this.element.close() },
          words.say('web.close'),
        ),
      ),
    );
    this.draw();
    this.update();
  }

  open() {
    this.element.showModal();
  }

  /** Requests the result. Entries made during a request are sent with the next one. */
  async update() {
    if (this.busy) return;
    this.busy = true;
    for (let asked = ''; asked !== this.question(); ) {
      const { players, teams } = this;
      this.why = await this.ask(players, teams);
      if (this.why?.key === 'co.tally.no-such-galleon') this.players = this.good;
      asked = this.why ? this.question() : this.question(players, teams);
      this.draw();
    }
    this.busy = false;
  }

  /** The entries in the form of the request. */
  question(players = this.players, teams = this.teams) {
    return `${teams} ${spelled(players)}`;
  }

  /** @param {number[][]} players @param {boolean} teams
   * @returns {Promise<import('../../lib/words.js').Phrase | undefined>} why it was refused */
  async ask(players, teams) {
    try {
      this.total = await ask(`tally corsaires ${teams ? 'teams' : 'alone'}`, spelled(players));
      this.good = players;
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return error.why;
      throw error;
    }
  }

  /** @param {(own: number[]) => number[]} change applied to the galleons of the selected player */
  change(change) {
    this.players = this.players.map((own, i) => (i === this.of ? change(own) : own));
    this.draw();
    this.update();
  }

  /** @param {boolean} teams */
  team(teams) {
    this.teams = teams;
    this.update();
  }

  draw() {
    const key = document.activeElement?.getAttribute('data-key');
    this.drawPlayers();
    const own = this.players[this.of];
    fill(
      this.own,
      own.length > 0 && h('span', {}, this.words.say('co.tally.entered')),
      own.map((gold, i) =>
        h(
          'button',
          {
            type: 'button',
            class: 'entered',
            'data-key': `own ${i}`,
            'aria-label': this.words.say('web.remove', { what: shown(gold) }),
            onclick: () => this.change((own) => own.filter((_, n) => n !== i)),
          },
          shown(gold),
        ),
      ),
    );
    fill(this.pads, this.row(1), this.row(-1));
    this.drawResult();
    if (key)
      /** @type {HTMLElement | null} */ (
        this.element.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`)
      )?.focus();
  }

  drawPlayers() {
    fill(
      this.tabs,
      this.names.map((name, i) =>
        h(
          'button',
          {
            type: 'button',
            class: 'choice',
            'aria-pressed': String(i === this.of),
            'data-key': `player ${i}`,
            onclick: () => {
              this.of = i;
              this.draw();
            },
          },
          this.words.amount('co.tally.gold', this.total.gold[i], { name }),
        ),
      ),
    );
  }

  drawResult() {
    const { words, why, names, total } = this,
      any = this.players.some((own) => own.length);
    const who = any && total.winners.map((seat) => names[seat - 1]).join(', ');
    const sums =
      any &&
      total.teams?.map((gold, i) =>
        words.amount('co.tally.gold', gold, { name: names.slice(2 * i, 2 * i + 2).join(' + ') }),
      );
    this.result.textContent = why
      ? words.phrase(why)
      : [...(sums || []), who && words.say('co.tally.winners', { who })]
          .filter(Boolean)
          .join(' · ');
  }

  /** @param {1 | -1} sign 1 for captured galleons, -1 for those in hand */
  row(sign) {
    const { words, total } = this,
      label = words.say(sign < 0 ? 'co.tally.in-hand' : 'co.tally.captured');
    return h(
      'div',
      { role: 'group', 'aria-label': label },
      h('h3', {}, label),
      h(
        'div',
        { class: 'faces' },
        Object.entries(total.remaining).map(([gold, n]) =>
          h(
            'button',
            {
              type: 'button',
              class: 'choice face',
              'data-key': `${sign < 0 ? 'hand' : 'captured'} ${gold}`,
              disabled: n === 0,
              'aria-label': words.say('co.tally.galleon', { gold: Number(gold), n }),
              onclick: () => this.change((own) => [...own, sign * Number(gold)]),
            },
            h('b', {}, shown(sign * Number(gold))),
            h('small', {}, words.say('co.tally.left', { n })),
          ),
        ),
      ),
    );
  }
}
