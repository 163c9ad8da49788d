import { chainExplorer } from '@openmere/core/setting/chain.ts';
import { CopyValue } from '../../parts/copy-value.tsx';
import { useAgo } from '../../parts/use-ago.ts';
import { exactTime } from '../../platform/exact-time.ts';
import { moneyText, placesFor } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText, baseUnits, displayStyle } from '../../platform/money-text.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { shortHex } from '../../platform/wallet/address.ts';
import { useSetting } from '../../setting/use-setting.ts';
import { Badge } from '../../ui/badge.tsx';
import { Figure, HIDDEN } from '../../ui/figure.tsx';
import { ListRow } from '../../ui/list.tsx';
import { Receipt } from '../../ui/receipt.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { FlipPrice } from '../trade/trade-quote.tsx';
import type { TradeRow } from './trade-csv.ts';
import css from '../trade/trade.module.css';

/** What one traded oneself is hidden with the balances; the trades of others are everybody's to read. */
function useHidden({ mine }: TradeRow): boolean {
  return usePreferences((state) => state.hideAmounts) && mine;
}

/** One trade in the list: what, at which price, when; among everybody's, one's own are marked. */
export function TradeListRow({
  trade,
  marked,
  onOpen,
}: {
  trade: TradeRow;
  marked: boolean;
  onOpen: () => void;
}) {
  const t = useTexts('swap');
  const locale = useLocale();
  const ago = useAgo();
  const hide = useHidden(trade);
  const money = (plain: string, coin: string) => moneyText(baseUnits(plain), coin, locale);
  const own = (plain: string, coin: string) => (hide ? `${HIDDEN} ${coin}` : money(plain, coin));
  return (
    <ListRow
      title={
        <>
          {t(trade.type === 'buy' ? 'bought' : 'sold')}{' '}
          {marked && trade.mine && <Badge tone="accent">{t('mine')}</Badge>}
        </>
      }
      subtitle={ago(trade.time)}
      trailing={own(trade.quantity, 'OPEN')}
      trailingNote={
        <>
          <span className={css.line}>{own(trade.amount, 'USDT')}</span>
          <span className={css.line}>{t('atPrice', { price: money(trade.price, 'USDT') })}</span>
        </>
      }
      onPress={onOpen}
    />
  );
}

/** All figures of one trade, with the transaction behind it. */
export function TradeDetail({ trade }: { trade: TradeRow }) {
  const t = useTexts('swap');
  const locale = useLocale();
  const explorer = useSetting(chainExplorer);
  const bought = trade.type === 'buy';
  const hide = useHidden(trade);
  const money = (plain: string, coin: string) => `${hide ? HIDDEN : amountText(plain, locale, 18)} ${coin}`;
  const quantity = baseUnits(trade.quantity);
  const rows = [
    {
      key: 'amount',
      label: t(bought ? 'paidAll' : 'receivedAll'),
      value: money(trade.amount, 'USDT'),
      strong: true,
    },
    { key: 'price', label: t('price'), value: <FlipPrice priceE18={baseUnits(trade.price)} /> },
    { key: 'fee', label: t('communityFeePaid'), value: money(trade.fee, 'USDT') },
    ...(bought ? [] : [{ key: 'burned', label: t('burned'), value: money(trade.burned, 'OPEN') }]),
    { key: 'time', label: t('time'), value: exactTime(trade.time, locale) },
    {
      key: 'block',
      label: t('block'),
      value: String(trade.block),
      ...(trade.status === 'seen' ? { note: t('seenText') } : {}),
    },
    { key: 'wallet', label: t('wallet'), value: shortHex(trade.address) },
  ];
  return (
    <Receipt
      title={t(bought ? 'bought' : 'sold')}
      figure={
        <Figure
          size="hero"
          value={amountText(trade.quantity, locale, placesFor(quantity))}
          decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
          unit="OPEN"
          hiddenLabel={hide ? t('hidden') : undefined}
        />
      }
      status={
        <StatusPill state={trade.status === 'final' ? 'done' : 'working'}>
          {t(`status_${trade.status}`)}
        </StatusPill>
      }
      rows={rows}
      footer={
        <>
          <CopyValue label={t('hash')} value={trade.hash} />
          {explorer !== undefined && explorer !== '' && (
            <TextLink href={`${explorer}/tx/${trade.hash}`}>{t('explorer')}</TextLink>
          )}
        </>
      }
    />
  );
}
