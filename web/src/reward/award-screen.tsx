import { dayOf, endOfDay } from '@openmere/core/kit/day.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { rewardKinds } from '@openmere/core/reward/kinds.ts';
import type { RewardKind } from '@openmere/core/reward/kinds.ts';
import { rewardLeadershipLevel, rewardParts, rewardTeamRates } from '@openmere/core/setting/reward.ts';
import { useState } from 'react';
import { BackBar } from '../parts/back-bar.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { SeeAllLink } from '../parts/standard-buttons.tsx';
import { useAsOf } from '../parts/use-as-of.ts';
import { useOwnText } from '../parts/use-own-text.ts';
import { WaitingCard } from '../parts/waiting.tsx';
import { errorText } from '../platform/error-text.ts';
import { exactTime } from '../platform/exact-time.ts';
import { bpsField } from '../platform/figure-text.ts';
import { replace, useLocation } from '../platform/history.ts';
import { useLocale, useTexts, useTitle } from '../platform/i18n.ts';
import { amountText, baseUnits, displayStyle } from '../platform/money-text.ts';
import { usePreferences } from '../platform/preferences.ts';
import { useCall } from '../platform/query.ts';
import { useNow } from '../platform/use-now.ts';
import { useServerAhead } from '../platform/use-server-clock.ts';
import { useSetting } from '../setting/use-setting.ts';
import { BalanceCard } from '../ui/balance-card.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ChipRow } from '../ui/chip-row.tsx';
import { Figure } from '../ui/figure.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { ClaimSheet } from './claim-sheet.tsx';
import type { Claim } from './claim-sheet.tsx';
import { IncomeChart } from './income-chart.tsx';
import { ReferralOff } from './referral-off.tsx';
import { DETAILS_PATH, RewardRows } from './reward-rows.tsx';
import { useSumText, useUnit } from './sum-text.ts';
import { claimableOf, earnedCoins, lastDays, shownKinds } from './totals.ts';
import type { CoinTotal, DayTotal, KindTotal } from './totals.ts';

/** Why there is nothing to claim: hash power that is missing, else when what was paid today is settled; as the call itself says. */
function useNothingText(isNothing: boolean): string | undefined {
  const locale = useLocale();
  const own = useOwnText();
  const { data: info } = useCall('Cast/Info', {});
  const now = useNow() + (useServerAhead('business') ?? 0);
  if (!isNothing || !info) return undefined;
  const at = exactTime(new Date(endOfDay(dayOf(now))).toISOString(), locale);
  if (info.mining) return errorText(new Refusal('reward.nothing', { at }));
  const missing = own(amountText(formatAmount(roundUp(baseUnits(info.missing))), locale, 2));
  return errorText(new Refusal('reward.nothingpower', { missing, at }));
}

/** To the last place shown: with so much more it is enough. */
function roundUp(amount: bigint): bigint {
  const cent = 10n ** 16n;
  return ((amount + cent - 1n) / cent) * cent;
}

type OnClaim = (claim: Claim) => void;
const AWARD_PATH = '/pages/award/award';
const usdt: CoinTotal = { coinid: 'USDT', total: '0', claimable: '0', claimed: '0', yesterday: '0' };

type ToClaimProps = { totals: readonly CoinTotal[]; staleNote: string | undefined; onClaim: OnClaim };

function ToClaim({ totals, staleNote, onClaim }: ToClaimProps) {
  const t = useTexts('award');
  const locale = useLocale();
  const sum = useSumText();
  const unit = useUnit();
  const hide = usePreferences((state) => state.hideAmounts);
  const sums = claimableOf(totals);
  const nothing = useNothingText(sums.length === 0);
  const [first = { coinid: 'USDT', amount: '0' }, ...rest] = sums;
  const main = totals.find(({ coinid }) => coinid === first.coinid) ?? usdt;
  const label =
    rest.length === 0 ? t('claim', { amount: sum(first.amount, first.coinid) }) : t('claimEverything');
  return (
    <Stack gap={3}>
      <BalanceCard
        label={t('toClaim')}
        figure={
          <Figure
            size="hero"
            value={amountText(first.amount, locale)}
            decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
            unit={unit(first.coinid)}
            hiddenLabel={hide ? t('hidden') : undefined}
            staleNote={staleNote}
          />
        }
        note={
          rest.length > 0
            ? t('alsoToClaim', { amounts: rest.map((one) => sum(one.amount, one.coinid)).join(' · ') })
            : undefined
        }
        footer={t('earned', {
          total: sum(main.total, main.coinid),
          yesterday: sum(main.yesterday, main.coinid),
        })}
      />
      <Button
        disabledReason={sums.length === 0 ? (nothing ?? t('nothingToClaim')) : undefined}
        onPress={() => onClaim({ sums })}
      >
        {label}
      </Button>
    </Stack>
  );
}

function IncomeByDay({ rows }: { rows: readonly DayTotal[] }) {
  const t = useTexts('award');
  const unit = useUnit();
  const now = useNow();
  const [wanted, setWanted] = useState<string>();
  const coins = earnedCoins(rows, now);
  const coinid = coins.find((coin) => coin === wanted) ?? coins[0];
  if (coinid === undefined) return <p>{t('chartEmpty')}</p>;
  return (
    <Stack gap={3}>
      {coins.length > 1 && (
        <ChipRow
          label={t('chart')}
          chips={coins.map((key) => ({
            key,
            label: unit(key),
            pressed: key === coinid,
            onPress: () => setWanted(key),
          }))}
        />
      )}
      <IncomeChart days={lastDays(rows, coinid, now)} coinid={coinid} />
    </Stack>
  );
}

function Income() {
  const query = useCall('Users/TotalDayMy', {});
  return (
    <Loaded query={query} waiting={<WaitingCard />}>
      {({ list }) => (
        <Card>
          <IncomeByDay rows={list} />
        </Card>
      )}
    </Loaded>
  );
}

/** What of the referral part a kind gets, in percent; of the team's, what the highest level does. */
function useRate(): (kind: RewardKind) => string {
  const locale = useLocale();
  const parts = useSetting(rewardParts);
  const rates = useSetting(rewardTeamRates);
  return (kind) =>
    kind === 'team'
      ? bpsField(Math.max(...rates), locale)
      : String(parts.find(({ of }) => of === kind)?.percent ?? 0);
}

/** What a kind of reward is, what it brought, and what of it can be claimed. */
function OneKind({
  kind,
  totals,
  onClaim,
}: {
  kind: RewardKind;
  totals: readonly KindTotal[];
  onClaim: OnClaim;
}) {
  const t = useTexts('award');
  const sum = useSumText();
  const rateOf = useRate();
  const level = String(useSetting(rewardLeadershipLevel));
  const own = totals.filter((total) => total.kind === kind);
  const sums = own
    .filter(({ claimable }) => claimable !== '0')
    .map(({ coinid, claimable }) => ({ coinid, amount: claimable }));
  const [only] = sums;
  return (
    <Card>
      <Stack gap={3}>
        <p>{t(`about_${kind}`, { percent: rateOf(kind), level })}</p>
        {own.length > 0 && (
          <p>{t('kindTotal', { amounts: own.map(({ total, coinid }) => sum(total, coinid)).join(' · ') })}</p>
        )}
        {only && kind !== 'yield' && (
          <Button tone="secondary" onPress={() => onClaim({ kind, sums })}>
            {sums.length === 1 ? t('claim', { amount: sum(only.amount, only.coinid) }) : t('claimEverything')}
          </Button>
        )}
      </Stack>
    </Card>
  );
}

function ByKind({ totals, onClaim }: { totals: readonly KindTotal[]; onClaim: OnClaim }) {
  const t = useTexts('award');
  const asked = useLocation().query['kind'];
  const kind = rewardKinds.find((one) => one === asked);
  return (
    <>
      <SectionTitle action={<SeeAllLink href={`#${DETAILS_PATH}`} />}>{t('records')}</SectionTitle>
      <ChipRow
        label={t('filter')}
        chips={[undefined, ...shownKinds(totals)].map((key) => ({
          key: key ?? 'all',
          label: key === undefined ? t('all') : t(`kind_${key}`),
          pressed: key === kind,
          onPress: () => replace(AWARD_PATH, key === undefined ? {} : { kind: key }),
        }))}
      />
      {kind && <OneKind kind={kind} totals={totals} onClaim={onClaim} />}
      <RewardRows key={kind} kind={kind} />
    </>
  );
}

function Ways() {
  const t = useTexts('award');
  const titleOf = useTitle();
  return (
    <List label={t('more')}>
      <ListRow
        title={titleOf('award.titlePools')}
        subtitle={t('poolsWay')}
        href="#/pages/award/pools/pools"
      />
      <ListRow title={titleOf('award.titleRedeemPoy')} subtitle={t('poyWay')} href="#/pages/award/poy/poy" />
      <ListRow
        title={titleOf('award.titleCredits')}
        subtitle={t('creditsWay')}
        href="#/pages/award/credits/credits"
      />
    </List>
  );
}

/** Income by kind and day, what can be claimed now, and the records. */
export function AwardScreen() {
  const t = useTexts('award');
  const coins = useCall('Users/TotalMy', {});
  const kinds = useCall('Users/mytotal', {});
  const staleNote = useAsOf(coins.dataUpdatedAt, coins.isError);
  const [claim, setClaim] = useState<Claim>();
  return (
    <Page
      nav={<BackBar title="award.titleAward" parent="/" />}
      aside={<Loaded query={kinds}>{({ list }) => <ByKind totals={list} onClaim={setClaim} />}</Loaded>}
    >
      <Refreshable calls={['Users/TotalMy', 'Users/mytotal', 'Users/TotalDayMy', 'Users/Rewards']}>
        <Stack>
          <Loaded query={coins} waiting={<WaitingCard />}>
            {({ list }) => <ToClaim totals={list} staleNote={staleNote} onClaim={setClaim} />}
          </Loaded>
          <ReferralOff />
          <Income />
        </Stack>
      </Refreshable>
      <Ways />
      <Notice>{t('risk')}</Notice>
      <ClaimSheet claim={claim} onClose={() => setClaim(undefined)} />
    </Page>
  );
}
