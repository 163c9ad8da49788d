import { saveFile } from './save-file.ts';

/**
 * A cell by RFC 4180. A leading = + - @ tab, line end or NUL, also in its full width and after blanks, would be a formula in a
 * spreadsheet (OWASP, CSV injection): it gets an apostrophe, except where the cell is a plain number. Where lists are separated
 * by `;` or tabs a cell begins behind each of them, and behind a line break: quotes do not help there, so one stands there too.
 */
export function csvCell(text: string): string {
  const inside = text.replaceAll(/[;\t\r\n](?=[\s"]*[=+\-@＝＋－＠])/g, "$&'");
  const guarded =
    /^\s*[=+\-@\t\r\n\0＝＋－＠]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${inside}` : inside;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** A table as CSV text: heads, then rows. */
export function csvText(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, ...rows].map((cells) => cells.map(csvCell).join(',')).join('\r\n');
}

/** Hands a table to the browser as a file; made on the device. */
export function saveCsv(name: string, text: string): void {
  saveFile(name, new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
}
