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

/** RFC 4180 with a byte order mark, so that spreadsheets read Chinese; nothing in it becomes a formula. */
export function csvOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\uFEFF${[head, ...rows].map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`;
}

/** Hands a text to the browser as a file. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** The same of a table, with its name and the day in the name of the file. */
export function saveCsv(name: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  saveFile(`openmere-${name}-${new Date().toISOString().slice(0, 10)}.csv`, csvOf(head, rows));
}
