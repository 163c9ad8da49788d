import { createHash } from 'node:crypto';
import { STATEMENT_BYTES_MAX } from '@openmere/core/deposit/fiat/console-contract.ts';
import type { adminFiatImport } from '@openmere/core/deposit/fiat/console-contract.ts';
import { findReferences } from '@openmere/core/deposit/fiat/reference.ts';
import { nextFiat } from '@openmere/core/deposit/fiat/state.ts';
import { csvPresets, fingerprintsOf } from '@openmere/core/deposit/fiat/statement.ts';
import type { StatementLine } from '@openmere/core/deposit/fiat/statement.ts';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { recordAudit } from '../../operator/audit-store.ts';
import type { OperatorActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { newId } from '../../platform/ids.ts';
import { announceFiat } from './announce.ts';
import { findBank, listBanks } from './bank-store.ts';
import { matched } from './credit.ts';
import {
  changeLine,
  findKnownLines,
  insertImport,
  insertLines,
  lockLineOfOrder,
  lockStatements,
} from './line-store.ts';
import type { NewLine } from './line-store.ts';
import { changeOrder, lockByReferences } from './order-store.ts';
import { readCamtStatement } from './read-camt.ts';
import { readCsvStatement } from './read-statement.ts';
import type { Account, Statement } from './read-statement.ts';
import { findTakenBackLines } from './take-back.ts';
import { insertTakenBack, isTakenBack } from './taken-back-store.ts';

const PROBLEMS_SHOWN = 100;
const SAMPLE_LENGTH = 60;

type Input = CallParsed<typeof adminFiatImport>;
type Bank = NonNullable<Awaited<ReturnType<typeof findBank>>>;

/**
 * Admin/FiatImport: a dry run, or with its hash all new lines in one transaction. Refusals in order: fiatnobank, fiatbigfile,
 * fiatbadfile, fiatotheraccount, fiatimportchanged (another file or reading than was looked at), fiatimportproblems.
 */
export async function importStatement(
  ctx: Pick<Ctx<OperatorActor>, 'tx' | 'actor'>,
  input: Input,
): Promise<CallResult<typeof adminFiatImport>> {
  const { tx, actor } = ctx;
  const bank = await findBank(tx, input.bank);
  if (!bank) throw new Refusal('deposit.fiatnobank');
  const bytes = Buffer.from(input.file, 'base64');
  if (bytes.length > STATEMENT_BYTES_MAX)
    throw new Refusal('deposit.fiatbigfile', { kb: STATEMENT_BYTES_MAX / 1024 });
  const others = (await listBanks(tx)).filter(({ id }) => id !== bank.id).map(({ account }) => account);
  const statement = read(input, bytes, { ...bank, others });
  const { encoding, lines, problems, left } = statement;
  const mapping = JSON.stringify([input.bank, input.format, input.mapping ?? null]);
  const hash = createHash('sha256').update(mapping).update(bytes).digest('hex');
  if (input.confirm !== undefined && input.confirm !== hash) throw new Refusal('deposit.fiatimportchanged');
  if (input.confirm !== undefined && problems.length > 0)
    throw new Refusal('deposit.fiatimportproblems', { count: problems.length });
  await lockStatements(tx, bank.id);
  const fresh = await findFresh(tx, bank.id, lines);
  const takenBack = await findTakenBackLines(ctx, { bankId: bank.id, left, fresh });
  const matches =
    input.confirm === undefined
      ? fresh.filter(({ text }) => findReferences(text).length > 0).length
      : await keep(ctx, {
          bank,
          fresh,
          takenBack: takenBack.found,
          hash,
          format: input.format,
          lines: lines.length,
        });
  if (input.confirm !== undefined)
    await recordAudit(tx, actor, {
      action: 'fiat.import',
      subject: bank.id,
      detail: {
        hash,
        encoding,
        lines: lines.length,
        fresh: fresh.length,
        matched: matches,
        takenback: takenBack.found.length,
      },
    });
  return {
    hash,
    encoding,
    sample: sampleOf(lines),
    lines: lines.length,
    fresh: fresh.length,
    matched: matches,
    out: left.length,
    takenback: takenBack.found.length,
    unknown: takenBack.unknown,
    maybe: takenBack.maybe,
    problems: problems.slice(0, PROBLEMS_SHOWN),
    moreproblems: problems.length > PROBLEMS_SHOWN,
    done: input.confirm !== undefined,
  };
}

function read({ format, mapping }: Input, bytes: Buffer, account: Account): Statement {
  return format === 'camt'
    ? readCamtStatement(bytes, account)
    : readCsvStatement(bytes, mapping ?? csvPresets.plain, account);
}

/** Whether letters were read right shows where one is none of ASCII. */
function sampleOf(lines: readonly StatementLine[]): string {
  const texts = lines.flatMap(({ name, text }) => [name, text]);
  return texts.find((text) => /[^\0-\x7f]/.test(text))?.slice(0, SAMPLE_LENGTH) ?? '';
}

/** Lines that this account did not have before; what two statements of the file both have, once. */
async function findFresh(tx: Tx, bankId: string, lines: readonly StatementLine[]): Promise<NewLine[]> {
  const prints = fingerprintsOf(lines).map((text) => createHash('sha256').update(text).digest('hex'));
  const known = await findKnownLines(tx, bankId, prints);
  return lines.flatMap(({ day, currency, amount, bankRef, name, account, text }, index) => {
    const fingerprint = prints[index] ?? '';
    if (known.has(fingerprint)) return [];
    known.add(fingerprint);
    return [{ id: newId('fln'), fingerprint, day, currency, amount, bank_ref: bankRef, name, account, text }];
  });
}

/** @returns how many were bound to an order by its reference. */
async function keep(
  { tx, actor }: Pick<Ctx<OperatorActor>, 'tx' | 'actor'>,
  of: {
    bank: Bank;
    fresh: readonly NewLine[];
    takenBack: Awaited<ReturnType<typeof findTakenBackLines>>['found'];
    hash: string;
    format: 'csv' | 'camt';
    lines: number;
  },
): Promise<number> {
  const { bank, fresh, takenBack, hash, format, lines } = of;
  // The same file again changes nothing at all.
  if (fresh.length === 0 && takenBack.length === 0) return 0;
  const id = newId('fim');
  await insertImport(tx, {
    id,
    bank_id: bank.id,
    hash,
    format,
    lines,
    fresh: fresh.length,
    operator_id: actor.id,
  });
  await insertLines(tx, { bankId: bank.id, importId: id, decimals: bank.decimals }, fresh);
  const gone = new Set(takenBack.map((one) => one.line_id));
  const bound = await bind(tx, fresh, gone);
  // After the orders are locked: it holds its lines.
  await insertTakenBack(
    tx,
    takenBack.map((one) => ({ ...one, import_id: id })),
  );
  return bound;
}

/** A line is for the order whose reference it says, when it says one only, and the bank has no other line that came for that. `gone`: taken back in the same file. */
async function bind(tx: Tx, fresh: readonly NewLine[], gone: ReadonlySet<string>): Promise<number> {
  const wanted = fresh.flatMap((line) => {
    if (gone.has(line.id)) return [];
    const references = findReferences(line.text);
    const [reference] = references;
    return reference !== undefined && references.length === 1 ? [{ line, reference }] : [];
  });
  if (wanted.length === 0) return 0;
  const orders = await lockByReferences(
    tx,
    wanted.map(({ reference }) => reference),
  );
  let bound = 0;
  for (const order of orders) {
    const own = wanted.find(
      ({ line, reference }) => reference === order.reference && line.currency === order.currency,
    );
    if (!own) continue;
    const before = await lockLineOfOrder(tx, order.id);
    if (before && !(before.status === 'open' && (gone.has(before.id) || (await isTakenBack(tx, before.id)))))
      continue;
    if (!before && nextFiat(order.status, 'match') === undefined) continue;
    // The bank took it back, and its payer has paid again.
    if (before) await changeLine(tx, before.id, { order_id: null });
    await changeLine(tx, own.line.id, { order_id: order.id, member_id: order.member_id });
    await changeOrder(tx, order.id, matched(order, own.line));
    await announceFiat(tx, order, 'matched');
    bound += 1;
  }
  return bound;
}
