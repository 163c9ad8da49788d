import { FailedNotice } from '../../parts/failed-notice.tsx';
import { SeeAllLink } from '../../parts/standard-buttons.tsx';
import { useAgo } from '../../parts/use-ago.ts';
import { WaitingRows } from '../../parts/waiting.tsx';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { useCall } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { HIDDEN } from '../../ui/figure.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { latestTrades } from './market-pool.ts';
import type { TradeRow } from './market-pool.ts';
import { priceText } from './market-price-text.ts';
import css from './market-trades.module.css';

function Trade({ trade }: { trade: TradeRow }) {
  const t = useTexts('market');
  const locale = useLocale();
  const ago = useAgo();
  const hide = usePreferences((state) => state.hideAmounts) && trade.mine;
  const bought = trade.type === 'buy';
  const facts = [ago(trade.time), trade.mine && t('yours'), trade.status === 'seen' && t('seen')];
  return (
    <ListRow
      title={
        <span className={css.kind} data-type={trade.type}>
          <span aria-hidden="true">{bought ? '▲' : '▼'}</span> {bought ? t('bought') : t('sold')}
        </span>
      }
      subtitle={facts.filter(Boolean).join(' · ')}
      trailing={`${hide ? HIDDEN : amountText(trade.quantity, locale, 2)} OPEN`}
      trailingNote={`${priceText(trade.price, locale)} USDT`}
      href={`#/pages/swap/detail/detail?id=${trade.id}`}
      chevron={false}
    />
  );
}

/** The latest trades of everybody, live. */
export function MarketTrades() {
  const t = useTexts('market');
  const query = useCall('trade/Trades', latestTrades);
  const rows = query.data?.list;
  return (
    <>
      <SectionTitle action={<SeeAllLink href="#/pages/swap/detail/detail" />}>{t('latest')}</SectionTitle>
      {!rows && query.isError && <FailedNotice error={query.error} onRetry={query.refetch} />}
      {!rows && !query.isError && <WaitingRows coin={false} />}
      {rows?.length === 0 && (
        <Card>
          <p className={css.none}>{t('noTradesText')}</p>
        </Card>
      )}
      {rows !== undefined && rows.length > 0 && (
        <List label={t('latest')}>
          {rows.map((trade) => (
            <Trade key={trade.id} trade={trade} />
          ))}
        </List>
      )}
    </>
  );
}
