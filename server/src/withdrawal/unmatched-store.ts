import type { PaymentDoubt } from '@openmere/core/withdrawal/contract.ts';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { ChainLog } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { pageBy } from '../platform/db/page-by.ts';
import { newId } from '../platform/ids.ts';
import type { PaymentProposalTable, UnmatchedPaymentTable } from './tables.ts';

export type UnmatchedPayment = Selectable<UnmatchedPaymentTable>;
export type PaymentProposal = Selectable<PaymentProposalTable> & { account: string };

export type SeenPayment = {
  payoutId: string;
  token: string;
  coinId: string | null;
  receiver: string;
  amount: bigint;
  withdrawalId: string | null;
  doubt: PaymentDoubt;
};

/** Keeps a payment that is no payout of ours, once. @returns the row as it stands now: what is settled stays settled. */
export async function keepUnmatched(tx: Tx, log: ChainLog, seen: SeenPayment): Promise<UnmatchedPayment> {
  await tx
    .insertInto('unmatched_payment')
    .values({
      id: newId('unm'),
      chain_id: log.chainId,
      tx_hash: log.txHash,
      log_index: log.logIndex,
      block_number: log.blockNumber,
      payout_id: seen.payoutId,
      token: seen.token,
      coin_id: seen.coinId,
      receiver: seen.receiver,
      amount: seen.amount,
      withdrawal_id: seen.withdrawalId,
      doubt: seen.doubt,
    })
    .onConflict((conflict) => conflict.columns(['chain_id', 'tx_hash', 'log_index']).doNothing())
    .execute();
  return tx
    .selectFrom('unmatched_payment')
    .selectAll()
    .where('chain_id', '=', log.chainId)
    .where('tx_hash', '=', log.txHash)
    .where('log_index', '=', log.logIndex)
    .executeTakeFirstOrThrow();
}

/** What a halt about this payment names. */
export function subjectOf(payment: Pick<UnmatchedPayment, 'tx_hash' | 'log_index'>): string {
  return `${payment.tx_hash}:${payment.log_index}`;
}

/** Whether the payment that a halt names still waits for an explanation. */
export async function isPaymentOpen(db: Db | Tx, subject: string): Promise<boolean> {
  const [hash = '', index = '0'] = subject.split(':');
  const row = await db
    .selectFrom('unmatched_payment')
    .select('status')
    .where('tx_hash', '=', hash)
    .where('log_index', '=', Number(index))
    .executeTakeFirst();
  return row?.status === 'open';
}

export function lockPayment(tx: Tx, id: string): Promise<UnmatchedPayment | undefined> {
  return tx.selectFrom('unmatched_payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

type PaymentQuery = {
  status: UnmatchedPayment['status'] | 'all';
  search: string | undefined;
  before: string | undefined;
  limit: number;
};

/** What a search means, by its look. */
function columnOf(search: string): 'id' | 'withdrawal_id' | 'tx_hash' | 'receiver' {
  if (search.startsWith('wdr_')) return 'withdrawal_id';
  if (/^0x[0-9a-f]{64}$/i.test(search)) return 'tx_hash';
  return /^0x/i.test(search) ? 'receiver' : 'id';
}

/** Indexes unmatched_payment_by_status; with a search unmatched_payment_pkey, unmatched_payment_of_withdrawal, or the few rows that there are. */
export function listPayments(db: Db | Tx, query: PaymentQuery): Promise<UnmatchedPayment[]> {
  const { search = '' } = query;
  const wanted = /^0x/i.test(search) ? search.toLowerCase() : search;
  return db
    .selectFrom('unmatched_payment')
    .selectAll()
    .$if(query.status !== 'all', (rows) => rows.where('status', '=', query.status as 'open'))
    .$if(search !== '', (rows) => rows.where(columnOf(search), '=', wanted))
    .$call((rows) => pageBy(rows, 'id', { after: query.before, limit: query.limit }))
    .execute();
}

/** The newest proposal of each payment. */
export async function listProposals(db: Db | Tx, ids: readonly string[]): Promise<PaymentProposal[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('payment_proposal as p')
    .innerJoin('operator as o', 'o.id', 'p.operator_id')
    .selectAll('p')
    .select('o.account')
    .where('p.payment_id', 'in', [...ids])
    .distinctOn('p.payment_id')
    .orderBy('p.payment_id')
    .orderBy('p.id', 'desc')
    .execute();
}

const settledAs = { book: 'booked', match: 'matched', giveback: 'returned' } as const;

export async function settlePayment(
  tx: Tx,
  payment: UnmatchedPayment,
  proposal: PaymentProposal,
  operatorId: string,
): Promise<UnmatchedPayment> {
  await tx
    .updateTable('payment_proposal')
    .set({ confirmed_by: operatorId, confirmed_at: sql<Date>`now()` })
    .where('id', '=', proposal.id)
    .execute();
  return tx
    .updateTable('unmatched_payment')
    .set({
      status: settledAs[proposal.action],
      settled_at: sql<Date>`now()`,
      matched_id: proposal.withdrawal_id,
    })
    .where('id', '=', payment.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findPaymentById(db: Db, id: string): Promise<UnmatchedPayment | undefined> {
  return db.selectFrom('unmatched_payment').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertProposal(
  tx: Tx,
  proposal: Pick<
    Selectable<PaymentProposalTable>,
    'payment_id' | 'operator_id' | 'action' | 'withdrawal_id' | 'explanation'
  >,
): Promise<void> {
  await tx.insertInto('payment_proposal').values(proposal).execute();
}
