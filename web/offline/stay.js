// Whether this page stays: a service worker keeps it, so that it opens without a server too.

export class Stay {
  constructor() {
    /** What there is to say about it, as a word key; nothing yet. */
    this.key = '';
    /** Told when that is known. */
    this.changed = () => {};
    setTimeout(() => this.ask(), 1000); // behind all that is to be seen
  }

  /** Plain HTTP has no service workers, and some people allow none: nothing else depends on one. */
  async ask() {
    try {
      const { installing } = await navigator.serviceWorker.register('sw.js');
      installing?.addEventListener('statechange', () => installing.state === 'redundant' && this.say('web.stays-not'));
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
