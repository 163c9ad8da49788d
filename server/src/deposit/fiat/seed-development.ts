import { businessNow } from '../../platform/business-clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import { addCurrency, addRate, findFreshRate, isRateSet, listBanks, putBank } from './bank-store.ts';

/** Nobody can send money there: no bank has such accounts. */
const made = [
  {
    currency: 'EUR',
    decimals: 2,
    priceE18: 92n * 10n ** 16n,
    accounts: ['Development Bank A', 'Development Bank B'],
  },
  { currency: 'JPY', decimals: 0, priceE18: 150n * 10n ** 18n, accounts: ['Development Bank Tokyo'] },
] as const;
const SPREAD_BPS = 50;
const RATE_HOURS = 12;

/**
 * Development chain only: bank accounts that say that they are for development, and rates that hold at each start. Nothing happens where
 * operators have set any.
 */
export async function seedDevelopmentBanks({ tx }: Pick<Ctx, 'tx'>): Promise<void> {
  if (await isRateSet(tx)) return;
  const now = await businessNow(tx);
  const known = await listBanks(tx);
  for (const { currency, decimals, priceE18, accounts } of made) {
    await addCurrency(tx, currency, decimals);
    if (!(await findFreshRate(tx, currency, { now, hours: RATE_HOURS })))
      await addRate(tx, {
        currency,
        price_e18: priceE18,
        spread_bps: SPREAD_BPS,
        operator_id: null,
        second_id: null,
      });
    for (const [index, name] of accounts.entries()) {
      if (known.some((bank) => bank.name === name && bank.currency === currency)) continue;
      await putBank(tx, {
        id: newId('fba'),
        currency,
        name,
        holder: 'Openmere Development',
        account: `DEV ${currency} 0000 000${index + 1}`,
        bic: '',
        open: true,
        changed_at: now,
        maker_id: null,
        checker_id: null,
      });
    }
  }
}
