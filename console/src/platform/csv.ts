/** What a spreadsheet takes for a formula when a cell begins with it (OWASP, CSV injection), also in its full width, and after blanks. */
const STARTS_FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]/;
/** Where lists are separated by `;` or tabs a cell begins behind each of them, and behind a line break: quotes do not help there. */
const BEGINS_INSIDE = /[;\t\r\n](?=[\s"]*[=+\-@＝＋－＠])/g;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

function cellOf(text: string): string {
  const inside = text.replaceAll(BEGINS_INSIDE, "$&'");
  const harmless = STARTS_FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${inside}` : inside;
  return /[",\r\n]/.test(harmless) || harmless !== harmless.trim()
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless;
}

type Rows = readonly (readonly string[])[];

/** Rows of a table, also of a part of one; nothing in it becomes a formula. */
export function linesOf(rows: Rows): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

/** RFC 4180 with a byte order mark, so that spreadsheets read Chinese. */
export function csvOf(head: readonly string[], rows: Rows): string {
  return `\uFEFF${linesOf([head, ...rows])}`;
}

/** Hands texts to the browser as one file. */
function saveFile(name: string, parts: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([...parts], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/**
 * A table as a file, with its name and the day in the name of the file. Its lines come in parts (`linesOf`): half a million of
 * them are more than one string of the browser may hold.
 */
export function saveCsv(name: string, head: readonly string[], parts: readonly string[]): void {
  saveFile(`openmere-${name}-${new Date().toISOString().slice(0, 10)}.csv`, [csvOf(head, []), ...parts]);
}
