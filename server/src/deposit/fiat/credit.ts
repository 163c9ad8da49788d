import { creditOf, formatFiat } from '@openmere/core/deposit/fiat/quote.ts';
import { nextFiat } from '@openmere/core/deposit/fiat/state.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { availableAccount } from '@openmere/core/ledger/account.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import { BANK_ACCOUNT } from '@openmere/core/ledger/bank-account.ts';
import type { Posting } from '@openmere/core/ledger/entry.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { postEntry } from '../../ledger/post.ts';
import type { OnPosted } from '../../ledger/post.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { readSettings } from '../../setting/read.ts';
import { findBarsToCredit } from '../bar.ts';
import { announceFiat, noticeFiat } from './announce.ts';
import { findFreshRate, rateOf } from './bank-store.ts';
import { changeLine, insertCredit, lockLine } from './line-store.ts';
import { changeOrder, lockOrder } from './order-store.ts';
import type { FiatLineRow, FiatOrderRow } from './tables.ts';
import { isTakenBack } from './taken-back-store.ts';

/** Bank money that nobody claimed, at the rate of the day when it was put there. */
export const FIAT_SUSPENSE: AccountName = 'suspense:fiat';
export const BANK_COIN = 'USDT';

type Ctx = { tx: Tx; onPosted: OnPosted; makerId: string; checkerId: string };
export type Credited = { order: FiatOrderRow; line: FiatLineRow; usdt: bigint };

/**
 * Credits a line of a statement to an order: both are locked, the order first, and end with it. Refusals in order: fiatnoorder,
 * fiatnoline, fiatlinestate, fiatboundline (the line says another order, or the order has another line), fiatothercurrency, fiatstate,
 * fiattakenback (the bank has it no more), stillbarred, fiatnorate (the present rate is needed and there is none).
 */
export async function creditLine(
  { tx, onPosted, makerId, checkerId }: Ctx,
  { lineId, orderId }: { lineId: string; orderId: string },
): Promise<Credited> {
  const order = await lockOrder(tx, orderId);
  if (!order) throw new Refusal('deposit.fiatnoorder');
  const line = await lockLine(tx, lineId);
  if (!line) throw new Refusal('deposit.fiatnoline');
  checkTogether(line, order);
  if (await isTakenBack(tx, line.id)) throw new Refusal('deposit.fiattakenback');
  const bars = await findBarsToCredit({ tx }, [{ member_id: order.member_id, sender: '0x' as const }]);
  if (bars.size > 0) throw new Refusal('deposit.stillbarred');
  const usdt = await amountOf(tx, line, order);
  const now = await businessNow(tx);
  await changeLine(tx, line.id, {
    status: 'credited',
    order_id: order.id,
    member_id: order.member_id,
    ended_at: now,
  });
  if (order.status !== 'matched') await changeOrder(tx, order.id, matched(order, line));
  await changeOrder(tx, order.id, { status: 'credited', ended_at: now });
  await insertCredit(tx, {
    line_id: line.id,
    order_id: order.id,
    usdt,
    maker_id: makerId,
    checker_id: checkerId,
  });
  const postings: Posting[] = [
    ...(line.suspended === null
      ? []
      : [{ source: FIAT_SUSPENSE, destination: BANK_ACCOUNT, asset: BANK_COIN, amount: line.suspended }]),
    {
      source: BANK_ACCOUNT,
      destination: availableAccount(order.member_id),
      asset: BANK_COIN,
      amount: usdt,
    },
  ];
  const money = `${formatFiat(line.amount, line.decimals)} ${line.currency}`;
  await postEntry(
    tx,
    {
      key: `fiat:${line.id}`,
      kind: 'deposit',
      reference: order.id,
      data: { bank: money, line: line.id },
      actor: 'system:fiat',
      postings,
    },
    { onPosted },
  );
  await announceFiat(tx, order, 'credited');
  await noticeFiat(tx, order.member_id, 'fiatcredited', {
    amount: formatAmount(usdt),
    money,
    reference: order.reference,
  });
  return { order, line, usdt };
}

/** The farthest that a bank's own day is ahead of UTC. */
const DAY_AHEAD_MS = 14 * 3_600_000;

/**
 * Whether money came after an order's time: by the day on which the bank booked it, the only thing that neither the member (by a slip)
 * nor an operator (by a late import) chooses. `day` as on the statement.
 */
function isLate(day: string, expiresAt: Date): boolean {
  return day > new Date(expiresAt.getTime() + DAY_AHEAD_MS).toISOString().slice(0, 10);
}

/** Its money has come, in time or late, whether or not the order had expired before the statement was imported. */
export function matched(
  { expires_at }: FiatOrderRow,
  { day }: Pick<FiatLineRow, 'day'>,
): { status: 'matched'; late: boolean; ended_at: null } {
  return { status: 'matched', late: isLate(day, expires_at), ended_at: null };
}

function checkTogether(line: FiatLineRow, order: FiatOrderRow): void {
  if (line.status !== 'open' && line.status !== 'suspense') throw new Refusal('deposit.fiatlinestate');
  if (line.order_id !== null && line.order_id !== order.id) throw new Refusal('deposit.fiatboundline');
  if (order.status === 'matched' && line.order_id !== order.id) throw new Refusal('deposit.fiatboundline');
  if (line.currency !== order.currency) throw new Refusal('deposit.fiatothercurrency');
  if (order.status !== 'matched' && nextFiat(order.status, 'match') === undefined)
    throw new Refusal('deposit.fiatstate');
}

async function amountOf(tx: Tx, line: FiatLineRow, order: FiatOrderRow): Promise<bigint> {
  const { fiatRateHours: hours } = await readSettings(tx);
  const present = await findFreshRate(tx, order.currency, { now: await businessNow(tx), hours });
  const usdt = creditOf(
    line.amount,
    {
      amount: order.amount,
      decimals: order.decimals,
      rate: { priceE18: order.price_e18, spreadBps: order.spread_bps },
      late: isLate(line.day, order.expires_at),
    },
    present && rateOf(present),
  );
  if (usdt === undefined || usdt === 0n) throw new Refusal('deposit.fiatnorate');
  return usdt;
}
