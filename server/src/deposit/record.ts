import { confirmationsOf } from '@openmere/core/deposit/rules.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import type { MoneyRecord } from '@openmere/core/kit/schema.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { findCoin } from '@openmere/core/money/coin.ts';
import { translate } from '../platform/text.ts';
import type { ShownDeposit } from './store.ts';

/** What a record is shown against: the chain's newest block, and the limits of this moment. */
export type RecordView = {
  head: bigint;
  needed: number;
  /** What sending a coin back costs. */
  feeOf: (coinId: string) => bigint;
  locale: Locale;
  /** The network does not answer: what is not final waits for it. */
  silence?: MoneyRecord['silence'];
};

/** How deep a deposit must be: what operators ask for, and never less than the installation does (as the indexer decides). */
export function neededConfirmations(
  { depositConfirmations }: { depositConfirmations: number },
  installed = 0,
): number {
  return Math.max(installed, depositConfirmations);
}

type DepositRecord = MoneyRecord & {
  confirmations: number;
  block: number;
  logindex: number;
  credited: string | null;
};

/** A deposit as the wire has it. Ignored and orphaned ones arrive as 0; confirmations stop at what is needed. */
export function recordOf(deposit: ShownDeposit, view: RecordView): DepositRecord {
  const { status } = deposit;
  const decided = status !== 'seen' && status !== 'orphaned';
  const counted = Math.min(confirmationsOf(deposit.block_number, view.head), view.needed);
  const confirmations = status === 'orphaned' ? 0 : decided ? view.needed : counted;
  return {
    id: deposit.id,
    time: deposit.seen_at.toISOString(),
    type: 'deposit',
    coinid: deposit.coin_id,
    address: deposit.address,
    amount: formatAmount(deposit.amount),
    received: status === 'seen' || status === 'credited' ? formatAmount(deposit.amount) : '0',
    fee: '0',
    hash: deposit.tx_hash,
    chaintype: 'BEP-20',
    status,
    description: describe(deposit, view, confirmations),
    confirmations,
    block: Number(deposit.block_number),
    logindex: deposit.log_index,
    credited: status === 'credited' ? (deposit.credited_at?.toISOString() ?? null) : null,
    silence: decided ? null : (view.silence ?? null),
  };
}

function describe(deposit: ShownDeposit, view: RecordView, confirmations: number): string {
  const fee = view.feeOf(deposit.coin_id);
  const ignored = `${findCoin(deposit.coin_id)?.deposit ? 'ignored' : 'othercoin'}${deposit.amount > fee ? '' : 'kept'}`;
  return translate(view.locale, `deposit.status.${deposit.status === 'ignored' ? ignored : deposit.status}`, {
    coin: deposit.coin_id,
    confirmations,
    needed: view.needed,
    amount: formatAmount(deposit.amount),
    fee: formatAmount(fee),
  });
}
