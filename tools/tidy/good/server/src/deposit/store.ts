import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { rowOf } from './row.ts';
import type { Credit } from './credit.ts';

export const insertDeposit = (credit: Credit) => rowOf(credit.id);

export type Tx = Kysely<unknown>;

/** Comments may say update, from and join: only what the database hears counts. */
export const settleAll = (tx: Tx, memberId: string, block: bigint) =>
  sql`update deposit set block = ${block} where member_id = ${memberId}`.execute(tx);
