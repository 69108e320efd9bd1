// Drawings of Pirates en Duel: icons of the skills, cards of the pirates, combat cards, faces of
// the dice, and figures on the sails.

import { pirate, ship, sign, waves } from '../../lib/art.js';

/** @typedef {import('../../lib/sight.js').Item} Item */

/** @param {string} markup @param {number} x @param {number} y @param {number} scale */
const at = (markup, x, y, scale) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${markup}</g>`;

export const blade = `<path class="steel k" d="M56 5C50 26 38 41 21 50l-6-6C29 34 42 21 56 5z"/>
<path class="g k" d="M9 39l16 16-4 4-6-6-8 8-4-4 8-8-6-6z"/>
<path class="l" d="M48 19C42 30 34 38 25 44"/>`;

export const gun = `<path class="K" d="M4 24l8-8c14 0 30 2 46 8v14c-16 4-30 4-44 2L4 34z"/>
<path class="lg" d="M16 17v22M46 21v18"/>
<path class="w k" d="M10 40h40l4 10H8z"/>
<path class="wd k" d="M11 51a8 8 0 1 1 16 0a8 8 0 1 1-16 0zM34 51a8 8 0 1 1 16 0a8 8 0 1 1-16 0z"/>
<path class="g" d="M16.5 51a2.5 2.5 0 1 1 5 0a2.5 2.5 0 1 1-5 0zM39.5 51a2.5 2.5 0 1 1 5 0a2.5 2.5 0
1 1-5 0z"/>`;

/** A hull under one sail: the boat on the dice. */
export const boat = `<path class="s k" d="M34 6c16 8 22 18 22 32H34zM29 12v26H12c2-10 8-19 17-26z"/>
<path class="w k" d="M4 43h56c-3 10-8 15-16 15H20C12 58 7 53 4 43z"/>
<path class="l" d="M32 4v40"/>`;

/** The icon of each skill. @type {Record<string, string>} */
const skills = {
  helm: sign.helm,
  lookout: `<path class="g k" d="M5 41L42 18l6 10L11 51z"/>
<path class="w k" d="M40 16l13-8 9 15-13 8z"/>
<path class="l" d="M18 33l6 10M27 27l6 10M30 40l-6 19M34 38l9 20"/>`,
  medic: `<path class="b k" d="M6 14h52v40H6z"/>
<path class="red" d="M26 18h12v10h10v12H38v10H26V40H16V28h10z"/>
<path class="l" d="M22 14V7h20v7"/>`,
  tavern: `<path class="w k" d="M12 20h32v38H12z"/><path class="l" d="M20 22v35M28 22v35M36 22v35"/>
<path class="lg" d="M12 30h32M12 49h32"/><path class="line" d="M45 29h6c6 0 6 18 0 18h-6"/>
<path class="b k" d="M9 21c-3-8 5-13 10-9 3-8 15-8 17-1 7-3 14 5 10 10z"/>`,
  parrot: sign.parrot,
  monkey: sign.monkey,
  warrior: sign.skull,
  shipwright: boat,
  sergeant: `<path class="red k" d="M14 6h36v42L32 60 14 48z"/>
<path class="lg" d="M18 18l14 10 14-10M18 29l14 10 14-10M18 40l14 10 14-10"/>`,
  dinghy: `<path class="w k" d="M4 34c18 5 38 5 56 0-3 13-12 20-28 20S7 47 4 34z"/>
<path class="l" d="M10 41c14 4 30 4 44 0"/><path class="l" d="M20 8l22 34M44 8L22 42"/>
<path class="s k" d="M14 4l9 5-3 8zM50 4l-9 5 3 8z"/>`,
  twin: `<circle class="skin k" cx="20" cy="26" r="13"/>
<circle class="skin k" cx="44" cy="26" r="13"/>
<path class="red k" d="M6 24C7 8 31 8 33 22c-8-4-18-4-27 2zM31 22c2-14 26-14 27 2-8-6-19-6-27-2z"/>
<path class="coat k" d="M3 58c0-24 27-24 29-6 2-18 29-18 29 6z"/>
<circle class="K" cx="16" cy="29" r="2"/><circle class="K" cx="25" cy="29" r="2"/>
<circle class="K" cx="39" cy="29" r="2"/><circle class="K" cx="48" cy="29" r="2"/>`,
  marksman: `<circle class="b k" cx="32" cy="32" r="22"/><circle class="l" cx="32" cy="32" r="13"/>
<circle class="red" cx="32" cy="32" r="5"/>
<path class="line" d="M32 2v18M32 44v18M2 32h18M44 32h18"/>`,
  pistol: `<path class="steel k" d="M10 16h48v9H32l-6 5H12z"/>
<path class="w k" d="M8 15h20l-2 14c-8 4-9 12-9 27l-13 2C4 42 6 30 8 15z"/>
<path class="l" d="M30 26c2 8-3 11-8 10"/><path class="lg" d="M46 16v9"/>
<circle class="g k" cx="20" cy="14" r="4"/>`,
  carriage: gun,
  brother: `<path class="line" d="M8 20h36l-9-10M56 44H20l9 10"/>
<circle class="g k" cx="32" cy="32" r="8"/>`,
};

/** Skills printed in blue; the others are green. */
const blue = ['helm', 'lookout', 'medic', 'tavern', 'parrot', 'monkey'];

/** The name of a card without its symbol: "helm", "sailor", "captain". @param {Item} item */
export const nameOf = (item) =>
  item.kind === 'pd.captain'
    ? 'captain'
    : (item.face ?? '').replace('pd.pirate.', '').replace(/-(sabre|cannon)$/, '');

/** Symbols of cards whose face does not include them; tests/browser compares them with the force of
 * boats. @type {Record<string, string>} */
const printed = {
  captain: 'sc',
  warrior: 's',
  twin: 's',
  pistol: 's',
  sergeant: 'c',
  carriage: 'c',
};

/** The symbols on a card: s is a sabre, c a cannon. @param {Item} item */
export function symbolsOf(item) {
  const name = nameOf(item),
    symbol = /-(s|c)\w+$/.exec(item.kind === 'pd.pirate' ? (item.face ?? '') : '')?.[1];
  return (symbol ?? printed[name] ?? '').repeat(name === 'monkey' ? 2 : 1);
}

/** The figure of each colour on the sail. @type {Record<string, string>} */
const figure = {
  blue: `<path class="K" d="M6 20c9-12 17 10 26 0s17 0 26 0v10c-9 0-17-10-26 0s-17-12-26 0zM6
40c9-12 17 10 26 0s17 0 26 0v10c-9 0-17-10-26 0s-17-12-26 0z"/>`,
  red: '<path class="K" d="M24 10h16v14h14v16H40v14H24V40H10V24h14z"/>',
  white: '<path class="K" d="M32 5l8 18 19 2-14 13 4 19-17-10-17 10 4-19L5 25l19-2z"/>',
  green: '<path class="K" d="M32 10l24 24v16L32 28 8 50V34z"/>',
  yellow: '<circle cx="32" cy="32" r="19" class="K"/>',
  violet: '<path class="K" d="M32 4l22 28-22 28-22-28z"/>',
};

/** A boat with sails of its colour. @param {string} colour */
export const boatMarkup = (colour) => ship(`c-${colour}`, figure[colour] ?? '') + waves(8, 88, 104);

const coats = ['coat', 'deep', 'green', 'w', 'c-yellow'];

/** @param {string} symbols letters s and c @param {number} middle */
function symbolRow(symbols, middle) {
  const wide = symbols.length > 1 ? 23 : 34;
  return [...symbols]
    .map((one, i) =>
      at(
        one === 's' ? blade : gun,
        middle - (symbols.length * wide) / 2 + i * wide,
        109 - wide / 2,
        wide / 64,
      ),
    )
    .join('');
}

/** The card of a pirate: portrait, symbols, and the skill in a medal. @param {number} id
 * @param {string} skill @param {string} symbols
 * @param {string} captain the captain's colour, or empty
 * @param {boolean} works whether the skill has an effect at this level */
export function pirateMarkup(id, skill, symbols, captain, works) {
  const coat = captain ? `c-${captain}` : coats[id % coats.length],
    print = blue.includes(skill) ? 'pd-blue' : 'pd-green';
  const medal = skills[skill]
    ? `<g class="${works ? '' : 'pd-asleep'}">
<circle class="${print} k" cx="${symbols ? 72 : 50}" cy="108" r="21"/>
<circle class="paper" cx="${symbols ? 72 : 50}" cy="108" r="17.5"/>
${at(skills[skill], symbols ? 58 : 36, 94, 0.44)}</g>`
    : '';
  return `<rect class="paper k" x="1" y="1" width="98" height="130" rx="8"/>
<path class="${captain ? 'g' : skills[skill] ? print : 'sand'}" d="M5 12a7 7 0 017-7h76a7 7 0 017
7v72H5z" opacity="${captain ? 1 : works ? 0.75 : 0.35}"/>
${at(pirate(coat, id % 3 !== 1), 10, 4, 0.8)}<path class="k" d="M5 84h90"/>${medal}
${symbolRow(symbols, medal ? 27 : 50)}
<rect class="${captain ? 'lg' : 'l2'}" x="5" y="5" width="90" height="122" rx="5"/>`;
}

export const backMarkup = `<rect class="deep k" x="1" y="1" width="98" height="130" rx="8"/>
<rect class="lg" x="7" y="7" width="86" height="118" rx="4"/>${at(sign.skull, 18, 34, 1)}`;

export const combatsMarkup = `<rect class="coat k" x="1" y="1" width="98" height="130" rx="8"/>
<rect class="lg" x="7" y="7" width="86" height="118" rx="4"/>${at(sign.sabre, 18, 34, 1)}`;

const bolt = '<path class="g k" d="M36 2L12 36h16l-8 26 30-38H32z"/>';

/** @type {Record<string, string>} */
const events = {
  fishing: at(sign.fish, 18, 22, 1) + waves(10, 92, 80),
  storm: at(bolt, 18, 14, 1) + waves(10, 84, 80),
  encounter: at(ship('deep', sign.skull), 8, 20, 0.7) + waves(10, 98, 80),
  capture: at(ship('s', sign.crown), 8, 14, 0.7) + at(sign.coin, 34, 88, 0.5),
  plunder: at(sign.coin, 10, 22, 0.62) + at(sign.coin, 48, 20, 0.62) + at(sign.coin, 28, 50, 0.72),
};

/** A flag in one colour, with its figure. @param {string} colour @param {number} x */
const flag = (colour, x) =>
  colour === 'black'
    ? `<path class="K" d="M${x} 70h36v28H${x}z"/>${at(sign.skull, x + 6, 71, 0.4)}`
    : `<path class="c-${colour} k" d="M${x} 70h36v28H${x}z"/>
${at(figure[colour] ?? '', x + 6, 72, 0.38)}`;

/** A combat card. @param {string} face @param {number} coins */
export function combatMarkup(face, coins) {
  const [type, ...colours] = face.replace('pd.combat.', '').split('-');
  const flags = colours
    .map((colour, i) => flag(colour, colours.length > 1 ? 10 + i * 44 : 32))
    .join('');
  const stake = Array.from({ length: coins }, (_, i) =>
    at(sign.coin, 50 - coins * 12 + i * 24, 102, 0.36),
  ).join('');
  return `<rect class="paper k" x="1" y="1" width="98" height="130" rx="8"/>
<rect class="l2" x="5" y="5" width="90" height="122" rx="5"/>
${events[type] ?? at(type === 'boarding' ? sign.sabre : gun, 21, 8, 0.9) + flags + stake}`;
}

/** @type {Record<string, string>} */
export const dieFace = {
  'pd.face.skull': sign.skull,
  'pd.face.boat': boat,
  'pd.face.blank': '<circle class="l2" cx="32" cy="32" r="8"/>',
};
