import type { OutputOf } from '@openmere/core/calls.ts';
import { call } from '../../platform/api-client.ts';

export type TradeRow = OutputOf<'trade/Trades'>;
type Page = { list: TradeRow[]; cursor?: string };

const PAGE_SIZE = 200;
/** A statement longer than this is cut, which is said: the page must not run out of memory. */
const ROWS_MAX = 20_000;

/** One's own trades, newest first; `isCut` where there are more than a file takes. */
export async function allOwnTrades(
  type: 'buy' | 'sell' | undefined,
): Promise<{ rows: TradeRow[]; isCut: boolean }> {
  const rows: TradeRow[] = [];
  let cursor: string | undefined;
  do {
    // oxlint-disable-next-line no-await-in-loop -- each page names the next
    const page: Page = await call('trade/Trades', {
      scope: 'mine',
      pageSize: PAGE_SIZE,
      ...(type === undefined ? {} : { type }),
      ...(cursor === undefined ? {} : { cursor }),
    });
    rows.push(...page.list);
    cursor = page.cursor;
  } while (cursor !== undefined && rows.length < ROWS_MAX);
  return { rows, isCut: cursor !== undefined };
}

/** Columns of the statement in the order of the heads: time, kind, OPEN, USDT, price, fee, burned, hash, block, state. */
export function tradeCells(row: TradeRow): string[] {
  return [
    row.time,
    row.type,
    row.quantity,
    row.amount,
    row.price,
    row.fee,
    row.burned,
    row.hash,
    String(row.block),
    row.status,
  ];
}
