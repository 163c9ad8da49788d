import type { OutputOf } from '@openmere/core/calls.ts';
import { call } from '../platform/api-client.ts';
import { useTexts, useLocale } from '../platform/i18n.ts';
import { amountText, displayStyle } from '../platform/money-text.ts';
import { usePreferences } from '../platform/preferences.ts';
import { useCallPages } from '../platform/pages.ts';
import { CallList } from '../parts/call-list.tsx';
import { WaitingRows } from '../parts/waiting.tsx';
import { useAgo } from '../parts/use-ago.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Figure } from '../ui/figure.tsx';
import { ListRow } from '../ui/list.tsx';

type Record = OutputOf<'trade/GetUserBalanceRecord'>;

/** Reads the records of a coin page by page; `kind` narrows them. */
export function useRecords(coinid: string, kind: string | undefined) {
  return useCallPages('trade/GetUserBalanceRecord', kind === undefined ? { coinid } : { coinid, kind });
}

/** Every record, for the statement: page after page until the last. */
export async function allRecords(coinid: string, kind: string | undefined): Promise<Record[]> {
  const rows: Record[] = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await call('trade/GetUserBalanceRecord', { coinid, kind, cursor, pageSize: 1000 });
    rows.push(...page.list);
    cursor = page.cursor;
  }
  return rows;
}

function RecordRow({ record }: { record: Record }) {
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
          decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
          hiddenLabel={hide ? t('hidden') : undefined}
        />
      }
      trailingNote={hide ? undefined : t('after', { amount: amountText(record.balanceafter, locale) })}
    />
  );
}

/** The records with the date as sticky head, endless. */
export function Records({ query }: { query: ReturnType<typeof useRecords> }) {
  const t = useTexts('asset');
  return (
    <CallList
      query={query}
      label={t('records')}
      waiting={<WaitingRows coin={false} />}
      empty={
        <EmptyState
          title={t('noRecordsTitle')}
          action={<Button href="#/pages/wallet/recharge/recharge">{t('deposit')}</Button>}
        >
          {t('noRecordsText')}
        </EmptyState>
      }
    >
      {(record) => <RecordRow record={record} />}
    </CallList>
  );
}
