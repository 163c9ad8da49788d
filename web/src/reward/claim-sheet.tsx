import type { OutputOf } from '@openmere/core/calls.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { coinIds } from '@openmere/core/money/coin.ts';
import type { RewardKind } from '@openmere/core/reward/kinds.ts';
import { useEffect, useState } from 'react';
import { AttemptNotice } from '../parts/attempt-notice.tsx';
import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { DoneButton } from '../parts/standard-buttons.tsx';
import { useAttempt } from '../parts/use-attempt.ts';
import { call } from '../platform/api-client.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { onPush } from '../platform/live.ts';
import { amountText, baseUnits, displayStyle } from '../platform/money-text.ts';
import { refresh, useCall } from '../platform/query.ts';
import { newRequestId } from '../platform/request-id.ts';
import { Button } from '../ui/button.tsx';
import { Figure } from '../ui/figure.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/page.tsx';
import { Result } from '../ui/result.tsx';
import { useSumText, useUnit } from './sum-text.ts';

type Sum = { coinid: string; amount: string };
type Claimed = OutputOf<'Users/linqu'>;

/** What is claimed: one reward, all of a kind, or all, and what that is by now; `kind` of one reward says what it uses up. */
export type Claim = { id?: string; kind?: RewardKind; sums: readonly Sum[] };

const powerKinds: readonly RewardKind[] = ['dynamic', 'bonus'];

/** What one or several requests claimed. */
function addUp(parts: readonly Claimed[]): Claimed {
  const sums = new Map<string, bigint>();
  for (const { coinid, amount } of parts.flatMap(({ claimed }) => claimed))
    sums.set(coinid, (sums.get(coinid) ?? 0n) + baseUnits(amount));
  return {
    count: parts.reduce((all, { count }) => all + count, 0),
    claimed: [...sums].map(([coinid, sum]) => ({ coinid, amount: formatAmount(sum) })),
    more: false,
  };
}

/** Hash power that the claim takes away: one for each POY of dynamic and bonus power (rulebook §9); undefined while loading. */
function usePowerUsed({ id, kind, sums }: Claim): string | undefined {
  const { data } = useCall('Users/mytotal', {});
  const isUsing = powerKinds.filter((one) => kind === undefined || one === kind);
  const claimed =
    id === undefined
      ? data?.list
          .filter((total) => isUsing.includes(total.kind))
          .map(({ coinid, claimable: amount }) => ({ coinid, amount }))
      : isUsing.length > 0
        ? sums
        : [];
  const poy = claimed?.filter(({ coinid }) => coinid === 'POY');
  return poy && formatAmount(poy.reduce((all, { amount }) => all + baseUnits(amount), 0n));
}

function Rows({ sums }: { sums: readonly Sum[] }) {
  const sum = useSumText();
  const unit = useUnit();
  return (
    <KeyValue
      rows={sums.map(({ coinid, amount }) => ({
        key: coinid,
        label: unit(coinid),
        value: sum(amount, coinid),
        strong: true,
      }))}
    />
  );
}

/** Dollars before loyalty and hash power, however many of those there are. */
function rankOf({ coinid }: Sum): number {
  const at = (coinIds as readonly string[]).indexOf(coinid);
  return at < 0 ? coinIds.length : at;
}

function Came({ claimed, onDone }: { claimed: Claimed; onDone: () => void }) {
  const t = useTexts('award');
  const locale = useLocale();
  const unit = useUnit();
  const [first, ...rest] = claimed.claimed.toSorted((one, other) => rankOf(one) - rankOf(other));
  return (
    <Result
      title={t('claimed')}
      figure={
        first && (
          <Figure
            size="hero"
            value={amountText(first.amount, locale)}
            decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
            unit={unit(first.coinid)}
          />
        )
      }
    >
      <Stack>
        {rest.length > 0 && <Rows sums={rest} />}
        <Button tone="secondary" href="#/pages/wallet/wallet">
          {t('toWallet')}
        </Button>
        <DoneButton onPress={onDone} />
      </Stack>
    </Result>
  );
}

type AskProps = { claim: Claim; onBusy: (isBusy: boolean) => void; onClaimed: (claimed: Claimed) => void };

function Ask({ claim, onBusy, onClaimed }: AskProps) {
  const t = useTexts('award');
  const sum = useSumText();
  const attempt = useAttempt();
  // Kept while the sheet is open, one for each request: a second press, or one more after a lost answer, claims the same once.
  const [requestIds] = useState<string[]>(() => [newRequestId()]);
  const [part, setPart] = useState<Claimed>();
  const powerUsed = usePowerUsed(claim);
  const { id, kind, sums } = claim;
  const [only] = sums;

  async function send(): Promise<void> {
    onBusy(true);
    const target = id === undefined ? (kind === undefined ? {} : { kind }) : { id };
    await attempt.run(async () => {
      const parts: Claimed[] = [];
      for (const requestId of requestIds) {
        const input = { requestId, ...target } as Parameters<typeof call<'Users/linqu'>>[1];
        const answer = await call('Users/linqu', input);
        parts.push(answer);
        setPart(addUp(parts));
        if (answer.more && parts.length === requestIds.length) requestIds.push(newRequestId());
      }
      onClaimed(addUp(parts));
    });
    onBusy(false);
    await refresh(
      'Users/Rewards',
      'Users/RewardDetail',
      'Users/mytotal',
      'Users/TotalMy',
      'Users/Balance',
      'Users/CreditDetail',
      'Reward/Pools',
      // Bonuses are claimed here, too; yield of dynamic and bonus power uses that power up.
      'Activity/Info',
      'Users/GetMyEnergy',
      'Cast/Info',
      'Cast/Deductions',
    );
  }

  return (
    <Stack>
      <Rows sums={sums} />
      {powerUsed !== undefined && powerUsed !== '0' && (
        <Notice tone="warn">{t('claimPower', { amount: sum(powerUsed, 'POWER') })}</Notice>
      )}
      <p>{t('claimText')}</p>
      <AttemptNotice attempt={attempt} />
      {part && attempt.problem && (
        <Notice>
          {t('claimPart', {
            amounts: part.claimed.map(({ coinid, amount }) => sum(amount, coinid)).join(' · '),
          })}
        </Notice>
      )}
      <Button onPress={send}>
        {only && sums.length === 1
          ? t('claim', { amount: sum(only.amount, only.coinid) })
          : t('claimEverything')}
      </Button>
    </Stack>
  );
}

/** What is claimed on another device of the member's can be claimed here no more: of money, their balance tells. */
function followOthers(): () => void {
  return onPush(
    'balance',
    () => void refresh('Users/Rewards', 'Users/RewardDetail', 'Users/mytotal', 'Users/TotalMy'),
  );
}

/** What is claimed, once more before it is; then what came. Held open while it runs: what came belongs to what was asked. */
export function ClaimSheet({ claim, onClose }: { claim: Claim | undefined; onClose: () => void }) {
  const t = useTexts('award');
  const [claimed, setClaimed] = useState<Claimed>();
  const [isBusy, setIsBusy] = useState(false);
  useEffect(followOthers, []);

  function close(): void {
    setClaimed(undefined);
    onClose();
  }

  return (
    <ClosableSheet open={claim !== undefined} onClose={close} title={t('claimTitle')} locked={isBusy}>
      {claimed ? (
        <Came claimed={claimed} onDone={close} />
      ) : (
        claim && <Ask claim={claim} onBusy={setIsBusy} onClaimed={setClaimed} />
      )}
    </ClosableSheet>
  );
}
