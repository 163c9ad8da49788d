import type { OutputOf } from '@openmere/core/calls.ts';
import { coinIds } from '@openmere/core/money/coin.ts';
import type { RewardKind } from '@openmere/core/reward/kinds.ts';
import { useState } from 'react';
import { AttemptNotice } from '../parts/attempt-notice.tsx';
import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { DoneButton } from '../parts/standard-buttons.tsx';
import { useAttempt } from '../parts/use-attempt.ts';
import { call } from '../platform/api-client.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText, displayStyle } from '../platform/money-text.ts';
import { refresh } from '../platform/query.ts';
import { newRequestId } from '../platform/request-id.ts';
import { Button } from '../ui/button.tsx';
import { Figure } from '../ui/figure.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { Stack } from '../ui/page.tsx';
import { Result } from '../ui/result.tsx';
import { useSumText, useUnit } from './sum-text.ts';

type Sum = { coinid: string; amount: string };
type Claimed = OutputOf<'Users/linqu'>;

/** What is claimed: one reward, all of a kind, or all, and what that is by now. */
export type Claim = { id?: string; kind?: RewardKind; sums: readonly Sum[] };

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

function Ask({ claim, onClaimed }: { claim: Claim; onClaimed: (claimed: Claimed) => void }) {
  const t = useTexts('award');
  const sum = useSumText();
  const attempt = useAttempt();
  // One for each time the sheet opens: a second press, or one more after a lost answer, claims the same once.
  const [requestId] = useState(() => newRequestId());
  const { id, kind, sums } = claim;
  const [only] = sums;

  async function send(): Promise<void> {
    const target = id === undefined ? (kind === undefined ? {} : { kind }) : { id };
    await attempt.run(async () => {
      onClaimed(
        await call('Users/linqu', { requestId, ...target } as Parameters<typeof call<'Users/linqu'>>[1]),
      );
    });
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
      <p>{t('claimText')}</p>
      <AttemptNotice attempt={attempt} />
      <Button onPress={send}>
        {only && sums.length === 1
          ? t('claim', { amount: sum(only.amount, only.coinid) })
          : t('claimEverything')}
      </Button>
    </Stack>
  );
}

/** What is claimed, once more before it is; then what came. */
export function ClaimSheet({ claim, onClose }: { claim: Claim | undefined; onClose: () => void }) {
  const t = useTexts('award');
  const [claimed, setClaimed] = useState<Claimed>();

  function close(): void {
    setClaimed(undefined);
    onClose();
  }

  return (
    <ClosableSheet open={claim !== undefined} onClose={close} title={t('claimTitle')}>
      {claimed ? (
        <Came claimed={claimed} onDone={close} />
      ) : (
        claim && <Ask claim={claim} onClaimed={setClaimed} />
      )}
    </ClosableSheet>
  );
}
