// Which module draws which game; each comes when its table is opened.

/** @type {Record<string, () => Promise<{default: import('../board.js').GameModule}>>} */
const modules = {
  'aux-sabords': () => import('./aux-sabords.js'),
  'mille-sabords': () => import('./mille-sabords.js'),
  'corsaires': () => import('./corsaires.js'),
  'buccaneer': () => import('./buccaneer.js'),
  'pirates-en-duel': () => import('./pirates-en-duel.js'),
};

/** @param {string} game @returns {Promise<import('../board.js').GameModule>} */
export async function loadGame(game) {
  if (!modules[game])
    return (await import('./plain.js')).default;
  const [module] = await Promise.all([modules[game](), loadStyle(`games/${game}.css`)]);
  return module.default;
}

/** A style sheet that comes when it is needed. @param {string} href */
export function loadStyle(href) {
  if (document.querySelector(`link[href="${href}"]`))
    return undefined;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  document.head.append(link);
  return new Promise((resolve) => { link.onload = link.onerror = resolve; });
}
