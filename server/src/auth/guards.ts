import type { GeoBar } from '@openmere/core/auth/geo.ts';
import { changeMember, listPersonAccounts } from '../member/store.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Puzzles } from '../platform/puzzle.ts';
import { createPuzzles } from '../platform/puzzle.ts';
import { createAttempts } from './attempts.ts';
import type { Attempts } from './attempts.ts';
import { checkCode } from './check-code.ts';
import type { CodeProof } from './check-code.ts';
import { insertGeoRefusal } from './geo-refusal-store.ts';
import { recordOf } from './login-history.ts';
import type { LoginTry } from './login-history.ts';
import { noteStopped } from './login-record-store.ts';
import { createPots } from './pots.ts';
import type { Pots } from './pots.ts';

/** What must stay written even when the call is refused and its transaction rolled back. */
export type Guards = {
  /** Tries that only a session of the account can use up: growing delays. */
  attempts: Attempts;
  /** Tries that strangers share: pots, and puzzles beyond them. */
  pots: Pots;
  /** Looks at a code and counts a wrong try; answers the code's row, to be spent with spendCode. */
  checkCode: (now: Date, proof: CodeProof) => Promise<bigint>;
  /** Writes into the member's history that a login stopped after what they know was right. */
  noteStopped: (now: Date, stopped: LoginTry) => Promise<void>;
  /** Writes down whom the geo bar turned away; a declared barred country also makes an existing account exit-only. Answers its number. */
  noteBarred: (call: string, bar: GeoBar, memberId?: string) => Promise<string>;
};

/**
 * @param db a small pool of its own (two connections): the callers hold connections of the main pool meanwhile. Guards are
 *   asked before the caller writes, never after, so nobody waits for a lock of their own transaction.
 */
export function createGuards(db: Db, puzzles: Puzzles = createPuzzles(db)): Guards {
  return {
    attempts: createAttempts(db),
    pots: createPots(db, puzzles),
    checkCode: (now, proof) => checkCode({ db, now }, proof),
    noteStopped: (now, stopped) =>
      noteStopped(db, recordOf(stopped, { at: now, stopped: true, isNew: true }), now),
    noteBarred: (call, bar, memberId) => noteBarred(db, call, bar, memberId),
  };
}

async function noteBarred(db: Db, call: string, bar: GeoBar, memberId: string | undefined): Promise<string> {
  const ref = await insertGeoRefusal(db, {
    call,
    member_id: memberId ?? null,
    signal: bar.signal,
    country: bar.country,
  });
  // An address abroad is a journey; a declared country or a phone number is where somebody lives.
  if (memberId === undefined || bar.signal === 'ip') return ref;
  // Whoever is barred is so with all their accounts.
  for (const id of await listPersonAccounts(db, memberId)) await changeMember(db, id, { exit_only: true });
  return ref;
}
