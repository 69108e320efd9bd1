// The version of the protocol (docs/protocol.md). A page that meets a server of another version
// reloads once, because the server also serves the page that fits it. And the build, that is the
// version of the files: servers of several builds may share one address.

export const protocol = 2;

/** The query of the address to which the service worker (sw.js) sends pages of version 1. */
export const updated = '?updated';

const sign = 'reloaded'; // in session storage: this tab was reloaded because of the version

/** Whether a message comes from a host of another version. Messages of version 1 have no type.
 * @param {any} message */
export function isOtherVersion({ type, protocol: version, reason }) {
  return (
    type === undefined ||
    (type === 'hello' && version !== protocol) ||
    (type === 'refused' && reason.key === 'host.protocol')
  );
}

/** Reloads the page, unless it was reloaded for this reason already. Without session storage it
 * does not reload either, because nothing would end the loop. @returns {boolean} whether it does */
export function reloadOnce() {
  try {
    if (sessionStorage.getItem(sign)) return false;
    sessionStorage.setItem(sign, 'yes');
  } catch {
    return false;
  }
  location.reload();
  return true;
}

/** The server has the same version: the next other one is met with a reload again. */
export function forgetReload() {
  try {
    sessionStorage.removeItem(sign);
  } catch {
    // without session storage there was no reload
  }
}

/** What preload.js knows of the build. @type {{build?: string, fileIsMissing?: () => void}} */
const page = /** @type {any} */ (globalThis);

/** The path of a file of the page in the build that this page belongs to. @param {string} path */
export const fileAt = (path) => `${page.build ?? ''}${path}`;

/** To be called when a file could not be loaded: reloads the page if its build is gone. */
export const fileIsMissing = () => page.fileIsMissing?.();
