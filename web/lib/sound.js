// Sounds made of noise and tones with WebAudio. They are off until the user turns them on.

import { remember } from './storage.js';

/** @type {AudioContext | undefined} */
let audio;

export const isOn = () => localStorage.getItem('sound') === 'on';

/** @param {boolean} on */
export function turn(on) {
  remember('sound', on ? 'on' : 'off');
  if (on) play('coin');
}

/** A tone that fades. @param {AudioContext} ctx @param {number} pitch @param {number} at
 * @param {number} length @param {OscillatorType} shape @param {number} loud */
function tone(ctx, pitch, at, length, shape = 'sine', loud = 0.15) {
  const voice = ctx.createOscillator(),
    gain = ctx.createGain(),
    start = ctx.currentTime + at;
  voice.type = shape;
  voice.frequency.setValueAtTime(pitch, start);
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(gain).connect(ctx.destination);
  voice.start(start);
  voice.stop(start + length);
}

/** A burst of filtered noise: wood, paper, water. @param {AudioContext} ctx @param {number} pitch
 * @param {number} at @param {number} length @param {number} loud */
function noise(ctx, pitch, at, length, loud = 0.3) {
  const buffer = ctx.createBuffer(1, Math.ceil(ctx.sampleRate * length), ctx.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++)
    samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
  const source = ctx.createBufferSource(),
    filter = ctx.createBiquadFilter(),
    gain = ctx.createGain();
  source.buffer = buffer;
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(ctx.destination);
  source.start(ctx.currentTime + at);
}

/** @type {Record<string, (ctx: AudioContext) => void>} */
const effects = {
  dice: (ctx) =>
    [0, 0.07, 0.12, 0.19, 0.24, 0.33].forEach((at, i) =>
      noise(ctx, 1400 + 300 * (i % 3), at, 0.06, 0.5),
    ),
  card: (ctx) => noise(ctx, 3000, 0, 0.12, 0.35),
  coin: (ctx) => [1568, 2093].forEach((pitch, i) => tone(ctx, pitch, i * 0.08, 0.4)),
  bust: (ctx) =>
    [196, 147, 98].forEach((pitch, i) => tone(ctx, pitch, i * 0.16, 0.5, 'sawtooth', 0.1)),
  cannon: (ctx) => {
    noise(ctx, 120, 0, 0.9, 1.2);
    tone(ctx, 60, 0, 0.6, 'sine', 0.4);
  },
  bell: (ctx) =>
    [880, 1760, 2640].forEach((pitch, i) => tone(ctx, pitch, 0, 1.1 - i * 0.25, 'sine', 0.1)),
  win: (ctx) =>
    [523, 659, 784, 1047].forEach((pitch, i) => tone(ctx, pitch, i * 0.15, 0.5, 'triangle', 0.18)),
};

/** @param {string | undefined} name */
export function play(name) {
  if (!name || !isOn() || !effects[name]) return;
  audio ??= new AudioContext();
  if (audio.state === 'suspended') audio.resume(); // created on the first click of a visit
  effects[name](audio);
}
