import type { OutputOf } from '@openmere/core/calls.ts';

type Row = OutputOf<'trade/GetUserBalanceRecord'>;

/**
 * A cell by RFC 4180. A leading = + - @ tab or NUL would be a formula in a spreadsheet: it gets an apostrophe, except
 * where the cell is a plain number.
 */
export function csvCell(text: string): string {
  const guarded = /^[=+\-@\t\0]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** The statement of a coin as CSV text, oldest last as on the screen. */
export function statementCsv(rows: readonly Row[], heads: readonly string[]): string {
  const lines = rows.map((row) => [
    row.time,
    row.kind,
    row.amount,
    row.balanceafter,
    row.reference,
    row.description,
  ]);
  return [heads, ...lines].map((cells) => cells.map(csvCell).join(',')).join('\r\n');
}

/** Hands a text to the browser as a file; made on the device. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
