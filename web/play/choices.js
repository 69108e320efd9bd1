// The choices in words: the question, the few buttons that matter now, and the complete list of
// moves.

import { fill, h, set } from '../lib/dom.js';
import * as vdom from '../lib/vdom.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('../lib/words.js').Words} Words */

const few = 4; // buttons next to the board; the list has all moves
const fewest = 3; // the same for small children

/** A button. Its action depends on its key only. @param {string} text @param {() => void} act
 * @param {{name?: string, key?: string, family?: string, note?: vdom.Part}} [more] `family`: prefix
 *   of keys; `note`: the consequence, in small type */
function button(text, act, { name = '', key = text, family = '', note = '' } = {}) {
  return vdom.h(
    'button',
    { key: family + key, type: 'button', class: `choice ${name}`, 'data-key': key, onclick: act },
    text,
    note && ' ',
    note && vdom.h('small', {}, note),
  );
}

/** Texts of a result without and with the score. */
const results = {
  one: ['web.won', 'web.won-with'],
  you: ['web.won-you', 'web.won-you-with'],
  several: ['web.shared', 'web.shared-with'],
  youToo: ['web.shared-you', 'web.shared-you-with'],
};

/** The winner, the score, and how much the reader lacks. Some victories do not depend on
 * the score. @param {import('../lib/sight.js').Sight} sight @param {Words} words */
function resultOf({ game, winners, scores }, words) {
  const others = winners.filter((seat) => seat !== words.reader),
    mine = others.length < winners.length,
    best = Math.max(...scores),
    own = scores[words.reader - 1] ?? best;
  const scored = words.has(`${game}.score`) && winners.every((seat) => scores[seat - 1] === best);
  const args = {
    who: words.seats(others),
    score: words.say(`${game}.score`, { n: best }),
    n: best - own,
  };
  if (scored && winners.length === 1 && own < best) return words.say('web.won-short', args);
  const [plain, withScore] =
    results[winners.length > 1 ? (mine ? 'youToo' : 'several') : mine ? 'you' : 'one'];
  return words.say(scored ? withScore : plain, args);
}

export class Choices {
  constructor() {
    this.question = h('p', { class: 'question', role: 'status', tabindex: '-1' });
    this.now = h('div', { class: 'now' });
    this.guide = h('p', { class: 'guide', role: 'status', hidden: true });
    this.summary = h('summary');
    this.list = h('ul');
    this.all = h(
      'details',
      { class: 'all', ontoggle: () => this.showList() },
      this.summary,
      this.list,
    );
    /** @type {{board: Board, words: Words} | undefined} */
    this.listed = undefined;
    /** Whether few buttons are shown, and whether there would be more. */
    this.isSimple = false;
    this.isCut = false;
    this.element = h(
      'section',
      { class: 'choices' },
      this.question,
      this.guide,
      this.now,
      this.all,
    );
  }

  /** @param {Board} board @param {Words} words
   * @param {boolean} [isSimple] whether fewer buttons are shown, and the others in the list only */
  show(board, words, isSimple = false) {
    const sight = board.view.sight;
    this.isSimple = isSimple;
    const key = document.activeElement?.closest('.choices')
      ? document.activeElement.getAttribute('data-key')
      : null;
    this.element.setAttribute('aria-label', words.say('web.choices'));
    this.element.classList.toggle('is-asked', board.choosing.count > 0);
    const items = [...board.choosing.picked].flatMap((id) => board.view.item(id) ?? []);
    this.ask(
      (items.length && board.module.ask?.(items, board.context)) || this.questionOf(sight, words),
    );
    const answers = this.buttons(board, words),
      chosen = isSimple ? answers.slice(0, fewest) : answers;
    this.isCut = chosen.length < answers.length;
    vdom.patch(
      this.now,
      chosen,
      board.choosing.picked.size > 0 &&
        button(words.say('web.back'), () => board.clear(), { name: 'is-quiet', family: 'quiet ' }),
    );
    this.listed = { board, words };
    this.label(board, words);
    this.showList();
    if (key) this.refocus(key);
  }

  /** The entries of the list, and whether the choices are made on the board. @param {Board} board
   * @param {Words} words */
  label(board, words) {
    const { choosing, module } = board,
      lit = this.isLit(board),
      n = lit ? choosing.moves().length + choosing.routes().length : this.countAll(board);
    const [verb] = choosing.moves()[0]?.move.split(' ') ?? [],
      lead = module.leads?.[verb];
    const guide = module.guide?.(board.view, board.context) ?? (lead && words.say(lead));
    set(this.guide, 'textContent', lit ? (guide ?? words.say('web.on-board', { n })) : '');
    set(this.guide, 'hidden', !lit);
    const isComplete = !(module.guide || module.touchFirst) || this.shown(board).length >= n;
    set(
      this.all,
      'hidden',
      !lit && n <= few && isComplete && !choosing.sight.routes.length && !this.isCut,
    );
    const title = lit ? 'web.list' : 'web.all-choices';
    set(this.summary, 'textContent', words.say(this.isSimple ? 'web.more-choices' : title, { n }));
  }

  /** Whether the moves are chosen at the pieces, without buttons: because the game says so while
   * nothing is selected, or because the buttons of all moves that match the selection would take
   * too much space and each can be chosen by a click. @param {Board} board */
  isLit({ choosing, module }) {
    const moves = choosing.moves(),
      touching = moves.filter(({ touches }) => touches.length);
    if (choosing.verbs.length) return false;
    if (!choosing.picked.size)
      return (
        touching.length > 1 &&
        touching.every(({ move }) => module.onBoard?.includes(move.split(' ')[0]))
      );
    return (
      moves.length >= (module.guide ? 2 : few) &&
      new Set(moves.map(({ touches }) => String(touches))).size === moves.length
    );
  }

  /** Whether the pieces and the list offer the moves, because the module wants pieces to be touched
   * first and nothing is selected. @param {Board} board */
  isOnPieces({ choosing, module }) {
    return module.touchFirst === true && !choosing.picked.size && choosing.moves().length > 1;
  }

  /** Announces a question once, not at every click. @param {string} text */
  ask(text) {
    set(this.question, 'textContent', text);
  }

  /** @param {string} key */
  refocus(key) {
    const same = this.element.querySelector(`[data-key="${CSS.escape(key)}"]`);
    /** @type {HTMLElement} */ (same ?? this.question).focus({ preventScroll: true });
  }

  /** @param {import('../lib/sight.js').Sight} sight @param {Words} words */
  questionOf(sight, words) {
    if (sight.over) return resultOf(sight, words);
    if (sight.prompt) {
      const question = words.phrase(sight.prompt),
        seat = Number(sight.viewer);
      // without a single reader, several people share the screen
      return words.reader ? question : `${words.say('turn.of', { who: { seat } })} ${question}`;
    }
    if (!sight.turn.length) return words.say('web.enter-result');
    return words.say('web.waiting', { n: sight.turn.length, who: words.seats(sight.turn) });
  }

  /** The moves that match the selection. @param {Board} board */
  matching({ choosing }) {
    return [...choosing.moves(), ...(choosing.picked.size ? choosing.plain : [])];
  }

  /** The moves that have a button. A module with a guide needs none for moves between two pieces.
   * @param {Board} board */
  shown(board) {
    const { choosing, module } = board,
      picked = choosing.picked.size > 0,
      moves = this.matching(board);
    if (this.isLit(board)) return choosing.plain;
    if (module.guide && !picked && moves.length > 1)
      return moves.filter(({ touches }) => touches.length < 2);
    return (moves.length <= few && !this.isOnPieces(board)) || (picked && moves.length <= 2 * few)
      ? moves
      : moves.filter((move) => !picked && this.isPlain(board, move)).slice(0, few);
  }

  /** What is read aloud: the question and its buttons. */
  get aloud() {
    const said = [...this.now.querySelectorAll('.choice:not(.is-quiet)')].map(
      (one) => one.firstChild?.textContent ?? '',
    );
    return [this.question.textContent ?? '', ...said].filter(Boolean).join(' … ');
  }

  /** @param {Board} board @param {Words} words */
  buttons(board, words) {
    const choosing = board.choosing,
      picked = choosing.picked.size > 0,
      moves = this.matching(board),
      shown = this.shown(board);
    const routes = picked ? choosing.routes() : [];
    // no other move matches
    const main = moves.length === 1 && !choosing.verbs.length ? 'is-main' : '';
    return [
      ...choosing.verbs
        .filter((verb) => !board.module.boardVerbs?.includes(verb))
        .map((verb) => this.verbButton(board, words, verb)),
      ...shown.map((move) => {
        const said = board.module.choice?.(move, board.view, board.context);
        return button(
          said?.text ?? words.choice(move.phrase),
          () => board.settle({ play: [move.move] }, []),
          { name: main, key: move.move, note: said?.note ?? words.note(move) },
        );
      }),
      ...(routes.length === 1 ? routes : []).map((way) =>
        this.wayButton(board, words, way, {
          name: 'is-main',
          key: way.moves.join(),
          family: 'way ',
        }),
      ),
    ];
  }

  /** Whether one click on an item makes a move; then it needs no button. @param {Board} board
   * @param {import('../lib/sight.js').Move} move */
  isPlain(board, move) {
    return !move.touches.length || move.touches.some((id) => board.choosing.atOnce(id));
  }

  /** @param {Board} board @param {Words} words @param {string} verb */
  verbButton(board, words, verb) {
    const picks = [...board.choosing.picked];
    const items = picks.map((id) => board.view.item(id)).filter((item) => item !== undefined);
    const ready = board.choosing.spell(verb) !== null;
    const text =
      board.module.verb?.(verb, items, board.context) ??
      words.say('web.subset', { verb: words.word(`verb.${verb}`), n: picks.length });
    const made = button(text, () => board.answer(verb), {
      name: ready ? 'is-main' : '',
      key: verb,
      family: 'verb ',
      note: board.module.verbNote?.(verb, items, board.context),
    });
    made.attrs['aria-disabled'] = String(!ready);
    return made;
  }

  /** @param {Board} board @param {Words} words @param {import('../lib/sight.js').Route} way
   * @param {{name?: string, key: string, family?: string}} more */
  wayButton(board, words, way, more) {
    const { text, note } = board.module.way?.(way, board.context) ?? {
      text: this.wayLabel(board, words, way),
    };
    return button(text, () => board.settle({ play: way.moves }, []), { ...more, note });
  }

  /** @param {Board} board @param {Words} words @param {import('../lib/sight.js').Route} way */
  wayLabel(board, words, way) {
    const item = board.view.item(way.item);
    const text = words.say('web.way', {
      what: [way.name ?? 'web.go'],
      where: item ? board.label(item, board.context) : '',
    });
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  /** @param {Board} board */
  countAll(board) {
    return board.choosing.sight.moves.length + board.choosing.sight.routes.length;
  }

  /** Fills the complete list when it is opened. */
  showList() {
    if (!this.listed || !this.all.open || this.all.hidden) {
      fill(this.list);
      return;
    }
    const { board, words } = this.listed,
      { routes } = board.choosing.sight;
    const moves = this.isLit(board) ? board.choosing.moves() : board.choosing.sight.moves;
    fill(
      this.list,
      ...moves.map((move) =>
        h(
          'li',
          {},
          button(words.choice(move.phrase), () => board.settle({ play: [move.move] }, []), {
            key: `list ${move.move}`,
            note: words.note(move),
          }),
        ),
      ),
      ...routes.map((way) =>
        h('li', {}, this.wayButton(board, words, way, { key: `list way ${way.moves.join()}` })),
      ),
    );
  }
}
