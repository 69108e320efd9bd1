// Links to rules, by their numbers in docs/rules.

/** The address of a rule. @param {string} game @param {string} number */
export const ruleAddress = (game, number) => `#rules/${game}/${number}`;

/** Number and address of the rule behind a phrase, if the game's module knows one. Of a sentence
 * that says several phrases ("x.say.a+b"), the last one that has a rule counts.
 * @param {import('./board.js').GameModule} module @param {string} key */
export function ruleBehind(module, key) {
  const [prefix, kind, tail = ''] = key.split('.'),
    parts = tail.split('+').reverse();
  const number = parts.map((part) => module.book?.rules[`${prefix}.${kind}.${part}`]).find(Boolean);
  return number ? { number, href: ruleAddress(module.name, number) } : undefined;
}
