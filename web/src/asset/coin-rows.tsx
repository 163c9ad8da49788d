import { findCoin } from '@openmere/core/money/coin.ts';
import { useTexts, useLocale } from '../platform/i18n.ts';
import { amountText, displayStyle } from '../platform/money-text.ts';
import { usePreferences } from '../platform/preferences.ts';
import { CoinMark } from '../ui/coin-mark.tsx';
import { Figure } from '../ui/figure.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { rowAmount } from './row-amount.ts';
import type { BalanceRow } from './use-balances.ts';

/** One row per coin: what one has, and what of it is locked. */
export function CoinRows({ rows }: { rows: readonly BalanceRow[] }) {
  const t = useTexts('asset');
  const locale = useLocale();
  const hide = usePreferences((state) => state.hideAmounts);
  const mark = displayStyle(locale).decimal === ',' ? ',' : '.';
  return (
    <List label={t('coins')}>
      {rows.map((row) => (
        <ListRow
          key={row.coinid}
          leading={<CoinMark coin={row.coinid} />}
          title={row.coinid}
          subtitle={findCoin(row.coinid)?.name}
          trailing={
            <Figure
              value={rowAmount(row.balance, locale)}
              decimalMark={mark}
              hiddenLabel={hide ? t('hidden') : undefined}
            />
          }
          trailingNote={
            row.lockbalance === '0' || hide
              ? undefined
              : t('lockedShort', { amount: amountText(row.lockbalance, locale) })
          }
          href={`#/pages/wallet/detail/detail?coinid=${row.coinid}`}
        />
      ))}
    </List>
  );
}
