// The regions of a table, for the tests of its layout: the moments to draw, and what is wrong with
// a drawn one.

export const tables = {
  'mille-sabords': ['opening', 'island', 'end'],
  corsaires: ['opening', 'battle', 'teams', 'end'],
  buccaneer: ['opening', 'ships', 'mutiny'],
  'pirates-en-duel': ['quay', 'target', 'losses'],
  'aux-sabords': ['opening', 'sailing', 'boarding'],
};

/** Runs in the page: what is wrong with the regions, and with the pieces of the board. */
export function measure() {
  const regions = [],
    pieces = [],
    box = (one) => one.getBoundingClientRect(),
    name = (one) =>
      `${one.className || one.localName} "${(one.getAttribute('aria-label') ?? one.textContent)
        .trim()
        .slice(0, 30)}"`;
  const overlap = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const inside = (a, b) =>
    a.left >= b.left - 1 &&
    a.right <= b.right + 1 &&
    a.top >= b.top - 1 &&
    a.bottom <= b.bottom + 1;
  const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight },
    frame = document.querySelector('.board-frame'),
    area = document.querySelector('.board-area');
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) regions.push(`the page is ${page.scrollWidth} wide`);
  if (page.scrollHeight > innerHeight) regions.push(`the page is ${page.scrollHeight} high`);
  for (const selector of ['.head', '.players', '.deck', '.log']) {
    const one = document.querySelector(selector);
    if (overlap(box(one), box(area)) && getComputedStyle(one).clipPath === 'none')
      regions.push(`${selector} covers the board`);
  }
  if (box(frame).width < 200 || box(frame).height < 150)
    regions.push(`the board has only ${box(frame).width} by ${box(frame).height}`);
  const isShown = (one) =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    box(one).width > 2 &&
    !one.closest('[popover]:not(:popover-open), .unseen, .log:not(.is-open) .log-lines');
  const controls = [...document.querySelectorAll('button, a[href], summary, input, select')].filter(
    (one) => isShown(one) && !frame.contains(one) && !one.closest('.own') && !one.closest('.log'),
  );
  for (const one of controls) {
    const scroller = one.closest('.now, .all ul, .actions');
    const rect = box(one);
    // a list that scrolls shows it on demand
    if (scroller && scroller.scrollHeight > scroller.clientHeight + 1) continue;
    if (!inside(rect, view)) regions.push(`${name(one)} leaves the window`);
    if (overlap(rect, box(area)) && !area.contains(one)) regions.push(`${name(one)} on the board`);
    if (rect.height < 43.5 || rect.width < 43.5)
      regions.push(`${name(one)} has only ${rect.width} by ${rect.height}`);
    for (const other of controls)
      if (one.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING)
        if (overlap(rect, box(other))) regions.push(`${name(one)} covers ${name(other)}`);
  }
  if (frame.scrollHeight > frame.clientHeight + 1) pieces.push('the board scrolls');
  if (frame.scrollWidth > frame.clientWidth + 1) pieces.push('the board scrolls sideways');
  for (const one of document.querySelectorAll('.item.is-live')) {
    const rect = box(one);
    if (!inside(rect, view)) pieces.push(`${name(one)} leaves the window`);
    // pieces may overlap, as cards in a hand do, but a quarter of each can be touched
    let hits = 0;
    for (let i = 0; i < 25; i++) {
      const x = rect.left + (rect.width * ((i % 5) + 0.5)) / 5,
        y = rect.top + (rect.height * (Math.floor(i / 5) + 0.5)) / 5,
        hit = document.elementFromPoint(x, y)?.closest('[data-id], [data-target]');
      if (hit === one || hit?.dataset.target === one.dataset.id) hits++;
    }
    if (hits < 6) pieces.push(`${name(one)} is covered`);
  }
  return { regions, pieces };
}
