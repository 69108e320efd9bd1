// Sounds made of noise and tones with WebAudio; there are no sound files. They are off until the
// user turns them on, and never the only sign of an event.

import { remember } from './storage.js';

/** @type {{ctx: AudioContext, out: GainNode} | undefined} */
let audio;

const usualVolume = 60; // percent

export const isOn = () => localStorage.getItem('sound') === 'on';

/** The volume in percent. */
export function volume() {
  const kept = Number(localStorage.getItem('volume') ?? usualVolume);
  return kept >= 0 && kept <= 100 ? kept : usualVolume;
}

/** @param {boolean} on */
export function turn(on) {
  remember('sound', on ? 'on' : 'off');
  if (on) play('coin');
}

/** @param {number} percent */
export function setVolume(percent) {
  remember('volume', String(percent));
  play('coin');
}

/** Context and output; everything passes the output, which has the volume.
 * @typedef {{ctx: AudioContext, out: GainNode}} Device */

/** A tone that fades. @param {Device} device @param {number} pitch @param {number} at
 * @param {number} length @param {{shape?: OscillatorType, loud?: number, to?: number}} [how] `to`:
 *   the pitch it glides to */
function tone({ ctx, out }, pitch, at, length, { shape = 'sine', loud = 0.15, to = pitch } = {}) {
  const voice = ctx.createOscillator(),
    gain = ctx.createGain(),
    start = ctx.currentTime + at;
  voice.type = shape;
  voice.frequency.setValueAtTime(pitch, start);
  voice.frequency.exponentialRampToValueAtTime(to, start + length);
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(gain).connect(out);
  voice.start(start);
  voice.stop(start + length);
}

/** A burst of filtered noise: wood, paper, water. `swell` is the part of it that grows louder.
 * @param {Device} device @param {number} pitch @param {number} at @param {number} length
 * @param {{loud?: number, swell?: number}} [how] */
function noise({ ctx, out }, pitch, at, length, { loud = 0.3, swell = 0 } = {}) {
  const buffer = ctx.createBuffer(1, Math.ceil(ctx.sampleRate * length), ctx.sampleRate),
    samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) {
    const part = i / samples.length,
      envelope = part < swell ? part / swell : ((1 - part) / (1 - swell)) ** 2;
    samples[i] = (Math.random() * 2 - 1) * envelope;
  }
  const source = ctx.createBufferSource(),
    filter = ctx.createBiquadFilter(),
    gain = ctx.createGain();
  source.buffer = buffer;
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(out);
  source.start(ctx.currentTime + at);
}

/** The victory tune: pitch, start and length in seconds. */
const tune = [
  [523, 0, 0.2],
  [659, 0.16, 0.2],
  [784, 0.32, 0.2],
  [1047, 0.48, 0.5],
  [880, 0.8, 0.2],
  [1047, 0.96, 0.9],
];

/** @type {Record<string, (device: Device) => void>} */
const effects = {
  dice: (device) =>
    [0, 0.07, 0.12, 0.19, 0.24, 0.33, 0.45].forEach((at, i) =>
      noise(device, 1400 + 300 * (i % 3), at, 0.06, { loud: 0.55 - i * 0.05 }),
    ),
  card: (device) => noise(device, 3000, 0, 0.12, { loud: 0.35, swell: 0.3 }),
  coin: (device) =>
    [1568, 2093, 2637].forEach((pitch, i) => tone(device, pitch, i * 0.07, 0.4, { loud: 0.12 })),
  sea: (device) => {
    noise(device, 420, 0, 1.1, { loud: 0.5, swell: 0.4 });
    noise(device, 1200, 0.25, 0.8, { loud: 0.16, swell: 0.5 });
  },
  bust: (device) => {
    [196, 147, 98].forEach((pitch, i) =>
      tone(device, pitch, i * 0.16, 0.5, { shape: 'sawtooth', loud: 0.1 }),
    );
    noise(device, 300, 0.4, 0.9, { loud: 0.4, swell: 0.2 });
  },
  cannon: (device) => {
    noise(device, 120, 0, 0.9, { loud: 1.2 });
    tone(device, 90, 0, 0.6, { loud: 0.4, to: 34 });
  },
  bell: (device) =>
    [880, 1760, 2640].forEach((pitch, i) => tone(device, pitch, 0, 1.1 - i * 0.25, { loud: 0.1 })),
  win: (device) =>
    tune.forEach(([pitch, at, length]) => {
      tone(device, pitch, at, length, { shape: 'triangle', loud: 0.18 });
      tone(device, pitch / 2, at, length, { shape: 'triangle', loud: 0.08 });
    }),
};

/** The names of all sounds. */
export const names = Object.keys(effects);

/** @param {string | undefined} name */
export function play(name) {
  if (!name || !isOn() || !effects[name]) return;
  if (!audio) {
    const ctx = new AudioContext(),
      out = ctx.createGain();
    out.connect(ctx.destination);
    audio = { ctx, out };
  }
  if (audio.ctx.state === 'suspended') audio.ctx.resume(); // created on the first click of a visit
  audio.out.gain.value = volume() / 100;
  effects[name](audio);
}
