import { findCoin } from '@openmere/core/money/coin.ts';
import { useTexts, useLocale } from '../platform/i18n.ts';
import { amountText, displayStyle } from '../platform/money-text.ts';
import { usePreferences } from '../platform/preferences.ts';
import { CoinMark } from '../ui/coin-mark.tsx';
import { Figure } from '../ui/figure.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { rowAmount } from './row-amount.ts';
import type { BalanceRow } from './use-balances.ts';
import { useOpenWorth } from './use-open-worth.ts';

/** Credits are called what they are; a token has the one name that the chain knows it by. */
function useCoinName(coinid: string): string | undefined {
  const t = useTexts('asset');
  if (coinid === 'EQUITY' || coinid === 'OBL' || coinid === 'POY') return t(`name${coinid}`);
  return findCoin(coinid)?.name;
}

function CoinRow({ row }: { row: BalanceRow }) {
  const t = useTexts('asset');
  const locale = useLocale();
  const hide = usePreferences((state) => state.hideAmounts);
  const name = useCoinName(row.coinid);
  const worth = useOpenWorth(row.coinid, row.balance);
  const locked =
    row.lockbalance === '0' ? undefined : t('lockedShort', { amount: amountText(row.lockbalance, locale) });
  return (
    <ListRow
      leading={<CoinMark coin={row.coinid} />}
      title={row.coinid}
      subtitle={name}
      trailing={
        <Figure
          value={rowAmount(row.balance, locale)}
          decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
          hiddenLabel={hide ? t('hidden') : undefined}
        />
      }
      trailingNote={
        hide ? undefined : [worth, locked].filter((part) => part !== undefined).join(' · ') || undefined
      }
      href={`#/pages/wallet/detail/detail?coinid=${row.coinid}`}
    />
  );
}

/** One row per coin: what one has, what of it is locked, and what OPEN is worth. */
export function CoinRows({ rows }: { rows: readonly BalanceRow[] }) {
  const t = useTexts('asset');
  return (
    <List label={t('coins')}>
      {rows.map((row) => (
        <CoinRow key={row.coinid} row={row} />
      ))}
    </List>
  );
}
