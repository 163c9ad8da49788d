import { createHash } from 'node:crypto';
import { takenBackFinder } from '@openmere/core/deposit/fiat/match.ts';
import { formatFiat } from '@openmere/core/deposit/fiat/quote.ts';
import { fingerprintsOf } from '@openmere/core/deposit/fiat/statement.ts';
import type { LeftLine } from '@openmere/core/deposit/fiat/statement.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import { BANK_ACCOUNT } from '@openmere/core/ledger/bank-account.ts';
import { postEntry } from '../../ledger/post.ts';
import type { OnPosted } from '../../ledger/post.ts';
import type { Ctx } from '../../platform/context.ts';
import { BANK_COIN } from './credit.ts';
import { lockLine } from './line-store.ts';
import type { NewLine } from './line-store.ts';
import type { FiatLineRow, FiatTakenBackRow } from './tables.ts';
import { findKnownTakenBack, findLosable, insertLoss, listTakeable } from './taken-back-store.ts';

/** Bears what a bank took back after it was credited; negative while it is missing. */
export const FIAT_LOSS: AccountName = 'suspense:fiat-loss';

type TakenBack = Omit<FiatTakenBackRow, 'import_id'>;

/**
 * Of the lines that left an account those that take one back that came, before or in the same file, and are not known yet; how many
 * the bank calls a reversal of which no line is known; and how many may be one.
 */
export async function findTakenBackLines(
  { tx }: Pick<Ctx, 'tx'>,
  { bankId, left, fresh }: { bankId: string; left: readonly LeftLine[]; fresh: readonly NewLine[] },
): Promise<{ found: TakenBack[]; unknown: number; maybe: number }> {
  const prints = fingerprintsOf(left).map((text) => createHash('sha256').update(text).digest('hex'));
  const known = await findKnownTakenBack(tx, bankId, prints);
  const amounts = [...new Set(left.map(({ amount }) => amount))];
  const came = await listTakeable(tx, bankId, amounts);
  const find = takenBackFinder([
    ...came.map((line) => ({ ...line, bankRef: line.bank_ref, isBound: line.order_id !== null })),
    ...fresh.map((line) => ({ ...line, bankRef: line.bank_ref, status: 'open' as const, isBound: false })),
  ]);
  const found: TakenBack[] = [];
  let [unknown, maybe] = [0, 0];
  left.forEach((line, index) => {
    const fingerprint = prints[index] ?? '';
    if (known.has(fingerprint)) return;
    known.add(fingerprint);
    const whose = line.isCredit === true ? undefined : find(line);
    if (whose?.line) {
      const { day, bankRef, text } = line;
      found.push({ line_id: whose.line.id, bank_id: bankId, fingerprint, day, bank_ref: bankRef, text });
    } else if (whose) maybe += 1;
    else if (line.reversal) unknown += 1;
  });
  return { found, unknown, maybe };
}

/**
 * The bank took back what was credited: it is gone from what we declare, the member keeps it, and the house bears it (decision 0311).
 * Refusals in order: fiatnoline, fiatlinestate (not credited, or booked before).
 */
export async function bookLoss(
  {
    tx,
    onPosted,
    makerId,
    checkerId,
  }: Pick<Ctx, 'tx'> & { onPosted: OnPosted; makerId: string; checkerId: string },
  { id, how }: { id: string; how: string },
): Promise<{ line: FiatLineRow; usdt: bigint }> {
  const line = await lockLine(tx, id);
  if (!line) throw new Refusal('deposit.fiatnoline');
  const usdt = await findLosable(tx, id);
  if (usdt === undefined) throw new Refusal('deposit.fiatlinestate');
  await insertLoss(tx, { line_id: id, usdt, how, maker_id: makerId, checker_id: checkerId });
  await postEntry(
    tx,
    {
      key: `fiat-loss:${id}`,
      kind: 'fiat-loss',
      reference: id,
      data: { bank: `${formatFiat(line.amount, line.decimals)} ${line.currency}` },
      actor: 'system:fiat',
      postings: [{ source: FIAT_LOSS, destination: BANK_ACCOUNT, asset: BANK_COIN, amount: usdt }],
    },
    { onPosted },
  );
  return { line, usdt };
}
