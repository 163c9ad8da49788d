import { formatAmount, parseAmount } from '@openmere/core/money/amount.ts';
import { useState } from 'react';
import { useBalances } from '../../asset/use-balances.ts';
import { baseUnits } from '../../platform/money-text.ts';
import { lastInputOf } from '../../platform/request-id.ts';
import type { FullOrder } from './order-data.ts';

export const PAY_DRAFT = 'order.pay';

export function sumOf(amounts: readonly string[]): bigint {
  return amounts.reduce((sum, amount) => sum + baseUnits(amount), 0n);
}

/** The OBL of a payment that was begun before a reload. */
function keptObl(ids: readonly string[]): string {
  const kept = { ...(lastInputOf(PAY_DRAFT) as { ids?: unknown; obl?: unknown } | undefined) };
  const isSame = Array.isArray(kept.ids) && kept.ids.join() === ids.join();
  return isSame && typeof kept.obl === 'string' && parseAmount(kept.obl) !== undefined ? kept.obl : '';
}

/** One payment: orders of one coin, how much of them OBL pays, and what is left to pay. Base units. */
export function usePay(orders: readonly FullOrder[], coinid: string) {
  const ids = orders.map((order) => order.id);
  const [obl, setObl] = useState(() => keptObl(ids));
  const { rows, query: balances } = useBalances();
  const availableOf = (coin: string) => {
    const row = rows?.find((one) => one.coinid === coin);
    return row && baseUnits(row.available);
  };
  const total = sumOf(orders.map((order) => order.total));
  const allowed = sumOf(orders.map((order) => order.oblmost));
  // Unknown, it bounds nothing: the server does.
  const ownObl = availableOf('OBL');
  const most = ownObl === undefined || allowed < ownObl ? allowed : ownObl;
  const part = obl === '' ? 0n : (parseAmount(obl) ?? 0n);
  const available = availableOf(coinid);
  const toPay = part > total ? 0n : total - part;
  return {
    ids,
    obl,
    setObl,
    total,
    allowed,
    ownObl,
    most,
    part,
    isTooMuch: part > most,
    toPay,
    available,
    balances,
    missing: available !== undefined && available < toPay ? toPay - available : 0n,
    earned: sumOf(orders.map((order) => order.oblcoming)),
    input: { ids, coinid, obl: formatAmount(part) },
  };
}

export type Pay = ReturnType<typeof usePay>;
