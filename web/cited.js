// Which rule stands behind what the log tells, by the number it has in docs/rules.

/** @type {Record<string, string>} */
const games = { ms: 'mille-sabords', co: 'corsaires', bu: 'buccaneer', pd: 'pirates-en-duel', as: 'aux-sabords' };

/** @type {Record<string, string>} */
const rules = {
  'ms.say.bust': '4.2', 'ms.say.skull-island': '7.1', 'ms.say.raid': '7.5', 'ms.say.guardian': '6.7', 'ms.say.magic': '8.7',
  'ms.say.last-round': '8.1', 'ms.say.sudden': '8.4', 'ms.say.loses': '6.19', 'ms.say.put': '6.12', 'ms.say.take': '6.12',
  'co.say.captures': '5.1', 'co.say.undecided': '5.5', 'co.say.superseded': '4.3', 'co.say.captain': '4.1', 'co.say.admiral': '4.2',
  'co.say.pile-empty': '6.1', 'co.say.discard': '6.2', 'co.say.end': '7.1', 'co.say.end-team': '8.8', 'co.say.shows': '7.6',
  'bu.say.second': '5.7', 'bu.say.wages': '5.9', 'bu.say.keeps': '5.6', 'bu.say.pays': '5.11', 'bu.say.bank': '5.11', 'bu.say.mutiny': '6.1',
  'bu.say.obey': '6.3', 'bu.say.no-pawn': '3.4', 'bu.say.pass': '3.4', 'bu.say.dissolve': '7.1', 'bu.say.sail-away': '7.2',
  'bu.say.majority': '8.2', 'bu.say.shared': '8.2',
  'pd.say.shuffle-pirates': '1.10', 'pd.say.shuffle-combat': '1.11', 'pd.say.tavern-works': '7.9', 'pd.say.tavern-fails': '7.9',
  'pd.say.pays': '4.3', 'pd.say.gains': '4.4', 'pd.say.duel': '5.1', 'pd.say.evaded': '7.4', 'pd.say.not-evaded': '7.4',
  'pd.say.shot-hits': '8.8', 'pd.say.shot-misses': '8.8', 'pd.say.curse': '7.12', 'pd.say.losses': '5.5', 'pd.say.twins-fall': '8.7',
  'pd.say.saved': '7.5', 'pd.say.not-saved': '7.5', 'pd.say.sunk': '6.1', 'pd.say.ruined': '6.6', 'pd.say.wins-duel': '5.12',
  'pd.say.nobody-wins': '5.12', 'pd.say.takes': '5.13', 'pd.say.target': '6.7', 'pd.say.last': '6.8', 'pd.say.rounds': '6.10', 'pd.say.both-sunk': '6.5',
  'as.say.build': '4.3', 'as.say.lay': '4.5', 'as.say.chest': '6.1', 'as.say.land': '6.5', 'as.say.standoff': '7.11', 'as.say.sinks': '7.10',
  'as.say.loot': '7.10', 'as.say.shuffle': '3.3', 'as.say.all-safe': '8.1', 'as.say.one-safe': '10.3', 'as.say.stalled': '8.3',
};

/** The address of a rule. @param {string} game @param {string} number */
export const ruleAddress = (game, number) => `#rules/${game}/${number}`;

/** The number and the address of the rule behind a phrase, if there is one. @param {string} key */
export function ruleBehind(key) {
  const number = rules[key], game = games[key.split('.')[0]];
  return number ? { number, href: ruleAddress(game, number) } : undefined;
}
