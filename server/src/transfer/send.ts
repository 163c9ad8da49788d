import type { CallParsed, CallResult, RateLimit } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import { availableAccount } from '@openmere/core/ledger/account.ts';
import type { JournalEntry, Posting } from '@openmere/core/ledger/entry.ts';
import { maskNickname } from '@openmere/core/member/rules.ts';
import { formatAmount, parseAmount } from '@openmere/core/money/amount.ts';
import type { transfer } from '@openmere/core/transfer/contract.ts';
import { checkNote, normaliseTarget, normaliseText } from '@openmere/core/transfer/rules.ts';
import { checkPaypassword } from '../auth/check-paypassword.ts';
import type { PaypasswordDeps } from '../auth/check-paypassword.ts';
import { findEntryByKey } from '../ledger/entries.ts';
import type { Gatherer } from '../ledger/gather.ts';
import type { Entry } from '../ledger/journal.ts';
import type { Posted } from '../ledger/posted.ts';
import { findMember } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx, ReadCtx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import { TokenBuckets } from '../platform/http/limits.ts';
import type { Log } from '../platform/log.ts';
import { mailFirstPayment } from './announce.ts';
import { isFirstPayment } from './history.ts';
import { checkTransfer } from './quote.ts';
import type { CheckedTransfer } from './quote.ts';
import { readTransferData, showTransfer, transferIdOf, TRANSFER_KIND } from './record.ts';

export type SendDeps = {
  db: Db;
  gatherer: Pick<Gatherer, 'post'>;
  paypassword: PaypasswordDeps;
  /** Where the link that freezes leads. */
  origin: string;
  log?: Pick<Log, 'error'> | undefined;
};

type Input = CallParsed<typeof transfer>;

/**
 * Wallet/Transfer: one entry, group-committed. The same requestId answers the same record, before any other refusal;
 * under another input it is `ledger.keyconflict`. Then in order: what `checkTransfer` refuses, the note, the payment password, the
 * family's lock, the balance. Not one transaction: the entry itself is all of it; the mail about somebody new comes after it.
 */
export async function sendTransfer(
  ctx: Pick<Ctx<MemberActor>, 'now' | 'actor'> & SendDeps,
  input: Input,
): Promise<CallResult<typeof transfer>> {
  const { now, actor } = ctx;
  const known = await findSent({ tx: ctx.db, actor }, input);
  if (known) return showTransfer(known, actor.id, actor.from.locale);
  const checked = await checkTransfer({ tx: ctx.db, actor }, input);
  if (input.fee !== undefined && parseAmount(input.fee) !== checked.quote.fee)
    throw new Refusal('transfer.feechanged', { fee: formatAmount(checked.quote.fee), coin: checked.coinId });
  refuse(checkNote(input.note ?? ''));
  await checkPaypassword({ ...ctx.paypassword, tx: ctx.db, now, actor }, input.paypassword);
  const entry = entryOf(actor, input, checked);
  const posted = await postOnce(ctx, entry);
  if (posted && !posted.replayed) {
    // It is done, whether or not its mail can be written: who heard of a failure would send it again.
    await mailIfFirst(ctx, checked, entry).catch((error: unknown) =>
      ctx.log?.error({ transfer: entry.reference, error }, 'mail of a first transfer not written'),
    );
    return showTransfer({ ...entry, time: posted.time }, actor.id, actor.from.locale);
  }
  const first = await findSent({ tx: ctx.db, actor }, input);
  assert(first, 'a posted transfer is in the journal');
  return showTransfer(first, actor.id, actor.from.locale);
}

/** Whom senders paid, as far as this process saw it: the history of who pays much is not read at each transfer. */
const paid = new Set<string>();
const PAID_MAX = 100_000;
/** Each account has a few such mails at once, and then six an hour: who pays strangers all day must find the others among them. */
const MAILS: RateLimit = { perMinute: 0.1, burst: 10 };
const mails = new TokenBuckets();

/** A look back that nobody would read of is left out. */
async function mailIfFirst(
  ctx: Pick<Ctx<MemberActor>, 'now' | 'actor'> & SendDeps,
  { sender, receiver }: CheckedTransfer,
  entry: JournalEntry,
): Promise<void> {
  const { db, actor } = ctx;
  const pair = `${sender.id} ${receiver.id}`;
  if (paid.has(pair)) return;
  const owner = sender.id === actor.family ? sender : await findMember(db, actor.family);
  if (!owner?.email) return;
  const isFirst = await isFirstPayment({ tx: db }, { senderId: sender.id, reference: entry.reference });
  if (isFirst && mails.take(sender.id, MAILS) === 0)
    await inTransaction(db, (tx) => mailFirstPayment({ ...ctx, tx }, { owner, sender, entry }));
  if (paid.size >= PAID_MAX) paid.clear();
  // Not before: of several at once each asks whether it was the first.
  paid.add(pair);
}

/** Undefined when a copy of this request was faster and the fee or a name changed between the two. */
async function postOnce(deps: SendDeps, entry: JournalEntry): Promise<Posted | undefined> {
  try {
    return await deps.gatherer.post(entry);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'ledger.keyconflict') return undefined;
    throw error;
  }
}

function entryOf(actor: MemberActor, input: Input, checked: CheckedTransfer): JournalEntry {
  const { sender, receiver, coinId, quote, target } = checked;
  const requestId = input.requestId.toLowerCase();
  const note = normaliseText(input.note ?? '');
  const source = availableAccount(sender.id);
  const net: Posting = {
    source,
    destination: availableAccount(receiver.id),
    asset: coinId,
    amount: quote.received,
  };
  const fee: Posting = { source, destination: 'fee:transfer', asset: coinId, amount: quote.fee };
  return {
    key: requestId,
    kind: TRANSFER_KIND,
    reference: transferIdOf(sender.id, requestId),
    actor: `member:${sender.id}`,
    data: {
      target,
      to: receiver.id,
      toName: maskNickname(receiver.nickname),
      fromName: maskNickname(sender.nickname),
      fee: formatAmount(quote.fee),
      ...(note === '' ? {} : { note }),
    },
    outbound: { family: actor.family },
    postings: quote.fee > 0n ? [net, fee] : [net],
  };
}

/** The entry that this requestId made, if it did; refuses when it asked for something else. */
async function findSent(
  ctx: ReadCtx & Pick<Ctx<MemberActor>, 'actor'>,
  input: Input,
): Promise<Entry | undefined> {
  const { tx, actor } = ctx;
  const key = input.requestId.toLowerCase();
  const entry = await findEntryByKey(tx, { actor: `member:${actor.id}`, kind: TRANSFER_KIND, key });
  if (!entry) return undefined;
  const amount = entry.postings.reduce((sum, posting) => sum + posting.amount, 0n);
  const same =
    entry.postings[0]?.asset === input.coinid &&
    amount === parseAmount(input.amount) &&
    normaliseTarget(readTransferData(entry.data).target) === normaliseTarget(input.target) &&
    readTransferData(entry.data).note === normaliseText(input.note ?? '');
  if (!same) throw new Refusal('ledger.keyconflict');
  return entry;
}
