import type {
  CsvMapping,
  LeftLine,
  LineProblem,
  StatementLine,
  TextEncoding,
} from '@openmere/core/deposit/fiat/statement.ts';
import { parseBankAmount, parseDay } from '@openmere/core/deposit/fiat/statement.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { decodeOldText, readTable } from '../../platform/files/read-table.ts';

export type Problem = { line: number; problem: LineProblem; text: string };
export type Statement = {
  encoding: TextEncoding;
  lines: StatementLine[];
  /** Money that left the account. */
  left: LeftLine[];
  problems: Problem[];
};
/** The account that a statement is read for: its number as operators wrote it, and those of our other accounts. */
export type Account = { currency: string; decimals: number; account: string; others: readonly string[] };

const RECORD_MAX = 64 * 1024;
export const TEXT_MAX = 500;
const SHOWN = 60;

/** Without what no screen and no log should get. */
export function cleanText(text: string, most = TEXT_MAX): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, most);
}

/** A CSV statement. Refuses `deposit.fiatbadfile` (no table); a wrong row is named, and so is a column that is not there. */
export function readCsvStatement(bytes: Buffer, mapping: CsvMapping, account: Account): Statement {
  const decoded = decodeOldText(bytes);
  const table = decoded && readTable(decoded.text, { recordMax: RECORD_MAX });
  if (!table) throw new Refusal('deposit.fiatbadfile');
  const at = (name: string): number => (name === '' ? -1 : table.head.indexOf(name));
  const columns = ['day', 'amount', 'currency', 'bankref', 'name', 'account', 'text'] as const;
  const missing = columns.filter(
    (key) => (mapping[key] !== '' || key === 'day' || key === 'amount') && at(mapping[key]) < 0,
  );
  const statement: Statement = {
    encoding: decoded.encoding,
    lines: [],
    left: [],
    problems: missing.map((key) => ({ line: 1, problem: 'column', text: mapping[key] || key })),
  };
  if (missing.length > 0) return statement;
  for (const { line, cells } of table.rows) {
    const cell = (key: (typeof columns)[number]): string => cells[at(mapping[key])] ?? '';
    const wrong = (problem: LineProblem, text: string): void => {
      statement.problems.push({ line, problem, text: cleanText(text, SHOWN) });
    };
    // What is not booked yet comes again when it is: German banks say so in a column of its own.
    if (/vorgemerkt/i.test(cells[at('info')] ?? '')) continue;
    const day = parseDay(cell('day'), mapping.dates);
    if (day === undefined) {
      wrong('date', cell('day'));
      continue;
    }
    const currency = mapping.currency === '' ? account.currency : cell('currency').toUpperCase();
    if (currency !== account.currency) {
      wrong('currency', currency);
      continue;
    }
    const amount = parseBankAmount(cell('amount'), mapping.decimal, account.decimals);
    if (amount === undefined) {
      wrong('amount', cell('amount'));
      continue;
    }
    if (amount.minor === 0n) continue;
    const row: StatementLine = {
      part: 1,
      line,
      day,
      currency,
      amount: amount.minor,
      bankRef: cleanText(cell('bankref')),
      name: cleanText(cell('name')),
      account: cleanText(cell('account')),
      text: cleanText(cell('text')),
    };
    // No column says so of a reversal.
    if (amount.out) statement.left.push({ ...row, reversal: false });
    else statement.lines.push(row);
  }
  return statement;
}
