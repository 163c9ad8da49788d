import { fiatRateChange } from '@openmere/core/deposit/fiat/console-contract.ts';
import type { adminFiatRates, adminFiatRateSet } from '@openmere/core/deposit/fiat/console-contract.ts';
import { isSmallStep } from '@openmere/core/deposit/fiat/quote.ts';
import type { FiatRate } from '@openmere/core/deposit/fiat/quote.ts';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { formatAmount, parseAmount } from '@openmere/core/money/amount.ts';
import { recordAudit } from '../../operator/audit-store.ts';
import { findAccounts } from '../../operator/operator-store.ts';
import type { OperatorActor } from '../../platform/actor.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { readPage } from '../../platform/cursor.ts';
import { readSettings } from '../../setting/read.ts';
import {
  addCurrency,
  addRate,
  findAgreedRate,
  findLastRate,
  listRates,
  lockRates,
  rateOf,
} from './bank-store.ts';

const PAGE_SIZE = 50;

function readPrice(text: string): bigint {
  const priceE18 = parseAmount(text);
  if (priceE18 === undefined || priceE18 === 0n) throw new Refusal('deposit.fiatbadrate');
  return priceE18;
}

/**
 * Admin/FiatRateSet: a small step, by one operator; many within a day are measured as one. Refusals in order: fiatbadrate,
 * fiatnocurrency (it has no rate yet), fiatratestep (a larger step takes two).
 */
export async function setRate(
  ctx: Pick<Ctx<OperatorActor>, 'tx' | 'actor'>,
  { currency, price, spreadbps }: CallParsed<typeof adminFiatRateSet>,
): Promise<void> {
  const { tx, actor } = ctx;
  const next: FiatRate = { priceE18: readPrice(price), spreadBps: spreadbps };
  await lockRates(tx, currency);
  const last = await findLastRate(tx, currency);
  if (!last) throw new Refusal('deposit.fiatnocurrency');
  const { fiatRateStepBps } = await readSettings(tx);
  const agreed = (await findAgreedRate(tx, currency, await businessNow(tx))) ?? last;
  if (!isSmallStep(rateOf(agreed), next, fiatRateStepBps))
    throw new Refusal('deposit.fiatratestep', { percent: String(fiatRateStepBps / 100) });
  await addRate(tx, {
    currency,
    price_e18: next.priceE18,
    spread_bps: spreadbps,
    operator_id: actor.id,
    second_id: null,
  });
  await recordAudit(tx, actor, {
    action: 'fiat.rate',
    subject: currency,
    detail: { price, spreadbps, before: formatAmount(last.price_e18), beforespread: last.spread_bps },
  });
}

/** A rate by two operators: the first of a currency, which makes it known, or a large step. Refuses fiatbadrate. */
export async function setRateByTwo(
  { tx, makerId, checkerId }: Pick<Ctx, 'tx'> & { makerId: string; checkerId: string },
  { currency, value }: { currency: string; value: string },
): Promise<{ before: string | null; after: string }> {
  const read = fiatRateChange.safeParse(parseJson(value));
  if (!read.success || !/^[A-Z]{3}$/.test(currency)) throw new Refusal('deposit.fiatbadrate');
  const { decimals, price, spreadbps } = read.data;
  const priceE18 = readPrice(price);
  await lockRates(tx, currency);
  if ((await addCurrency(tx, currency, decimals)) !== decimals) throw new Refusal('deposit.fiatbadrate');
  const last = await findLastRate(tx, currency);
  await addRate(tx, {
    currency,
    price_e18: priceE18,
    spread_bps: spreadbps,
    operator_id: makerId,
    second_id: checkerId,
  });
  return {
    before: last ? rateText(rateOf(last)) : null,
    after: rateText({ priceE18, spreadBps: spreadbps }),
  };
}

const rateText = ({ priceE18, spreadBps }: FiatRate): string =>
  `${formatAmount(priceE18)} + ${spreadBps / 100} %`;

/** What a proposal says; nothing where it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Admin/FiatRates, newest first. */
export async function listFiatRates(
  ctx: Pick<Ctx, 'tx'>,
  input: CallParsed<typeof adminFiatRates>,
): Promise<CallResult<typeof adminFiatRates>> {
  const { tx } = ctx;
  const { currency } = input;
  const now = await businessNow(tx);
  const { fiatRateHours } = await readSettings(tx);
  const page = await readPage(
    { ...input, list: `fiat rates ${currency ?? ''}`, size: PAGE_SIZE },
    (before, limit) => listRates(tx, { currency, before, limit }),
    ({ id }) => id,
  );
  const accounts = await findAccounts(
    tx,
    page.list.flatMap(({ operator_id, second_id }) => [operator_id ?? [], second_id ?? []].flat()),
  );
  return {
    ...page,
    list: page.list.map((row) => ({
      id: row.id,
      time: row.made_at.toISOString(),
      currency: row.currency,
      price: formatAmount(row.price_e18),
      spreadbps: row.spread_bps,
      by: accounts.get(row.operator_id ?? '') ?? '',
      second: accounts.get(row.second_id ?? '') ?? null,
      current: row.current,
      stale: now.getTime() - row.made_at.getTime() > fiatRateHours * 3_600_000,
    })),
  };
}
