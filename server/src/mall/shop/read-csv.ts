import { Refusal } from '@openmere/core/kit/refusal.ts';
import { goodsLimits } from '@openmere/core/mall/goods-draft.ts';
import { parse } from 'csv-parse/sync';

/** A row of the file with the line that it begins on. */
export type CsvRow = { line: number; cells: readonly string[] };
export type CsvFile = { head: readonly string[]; rows: readonly CsvRow[] };

const DELIMITERS = [',', ';', '\t'] as const;

/**
 * A CSV file as text: UTF-8 with or without its mark, or UTF-16 with it, as spreadsheets write them. Anything else would turn names into
 * other letters without a word: refuses `mall.badfile`.
 */
export function decodeText(bytes: Buffer): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  throw new Refusal('mall.badfile');
}

/** Of comma, semicolon and tab the one that stands most often in the first line. */
function delimiterOf(text: string): string {
  const head = text.slice(0, text.search(/\r|\n|$/));
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: head.split(delimiter).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).delimiter;
}

/** Head and rows. Refuses `mall.badfile` (no table, or broken quotes). */
export function readCsv(bytes: Buffer): CsvFile {
  const text = decodeText(bytes);
  let records: { record: string[]; info: { lines: number } }[];
  try {
    records = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: goodsLimits.fileBytes,
    }) as unknown as typeof records;
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))
      throw new Refusal('mall.badfile');
    throw error;
  }
  const [head, ...rows] = records;
  if (!head || head.record.length < 2 || rows.length === 0) throw new Refusal('mall.badfile');
  return {
    head: head.record.map((cell) => cell.toLowerCase()),
    rows: rows
      .filter(({ record }) => record.some((cell) => cell !== ''))
      .map(({ record, info }) => ({ line: info.lines, cells: record })),
  };
}
