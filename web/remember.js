// What a browser remembers about its person; where it keeps nothing more, it forgets, and the page goes on.

/** @param {string} key @param {string} value @returns {boolean} whether it will be remembered */
export function remember(key, value) {
  try {
    localStorage.setItem(key, value);
    return !('forgets' in localStorage);
  } catch {
    return false;
  }
}
