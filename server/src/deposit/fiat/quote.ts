import type { fiatBanks, fiatQuote } from '@openmere/core/deposit/fiat/contract.ts';
import {
  checkFiatAmount,
  creditDown,
  formatFiat,
  parseFiat,
  priceUp,
} from '@openmere/core/deposit/fiat/quote.ts';
import type { FiatLimits } from '@openmere/core/deposit/fiat/quote.ts';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { MemberActor } from '../../platform/actor.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { readSettings } from '../../setting/read.ts';
import { findBank, findFreshRate, listBanks, rateOf } from './bank-store.ts';
import { checkFiatDepositor } from './check-depositor.ts';
import { sumOrders } from './order-store.ts';

const MINUTE_MS = 60_000;

/** What a person may order now. */
export async function limitsOf(ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor' | 'now'>): Promise<FiatLimits> {
  const { tx, actor, now } = ctx;
  const { fiatMin: least, fiatMax: most, fiatDayMax: dayMost } = await readSettings(tx);
  const { usdt: dayUsed } = await sumOrders(tx, actor.id, now);
  return { least, most, dayMost, dayUsed };
}

/** Wallet/FiatBanks: what can be chosen now. A currency whose rate is old is not offered. Refusals: as checkFiatDepositor. */
export async function listOffered(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor' | 'now'>,
): Promise<CallResult<typeof fiatBanks>> {
  const { tx } = ctx;
  await checkFiatDepositor(ctx);
  const now = await businessNow(tx);
  const { fiatRateHours: hours } = await readSettings(tx);
  const limits = await limitsOf({ ...ctx, now });
  const banks = await listBanks(tx, { open: true });
  const currencies: CallResult<typeof fiatBanks>['currencies'] = [];
  for (const currency of new Set(banks.map((bank) => bank.currency))) {
    const rate = await findFreshRate(tx, currency, { now, hours });
    const own = banks.filter((bank) => bank.currency === currency);
    if (!rate || !own[0]) continue;
    currencies.push({
      currency,
      decimals: own[0].decimals,
      price: formatAmount(priceUp(rateOf(rate))),
      banks: own.map(({ id, name }) => ({ id, name })),
    });
  }
  const { least, most, dayMost, dayUsed } = limits;
  return {
    least: formatAmount(least),
    most: formatAmount(most),
    left: formatAmount(dayMost > dayUsed ? dayMost - dayUsed : 0n),
    currencies,
  };
}

/** What a quote says, as it travels: signed, and only its member can use it. */
export type Quoted = { bankId: string; amount: bigint; rateId: string; until: Date };

const listOf = (memberId: string): string => `fiat quote of ${memberId}`;

/** Refuses `deposit.fiatquoteold`: another member's, made up, or of an installation before. */
export function openQuote(memberId: string, text: string): Quoted {
  const [bankId, amount, rateId, until] = readQuote(memberId, text);
  return {
    bankId: String(bankId),
    amount: BigInt(String(amount)),
    rateId: String(rateId),
    until: new Date(Number(until)),
  };
}

function readQuote(memberId: string, text: string): readonly unknown[] {
  try {
    return decodeCursor(listOf(memberId), text) ?? [];
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal('deposit.fiatquoteold');
    throw error;
  }
}

/** Wallet/FiatQuote. Refusals in order: those of checkFiatDepositor, fiatclosed, fiatamount, those of the limits. */
export async function quoteFiat(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor' | 'now'>,
  input: CallParsed<typeof fiatQuote>,
): Promise<CallResult<typeof fiatQuote>> {
  const { tx } = ctx;
  await checkFiatDepositor(ctx);
  const now = await businessNow(tx);
  const { fiatRateHours: hours, fiatQuoteMinutes } = await readSettings(tx);
  const bank = await findBank(tx, input.bank);
  if (!bank?.open || bank.currency !== input.currency) throw new Refusal('deposit.fiatclosed');
  const row = await findFreshRate(tx, bank.currency, { now, hours });
  if (!row) throw new Refusal('deposit.fiatclosed');
  const amount = parseFiat(input.amount, bank.decimals);
  if (amount === undefined) throw new Refusal('deposit.fiatamount', { places: bank.decimals });
  const rate = rateOf(row);
  const usdt = creditDown(amount, bank.decimals, rate);
  refuse(checkFiatAmount(usdt, await limitsOf({ ...ctx, now }), formatAmount));
  const until = now.getTime() + fiatQuoteMinutes * MINUTE_MS;
  return {
    quote: encodeCursor(listOf(ctx.actor.id), [bank.id, amount.toString(), row.id, until]),
    currency: bank.currency,
    amount: formatFiat(amount, bank.decimals),
    usdt: formatAmount(usdt),
    rate: formatAmount(row.price_e18),
    ratetime: row.made_at.toISOString(),
    spreadbps: row.spread_bps,
    price: formatAmount(priceUp(rate)),
    until: new Date(until).toISOString(),
    now: now.toISOString(),
  };
}
