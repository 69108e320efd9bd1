// Drawings of Pirates en Duel: busts of the pirates, weapons, icons of the skills, combat cards,
// faces of the dice, and sails. Coats, hats and sails have the colour of the boat around them
// (--seat); pirates on the quay have none.

import { emblems, sign } from '../../lib/art.js';
import { at, galleon, skull } from '../poster.js';

/** @typedef {import('../../lib/sight.js').Item} Item */

/** The sign of each colour, 64 by 64. @type {Record<string, string>} */
export const signs = {
  red: emblems[0],
  blue: emblems[1],
  white: emblems[2],
  green: emblems[3],
  violet: emblems[4],
  yellow: emblems[7],
};

export const blade = `<path class="steel outline" d="M56 6C58 30 44 46 22 50l-4-6C36 38 48 26 56 6z
"/><path class="gold outline" d="M24 54c-2-8-9-14-15-13-2 6 2 13 9 16z"/><path class="hull outline"
d="M15 50l6 6-9 6-5-5z"/>`;

export const gun = `<path class="iron outline" d="M8 26L48 12c6 0 10 4 10 9s-3 8-8 9L16 42z"/><path
class="glint" d="M20 27l26-9"/><circle class="hull outline" cx="24" cy="46" r="12"/><circle
class="gold outline" cx="24" cy="46" r="4"/><circle class="iron outline" cx="8" cy="32" r="5"/>`;

/** A boat in one colour, as on the dice. */
export const boat = `<path class="K" d="M6 40h52c-2 12-8 18-16 18H22C14 58 8 52 6 40zM30 6v30H12C20
28 26 18 30 6zM35 12c10 6 16 14 18 24H35z"/>`;

/** A skull in one colour. */
export const head = skull.replace('badge', 'K');

/** The icon of each skill in one colour: K filled, line drawn. @type {Record<string, string>} */
export const skills = {
  helm: emblems[1],
  lookout:
    '<path class="line" d="M8 40l10 14 34-24-10-14zM20 32l10 14M34 22l10 14M42 16l8-6 10 14-8 6"/>',
  medic: '<path class="K" d="M23 6h18v17h17v18H41v17H23V41H6V23h17z"/>',
  tavern: `<path class="line" d="M12 18h30v38H12zM42 26h6c6 0 8 4 8 10s-2 10-8 10h-6M22 28v18M32
28v18M12
18c0-8 6-10 10-7 4-6 14-5 15 2 4-1 6 2 5 5"/>`,
  parrot: `<path class="K" fill-rule="evenodd" d="M14 60C8 42 12 20 30 10c12-6 24 0 24 12 6 2 8 8 5
17-5-3-9-3-13-1 0 8-3 14-9 22zM40 20a4 4 0 1 0 .1 0z"/>`,
  monkey: `<path class="K" fill-rule="evenodd" d="M32 6c-11 0-19 6-21 16-6 0-9 4-9 9s4 9 9 9c3 11 11
18 21 18s18-7 21-18c5 0 9-4 9-9s-3-9-9-9C51 12 43 6 32 6zM24 26a4 4 0 1 1-.1 0zM40 26a4 4 0 1 1-.1
0zM22 42c6 7 14 7 20 0-2 12-18 12-20 0z"/>`,
  warrior: head,
  shipwright: boat,
  sergeant: '<path class="line" d="M8 18l24 14 24-14M8 32l24 14 24-14M8 46l24 14 24-14"/>',
  dinghy: `<path class="line" d="M10 10l36 36M54 10L18 46M46 40l10 14M40 46l14 10M18 40L8 54M24
46L10
56"/>`,
  twin: `<path class="K" d="M10 22a10 10 0 1 1 20 0a10 10 0 1 1-20 0zM34 22a10 10 0 1 1 20 0a10 10 0
1 1-20 0zM2 56c0-14 7-20 18-20 5 0 9 2 12 5 3-3 7-5 12-5 11 0 18 6 18 20z"/>`,
  marksman: `<path class="line" d="M14 32a18 18 0 1 1 36 0a18 18 0 1 1-36 0zM32 4v18M32 42v18M4
32h18M42 32h18"/>`,
  pistol: '<path class="K" d="M4 16h54v11H36l-3 8H22l-4 21H4l5-26z"/>',
  carriage: `<path class="K" d="M6 26L48 10c6 0 11 4 11 10s-3 8-8 9L32 36a13 13 0 1 1-19 3z"/>`,
  brother: '<path class="line" d="M8 20h40L36 8M56 44H16l12 12"/>',
};

/** Skills printed in blue; the others are green. */
const blue = ['helm', 'lookout', 'medic', 'tavern', 'parrot', 'monkey'];

/** The class of a card's ground and medal. @param {string} name of the card
 * @param {boolean} works whether its skill has an effect at this level */
export const printOf = (name, works) =>
  name === 'captain'
    ? 'is-captain'
    : !works || !skills[name]
      ? ''
      : blue.includes(name)
        ? 'is-blue'
        : 'is-green';

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

// ---- busts, 100 by 92 ----

/** @param {string} extra */
const coat = (extra = '') => `<path class="cloth outline" d="M13 96c1-28 14-37 37-37s36 9 37 37z"/>
<path class="shade" d="M60 60c17 3 26 13 27 36H62c3-12 3-26-2-36z"/><path class="bone outline thin"
d="M39 62l11 15 11-15z"/>${extra}`;
const face = `<path class="skin outline" d="M30 40h40v17c0 12-8 19-20 19s-20-7-20-19z"/><path
class="shade" d="M59 42h11v15c0 12-8 19-20 19 8-9 10-20 9-34z"/>`;
const tricorne =
  'M6 42c8-2 12-8 15-18C26 11 38 5 50 5s24 6 29 19c3 10 7 16 15 18-12 6-28 5-44 5S18 48 6 42z';
const trim = '<path class="trim" d="M9 42.500c13 4 27 3 41 3s28 1 41-3"/>';
const hat = `<path class="cloth outline" d="${tricorne}"/><path class="shade" d="M60 6c12 3 17 10 19
18 3 10 7 16 15 18-9 4-20 5-31 5 4-14 4-28-3-41z"/>${trim}`;
const smile = '<path class="l" d="M43 65c4 3 10 3 14 0"/>';
/** @param {number} y */
const eyes = (
  y,
) => `<path class="K" d="M39.300 ${y}a2.700 2.700 0 1 1 5.400 0a2.700 2.700 0 1 1-5.400
0zM55.300 ${y}a2.700 2.700 0 1 1 5.400 0a2.700 2.700 0 1 1-5.400 0z"/>`;

/** @type {Record<string, string>} */
const busts = {
  boy: `${coat()}${face}${eyes(53)}${smile}<path class="cloth outline" d="M27 45C25 22 35 11 50
11s25
11 23 34c-14-5-32-5-46 0zM72 38c7-3 14-1 19 5-6 0-9 2-12 6-3-3-6-4-8-4z"/><path class="shade" d="M60
14c10 5 14 16 13 31-3-1-6-2-10-2.500 2-10 1-20-3-28.500z"/>`,
  moustache: `${coat('<path class="trim" d="M22 72l8 3M20 79l9 3M78 72l-8 3M80 79l-9 3"/>')}${face}
${eyes(51)}<path class="fur outline" d="M50 59c5-3 9-2 12 0 4 3 8 2 11-1-1 8-8 11-13
9-4-2-7-2-10-2s-6
0-10 2c-5 2-12-1-13-9 3 3 7 4 11 1 3-2 7-3 12 0z"/><path class="cloth outline" d="M4 40C10 20 28 7
50 7s40 13 46 33c-13 7-29 7-46 7S17 47 4 40z"/><path class="shade" d="M62 9c18 5 29 17 34 31-9 5-20
6-32 7 5-13 5-26-2-38z"/><path class="trim" d="M7 41c13 5 27 4.500 43 4.500S80 46 93 41"/>`,
  braids: `<path class="fur outline" d="M28 44c-8 12-8 26-5 38l9-3c-3-10-3-22 1-33zM72 44c8 12 8 26
5
38l-9-3c3-10 3-22-1-33z"/>${coat()}${face}${eyes(51)}${smile}<path class="trim" d="M24 75h8M68
75h8"/>${hat}`,
  beard: `${coat()}${face}<path class="fur outline" d="M29 53c6-2 9 3 21 3s15-5 21-3c2 18-8 32-21
32S27 71 29 53z"/><path class="skin" d="M43 62c4-3 10-3 14 0-2 4-12 4-14 0z"/><path class="K" d="M39
50a2.700 2.700 0 1 1 5.400 0a2.700 2.700 0 1 1-5.400 0zM52 45h16v3l-3 7c-4 2-8 0-9-3zM30 45l24
1v2z"/>${hat}`,
  captain: `${coat(`<path class="gold outline thin" d="M14 78c2-11 8-15 16-15l2 6c-7 1-10 4-12
9zM86 78c-2-11-8-15-16-15l-2 6c7 1 10 4 12 9z"/>`)}${face}<path class="fur outline" d="M30 56c6 1
10-1 20-1s14 2 20 1c0 15-8 24-20 24S30 71 30 56z"/><path class="skin" d="M43 62c4-2 10-2 14 0-2
3.500-12 3.500-14 0z"/>${eyes(50)}<path class="lava outline" d="M74 20c6-14 16-18 24-16-3 4-3 8-6
12-4 6-10 9-18 8z"/><path class="K" d="${tricorne}"/>${trim}${at(skull, 40, 15, 0.31)}`,
  sailor: `${coat('<path class="stripe" d="M21 70h58v4H21zM17 79h66v4H17z"/>')}${face}${eyes(52)}
${smile}<path class="fur outline" d="M30 56c2 8 6 13 20 20-16 1-22-8-20-20zM70 56c-2 8-6 13-20 20 16
1 22-8 20-20z"/><path class="cloth outline" d="M27 42c0-20 9-30 23-30s23 10 23 30z"/><path
class="bone outline" d="M25 38h50v9H25z"/><path class="shade" d="M60 14c9 5 13 13 13 24h2v9H62c3-11
3-22-2-33z"/>`,
};

/** The bust on each card. @type {Record<string, string>} */
const looks = {
  captain: 'captain',
  helm: 'braids',
  lookout: 'boy',
  medic: 'moustache',
  tavern: 'sailor',
  parrot: 'braids',
  monkey: 'boy',
  warrior: 'beard',
  sergeant: 'moustache',
  twin: 'beard',
  marksman: 'boy',
  pistol: 'beard',
  carriage: 'moustache',
  brother: 'braids',
};

/** The portrait of a pirate, with a parrot or a monkey. @param {string} name of the card */
export const portrait = (name) =>
  (busts[looks[name] ?? 'sailor'] ?? '') +
  (name === 'parrot' ? at(sign.parrot, 64, 52, 0.58) : '') +
  (name === 'monkey' ? at(sign.monkey, 64, 56, 0.52) : '');

// ---- boats, combat cards, dice ----

/** A mast with a sail and a pennant, 150 by 190. @param {string} colour */
export const sailMarkup = (colour) => `<path class="mast" d="M76 190V8"/><path class="rig" d="M76
12L12 186M76 12l64 174"/><path class="sail outline" d="M34 36q42 4 84 0c12 16 18 36 11 50q-53-14-106
0c12-16 16-34 11-50z"/><path class="sail outline" d="M22 94q54 4 108 0c12 24 16 50 8 76q-62-18-124
0c14-24 16-50 8-76z"/><path class="shade" d="M22 94l32 2c8 24 6 46-6 66-14 1-26 4-34 8 14-24 16-50
8-76zM34 36l22 1c7 15 6 31-2 43-11 1-22 3-31 6 12-16 16-34 11-50z"/><path class="yard" d="M28
36h96M16
94h120"/><path class="sail outline" d="M76 6c12-5 18 5 38 0l-8 9 8 9c-20 5-26-5-38 0z"/>
<g class="on-sail">${at(signs[colour] ?? '', 51, 104, 0.8)}</g>`;

const bolt = '<path class="gold outline" d="M36 2L12 36h16l-8 26 30-38H32z"/>';

/** @type {Record<string, string>} */
const events = {
  fishing: `<g class="blueish">${at(emblems[5], 6, 8, 0.8)}</g>`,
  storm: at(bolt, 4, 4, 0.9),
  encounter: `<g class="sails-black">${at(galleon(skull, 3), 4, 2, 0.29)}</g>`,
  capture: at(galleon('', 3), 4, 2, 0.29),
  plunder: at(sign.coin, 2, 4, 0.5) + at(sign.coin, 32, 2, 0.5) + at(sign.coin, 16, 26, 0.56),
};

/** The type and the colours of a combat card. @param {string} face */
export const readCombat = (face) => {
  const [type, ...colours] = face.replace('pd.combat.', '').split('-');
  return { type, colours };
};

/** The picture on a combat card, 64 by 64. @param {string} type */
export const combatArt = (type) => events[type] ?? (type === 'boarding' ? sign.sabre : gun);

/** @type {Record<string, string>} */
export const dieFace = {
  'pd.face.skull': head,
  'pd.face.boat': boat,
  'pd.face.blank': '',
};
