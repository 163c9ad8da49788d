import type { OutputOf } from '@openmere/core/calls.ts';
import { coinText } from '../../liquidity/liquidity-text.ts';
import { CallFailed } from '../../parts/call-failed.tsx';
import { RecordsPage } from '../../parts/records-page.tsx';
import { useAgo } from '../../parts/use-ago.ts';
import { WaitingCard } from '../../parts/waiting.tsx';
import { useLocale, useTexts, useTitle } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { useCall } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { HIDDEN } from '../../ui/figure.tsx';
import { ListRow } from '../../ui/list.tsx';
import { RecordSlip } from '../record-slip.tsx';

type Row = OutputOf<'Usdo/Records'>;
const PATH = '/pages/wallet/usdoCast/recode/recode';
const arrives = ({ type }: Row) => (type === 'redeem' ? 'USDT' : 'USDO');

function Slip({ record }: { record: Row }) {
  const t = useTexts('usdo');
  const locale = useLocale();
  const hide = usePreferences((state) => state.hideAmounts);
  const whole = (plain: string, coin: string) => `${hide ? HIDDEN : amountText(plain, locale, 18)} ${coin}`;
  const sold = record.paidwith === 'OPEN';
  return (
    <RecordSlip
      about="usdo"
      record={record}
      title={t(`type_${record.type}`)}
      figure={{ plain: record.obtained, unit: arrives(record) }}
      rows={[
        { key: 'consumed', label: t('youGive'), value: whole(record.consumed, record.paidwith) },
        {
          key: 'price',
          label: t('price'),
          value: `${amountText(record.price, locale, 18)} ${arrives(record)}`,
        },
        ...(sold
          ? [
              { key: 'fee', label: t('fee'), value: whole(record.fee, 'USDT') },
              { key: 'burned', label: t('burned'), value: whole(record.burned, 'OPEN') },
            ]
          : []),
      ]}
    />
  );
}

function OneRecord({ id }: { id: string }) {
  const t = useTexts('liquidity');
  const query = useCall('Usdo/Records', { id });
  const record = query.data?.list[0];
  if (record) return <Slip record={record} />;
  if (query.data) return <EmptyState title={t('noSuch')}>{t('noSuchText')}</EmptyState>;
  return query.isError ? <CallFailed query={query} /> : <WaitingCard />;
}

/** USDO that one minted and redeemed, with the price that was got. */
export function UsdoRecordsScreen() {
  const t = useTexts('usdo');
  const common = useTexts('liquidity');
  const titleOf = useTitle();
  const locale = useLocale();
  const ago = useAgo();
  const hide = usePreferences((state) => state.hideAmounts);
  const money = (plain: string, coin: string) => (hide ? `${HIDDEN} ${coin}` : coinText(plain, coin, locale));
  return (
    <RecordsPage
      call="Usdo/Records"
      path={PATH}
      title="usdo.titleUsdoRecords"
      parent="/pages/wallet/usdoCast/usdoCast"
      one={(id) => <OneRecord id={id} />}
      empty={
        <EmptyState
          title={t('noRecords')}
          drawing="records"
          action={<Button href="#/pages/wallet/usdoCast/usdoCast">{titleOf('usdo.titleUsdoCast')}</Button>}
        >
          {t('noRecordsText')}
        </EmptyState>
      }
    >
      {(record, { current, onOpen }) => (
        <ListRow
          leading={<CoinMark coin={arrives(record)} />}
          title={t(`type_${record.type}`)}
          subtitle={record.status === 'seen' ? `${ago(record.time)} · ${common('seen')}` : ago(record.time)}
          trailing={money(record.obtained, arrives(record))}
          trailingNote={money(record.consumed, record.paidwith)}
          current={current}
          onPress={() => onOpen(record.id)}
        />
      )}
    </RecordsPage>
  );
}
