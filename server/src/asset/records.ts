import type { recordOutcomes, userBalanceRecord } from '@openmere/core/asset/contract.ts';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { availableAccount } from '@openmere/core/ledger/account.ts';
import { holdsMoney } from '@openmere/core/mall/order-state.ts';
import { formatAmount, oneCoin } from '@openmere/core/money/amount.ts';
import { isCoinId } from '@openmere/core/money/coin.ts';
import { findDepositTransfers } from '../deposit/store.ts';
import { readStatement } from '../ledger/statement.ts';
import type { StatementRecord } from '../ledger/statement.ts';
import { findOrders } from '../mall/order/order-store.ts';
import type { OrderRow } from '../mall/order/tables.ts';
import { findShops } from '../mall/shop/shop-store.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { hasText, translate } from '../platform/text.ts';
import { listPricesAt } from '../swap/candle-store.ts';
import { findWithdrawalStates } from '../withdrawal/state-store.ts';
import type { WithdrawalState } from '../withdrawal/state-store.ts';

const PAGE_SIZE = 20;
/** With a kind filter this many pages of the statement are looked through for one answer; the cursor leads on. */
const PAGES_MAX = 10;

/**
 * Ledger records of a coin or of all, newest first, of what is free: money that a withdrawal holds leaves it when it is asked
 * for and comes back when it is refused. Refusal: asset.badcoin.
 */
export async function listRecords(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'> & RecordDeps,
  input: CallParsed<typeof userBalanceRecord>,
): Promise<CallResult<typeof userBalanceRecord>> {
  const { tx, actor } = ctx;
  const { coinid, kind, pageSize: limit = PAGE_SIZE } = input;
  if (coinid !== undefined && !isCoinId(coinid)) throw new Refusal('asset.badcoin', { coin: coinid });
  const account = availableAccount(actor.id);
  const records: StatementRecord[] = [];
  let cursor = input.cursor;
  for (let pages = 0; pages < PAGES_MAX && records.length === 0; pages += 1) {
    const page = await readStatement(tx, {
      account,
      limit,
      ...(coinid === undefined ? {} : { asset: coinid }),
      ...(cursor === undefined ? {} : { cursor }),
    });
    records.push(...page.records.filter((record) => kind === undefined || isOfKind(record, kind)));
    cursor = page.cursor;
    if (cursor === undefined) break;
  }
  const withdrawals = await findWithdrawals(tx, records);
  const transfers = await findDepositTransfers(tx, referencesOf(records, DEPOSIT));
  const orders = await findBought(tx, actor.id, records);
  const shops = await findShops(tx, [...new Set([...orders.values()].map((order) => order.shop_id))]);
  const prices = await listPricesAt(
    tx,
    ctx.chainId,
    records.filter(({ asset }) => asset === 'OPEN').map(({ time }) => time),
  );
  const list = records.map((record) => {
    const name = nameOf(record);
    const withdrawal = record.kind === WITHDRAWAL ? withdrawals.get(record.reference) : undefined;
    const transfer = record.kind === DEPOSIT ? transfers.get(record.reference) : undefined;
    const order = orders.get(record.reference);
    const outcome =
      record.kind === ORDER_PAY && order ? outcomeOfOrder(order) : outcomeOf(record, withdrawal);
    return {
      id: `${record.entryId}.${record.asset}`,
      time: record.time.toISOString(),
      kind: record.kind,
      coinid: record.asset,
      amount: formatAmount(record.amount),
      balanceafter: formatAmount(record.balanceAfter),
      reference: record.reference,
      counterpart:
        name ?? withdrawal?.address ?? transfer?.sender ?? (order && shops.get(order.shop_id)?.name) ?? null,
      outcome,
      hash: withdrawal?.paid_tx ?? transfer?.tx_hash ?? null,
      fee: outcome === 'returned' ? null : withdrawal ? formatAmount(withdrawal.fee) : transferFeeOf(record),
      usdtvalue: worthOf(record, prices.get(record.time.getTime())),
      description: describe(actor.from.locale, record, name, outcome),
    };
  });
  return cursor === undefined ? { list } : { list, cursor };
}

export type RecordDeps = { chainId: number };

const WITHDRAWAL = 'withdrawal';
const DEPOSIT = 'deposit';
const ORDER_PAY = 'order-pay';
/** Coins of which one is one USDT: backed, or redeemed so (rulebook §2). */
const DOLLARS: ReadonlySet<string> = new Set(['USDT', 'USDO', 'POY']);

function referencesOf(records: readonly StatementRecord[], kind: string): string[] {
  return records.filter((record) => record.kind === kind).map(({ reference }) => reference);
}

/** By the pool's price of OPEN at that time, in base units; undefined where no trade had been yet. */
function worthOf({ asset, amount }: StatementRecord, price: bigint | undefined): string | null {
  if (DOLLARS.has(asset)) return formatAmount(amount);
  return asset === 'OPEN' && price !== undefined ? formatAmount((amount * price) / oneCoin) : null;
}

/** The fee stands in a transfer's entry since it is written there; the receiver pays none. */
function transferFeeOf({ kind, amount, data }: StatementRecord): string | null {
  const fee = data?.['fee'];
  return kind === 'transfer' && amount < 0n && typeof fee === 'string' ? fee : null;
}

/** The end of a withdrawal belongs to its beginning. */
function isOfKind(record: StatementRecord, kind: string): boolean {
  return record.kind === kind || record.kind === `${kind}-end`;
}

type Outcome = (typeof recordOutcomes)[number];

/** A hold stands in the journal as it was posted; what became of it is the withdrawal's, or the order's, to say. */
async function findWithdrawals(
  tx: Tx,
  records: readonly StatementRecord[],
): Promise<Map<string, WithdrawalState>> {
  const states = await findWithdrawalStates(tx, referencesOf(records, WITHDRAWAL));
  return new Map(states.map((state) => [state.id, state]));
}

function outcomeOf({ kind }: StatementRecord, withdrawal: WithdrawalState | undefined): Outcome | null {
  if (kind !== WITHDRAWAL) return null;
  if (!withdrawal) return 'held';
  const { status, released } = withdrawal;
  if (status === 'confirmed') return 'paid';
  return released || status === 'rejected' || status === 'cancelled' ? 'returned' : 'held';
}

/** The orders behind records, where they are the member's own: a shop's income names no buyer. */
async function findBought(
  tx: Tx,
  memberId: string,
  records: readonly StatementRecord[],
): Promise<Map<string, OrderRow>> {
  const ids = records.filter(({ kind }) => kind.startsWith('order-')).map(({ reference }) => reference);
  if (ids.length === 0) return new Map();
  const orders = await findOrders(tx, [...new Set(ids)]);
  return new Map(orders.filter(({ member_id }) => member_id === memberId).map((order) => [order.id, order]));
}

/** Of an order that keeps a part the rest came back in a record of its own. */
function outcomeOfOrder(order: OrderRow): Outcome {
  if (holdsMoney(order)) return 'held';
  return order.status === 'completed' ? 'paid' : 'returned';
}

/** Masked names stand in a transfer's entry, as both saw them then. */
function nameOf({ kind, amount, data }: StatementRecord): string | null {
  if (kind !== 'transfer') return null;
  const name = data?.[amount < 0n ? 'toName' : 'fromName'];
  return typeof name === 'string' && name !== '' ? name : null;
}

/**
 * Kind and direction in words: `asset.record.<kind>.in` or `.out`; what has no words of its own is "received" or "sent".
 * A withdrawal and the payment of an order say what became of it, a transfer with whom.
 */
function describe(
  locale: Locale,
  { kind, amount }: StatementRecord,
  name: string | null,
  outcome: Outcome | null,
): string {
  if (outcome !== null) return translate(locale, `asset.record.${kind}.${outcome}`);
  const direction = amount < 0n ? 'out' : 'in';
  if (name !== null) return translate(locale, `asset.record.transfer.${direction}.name`, { name });
  const key = `asset.record.${kind}.${direction}`;
  return translate(locale, hasText('en', key) ? key : `asset.record.other.${direction}`);
}
