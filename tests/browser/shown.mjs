// Moments of real matches, by name, for the accessibility tests (everyone.test.mjs) and the
// screenshots (pictures.mjs).

import { auxMoments } from './aux-sabords.mjs';
import { buccaneerMoments } from './buccaneer.mjs';
import { moments } from './lib.mjs';
import { shown as duels } from './pirates-en-duel.mjs';

export const names = ['Anne', 'Rackham', 'Mary Read', 'Surcouf', 'Jean Bart', 'Barbe-Noire'];

const count = (moment, zone) =>
  moment.sight.zones
    .filter((one) => one.name === zone)
    .reduce((sum, one) => sum + one.items.length, 0);
const busiest = (list, zone) =>
  list.reduce((best, one) => (count(one, zone) > count(best, zone) ? one : best));

const dice = moments('mille-sabords', 3, 7, 1),
  alone = moments('corsaires', 4, 5, 1),
  teams = moments('corsaires', 6, 5, 1);

export const shown = {
  'mille-sabords-opening': dice[0],
  'mille-sabords-island': dice.find((one) => one.sight.subsets.some((q) => q.verb === 'put')),
  'mille-sabords-end': dice.at(-1),
  'corsaires-opening': alone[0],
  'corsaires-battle': busiest(alone, 'co.zone.fight'),
  'corsaires-teams': busiest(teams, 'co.zone.fight'),
  'corsaires-end': alone.at(-1),
  ...buccaneerMoments(),
  ...duels,
  ...auxMoments(),
};
