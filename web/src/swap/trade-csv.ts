import type { OutputOf } from '@openmere/core/calls.ts';
import { call } from '../platform/api-client.ts';

export type TradeRow = OutputOf<'trade/Trades'>;
type Page = { list: TradeRow[]; cursor?: string };

const pageSize = 200;
/** A statement longer than this is cut; nobody reads it, and the page must not run out of memory. */
const rowsMax = 20_000;

/**
 * A cell by RFC 4180. A leading = + - @ tab or NUL would be a formula in a spreadsheet: it gets an apostrophe, except
 * where the cell is a plain number.
 */
function csvCell(text: string): string {
  const guarded = /^[=+\-@\t\0]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** A table as CSV text: heads, then rows. */
export function csvText(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, ...rows].map((cells) => cells.map(csvCell).join(',')).join('\r\n');
}

/** Hands a text to the browser as a file; made on the device. */
export function saveCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** All of one's own trades, newest first. */
export async function allOwnTrades(type: 'buy' | 'sell' | undefined): Promise<TradeRow[]> {
  const rows: TradeRow[] = [];
  let cursor: string | undefined;
  do {
    // oxlint-disable-next-line no-await-in-loop -- each page names the next
    const page: Page = await call('trade/Trades', {
      scope: 'mine',
      pageSize,
      ...(type === undefined ? {} : { type }),
      ...(cursor === undefined ? {} : { cursor }),
    });
    rows.push(...page.list);
    cursor = page.cursor;
  } while (cursor !== undefined && rows.length < rowsMax);
  return rows;
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
