import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { askWith } from './journal.ts';

export type Halt = { reason: string; since: Date };

/** Stops all payouts; the first reason stays until operators clear it. */
export async function setHalt(tx: Tx, reason: string): Promise<void> {
  await askWith(tx)('select ledger.set_halt($1)', [reason]);
}

/** Lets payouts go on. The caller sees to who may decide that. */
export async function clearHalt(tx: Tx): Promise<void> {
  await askWith(tx)('select ledger.clear_halt()', []);
}

/** Why payouts are stopped; undefined while they are not. */
export async function readHalt(db: Db | Tx): Promise<Halt | undefined> {
  const rows = await askWith(db)<Halt>('select reason, since from ledger.halt', []);
  return rows[0];
}

/** Refuses while payouts are stopped; for whoever is about to send money out. */
export async function checkNotHalted(db: Db | Tx): Promise<Refusal | undefined> {
  const halt = await readHalt(db);
  return halt && new Refusal('ledger.halted', { reason: halt.reason });
}
