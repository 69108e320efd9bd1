// Local storage that may be full or forbidden: the page continues without it.

/** @param {string} key @param {string} value @returns {boolean} whether the value is stored */
export function remember(key, value) {
  try {
    localStorage.setItem(key, value);
    return !('forgets' in localStorage);
  } catch {
    return false;
  }
}
