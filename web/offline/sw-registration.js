// Registers the service worker, which stores the page so that it opens without a server, and
// reports the result.

import { protocol } from '../lib/version.js';

export class SwRegistration {
  constructor() {
    /** A translation key for the result; empty until it is known. */
    this.key = '';
    /** Called when the result is known. */
    this.changed = () => {};
    // a new service worker asks for the version, and reloads pages that do not answer
    navigator.serviceWorker?.addEventListener('message', ({ ports }) =>
      ports[0]?.postMessage(protocol),
    );
    navigator.serviceWorker?.startMessages();
    setTimeout(() => this.ask(), 1000); // after everything visible has been loaded
  }

  /** Service workers need HTTPS or localhost and may be disabled; nothing else depends on them. */
  async ask() {
    try {
      const { installing } = await navigator.serviceWorker.register('sw.js');
      installing?.addEventListener(
        'statechange',
        () => installing.state === 'redundant' && this.say('web.stays-not'),
      );
      await navigator.serviceWorker.ready;
      this.say('web.stays');
    } catch {
      this.say('web.stays-not');
    }
  }

  /** @param {string} key */
  say(key) {
    this.key = key;
    this.changed();
  }
}
