import { Refusal } from '@openmere/core/kit/refusal.ts';
import { goodsLimits } from '@openmere/core/mall/goods-draft.ts';
import { decodeText, readTable } from '../../platform/files/read-table.ts';
import type { Table, TableRow } from '../../platform/files/read-table.ts';

export type CsvRow = TableRow;
export type CsvFile = Table;

/** Head and rows. Refuses `mall.badfile` (no table, broken quotes, or letters that are none). */
export function readCsv(bytes: Buffer): CsvFile {
  const decoded = decodeText(bytes);
  const table = decoded && readTable(decoded.text, { recordMax: goodsLimits.fileBytes });
  if (!table) throw new Refusal('mall.badfile');
  return table;
}
