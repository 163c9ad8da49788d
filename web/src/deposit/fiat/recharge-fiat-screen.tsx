import { CountryWarning } from '../../auth/agreement/country-warning.tsx';
import { RiskPart, useRiskDue } from '../../auth/agreement/risk-gate.tsx';
import { BackBar } from '../../parts/back-bar.tsx';
import { CallList } from '../../parts/call-list.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { useAgo } from '../../parts/use-ago.ts';
import { WaitingCard, WaitingRows } from '../../parts/waiting.tsx';
import { useLocation } from '../../platform/history.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { useCallPages } from '../../platform/pages.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { useCall } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { HIDDEN } from '../../ui/figure.tsx';
import { ListRow } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { FiatForm } from './fiat-form.tsx';
import { FiatOrderView } from './fiat-order-view.tsx';
import { bankMoney, fiatPill } from './fiat-text.ts';

const PATH = '/pages/wallet/recharge/rechargeFiat';

/** Deposit by bank: choose and order, or one order by its id; the other orders beside it. */
export function RechargeFiatScreen() {
  const t = useTexts('fiat');
  const { id } = useLocation().query;
  // What is ordered already is read all the same.
  const isClosed = useRiskDue() && id === undefined;
  return (
    <Page
      nav={<BackBar title="fiat.titleRechargeFiat" parent="/pages/wallet/recharge/recharge" />}
      aside={
        <Refreshable calls={['Wallet/FiatOrders']}>
          <Stack>
            <SectionTitle>{t('orders')}</SectionTitle>
            <Orders />
          </Stack>
        </Refreshable>
      }
    >
      {isClosed ? <RiskPart /> : <CountryWarning />}
      {!isClosed && (id === undefined ? <NewOrder /> : <OneOrder id={id} />)}
      <Notice tone="warn">{t('risk')}</Notice>
    </Page>
  );
}

function NewOrder() {
  const t = useTexts('fiat');
  const offered = useCall('Wallet/FiatBanks', {});
  return (
    <Loaded query={offered} waiting={<WaitingCard />}>
      {(data) =>
        data.currencies.length === 0 ? (
          <EmptyState
            title={t('none')}
            action={<Button href="#/pages/wallet/recharge/rechargeChain">{t('onChain')}</Button>}
          >
            {t('noneText')}
          </EmptyState>
        ) : (
          <FiatForm offered={data} />
        )
      }
    </Loaded>
  );
}

function OneOrder({ id }: { id: string }) {
  const t = useTexts('fiat');
  const query = useCallPages('Wallet/FiatOrders', { id });
  const [order] = query.rows ?? [];
  if (order) return <FiatOrderView order={order} fetchedAt={query.dataUpdatedAt} />;
  if (query.rows) return <EmptyState title={t('noOrder')}>{t('noOrderText')}</EmptyState>;
  return (
    <Loaded query={{ ...query, data: undefined }} waiting={<WaitingCard />}>
      {() => null}
    </Loaded>
  );
}

function Orders() {
  const t = useTexts('fiat');
  const ago = useAgo();
  const hide = usePreferences((state) => state.hideAmounts);
  const locale = useLocale();
  const query = useCallPages('Wallet/FiatOrders', {});
  return (
    <CallList
      query={query}
      label={t('orders')}
      headLevel={3}
      waiting={<WaitingRows coin={false} />}
      empty={<EmptyState title={t('noOrders')}>{t('noOrdersText')}</EmptyState>}
    >
      {(order) => (
        <ListRow
          title={hide ? `${HIDDEN} ${order.currency}` : bankMoney(order.amount, order.currency, locale)}
          subtitle={ago(order.time)}
          trailing={<StatusPill state={fiatPill(order).state}>{t(fiatPill(order).word)}</StatusPill>}
          href={`#${PATH}?id=${order.id}`}
        />
      )}
    </CallList>
  );
}
