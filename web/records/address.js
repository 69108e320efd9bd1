// The address of a record while it is shown. It changes after something was waited for: a person who has gone
// elsewhere meanwhile is not called back.

const isRecord = () => ['record', 'replay'].some((name) => new URLSearchParams(location.hash.slice(1)).has(name));

/** The same place under another address. @param {string} hash */
export function readdress(hash) {
  if (isRecord())
    history.replaceState(null, '', hash);
}

/** Another place, to which the way back leads here. @param {string} hash */
export function moveTo(hash) {
  if (isRecord())
    location.hash = hash;
}
