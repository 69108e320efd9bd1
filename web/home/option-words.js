// The names of a game's options and of their values.

/** The label of an option or of one of its values; the name itself if it has no label.
 * @param {import('../lib/words.js').Words} words @param {string} game @param {string} name
 * @param {string} [value] */
export function optionWord(words, game, name, value) {
  const key = `web.option.${game}.${name}`,
    full = value === undefined ? key : `${key}.${value}`;
  return words.has(full) ? words.say(full) : (value ?? name);
}
