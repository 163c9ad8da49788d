import type { OutputOf } from '@openmere/core/calls.ts';
import { coinText, priceText } from '../../liquidity/liquidity-text.ts';
import { CallFailed } from '../../parts/call-failed.tsx';
import { RecordsPage } from '../../parts/records-page.tsx';
import { useAgo } from '../../parts/use-ago.ts';
import { WaitingCard } from '../../parts/waiting.tsx';
import { useLocale, useTexts, useTitle } from '../../platform/i18n.ts';
import { amountText, baseUnits } from '../../platform/money-text.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { useCall } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { HIDDEN } from '../../ui/figure.tsx';
import { IconMint } from '../../ui/icon/money.tsx';
import { ListRow } from '../../ui/list.tsx';
import { RecordSlip } from '../record-slip.tsx';
import { usePowerText } from '../use-power-text.ts';

type Row = OutputOf<'Cast/Records'>;
const PATH = '/pages/wallet/cast/details/details';

function Slip({ record }: { record: Row }) {
  const t = useTexts('minting');
  const locale = useLocale();
  const hide = usePreferences((state) => state.hideAmounts);
  const whole = (plain: string, coin: string) => `${hide ? HIDDEN : amountText(plain, locale, 18)} ${coin}`;
  return (
    <RecordSlip
      about="minting"
      record={record}
      title={t('minted')}
      figure={{ plain: record.obtained, unit: t('unit') }}
      rows={[
        { key: 'consumed', label: t('consumed'), value: whole(record.consumed, 'OPEN') },
        { key: 'price', label: t('average'), value: priceText(baseUnits(record.price), locale) },
        { key: 'value', label: t('value'), value: whole(record.value, 'USDT') },
        { key: 'burned', label: t('burned'), value: whole(record.burned, 'OPEN') },
        { key: 'market', label: t('toMarket'), value: whole(record.tomarket, 'OPEN') },
      ]}
    />
  );
}

function OneRecord({ id }: { id: string }) {
  const t = useTexts('liquidity');
  const query = useCall('Cast/Records', { id });
  const record = query.data?.list[0];
  if (record) return <Slip record={record} />;
  if (query.data) return <EmptyState title={t('noSuch')}>{t('noSuchText')}</EmptyState>;
  return query.isError ? <CallFailed query={query} /> : <WaitingCard />;
}

/** Hash power that one minted: OPEN consumed, power obtained, the price it counted at. */
export function CastRecordsScreen() {
  const t = useTexts('minting');
  const common = useTexts('liquidity');
  const titleOf = useTitle();
  const locale = useLocale();
  const text = usePowerText();
  const ago = useAgo();
  const hide = usePreferences((state) => state.hideAmounts);
  return (
    <RecordsPage
      call="Cast/Records"
      path={PATH}
      title="minting.titleCastRecords"
      parent="/pages/wallet/cast/cast"
      one={(id) => <OneRecord id={id} />}
      empty={
        <EmptyState
          title={t('noRecords')}
          drawing="records"
          action={<Button href="#/pages/wallet/cast/cast">{titleOf('minting.titleCast')}</Button>}
        >
          {t('noRecordsText')}
        </EmptyState>
      }
    >
      {(record, { current, onOpen }) => (
        <ListRow
          leading={<IconMint />}
          title={t('minted')}
          subtitle={record.status === 'seen' ? `${ago(record.time)} · ${common('seen')}` : ago(record.time)}
          trailing={hide ? HIDDEN : text(record.obtained)}
          trailingNote={hide ? `${HIDDEN} OPEN` : coinText(record.consumed, 'OPEN', locale)}
          current={current}
          onPress={() => onOpen(record.id)}
        />
      )}
    </RecordsPage>
  );
}
