// What lies behind the door: a room to gather in, the rules, a seat at a table. It comes while the door is looked at.

import { Room } from './room.js';
import { Rules } from './rules.js';
import { Seat } from './seat.js';

export const indoors = { Room, Rules, Seat };
