import { parse } from 'csv-parse/sync';

/** A row of the file with the line that it begins on. */
export type TableRow = { line: number; cells: readonly string[] };
export type Table = { head: readonly string[]; rows: readonly TableRow[] };

const DELIMITERS = [',', ';', '\t'] as const;
const MARKS = ['efbbbf', 'fffe', 'feff'].map((hex) => Buffer.from(hex, 'hex'));

export type DecodedText = { text: string; encoding: 'utf-8' | 'utf-16' | 'windows-1252' };

/** What Windows-1252 has at 0x80 to 0x9f; the rest of it is Latin-1. A space stands where it has nothing. */
const WINDOWS_SIGNS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/**
 * A file as text: UTF-8 with or without its mark, or UTF-16 with it, as spreadsheets write them. Undefined for anything else, which
 * would turn names into other letters without a word.
 */
export function decodeText(bytes: Buffer): DecodedText | undefined {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : { text, encoding: encoding === 'utf-8' ? encoding : 'utf-16' };
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/**
 * The same, and without a mark Windows-1252, with Latin-1 in it, where it is no UTF-8: as banks write. Whoever asks says which it was, since
 * every other code of one byte a letter can be read so.
 */
export function decodeOldText(bytes: Buffer): DecodedText | undefined {
  const text = decodeText(bytes);
  if (text || MARKS.some((mark) => bytes.subarray(0, mark.length).equals(mark))) return text;
  const signs = bytes.toString('latin1').replace(/[\x80-\x9f]/g, (sign) => {
    return (WINDOWS_SIGNS[sign.charCodeAt(0) - 0x80] ?? ' ').replace(' ', '\0');
  });
  return signs.includes('\0') ? undefined : { text: signs, encoding: 'windows-1252' };
}

/** Of comma, semicolon and tab the one that stands most often in the first line. */
function delimiterOf(text: string): string {
  const head = text.slice(0, text.search(/\r|\n|$/));
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: head.split(delimiter).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).delimiter;
}

/** Head (in small letters) and rows of the text of a CSV file. Undefined where it is no table, or its quotes are broken. */
export function readTable(text: string, { recordMax }: { recordMax: number }): Table | undefined {
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
