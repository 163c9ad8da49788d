import { parse } from 'csv-parse/sync';

/** A row of the file with the line that it begins on. */
export type TableRow = { line: number; cells: readonly string[] };
export type Table = { head: readonly string[]; rows: readonly TableRow[] };

const DELIMITERS = [',', ';', '\t'] as const;

/**
 * A file as text: UTF-8 with or without its mark, or UTF-16 with it, as spreadsheets write them. Undefined for anything else, which
 * would turn names into other letters without a word.
 */
export function decodeText(bytes: Buffer): string | undefined {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Of comma, semicolon and tab the one that stands most often in the first line. */
function delimiterOf(text: string): string {
  const head = text.slice(0, text.search(/\r|\n|$/));
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: head.split(delimiter).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).delimiter;
}

/** Head (in small letters) and rows of a CSV file. Undefined where it is no table, or its quotes are broken. */
export function readTable(bytes: Buffer, { recordMax }: { recordMax: number }): Table | undefined {
  const text = decodeText(bytes);
  if (text === undefined) return undefined;
  let records: { record: string[]; info: { lines: number } }[];
  try {
    records = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: recordMax,
    }) as unknown as typeof records;
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')) return undefined;
    throw error;
  }
  const [head, ...rows] = records;
  if (!head || head.record.length < 2 || rows.length === 0) return undefined;
  return {
    head: head.record.map((cell) => cell.toLowerCase()),
    rows: rows
      .filter(({ record }) => record.some((cell) => cell !== ''))
      .map(({ record, info }) => ({ line: info.lines, cells: record })),
  };
}
