import { quoteAdd } from '@openmere/core/liquidity/quote.ts';
import type { LiquidityPool } from '@openmere/core/liquidity/quote.ts';
import { moneyText, percentText } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { displayStyle } from '../../platform/money-text.ts';
import type { TradeWallet } from '../../swap/trade/use-trade-wallet.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Stack } from '../../ui/page.tsx';
import { fieldPlain } from '../liquidity-text.ts';
import type { AddFormState } from './use-add-form.ts';

const parts = [25n, 50n, 75n, 100n] as const;

/** The most USDT that both balances allow together: adding takes both coins in the pool's ratio. */
export function mostUsdt(wallet: Pick<TradeWallet, 'usdt' | 'open'>, pool: LiquidityPool): bigint {
  const { usdt, open } = wallet;
  if (usdt === undefined || open === undefined) return 0n;
  return quoteAdd({ usdtDesired: usdt, openDesired: open }, pool).usdt;
}

type Props = {
  state: AddFormState;
  pool: LiquidityPool;
  wallet: TradeWallet;
  error: string | undefined;
};

/** Both amounts: whichever is typed, the other one follows in the ratio of the pool. */
export function AddFields({ state, pool, wallet, error }: Props) {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const { form } = state;
  const decimalMark = displayStyle(locale).decimal === ',' ? ',' : '.';
  const most = mostUsdt(wallet, pool);
  const balance = (held: bigint | undefined, coin: string) =>
    held === undefined ? t('balanceUnknown') : t('balance', { amount: moneyText(held, coin, locale) });
  return (
    <Stack gap={3}>
      <AmountField
        label={t('sideUsdt')}
        hint={balance(wallet.usdt, 'USDT')}
        error={form.typed === 'usdt' ? error : undefined}
        value={state.usdt}
        onChange={(amount) => state.type('usdt', amount)}
        unit="USDT"
        decimals={18}
        decimalMark={decimalMark}
        chips={
          most === 0n
            ? []
            : parts.map((part) => ({
                key: String(part),
                label: part === 100n ? t('max') : percentText(Number(part) * 100, locale),
                onPress: () => state.type('usdt', fieldPlain((most * part) / 100n)),
              }))
        }
        chipsLabel={t('addParts')}
      />
      <AmountField
        label={t('sideOpen')}
        hint={balance(wallet.open, 'OPEN')}
        error={form.typed === 'open' ? error : undefined}
        value={state.open}
        onChange={(amount) => state.type('open', amount)}
        unit="OPEN"
        decimals={18}
        decimalMark={decimalMark}
      />
    </Stack>
  );
}
