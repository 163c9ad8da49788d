import type { adminFiatSuspend } from '@openmere/core/deposit/fiat/console-contract.ts';
import { creditDown, formatFiat } from '@openmere/core/deposit/fiat/quote.ts';
import type { FiatLineState } from '@openmere/core/deposit/fiat/state.ts';
import type { CallParsed } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { BANK_ACCOUNT } from '@openmere/core/ledger/bank-account.ts';
import { postEntry } from '../../ledger/post.ts';
import type { OnPosted } from '../../ledger/post.ts';
import { recordAudit } from '../../operator/audit-store.ts';
import type { OperatorActor } from '../../platform/actor.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { noticeFiat } from './announce.ts';
import { findLastRate, rateOf } from './bank-store.ts';
import { BANK_COIN, FIAT_SUSPENSE } from './credit.ts';
import { changeLine, lockLine } from './line-store.ts';
import type { FiatLineRow } from './tables.ts';
import { isTakenBack } from './taken-back-store.ts';

/**
 * Books money that nobody claims: it is ours to keep for somebody, so it stands in the books, at the last rate that is known.
 * Refusals in order: fiatnoline, fiatlinestate, fiatboundline (it is for an order), fiattakenback (the bank has it no more), fiatnorate.
 */
export async function suspendLine(
  { tx, onPosted }: Pick<Ctx, 'tx'> & { onPosted?: OnPosted | undefined },
  { id, note }: { id: string; note: string },
): Promise<FiatLineRow> {
  const line = await lockLine(tx, id);
  if (!line) throw new Refusal('deposit.fiatnoline');
  if (line.status !== 'open') throw new Refusal('deposit.fiatlinestate');
  if (line.order_id !== null) throw new Refusal('deposit.fiatboundline');
  if (await isTakenBack(tx, id)) throw new Refusal('deposit.fiattakenback');
  const rate = await findLastRate(tx, line.currency);
  const suspended = rate && creditDown(line.amount, line.decimals, rateOf(rate));
  if (!suspended) throw new Refusal('deposit.fiatnorate');
  await changeLine(tx, id, { status: 'suspense', suspended, note });
  await postEntry(
    tx,
    {
      key: `fiat-suspense:${id}`,
      kind: 'fiat-suspense',
      reference: id,
      data: { bank: `${formatFiat(line.amount, line.decimals)} ${line.currency}` },
      actor: 'system:fiat',
      postings: [{ source: BANK_ACCOUNT, destination: FIAT_SUSPENSE, asset: BANK_COIN, amount: suspended }],
    },
    onPosted ? { onPosted } : {},
  );
  return line;
}

/** Admin/FiatSuspend. Refusals: as suspendLine. */
export async function suspendNow(
  ctx: Pick<Ctx<OperatorActor>, 'tx' | 'actor'> & { onPosted?: OnPosted },
  { id, reason }: CallParsed<typeof adminFiatSuspend>,
): Promise<void> {
  const { tx, actor } = ctx;
  await suspendLine(ctx, { id, note: reason });
  await recordAudit(tx, actor, { action: 'fiat.suspend', subject: id, detail: { reason } });
}

/**
 * The end of what nobody claimed: an operator has sent it back to the account that it came from, outside, and says how; a second
 * confirms. What the bank took back by itself was never booked, and only ends. Refusals in order: fiatnoline, fiatlinestate (it
 * must stand in suspense, or be taken back), fiatboundline (it is for an order).
 */
export async function returnLine(
  { tx, onPosted }: Pick<Ctx, 'tx'> & { onPosted: OnPosted },
  { id, how }: { id: string; how: string },
): Promise<{ before: FiatLineState; line: FiatLineRow }> {
  const line = await lockLine(tx, id);
  if (!line) throw new Refusal('deposit.fiatnoline');
  const isGone = line.status === 'open' && (await isTakenBack(tx, id));
  if (!isGone && line.status !== 'suspense') throw new Refusal('deposit.fiatlinestate');
  if (line.order_id !== null) throw new Refusal('deposit.fiatboundline');
  await changeLine(tx, id, { status: 'returned', note: how, ended_at: await businessNow(tx) });
  const money = `${formatFiat(line.amount, line.decimals)} ${line.currency}`;
  if (line.suspended !== null)
    await postEntry(
      tx,
      {
        key: `fiat-return:${id}`,
        kind: 'fiat-return',
        reference: id,
        data: { bank: money },
        actor: 'system:fiat',
        postings: [
          { source: FIAT_SUSPENSE, destination: BANK_ACCOUNT, asset: BANK_COIN, amount: line.suspended },
        ],
      },
      { onPosted },
    );
  if (line.member_id !== null)
    await noticeFiat(tx, line.member_id, 'fiatreturned', { money, account: maskAccount(line.account) });
  return { before: line.status, line };
}

/** Enough for its owner to know it. */
function maskAccount(account: string): string {
  const plain = account.replace(/\s/g, '');
  return plain.length <= 4 ? plain : `…${plain.slice(-4)}`;
}
