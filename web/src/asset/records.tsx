import { useState } from 'react';
import { CallList } from '../parts/call-list.tsx';
import { useAgo } from '../parts/use-ago.ts';
import { WaitingRows } from '../parts/waiting.tsx';
import { useTexts, useLocale } from '../platform/i18n.ts';
import { amountText, displayStyle } from '../platform/money-text.ts';
import { usePreferences } from '../platform/preferences.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Figure } from '../ui/figure.tsx';
import { ListRow } from '../ui/list.tsx';
import { RecordSheet } from './record-sheet.tsx';
import type { BalanceRecord, useRecords } from './use-records.ts';

type RowProps = { record: BalanceRecord; coin: boolean; onOpen: () => void };

function RecordRow({ record, coin, onOpen }: RowProps) {
  const t = useTexts('asset');
  const locale = useLocale();
  const ago = useAgo();
  const hide = usePreferences((state) => state.hideAmounts);
  const sign = record.amount.startsWith('-') ? '' : '+';
  return (
    <ListRow
      title={record.description}
      subtitle={ago(record.time)}
      trailing={
        <Figure
          value={sign + amountText(record.amount, locale)}
          unit={coin ? record.coinid : undefined}
          decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
          hiddenLabel={hide ? t('hidden') : undefined}
        />
      }
      trailingNote={hide ? undefined : t('after', { amount: amountText(record.balanceafter, locale) })}
      onPress={onOpen}
      chevron={false}
    />
  );
}

type RecordsProps = {
  query: ReturnType<typeof useRecords>;
  /** Name the coin of each. */
  coins?: boolean;
  /** Ends the filter; undefined while there is none. */
  onAll: (() => void) | undefined;
};

/** The records with the date as sticky head, endless; each opens. */
export function Records({ query, coins = false, onAll }: RecordsProps) {
  const t = useTexts('asset');
  const [shownId, setShownId] = useState<string>();
  // The row as it stands by now: it moves on while it is open.
  const shown = query.rows?.find(({ id }) => id === shownId);
  return (
    <>
      <CallList
        query={query}
        label={t('records')}
        waiting={<WaitingRows coin={false} />}
        empty={
          onAll ? (
            <EmptyState
              title={t('noneShown')}
              action={
                <Button tone="secondary" onPress={onAll}>
                  {t('showAll')}
                </Button>
              }
            />
          ) : (
            <EmptyState
              title={t('noRecordsTitle')}
              action={<Button href="#/pages/wallet/recharge/recharge">{t('deposit')}</Button>}
            >
              {t('noRecordsText')}
            </EmptyState>
          )
        }
      >
        {(record) => <RecordRow record={record} coin={coins} onOpen={() => setShownId(record.id)} />}
      </CallList>
      <RecordSheet record={shown} onClose={() => setShownId(undefined)} />
    </>
  );
}
