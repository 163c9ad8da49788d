import type { OutputOf } from '@openmere/core/calls.ts';
import { useEffect } from 'react';
import { BackBar } from '../parts/back-bar.tsx';
import { CallList } from '../parts/call-list.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { useAgo } from '../parts/use-ago.ts';
import { WaitingRows } from '../parts/waiting.tsx';
import { replace, useLocation } from '../platform/history.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { onPush } from '../platform/live.ts';
import { amountText, displayStyle } from '../platform/money-text.ts';
import { useCallPages } from '../platform/pages.ts';
import { usePreferences } from '../platform/preferences.ts';
import { refresh, useCall } from '../platform/query.ts';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Figure } from '../ui/figure.tsx';
import { ListRow } from '../ui/list.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { useSumText } from './sum-text.ts';

const credits = ['EQUITY', 'POY', 'OBL'] as const;
type Credit = (typeof credits)[number];
type CreditRecord = OutputOf<'Users/CreditDetail'>;

function Held({ coinid }: { coinid: Credit }) {
  const t = useTexts('award');
  const locale = useLocale();
  const hide = usePreferences((state) => state.hideAmounts);
  const { data } = useCall('Users/Balance', {});
  const balance = data?.list.find((row) => row.coinid === coinid)?.balance ?? (data ? '0' : undefined);
  return (
    <Card>
      <Stack gap={2}>
        <Figure
          size="large"
          value={balance === undefined ? undefined : amountText(balance, locale)}
          decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
          unit={coinid}
          hiddenLabel={hide ? t('hidden') : undefined}
        />
        <p>{t(`credit_${coinid}`)}</p>
      </Stack>
    </Card>
  );
}

function CreditRow({ record }: { record: CreditRecord }) {
  const t = useTexts('award');
  const ago = useAgo();
  const sum = useSumText();
  const sign = record.amount.startsWith('-') ? '' : '+';
  return (
    <ListRow
      title={record.description}
      subtitle={ago(record.time)}
      trailing={sign + sum(record.amount, record.coinid)}
      trailingNote={t('creditAfter', { amount: sum(record.balanceafter, record.coinid) })}
    />
  );
}

/** Records of the credits: membership equity, proof of yield, loyalty credit. */
export function CreditsScreen() {
  const t = useTexts('award');
  const asked = useLocation().query['coinid'];
  const coinid = credits.find((one) => one === asked) ?? 'EQUITY';
  const query = useCallPages('Users/CreditDetail', { coinid });
  // What the mall gives, and what is redeemed on another device, moves the balance and comes with no word of its own.
  useEffect(() => onPush('balance', () => void refresh('Users/CreditDetail')), []);
  return (
    <Page nav={<BackBar title="award.titleCredits" parent="/pages/award/award" />}>
      <Segmented
        label={t('credit')}
        items={credits.map((key) => ({ key, label: key }))}
        value={coinid}
        onChange={(key) => replace('/pages/award/credits/credits', { coinid: key })}
      />
      <Refreshable calls={['Users/CreditDetail', 'Users/Balance']}>
        <Stack>
          <Held coinid={coinid} />
          <CallList
            query={query}
            label={t('records')}
            waiting={<WaitingRows coin={false} />}
            empty={<EmptyState title={t('creditsEmpty')}>{t('creditsEmptyText')}</EmptyState>}
          >
            {(record) => <CreditRow record={record} />}
          </CallList>
        </Stack>
      </Refreshable>
    </Page>
  );
}
