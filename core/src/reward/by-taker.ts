import { assert } from '../kit/fault.ts';
import { partAt } from './referral.ts';
import type { Part, Parts } from './referral.ts';
import { NOBODY } from './tree.ts';

/**
 * The parts of many columns, taker by taker in the order of their numbers, those of one taker in the order of the columns; the pools'
 * are left out. What a member gets from many payers then lies together where it is written. Takers are counted, not compared, and no
 * part is an object before its turn.
 */
export function* listByTaker(columns: readonly Parts[], members: number): Generator<Part> {
  const most = columns.reduce((sum, { count }) => Math.max(sum, count), 0);
  assert(columns.length * most < 2 ** 32, 'a place is a number of 32 bits');
  // Where the next part of each taker goes.
  const next = new Uint32Array(members + 1);
  for (const { taker, count } of columns)
    for (let row = 0; row < count; row += 1) {
      const one = taker[row] ?? NOBODY;
      if (one !== NOBODY) next[one + 1] = (next[one + 1] ?? 0) + 1;
    }
  for (let member = 1; member <= members; member += 1)
    next[member] = (next[member] ?? 0) + (next[member - 1] ?? 0);
  const places = new Uint32Array(next[members] ?? 0);
  for (const [at, { taker, count }] of columns.entries())
    for (let row = 0; row < count; row += 1) {
      const one = taker[row] ?? NOBODY;
      if (one === NOBODY) continue;
      const place = next[one] ?? 0;
      places[place] = at * most + row;
      next[one] = place + 1;
    }
  for (const place of places) {
    const parts = columns[Math.trunc(place / most)];
    assert(parts, 'a place is in one of the columns');
    yield partAt(parts, place % most);
  }
}
