import type { OutputOf } from '@openmere/core/calls.ts';
import { csvText } from '../platform/csv.ts';

type Row = OutputOf<'trade/GetUserBalanceRecord'>;

/** The statement of a coin as CSV text, oldest last as on the screen. */
export function statementCsv(rows: readonly Row[], heads: readonly string[]): string {
  const lines = rows.map((row) => [
    row.time,
    row.kind,
    row.coinid,
    row.amount,
    row.balanceafter,
    row.reference,
    row.description,
    row.counterpart ?? '',
    row.outcome ?? '',
    row.hash ?? '',
    row.fee ?? '',
    row.usdtvalue ?? '',
  ]);
  return csvText(heads, lines);
}
