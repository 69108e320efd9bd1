// The picture of a result to share, 1200 by 630: the scene, the headline and the scores, drawn by
// this browser on a canvas.

/** @typedef {{headline: string, title: string, places: {name: string, score: string, won:
 *   boolean}[]}} Caption */

export const width = 1200,
  height = 630;

/** The middle of the ships of the first, second and third place. */
const berths = [600, 365, 839];
const room = 220; // for a name below its ship

/** Properties that a drawing gets from style sheets, which a separate picture does not have. */
const painted = ['fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'opacity'];

/** The drawing with its colours as attributes, as an address. @param {SVGSVGElement} scene */
function addressOf(scene) {
  const copy = /** @type {SVGSVGElement} */ (scene.cloneNode(true)),
    originals = scene.querySelectorAll('*');
  copy.querySelectorAll('*').forEach((element, i) => {
    const style = getComputedStyle(originals[i]);
    for (const name of painted) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute('class');
  });
  copy.removeAttribute('class');
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('preserveAspectRatio', 'xMidYMax slice');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.setAttribute('viewBox', '-255 40 1200 630');
  const text = new XMLSerializer().serializeToString(copy);
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
}

/** @param {string} address @returns {Promise<HTMLImageElement>} */
function loaded(address) {
  const image = new Image();
  return new Promise((resolve, reject) => {
    image.onload = () => resolve(image);
    image.onerror = reject;
    image.src = address;
  });
}

/** The colours of the sky, from above. @param {Element} scene */
function skyOf(scene) {
  const style = getComputedStyle(scene);
  return ['--dusk-1', '--dusk-2', '--dusk-3', '--dusk-4'].map((name) =>
    style.getPropertyValue(name).trim(),
  );
}

/** Writes words with an outline, in the largest size up to `size` that fits.
 * @param {CanvasRenderingContext2D} paper @param {string} text
 * @param {{x: number, y: number, size: number, room: number, colour?: string,
 *   face?: string}} how */
function write(paper, text, { x, y, size, room, colour = '#fff9ea', face = 'Texturina' }) {
  let at = size;
  do paper.font = `800 ${at}px '${face}', serif`;
  while (paper.measureText(text).width > room && --at > 16);
  paper.lineWidth = at / 9;
  paper.strokeStyle = '#0a2230cc';
  paper.strokeText(text, x, y);
  paper.fillStyle = colour;
  paper.fillText(text, x, y);
}

/** @param {CanvasRenderingContext2D} paper @param {Caption} caption */
function inscribe(paper, { headline, title, places }) {
  paper.textAlign = 'center';
  paper.lineJoin = 'round';
  write(paper, headline, { x: width / 2, y: 82, size: 68, room: width - 120 });
  write(paper, title, { x: width / 2, y: 122, size: 26, room: 600, face: 'Alegreya Sans' });
  places.forEach(({ name, score, won }, i) => {
    const x = berths[i];
    write(paper, name, { x, y: 556, size: 30, room, face: 'Alegreya Sans' });
    write(paper, score, {
      x,
      y: 606,
      size: won ? 54 : 42,
      room,
      colour: won ? '#ffd877' : undefined,
    });
  });
}

/** @param {SVGSVGElement} scene as it is on the page @param {Caption} caption
 * @returns {Promise<Blob | null>} */
export async function pictureOf(scene, caption) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const paper = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')),
    sky = paper.createLinearGradient(0, 0, 0, height);
  skyOf(scene).forEach((colour, i) => sky.addColorStop([0, 0.24, 0.5, 0.6][i], colour));
  const [drawing] = await Promise.all([
    loaded(addressOf(scene)),
    document.fonts.load("800 72px 'Texturina'"),
    document.fonts.load("800 30px 'Alegreya Sans'"),
  ]);
  paper.fillStyle = sky;
  paper.fillRect(0, 0, width, height);
  paper.drawImage(drawing, 0, 0, width, height);
  inscribe(paper, caption);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
