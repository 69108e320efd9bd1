// Virtual nodes: after any drawing, the document matches the last one, and unchanged parts are
// untouched.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { newPage, openBrowser, servePage } from './lib.mjs';

let browser, site, page;
before(async () => {
  [browser, site] = await Promise.all([openBrowser(), servePage()]);
  page = await newPage(browser);
  await page.route('**/blank.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>blank</title>' }),
  );
  await page.goto(`${site.url}blank.html`);
});
after(async () => {
  await browser.close();
  site.close();
});

test('a thousand drawings in one place are each like the same drawing made anew', async () => {
  const wrong = await page.evaluate(async () => {
    const { h, patch, picture } = await import('/lib/vdom.js');
    const items = Array.from({ length: 6 }, (_, i) =>
      Object.assign(document.createElement('i'), { id: `item${i}` }),
    );
    let seed = 1,
      free = [];
    const below = (n) => (seed = (seed * 48271) % 2147483647) % n;
    const attrs = () => ({
      class: ['', 'a', 'b'][below(3)],
      title: below(2) ? below(3) : null,
      hidden: below(3) === 0,
      style: below(2) ? `--x: ${below(3)}` : null,
    });
    /** What to draw, as a function that is called twice. */
    const recipe = (deep) => {
      switch (below(deep > 3 ? 4 : 8)) {
        case 0:
          return { text: ['', 'ink', 'rum'][below(3)] };
        case 1:
          return { picture: `<path d="M${below(3)} 0"/>`, name: below(2) ? 'p' : undefined };
        case 2:
          return free.length ? { item: free.splice(below(free.length), 1)[0] } : { text: 'none' };
        case 3:
          return { nothing: true };
        default:
          return {
            tag: ['p', 'div'][below(2)],
            attrs: attrs(),
            parts: Array.from({ length: below(4) }, () => recipe(deep + 1)),
            list: [0, 1, 2, 3]
              .sort(() => below(3) - 1)
              .slice(below(4))
              .map((key) => ({
                tag: 'b',
                attrs: { key, ...attrs() },
                parts: [recipe(deep + 2)],
                list: [],
              })),
          };
      }
    };
    const follow = (one, anew) =>
      one.nothing
        ? null
        : one.text !== undefined
          ? one.text
          : one.picture
            ? picture(one.picture, '0 0 8 8', one.name)
            : one.item !== undefined
              ? anew
                ? items[one.item].cloneNode()
                : items[one.item]
              : h(
                  one.tag,
                  { ...one.attrs },
                  ...one.parts.map((part) => follow(part, anew)),
                  one.list.map((part) => follow(part, anew)),
                  'end',
                );
    const kept = document.createElement('div');
    for (let i = 0; i < 1000; i++) {
      free = [0, 1, 2, 3, 4, 5];
      const all = [recipe(0), recipe(0), recipe(0)],
        anew = document.createElement('div');
      patch(kept, ...all.map((one) => follow(one, false)));
      patch(anew, ...all.map((one) => follow(one, true)));
      const [got, expected] = [kept, anew].map((element) =>
        [...element.querySelectorAll('*')].reduce(
          (text, one) =>
            `${text}<${one.nodeName} ${[...one.attributes]
              .filter(({ value, name }) => value || name === 'hidden')
              .map(({ name, value }) => `${name}=${value}`)
              .sort()}>`,
          element.textContent,
        ),
      );
      if (got !== expected) return { i, got, expected };
    }
    return null;
  });
  assert.equal(wrong, null);
});

test('what did not change is not touched, and what only moved is the same element', async () => {
  const seen = await page.evaluate(async () => {
    const { h, patch, picture } = await import('/lib/vdom.js');
    const element = document.createElement('div'),
      item = document.createElement('i'),
      observer = new MutationObserver(() => {});
    const draw = (isOpen, keys, here) =>
      patch(
        element,
        isOpen && h('p', {}, 'first'),
        h('section', { class: isOpen ? 'open' : '' }, here && item),
        picture('<path d="M0 0"/>', '0 0 8 8', isOpen ? 'large' : undefined),
        keys.map((key) => h('b', { key }, key)),
        h('footer', {}, !here && item),
      );
    const parts = () =>
      Object.fromEntries(
        ['section', 'svg', 'i', 'footer']
          .map((name) => [name, element.querySelector(name)])
          .concat([...element.querySelectorAll('b')].map((one) => [one.textContent, one])),
      );
    draw(false, ['x', 'y'], true);
    const old = parts();
    observer.observe(element, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    draw(false, ['x', 'y'], true);
    const touched = observer.takeRecords().length;
    draw(false, ['w', 'x', 'y'], true);
    draw(true, ['w', 'y', 'x'], false);
    const now = parts();
    return {
      touched,
      other: Object.keys(old).filter((name) => old[name] !== now[name]),
      order: element.textContent,
      at: item.parentNode.nodeName,
    };
  });
  assert.deepEqual(seen, { touched: 0, other: [], order: 'firstwyx', at: 'FOOTER' });
});
