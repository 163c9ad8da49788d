import { chainExplorer } from '@openmere/core/setting/chain.ts';
import { CopyValue } from '../parts/copy-value.tsx';
import { HelpLink } from '../parts/help-link.tsx';
import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText, displayStyle } from '../platform/money-text.ts';
import { usePreferences } from '../platform/preferences.ts';
import { useSetting } from '../setting/use-setting.ts';
import { Figure } from '../ui/figure.tsx';
import type { KeyValueRow } from '../ui/key-value.tsx';
import { Stack } from '../ui/page.tsx';
import { Receipt } from '../ui/receipt.tsx';
import { StatusPill } from '../ui/status-pill.tsx';
import { TextLink } from '../ui/text-link.tsx';

type Props = {
  about: 'minting' | 'usdo';
  record: { id: string; time: string; hash: string; block: number; status: 'seen' | 'final' };
  title: string;
  /** Plain decimal, and what it counts. */
  figure: { plain: string; unit: string };
  rows: readonly KeyValueRow[];
};

/** One minting with all of its figures, the transaction behind it, and the way to support. */
export function RecordSlip({ about, record, title, figure, rows }: Props) {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const hide = usePreferences((state) => state.hideAmounts);
  const explorer = useSetting(chainExplorer);
  const { id, hash, status, time, block } = record;
  return (
    <Stack>
      <Receipt
        title={title}
        status={<StatusPill state={status === 'final' ? 'done' : 'working'}>{t(status)}</StatusPill>}
        figure={
          <Figure
            size="hero"
            value={amountText(figure.plain, locale, 6)}
            decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
            unit={figure.unit}
            hiddenLabel={hide ? t('hidden') : undefined}
          />
        }
        rows={[
          ...rows,
          { key: 'time', label: t('csv_time'), value: exactTime(time, locale) },
          {
            key: 'block',
            label: t('csv_block'),
            value: String(block),
            ...(status === 'seen' ? { note: t('seenText') } : {}),
          },
        ]}
        footer={
          <>
            <CopyValue label={t('csv_hash')} value={hash} />
            {explorer && <TextLink href={`${explorer}/tx/${hash}`}>{t('explorer')}</TextLink>}
          </>
        }
      />
      <HelpLink about={`${about}:${id}`} />
    </Stack>
  );
}
