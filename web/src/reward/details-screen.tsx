import type { OutputOf } from '@openmere/core/calls.ts';
import { useState } from 'react';
import { HelpLink } from '../parts/help-link.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { RecordsPage } from '../parts/records-page.tsx';
import { WaitingCard } from '../parts/waiting.tsx';
import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText, displayStyle } from '../platform/money-text.ts';
import { usePreferences } from '../platform/preferences.ts';
import { useCall } from '../platform/query.ts';
import { Button } from '../ui/button.tsx';
import { Figure } from '../ui/figure.tsx';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/page.tsx';
import { Receipt } from '../ui/receipt.tsx';
import { ClaimSheet } from './claim-sheet.tsx';
import type { Claim } from './claim-sheet.tsx';
import { DETAILS_PATH, NoRewards, RewardPill, RewardRow } from './reward-rows.tsx';
import { useSumText, useUnit } from './sum-text.ts';
import { Trace } from './trace.tsx';

type Detail = OutputOf<'Users/RewardDetail'>;

function Slip({ reward }: { reward: Detail }) {
  const t = useTexts('award');
  const locale = useLocale();
  const unit = useUnit();
  const hide = usePreferences((state) => state.hideAmounts);
  return (
    <Receipt
      title={reward.description}
      status={<RewardPill status={reward.status} />}
      figure={
        <Figure
          size="hero"
          value={amountText(reward.total, locale)}
          decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
          unit={unit(reward.coinid)}
          hiddenLabel={hide ? t('hidden') : undefined}
        />
      }
      rows={[
        { key: 'kind', label: t('kind'), value: t(`kind_${reward.kind}`) },
        { key: 'time', label: t('time'), value: exactTime(reward.time, locale) },
        { key: 'serial', label: t('serial'), value: reward.serial },
      ]}
    />
  );
}

function OneReward({ reward }: { reward: Detail }) {
  const t = useTexts('award');
  const sum = useSumText();
  const [claim, setClaim] = useState<Claim>();
  const { id, kind, total: amount, coinid } = reward;
  return (
    <Stack>
      <Slip reward={reward} />
      {reward.reason !== undefined && (
        <Notice tone="warn" title={reward.reason}>
          {t('lostText')}
        </Notice>
      )}
      {reward.status === 'claimable' && (
        <Button onPress={() => setClaim({ id, kind, sums: [{ coinid, amount }] })}>
          {t('claim', { amount: sum(amount, coinid) })}
        </Button>
      )}
      <Trace reward={reward} />
      <HelpLink about={`reward:${id}`} />
      <Notice>{t('risk')}</Notice>
      <ClaimSheet claim={claim} onClose={() => setClaim(undefined)} />
    </Stack>
  );
}

function RewardPage({ id }: { id: string }) {
  const query = useCall('Users/RewardDetail', { id });
  return (
    <Loaded query={query} waiting={<WaitingCard />}>
      {(reward) => <OneReward reward={reward} />}
    </Loaded>
  );
}

/** Rewards, newest first, each with the way it came. */
export function DetailsScreen() {
  return (
    <RecordsPage
      call="Users/Rewards"
      path={DETAILS_PATH}
      title="award.titleAwardDetails"
      parent="/pages/award/award"
      empty={<NoRewards />}
      one={(id) => <RewardPage id={id} />}
    >
      {(reward, listed) => <RewardRow reward={reward} {...listed} />}
    </RecordsPage>
  );
}
