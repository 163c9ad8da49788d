import { randomBytes } from 'node:crypto';
import type { fiatOrder, fiatOrders } from '@openmere/core/deposit/fiat/contract.ts';
import { checkFiatAmount, creditDown } from '@openmere/core/deposit/fiat/quote.ts';
import { makeReference, referenceBytes } from '@openmere/core/deposit/fiat/reference.ts';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { findMember } from '../../member/store.ts';
import type { MemberActor } from '../../platform/actor.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { readPage } from '../../platform/cursor.ts';
import { newId } from '../../platform/ids.ts';
import { fingerprint } from '../../platform/secrets-box.ts';
import { readSettings } from '../../setting/read.ts';
import { announceFiat } from './announce.ts';
import { findBank, findRate, rateOf } from './bank-store.ts';
import { checkFiatDepositor } from './check-depositor.ts';
import { findByRequest, insertOrder, listOrders, lockPersonOrders, sumOrders } from './order-store.ts';
import { limitsOf, openQuote } from './quote.ts';
import { showOrder, showOrders } from './show-order.ts';

const HOUR_MS = 3_600_000;

type MemberCtx = Pick<Ctx<MemberActor>, 'tx' | 'actor' | 'now'>;

/**
 * Wallet/FiatOrder. The same request answers the same order. Refusals in order: keyconflict, those of checkFiatDepositor,
 * fiatquoteold, fiatclosed (the bank was taken off meanwhile), fiatpending, those of the limits.
 */
export async function orderFiat(
  ctx: MemberCtx,
  input: CallParsed<typeof fiatOrder>,
): Promise<CallResult<typeof fiatOrder>> {
  const { tx, actor } = ctx;
  const quoted = openQuote(actor.id, input.quote);
  await lockPersonOrders(tx, (await findMember(tx, actor.id))?.personId ?? actor.id);
  const request_hash = fingerprint(JSON.stringify([input.quote, input.payer]));
  const known = await findByRequest(tx, actor.id, input.requestId);
  if (known) {
    if (known.request_hash !== request_hash) throw new Refusal('ledger.keyconflict');
    return showOrder(ctx, known.id);
  }
  await checkFiatDepositor(ctx);
  const now = await businessNow(tx);
  if (quoted.until <= now) throw new Refusal('deposit.fiatquoteold');
  const bank = await findBank(tx, quoted.bankId);
  const rate = await findRate(tx, quoted.rateId);
  if (!bank?.open || rate?.currency !== bank.currency) throw new Refusal('deposit.fiatclosed');
  const { fiatPendingMost, fiatOrderHours } = await readSettings(tx);
  const { pending } = await sumOrders(tx, actor.id, now);
  if (pending >= fiatPendingMost) throw new Refusal('deposit.fiatpending', { most: fiatPendingMost });
  const usdt = creditDown(quoted.amount, bank.decimals, rateOf(rate));
  refuse(checkFiatAmount(usdt, await limitsOf({ ...ctx, now }), formatAmount));
  const order = await insertOrder(tx, {
    id: newId('fio'),
    member_id: actor.id,
    family_id: actor.family,
    request_id: input.requestId,
    request_hash,
    bank_id: bank.id,
    bank_name: bank.name,
    holder: bank.holder,
    account: bank.account,
    bic: bank.bic,
    currency: bank.currency,
    decimals: bank.decimals,
    amount: quoted.amount,
    usdt,
    rate_id: rate.id,
    price_e18: rate.price_e18,
    spread_bps: rate.spread_bps,
    payer: input.payer,
    reference: makeReference(randomBytes(referenceBytes)),
    made_at: now,
    expires_at: new Date(now.getTime() + fiatOrderHours * HOUR_MS),
  });
  await announceFiat(tx, order, 'open');
  return showOrder(ctx, order.id);
}

/** Wallet/FiatOrders, newest first; with an id only that one, when it is the member's own. */
export async function listOwnOrders(
  ctx: MemberCtx,
  input: CallParsed<typeof fiatOrders>,
): Promise<CallResult<typeof fiatOrders>> {
  const { tx, actor } = ctx;
  return readPage(
    { ...input, list: `fiat orders of ${actor.id}` },
    (before, limit) => listOrders(tx, { id: input.id, memberId: actor.id, before, limit }),
    ({ id }) => id,
    (rows) => showOrders(ctx, rows),
  );
}
