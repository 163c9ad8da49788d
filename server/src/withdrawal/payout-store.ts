import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Hex } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type {
  PayoutAttempt,
  Withdrawal,
  Payout,
  PayoutTable,
  PayoutAttemptTable,
  PayoutOutcomeTable,
} from './tables.ts';

/** Bytes that were handed over are handed over again after this long without a receipt: a node may have forgotten them. */
const RESEND_MS = 20_000;

export type Undelivered = PayoutAttempt & { member_id: string; deposit_id: string | null; status: string };

/** The newest attempt of each payout that has no final outcome and was not handed over lately. */
export function listUndelivered(db: Db): Promise<Undelivered[]> {
  return db
    .selectFrom('payout_attempt as a')
    .innerJoin('withdrawal as w', 'w.id', 'a.withdrawal_id')
    .leftJoin('payout_delivery as d', 'd.withdrawal_id', 'a.withdrawal_id')
    .selectAll('a')
    .select(['w.member_id', 'w.deposit_id', 'w.status'])
    .where('w.status', 'in', ['sending', 'sent'])
    .where(
      sql<boolean>`a.attempt = (select max(b.attempt) from payout_attempt b where b.withdrawal_id = a.withdrawal_id)`,
    )
    .where(sql<boolean>`not exists (select from payout_outcome o where o.withdrawal_id = a.withdrawal_id)`)
    .where(
      sql<boolean>`(d.last_sent_at is null or d.attempt < a.attempt
        or d.last_sent_at < now() - make_interval(secs => ${RESEND_MS / 1000}))`,
    )
    .orderBy('a.nonce')
    .execute();
}

export type OpenPayout = Withdrawal & {
  payer: string;
  nonce: bigint;
  hashes: string[];
  attempts: number;
  looked: boolean;
  first_sent_at: Date | null;
};

/** Payouts without a final outcome; what the indexer confirms gets its outcome there. Index withdrawal_by_status. */
export function listOpen(db: Db): Promise<OpenPayout[]> {
  return db
    .selectFrom('withdrawal as w')
    .innerJoin('payout as p', 'p.withdrawal_id', 'w.id')
    .leftJoin('payout_delivery as d', 'd.withdrawal_id', 'w.id')
    .selectAll('w')
    .select(['p.payer', 'p.nonce', 'd.first_sent_at'])
    .select([
      sql<
        string[]
      >`array(select tx_hash from payout_attempt a where a.withdrawal_id = w.id order by attempt desc)`.as(
        'hashes',
      ),
      sql<number>`(select max(attempt) from payout_attempt a where a.withdrawal_id = w.id)`.as('attempts'),
      sql<boolean>`exists (select from payout_look l where l.withdrawal_id = w.id)`.as('looked'),
    ])
    .where('w.status', 'in', ['sending', 'sent'])
    .where(sql<boolean>`not exists (select from payout_outcome o where o.withdrawal_id = w.id)`)
    .orderBy('p.nonce')
    .execute();
}

/** What was signed for a withdrawal. */
export async function findPayout(db: Db, withdrawalId: string): Promise<Payout | undefined> {
  return db.selectFrom('payout').selectAll().where('withdrawal_id', '=', withdrawalId).executeTakeFirst();
}

export async function insertPayout(tx: Tx, payout: Insertable<PayoutTable>): Promise<void> {
  await tx.insertInto('payout').values(payout).execute();
}

export async function insertAttempt(tx: Tx, attempt: Insertable<PayoutAttemptTable>): Promise<void> {
  await tx.insertInto('payout_attempt').values(attempt).execute();
}

/** The signer's word that it never signs a payout, once. */
export async function insertVoid(tx: Tx, withdrawalId: string, reason: string): Promise<void> {
  await tx
    .insertInto('payout_void')
    .values({ withdrawal_id: withdrawalId, reason })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** How a payout ended; false when that was known. */
export async function insertOutcome(tx: Tx, outcome: Insertable<PayoutOutcomeTable>): Promise<boolean> {
  const added = await tx
    .insertInto('payout_outcome')
    .values(outcome)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
}

/** One payer's payouts take nonces one after the other, whatever processes run, until commit. */
export async function lockPayer(tx: Tx, payer: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payer ${payer}`}, 0))`.execute(tx);
}

/** The hashes of all that was signed for a withdrawal. */
export async function listHashes(db: Db, withdrawalId: string): Promise<Hex[]> {
  const attempts = await db
    .selectFrom('payout_attempt')
    .select('tx_hash')
    .where('withdrawal_id', '=', withdrawalId)
    .execute();
  return attempts.map(({ tx_hash }) => tx_hash as Hex);
}

/** First signatures after a moment, by withdrawal: what a journal must know. */
export async function listSigned(
  db: Db,
  { since, after, limit }: { since: Date; after: string; limit: number },
): Promise<{ id: string; nonce: bigint; hash: string }[]> {
  return db
    .selectFrom('payout as p')
    .innerJoin('payout_attempt as a', (join) =>
      join.onRef('a.withdrawal_id', '=', 'p.withdrawal_id').on('a.attempt', '=', 0),
    )
    .select(['p.withdrawal_id as id', 'p.nonce', 'a.tx_hash as hash'])
    .where('p.signed_at', '>', since)
    .where('p.withdrawal_id', '>', after)
    .orderBy('p.withdrawal_id')
    .limit(limit)
    .execute();
}

/** Which attempt the broadcaster wants, for want of a receipt. */
export async function findWantedAttempt(tx: Tx, withdrawalId: string): Promise<number | undefined> {
  const delivery = await tx
    .selectFrom('payout_delivery')
    .select('wanted_attempt')
    .where('withdrawal_id', '=', withdrawalId)
    .executeTakeFirst();
  return delivery?.wanted_attempt;
}

/** Notes that an attempt was handed over, and what the node said against it. @returns how often it was. */
export async function noteSend(
  tx: Tx,
  { withdrawal_id, attempt }: Pick<PayoutAttempt, 'withdrawal_id' | 'attempt'>,
  problem: string | null,
): Promise<number> {
  const row = await tx
    .insertInto('payout_delivery')
    .values({
      withdrawal_id,
      attempt,
      sends: 1,
      first_sent_at: sql<Date>`now()`,
      last_sent_at: sql<Date>`now()`,
      last_error: problem,
      wanted_attempt: attempt,
    })
    .onConflict((conflict) =>
      conflict.column('withdrawal_id').doUpdateSet({
        attempt,
        sends: sql<number>`payout_delivery.sends + 1`,
        last_sent_at: sql<Date>`now()`,
        last_error: problem,
        wanted_attempt: sql<number>`greatest(payout_delivery.wanted_attempt, excluded.wanted_attempt)`,
      }),
    )
    .returning(['sends'])
    .executeTakeFirstOrThrow();
  return row.sends;
}

/** Asks for a higher fee where the newest attempt is older than this, and nobody asked yet. @returns whether it did. */
export async function wantBump(
  db: Db,
  { id, attempts }: { id: string; attempts: number },
  stuckMs: number,
): Promise<boolean> {
  const result = await db
    .updateTable('payout_delivery')
    .set({ wanted_attempt: sql<number>`wanted_attempt + 1` })
    .where('withdrawal_id', '=', id)
    .where('wanted_attempt', '=', attempts)
    .where(
      sql<boolean>`now() - (select max(signed_at) from payout_attempt a where a.withdrawal_id = ${id})
        > make_interval(secs => ${stuckMs / 1000})`,
    )
    .where('first_sent_at', 'is not', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** What was signed for a withdrawal, by which transactions, and how it ended so far. */
export async function findSigned(db: Db, id: string) {
  const payout = await db
    .selectFrom('payout as p')
    .leftJoin('payout_outcome as o', 'o.withdrawal_id', 'p.withdrawal_id')
    .select(['p.payer', 'p.nonce', 'o.outcome', 'o.tx_hash'])
    .where('p.withdrawal_id', '=', id)
    .executeTakeFirst();
  if (!payout) return undefined;
  return { ...payout, hashes: await listHashes(db, id) };
}
