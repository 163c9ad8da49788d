import type { OutputOf } from '@openmere/core/calls.ts';
import { useState } from 'react';
import { CallList } from '../../parts/call-list.tsx';
import { useAgo } from '../../parts/use-ago.ts';
import { WaitingRows } from '../../parts/waiting.tsx';
import { call } from '../../platform/api-client.ts';
import { csvText, saveCsv } from '../../platform/csv.ts';
import { errorText } from '../../platform/error-text.ts';
import { push } from '../../platform/history.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { baseUnits } from '../../platform/money-text.ts';
import { useCallPages } from '../../platform/pages.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { ChipRow } from '../../ui/chip-row.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { HIDDEN } from '../../ui/figure.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconDownload, IconMinus, IconPlus } from '../../ui/icon/act.tsx';
import { IconRefresh } from '../../ui/icon/arrow.tsx';
import { IconUnlock } from '../../ui/icon/guard.tsx';
import { IconReceive } from '../../ui/icon/money.tsx';
import { ListRow } from '../../ui/list.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { coinText, worthText } from '../liquidity-text.ts';

export type LiquidityRecord = OutputOf<'trade/LiquidityRecords'>;
export const recordTypes = ['add', 'remove', 'inkind', 'readd', 'release', 'redeem'] as const;
export type RecordType = (typeof recordTypes)[number];

const PATH = '/pages/swap/linquidity/linquidity';
const icons = {
  add: IconPlus,
  remove: IconMinus,
  inkind: IconMinus,
  readd: IconRefresh,
  release: IconUnlock,
  redeem: IconReceive,
} as const;

/** The figure that a record is about, with its coin. */
export function mainFigure(record: LiquidityRecord): { plain: string; coin: string } {
  if (record.type === 'inkind') return { plain: record.lp, coin: 'LP' };
  if (record.type === 'release') return { plain: record.ousd, coin: 'OUSD' };
  return { plain: record.amount, coin: record.type === 'redeem' ? 'OUSD' : 'USDT' };
}

function RecordRow({ record }: { record: LiquidityRecord }) {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const ago = useAgo();
  const Icon = icons[record.type];
  const { plain, coin } = mainFigure(record);
  const when = ago(record.time);
  const hide = usePreferences((state) => state.hideAmounts);
  const shown = coin === 'USDT' ? worthText(baseUnits(plain), coin, locale) : coinText(plain, coin, locale);
  return (
    <ListRow
      leading={<Icon />}
      title={t(`type_${record.type}`)}
      subtitle={record.status === 'seen' ? `${when} · ${t('seen')}` : when}
      trailing={hide ? `${HIDDEN} ${coin}` : shown}
      trailingNote={record.lp === '0' || hide ? undefined : coinText(record.lp, 'LP', locale)}
      onPress={() => push(PATH, { id: record.id })}
    />
  );
}

/** Every record of a type, page after page, for the statement. */
async function allRecords(type: RecordType | undefined): Promise<LiquidityRecord[]> {
  const rows: LiquidityRecord[] = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    // oxlint-disable-next-line no-await-in-loop -- each page names the next
    const page = await call('trade/LiquidityRecords', { type, cursor, pageSize: 1000 });
    rows.push(...page.list);
    cursor = page.cursor;
  }
  return rows;
}

const columns = [
  'time',
  'type',
  'amount',
  'usdt',
  'open',
  'lp',
  'lpvalue',
  'ousd',
  'ousdheld',
  'releaseat',
  'equity',
  'hash',
  'block',
  'status',
] as const;

/** The statement, newest first as on the screen; amounts as plain decimals. */
export function recordsCsv(rows: readonly LiquidityRecord[], heads: readonly string[]): string {
  return csvText(
    heads,
    rows.map((row) => columns.map((column) => String(row[column] ?? ''))),
  );
}

function ExportButton({ type }: { type: RecordType | undefined }) {
  const t = useTexts('liquidity');
  const hide = usePreferences((state) => state.hideAmounts);

  async function save(): Promise<void> {
    try {
      const rows = await allRecords(type);
      saveCsv(
        'openmere-liquidity.csv',
        recordsCsv(
          rows,
          columns.map((column) => t(`csv_${column}`)),
        ),
      );
    } catch (error) {
      showToast({ text: errorText(error), tone: 'danger' });
    }
  }

  return (
    <IconButton
      label={t(hide ? 'exportShown' : 'export')}
      icon={<IconDownload />}
      onPress={() => void save()}
    />
  );
}

function Rows({ type }: { type: RecordType | undefined }) {
  const t = useTexts('liquidity');
  const query = useCallPages('trade/LiquidityRecords', type === undefined ? {} : { type });
  return (
    <CallList
      query={query}
      label={t('records')}
      headLevel={3}
      waiting={<WaitingRows rows={3} coin={false} />}
      empty={<EmptyState title={t('noRecords')}>{t('noRecordsText')}</EmptyState>}
    >
      {(record) => <RecordRow record={record} />}
    </CallList>
  );
}

/** What one has done with liquidity, newest first; `only` shows one type without a choice. */
export function LiquidityRecords({ only }: { only?: RecordType }) {
  const t = useTexts('liquidity');
  const [chosen, setChosen] = useState<RecordType>();
  const type = only ?? chosen;
  return (
    <>
      <SectionTitle action={<ExportButton type={type} />}>{t('records')}</SectionTitle>
      {only === undefined && (
        <ChipRow
          label={t('filter')}
          chips={[undefined, ...recordTypes].map((key) => ({
            key: key ?? 'all',
            label: key === undefined ? t('all') : t(`type_${key}`),
            pressed: key === chosen,
            onPress: () => setChosen(key),
          }))}
        />
      )}
      <Rows type={type} />
    </>
  );
}
