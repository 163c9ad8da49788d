import { fiatBankChange } from '@openmere/core/deposit/fiat/console-contract.ts';
import type { adminFiatBanks } from '@openmere/core/deposit/fiat/console-contract.ts';
import { formatFiat } from '@openmere/core/deposit/fiat/quote.ts';
import type { CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { newId } from '../../platform/ids.ts';
import { announceFiat, noticeFiat } from './announce.ts';
import { findBank, findDecimals, listBanks, putBank } from './bank-store.ts';
import { listUnpaidAt } from './order-store.ts';
import { parseJson } from './set-rate.ts';
import { isPaidTo } from './show-order.ts';
import type { FiatBankRow } from './tables.ts';

export type BankChanges = { what: string; before: string | null; after: string }[];

/**
 * A bank account of ours, new or with other details: members send their money there, so it takes two operators, and each field is
 * shown. Subject: the bank's id, or `new` for a new one. Refusals in order: fiatbadbank, fiatnocurrency, fiatnobank.
 */
export async function changeBank(
  { tx, makerId, checkerId }: Pick<Ctx, 'tx'> & { makerId: string; checkerId: string },
  { subject, value }: { subject: string; value: string },
): Promise<BankChanges> {
  const read = fiatBankChange.safeParse(parseJson(value));
  if (!read.success) throw new Refusal('deposit.fiatbadbank');
  const details = read.data;
  if ((await findDecimals(tx, details.currency)) === undefined) throw new Refusal('deposit.fiatnocurrency');
  const isNew = subject.startsWith('new');
  const before = isNew ? undefined : await findBank(tx, subject);
  if (!isNew && !before) throw new Refusal('deposit.fiatnobank');
  // What was ordered and imported is in its currency.
  if (before && before.currency !== details.currency) throw new Refusal('deposit.fiatbadbank');
  const row: FiatBankRow = {
    ...details,
    id: before?.id ?? newId('fba'),
    changed_at: await businessNow(tx),
    maker_id: makerId,
    checker_id: checkerId,
  };
  await putBank(tx, row);
  if (before) await announceToUnpaid(tx, before, row);
  const fields = ['currency', 'name', 'holder', 'account', 'bic', 'open'] as const;
  return fields
    .map((field) => ({
      what: `fiatbank_${field}`,
      before: before ? String(before[field]) : null,
      after: String(details[field]),
    }))
    .filter(({ before: was, after }) => was !== after && after !== '');
}

/** Screens show what an order says by now; whose money would go to an account that is ours no more hears of it. */
async function announceToUnpaid(tx: Tx, before: FiatBankRow, after: FiatBankRow): Promise<void> {
  for (const order of await listUnpaidAt(tx, after.id)) {
    await announceFiat(tx, order, order.status);
    if (!isPaidTo(order, before) || isPaidTo(order, after)) continue;
    const money = `${formatFiat(order.amount, order.decimals)} ${order.currency}`;
    await noticeFiat(tx, order.member_id, 'fiatclosed', { money, reference: order.reference });
  }
}

/** Admin/FiatBanks. */
export async function listFiatBanks(ctx: Pick<Ctx, 'tx'>): Promise<CallResult<typeof adminFiatBanks>> {
  const banks = await listBanks(ctx.tx);
  return {
    list: banks.map((bank) => ({
      id: bank.id,
      currency: bank.currency,
      decimals: bank.decimals,
      name: bank.name,
      holder: bank.holder,
      account: bank.account,
      bic: bank.bic,
      open: bank.open,
      changed: bank.changed_at.toISOString(),
      made: bank.maker_id === null ? ('development' as const) : ('two' as const),
    })),
  };
}
