// Mille Sabords! suits small children with any options.

/** @type {Record<string, string>} */
export const kids = {};
