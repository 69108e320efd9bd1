// Pirates en Duel suits small children without skills.

/** @type {Record<string, string>} */
export const kids = { level: '1' };
