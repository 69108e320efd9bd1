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
      await navigator.serviceWorker.register('sw.js');
      await navigator.serviceWorker.ready;
      this.key = 'web.stays';
    } catch {
      this.key = 'web.stays-not';
    }
    this.changed();
  }
}
