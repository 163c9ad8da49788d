import { squeeze } from '@openmere/core/deposit/fiat/reference.ts';
import { parseBankAmount, parseDay } from '@openmere/core/deposit/fiat/statement.ts';
import type { StatementLine } from '@openmere/core/deposit/fiat/statement.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { XMLParser } from 'fast-xml-parser';
import { decodeOldText } from '../../platform/files/read-table.ts';
import { cleanText } from './read-statement.ts';
import type { Account, Problem, Statement } from './read-statement.ts';

const DEPTH_MAX = 30;
const ENTRIES_MAX = 20_000;

type Node = { [tag: string]: unknown };

/** No document type, so no entities of its own; neither are numbered ones decoded: the five of XML are enough for a bank. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  maxNestedTags: DEPTH_MAX,
});

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

function listOf(value: unknown): Node[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((one): one is Node => typeof one === 'object' && one !== null);
}

/** The first node at the end of a path of tags. */
function nodeAt(node: Node | undefined, ...path: readonly string[]): Node | undefined {
  return path.reduce<Node | undefined>((at, tag) => listOf(at?.[tag])[0], node);
}

function textOf(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const text = typeof first === 'object' && first !== null ? (first as Node)['#text'] : first;
  return typeof text === 'string'
    ? text.replace(/&(?:lt|gt|quot|apos|amp);/g, (name) => entities[name] ?? '')
    : '';
}

function allTexts(value: unknown): string {
  return (Array.isArray(value) ? value : [value]).map(textOf).filter(Boolean).join(' ');
}

/** Whether two texts name one account: an IBAN has the number that it was before in it, and some write bank or currency beside it. */
function isSameAccount(one: string, other: string): boolean {
  const [left, right] = [squeeze(one), squeeze(other)];
  return left !== '' && right !== '' && (left.includes(right) || right.includes(left));
}

/** A line is known by its account: read for another one, the money of a statement would be there twice. */
function isOfAnother(statement: Node, { account, others }: Account): boolean {
  const id = nodeAt(statement, 'Acct', 'Id');
  const named = textOf(id?.['IBAN']) || textOf(nodeAt(id, 'Othr')?.['Id']);
  const isNamed = (ours: string): boolean => isSameAccount(named, ours);
  return named !== '' && !isNamed(account) && others.some(isNamed);
}

/**
 * A camt.053 statement; of several in one file those of other accounts of ours are passed over. Refuses `deposit.fiatbadfile` (no XML
 * of a statement, a document type, too deep or too long) and `deposit.fiatotheraccount` (nothing is left).
 */
export function readCamtStatement(bytes: Buffer, account: Account): Statement {
  const decoded = decodeOldText(bytes);
  if (!decoded || /<!\s*(doctype|entity)/i.test(decoded.text)) throw new Refusal('deposit.fiatbadfile');
  const all = listOf(nodeAt(parse(decoded.text), 'Document', 'BkToCstmrStmt')?.['Stmt']);
  const statements = all.filter((one) => !isOfAnother(one, account));
  if (all.length > 0 && statements.length === 0) throw new Refusal('deposit.fiatotheraccount');
  const entries = statements.flatMap((one, index) =>
    listOf(one['Ntry']).map((entry) => ({ entry, part: index + 1 })),
  );
  if (statements.length === 0 || entries.length > ENTRIES_MAX) throw new Refusal('deposit.fiatbadfile');
  const statement: Statement = { encoding: decoded.encoding, lines: [], left: [], problems: [] };
  entries.forEach(({ entry, part }, index) =>
    readEntry(statement, entry, { account, part, number: index + 1 }),
  );
  return statement;
}

function parse(text: string): Node | undefined {
  try {
    return listOf(parser.parse(text, true))[0];
  } catch (error) {
    // What the library says of a file is about the file; a bug of ours is no Error of it, and none is swallowed by name.
    if (error instanceof Error) throw new Refusal('deposit.fiatbadfile');
    throw error;
  }
}

/** One entry: a line, or one for each of its transactions where a bank booked several together. */
function readEntry(
  statement: Statement,
  entry: Node,
  { account, part, number }: { account: Account; part: number; number: number },
): void {
  const wrong = (problem: Problem['problem'], text: string): void => {
    statement.problems.push({ line: number, problem, text: cleanText(text, 60) });
  };
  // What is not booked yet comes again when it is.
  const status = textOf(entry['Sts']) || textOf(nodeAt(entry, 'Sts')?.['Cd']);
  if (status !== '' && status !== 'BOOK') return;
  const date = nodeAt(entry, 'BookgDt') ?? nodeAt(entry, 'ValDt');
  const written = textOf(date?.['Dt']) || textOf(date?.['DtTm']);
  const day = parseDay(written, 'ymd');
  if (day === undefined) return wrong('date', written);
  const details = listOf(entry['NtryDtls']).flatMap((one) => listOf(one['TxDtls']));
  const parts = details.length > 1 ? details : [{ ...entry, ...details[0], Amt: entry['Amt'] }];
  for (const booked of parts) {
    const amountNode = nodeAt(booked, 'Amt') ?? nodeAt(booked, 'AmtDtls', 'TxAmt', 'Amt');
    const currency = textOf(amountNode?.['@Ccy']);
    const written = textOf(amountNode);
    if (currency !== account.currency) {
      wrong('currency', currency);
      continue;
    }
    const amount = parseBankAmount(written, '.', account.decimals);
    if (amount?.minor === 0n) continue;
    if (amount === undefined || amount.out) {
      wrong('amount', written);
      continue;
    }
    const indicator = textOf(booked['CdtDbtInd']) || textOf(entry['CdtDbtInd']);
    // A credit that is taken back is a debit by the standard, though some banks write a credit: neither is a member's money.
    const isMarked = /^(true|1)$/.test(textOf(entry['RvslInd']));
    const isCredit = indicator === 'CRDT';
    // What left with the reason of a return was sent back by the bank.
    const reversal = isMarked || (!isCredit && booked['RtrInf'] !== undefined);
    // A reversal names the two as the booking did that it takes back; of what we sent the other one is its creditor.
    const party = isCredit || reversal ? 'Dbtr' : 'Cdtr';
    const debtor = nodeAt(booked, 'RltdPties', party);
    const from = nodeAt(booked, 'RltdPties', `${party}Acct`, 'Id');
    const references = nodeAt(booked, 'Refs');
    const own = textOf(references?.['AcctSvcrRef']) || textOf(references?.['TxId']);
    const line: StatementLine = {
      part,
      line: number,
      day,
      currency,
      amount: amount.minor,
      bankRef: cleanText(own || (details.length > 1 ? '' : textOf(entry['AcctSvcrRef']))),
      name: cleanText(textOf(debtor?.['Nm']) || textOf(nodeAt(debtor, 'Pty')?.['Nm'])),
      account: cleanText(textOf(from?.['IBAN']) || textOf(nodeAt(from, 'Othr')?.['Id'])),
      text: cleanText(
        [
          allTexts(nodeAt(booked, 'RmtInf')?.['Ustrd']),
          textOf(nodeAt(booked, 'RmtInf', 'Strd', 'CdtrRefInf')?.['Ref']),
          textOf(references?.['EndToEndId']),
        ]
          .filter((one) => one !== '' && one !== 'NOTPROVIDED')
          .join(' '),
      ),
    };
    if (!isCredit || reversal) statement.left.push({ ...line, reversal, isCredit });
    else statement.lines.push(line);
  }
}
