import { levelAfter, puzzleLevelOf, waitMsOf } from '@openmere/core/auth/pots.ts';
import type { Pot } from '@openmere/core/auth/pots.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { Db } from '../platform/db/connect.ts';
import { addressPrefix, isLoopback } from '../platform/http/limits.ts';
import type { Puzzles } from '../platform/puzzle.ts';
import { giveOneBack, listPots, takeOne } from './pot-store.ts';

export type PotUse = { key: string; pot: Pot };

/**
 * The pot of an address prefix. This machine itself has none: in development it is everybody, and behind a proxy that is not
 * configured as trusted everybody would share it.
 */
export function prefixUses(key: string, ip: string, pot: Pot): PotUse[] {
  return isLoopback(ip) ? [] : [{ key: `${key}:${addressPrefix(ip)}`, pot }];
}

/** One try of everybody else: what it takes from, and what it may pay with instead. */
export type PotTry = {
  uses: readonly PotUse[];
  /** What the puzzle is for: a solution for one account or destination is worth nothing for another. */
  subject: string;
  /** The refusal's code when a pot is empty; it carries `{ seconds, puzzle }`. */
  refusal: string;
  /** A solved puzzle, as it came. */
  solved: string | undefined;
};

/**
 * Pots that strangers share (rulebook §1). A try is counted *before* anything is looked at, so that a thousand tries of one
 * moment cannot all be looked at. Who finds a pot empty is told how long, and gets a puzzle; with its solution the try goes
 * on at once and is counted beyond the pot, which makes the next puzzle harder. Tries without one count nothing: only work
 * makes work harder.
 */
export type Pots = {
  take: (now: Date, one: PotTry) => Promise<void>;
  /** Counts a try that was paid for in another way. */
  count: (now: Date, uses: readonly PotUse[]) => Promise<void>;
  /** Takes from pots that nobody can pay for; answers whether there was room. */
  takeIfRoom: (now: Date, uses: readonly PotUse[]) => Promise<boolean>;
  /** The try was right: gives it back. */
  giveBack: (keys: readonly string[]) => Promise<void>;
  levelOf: (now: Date, use: PotUse) => Promise<number>;
  /** Takes the solution that came, or refuses with a puzzle for the subject: for limits of other kinds. */
  payFor: (
    now: Date,
    one: Omit<PotTry, 'uses' | 'refusal'>,
    level: number,
    refusal: Refusal,
  ) => Promise<void>;
};

/** What people are told to wait at most: pots are shared, and the puzzle is quicker anyway. */
const WAIT_SHOWN_MS_MAX = 60_000;

/** @param db a pool of its own: callers may hold a connection of the main pool, and a refusal must not take a count back. */
export function createPots(db: Db, puzzles: Puzzles): Pots {
  const payFor: Pots['payFor'] = async (now, one, level, refusal) => {
    if (one.solved !== undefined && (await puzzles.take(now, one.subject, level, one.solved))) return;
    const puzzle = await puzzles.make(now, one.subject, level);
    throw new Refusal(refusal.code, { ...refusal.params, puzzle });
  };
  return {
    payFor,
    take: async (now, one) => {
      if (await takeAll(db, now, one.uses, false)) return;
      const levels = await readLevels(db, now, one.uses);
      const hardest = Math.max(...one.uses.map((use, at) => puzzleLevelOf(levels[at] ?? 0, use.pot)));
      const waitMs = Math.max(...one.uses.map((use, at) => waitMsOf(levels[at] ?? 0, use.pot)));
      const seconds = Math.max(1, Math.ceil(Math.min(waitMs, WAIT_SHOWN_MS_MAX) / 1000));
      await payFor(now, one, hardest, new Refusal(one.refusal, { seconds }));
      await takeAll(db, now, one.uses, true);
    },
    count: async (now, uses) => {
      await takeAll(db, now, uses, true);
    },
    takeIfRoom: (now, uses) => takeAll(db, now, uses, false),
    giveBack: (keys) => giveOneBack(db, keys),
    levelOf: async (now, use) => (await readLevels(db, now, [use]))[0] ?? 0,
  };
}

async function readLevels(db: Db, now: Date, uses: readonly PotUse[]): Promise<number[]> {
  const rows = await listPots(
    db,
    uses.map(({ key }) => key),
  );
  return uses.map(({ key, pot }) => {
    const row = rows.find(({ scope }) => scope === key);
    return row ? levelAfter(row.level, now.getTime() - row.at.getTime(), pot) : 0;
  });
}

/** All or nothing. `beyond` takes although a pot is empty. */
async function takeAll(db: Db, now: Date, uses: readonly PotUse[], beyond: boolean): Promise<boolean> {
  // Most tries of a flood end here: one read, no lock.
  const seen = await readLevels(db, now, uses);
  if (!beyond && uses.some(({ pot }, at) => waitMsOf(seen[at] ?? 0, pot) > 0)) return false;
  const taken: string[] = [];
  for (const use of uses) {
    if (await takeOne(db, now, { ...use, beyond })) {
      taken.push(use.key);
      continue;
    }
    await giveOneBack(db, taken);
    return false;
  }
  return true;
}
