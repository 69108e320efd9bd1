// The address of a record while it is shown. It may change after an asynchronous step: nothing
// happens if the user has left the page meanwhile.

const isRecord = () =>
  ['record', 'replay'].some((name) => new URLSearchParams(location.hash.slice(1)).has(name));

/** Replaces the address; the page stays. @param {string} hash */
export function replaceUrl(hash) {
  if (isRecord()) history.replaceState(null, '', hash);
}

/** Goes to another address; the back button returns here. @param {string} hash */
export function moveTo(hash) {
  if (isRecord()) location.hash = hash;
}
