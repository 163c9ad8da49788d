import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import { maskNickname } from '@openmere/core/member/rules.ts';
import { formatAmount, parseAmount } from '@openmere/core/money/amount.ts';
import { transferTerms } from '@openmere/core/setting/coin-terms.ts';
import type { transferQuote } from '@openmere/core/transfer/contract.ts';
import { checkAmount, checkCoin, normaliseTarget, quoteTransfer } from '@openmere/core/transfer/rules.ts';
import type { TransferQuote } from '@openmere/core/transfer/rules.ts';
import { memberBalance } from '../ledger/balances.ts';
import { findOutboundLock, outboundRefusal } from '../ledger/outbound.ts';
import { mayOnlyLeave } from '../member/only-leave.ts';
import { isListed, screenAddress } from '../member/sanctions-store.ts';
import type { Member } from '../member/store.ts';
import { findMember } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx, ReadCtx } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import { findReceiver } from './find-receiver.ts';
import { findPaidBefore } from './history.ts';

export type CheckedTransfer = {
  sender: Member;
  receiver: Member;
  coinId: string;
  quote: TransferQuote;
  target: string;
};

/**
 * The refusals that need no secret, in order: badcoin, badamount, toosmall, notmultiple, barred (the sender may only
 * leave), listed (a wallet of the sender's person is sanctioned), noreceiver, tooneself, receiverbarred (also when the wallet is),
 * unscreened. `amount` is typed text.
 */
export async function checkTransfer(
  ctx: ReadCtx & Pick<Ctx<Pick<MemberActor, 'id'>>, 'actor'>,
  input: { coinid: string; amount: string; target: string },
): Promise<CheckedTransfer> {
  const { tx, actor } = ctx;
  const settings = await readSettings(tx);
  refuse(checkCoin(input.coinid));
  refuse(checkAmount(input.amount, transferTerms(input.coinid, settings)));
  const amount = parseAmount(input.amount);
  assert(amount !== undefined, 'a checked amount can be read');
  const sender = await findMember(tx, actor.id);
  assert(sender, 'the acting member exists');
  if (await mayOnlyLeave(ctx, sender)) throw new Refusal('transfer.barred');
  await refuseListed(tx, sender);
  const receiver = await findReceiver(ctx, { senderId: actor.id, target: input.target });
  await refuseSanctioned(tx, receiver, settings.screeningRequired);
  const quote = quoteTransfer(amount, settings.transferFeeBps);
  return { sender, receiver, coinId: input.coinid, quote, target: normaliseTarget(input.target) };
}

/** Money that may not leave on chain does not leave through another account (decision 0268). A list that is not loaded holds nobody. */
async function refuseListed(db: Db, sender: Member): Promise<void> {
  if (await isListed(db, sender.id)) throw new Refusal('transfer.listed');
}

/** Who may not be paid on chain is not paid by transfer either, on whichever account. Without a wallet there is nothing to compare. */
async function refuseSanctioned(db: Db, receiver: Member, required: boolean): Promise<void> {
  if (await isListed(db, receiver.id)) throw new Refusal('transfer.receiverbarred');
  if (receiver.walletAddress === null || !required) return;
  if ((await screenAddress(db, receiver.walletAddress)) === 'unchecked')
    throw new Refusal('transfer.unscreened');
}

/** Wallet/TransferQuote: also refuses, last, what the ledger would refuse now: locked, insufficient. */
export async function quoteForSender(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
  input: CallParsed<typeof transferQuote>,
): Promise<CallResult<typeof transferQuote>> {
  const { tx, actor } = ctx;
  const { receiver, coinId, quote, target } = await checkTransfer(ctx, input);
  const until = await findOutboundLock(tx, actor.family);
  if (until) throw outboundRefusal(until);
  const { available } = await memberBalance(tx, actor.id, coinId);
  if (available < quote.amount) {
    throw new Refusal('ledger.insufficient', {
      asset: coinId,
      needed: formatAmount(quote.amount),
      available: formatAmount(available),
    });
  }
  const { firstTime, lookalike } = await findPaidBefore(ctx, {
    senderId: actor.id,
    receiver: { id: receiver.id, target },
  });
  return {
    amount: formatAmount(quote.amount),
    fee: formatAmount(quote.fee),
    received: formatAmount(quote.received),
    nickname: maskNickname(receiver.nickname),
    avatar: receiver.avatar,
    firsttime: firstTime,
    lookalike,
  };
}
