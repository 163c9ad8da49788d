import { haltChanged } from '@openmere/core/ledger/contract.ts';
import type { HaltFacts, HaltKind } from '@openmere/core/ledger/halt.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { toEveryone } from '../platform/outbox.ts';
import { askWith } from './journal.ts';

/** A reason to halt: `subject` is what it is about (a transaction, a coin, a block); the same one is open once. */
export type HaltReason = { kind: HaltKind; subject: string; facts: HaltFacts };
export type Halt = HaltReason & { id: bigint; since: Date; seenAt: Date };
export type EndedHalt = Halt & { endedAt: Date; endedHow: string };

const columns = `id, kind, subject, facts, since, seen_at as "seenAt"`;
const REASON_MAX = 500;

/** Stops all payouts. Every reason is kept; the same one again only says that it still is so. Tells all open sockets. */
export async function setHalt(tx: Tx, halt: HaltReason): Promise<void> {
  const rows = await askWith(tx)<{ was_open: boolean }>(
    'select ledger.set_halt($1, $2, $3::jsonb) as was_open',
    [halt.kind, halt.subject, JSON.stringify(shorten(halt.facts))],
  );
  if (rows[0]?.was_open) await toEveryone(tx, haltChanged, { halted: true, kind: halt.kind });
}

function shorten(facts: HaltFacts): HaltFacts {
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, fact.slice(0, REASON_MAX)]));
}

/**
 * Ends one reason; payouts go on when none is open any more. The caller sees to who may decide that, and that the reason is
 * gone. `how` is kept: why it could end.
 */
export async function endHalt(tx: Tx, id: bigint, how: string): Promise<void> {
  const rows = await askWith(tx)<{ open: boolean }>('select ledger.end_halt($1, $2) as open', [
    id,
    how.slice(0, REASON_MAX),
  ]);
  const next = await readHalt(tx);
  if (!next) return rows[0]?.open ? toEveryone(tx, haltChanged, { halted: false }) : undefined;
  // What pages show may be the one that ended: now it is the oldest of those that stay.
  await toEveryone(tx, haltChanged, { halted: true, kind: next.kind });
}

/** The reasons that are open, oldest first; none while payouts are open. */
export function listHalts(db: Db | Tx): Promise<Halt[]> {
  return askWith(db)<Halt>(`select ${columns} from ledger.halt where ended_at is null order by id`, []);
}

/** The last reasons that ended, newest first. Index halt_since. */
export function listEndedHalts(db: Db | Tx, limit: number): Promise<EndedHalt[]> {
  return askWith(db)<EndedHalt>(
    `select ${columns}, ended_at as "endedAt", ended_how as "endedHow" from ledger.halt
      where ended_at is not null order by since desc limit $1`,
    [limit],
  );
}

/** The reasons that were open at any time since then, newest first; `endedAt` is null while one is. Index halt_since. */
export function listHaltsOf(
  db: Db | Tx,
  { since, limit }: { since: Date; limit: number },
): Promise<(Halt & { endedAt: Date | null })[]> {
  return askWith(db)<Halt & { endedAt: Date | null }>(
    `select ${columns}, ended_at as "endedAt" from ledger.halt
      where ended_at is null or ended_at >= $1 order by since desc limit $2`,
    [since, limit],
  );
}

/** Every reason that came up since then, open or ended, oldest first. Index halt_since. */
export function listHaltsSince(db: Db | Tx, since: Date): Promise<Halt[]> {
  return askWith(db)<Halt>(`select ${columns} from ledger.halt where since >= $1 order by id`, [since]);
}

/** Why payouts are stopped, the oldest reason; undefined while they are open. */
export async function readHalt(db: Db | Tx): Promise<Halt | undefined> {
  return (await listHalts(db))[0];
}

/** Ends every reason at once. For tests: operators end one after the other. */
export async function clearHalt(tx: Tx): Promise<void> {
  for (const { id } of await listHalts(tx)) await endHalt(tx, id, 'cleared');
}
