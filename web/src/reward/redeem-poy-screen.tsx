import type { OutputOf } from '@openmere/core/calls.ts';
import { parseAmount } from '@openmere/core/money/amount.ts';
import { useEffect, useState } from 'react';
import { AttemptNotice } from '../parts/attempt-notice.tsx';
import { BackBar } from '../parts/back-bar.tsx';
import { Form } from '../parts/form.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { DoneButton } from '../parts/standard-buttons.tsx';
import { useAskedAgain } from '../parts/use-asked-again.ts';
import { useAttempt } from '../parts/use-attempt.ts';
import { WaitingCard } from '../parts/waiting.tsx';
import { call } from '../platform/api-client.ts';
import { dropDraft, keepDraft, readDraft, readDraftAmount } from '../platform/drafts.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText, baseUnits, displayStyle } from '../platform/money-text.ts';
import { refresh, useCall } from '../platform/query.ts';
import { newRequestId } from '../platform/request-id.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Card } from '../ui/card.tsx';
import { Figure } from '../ui/figure.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { Result } from '../ui/result.tsx';

type Redeemed = OutputOf<'Wallet/RedeemPoy'>;
const DRAFT = 'redeemPoy';

function Came({ redeemed, onDone }: { redeemed: Redeemed; onDone: () => void }) {
  const t = useTexts('award');
  const locale = useLocale();
  return (
    <Result
      title={t('poyRedeemed')}
      figure={
        <Figure
          size="hero"
          value={amountText(redeemed.received, locale)}
          decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
          unit="USDT"
        />
      }
    >
      <DoneButton onPress={onDone} />
    </Result>
  );
}

function RedeemForm({ held, onRedeemed }: { held: string; onRedeemed: (redeemed: Redeemed) => void }) {
  const t = useTexts('award');
  const locale = useLocale();
  const attempt = useAttempt();
  const [amount, setAmount] = useState(() => readDraftAmount(DRAFT));
  // The request of the draft may have been carried out although its answer was lost: asked for again, it is the same one.
  const [request, setRequest] = useState(() => {
    const { requestId = newRequestId(), requestedAt = '' } = readDraft(DRAFT);
    return { requestId, requestedAt };
  });
  useEffect(() => keepDraft(DRAFT, { amount, ...request }), [amount, request]);
  const asked = parseAmount(amount) ?? 0n;
  const poy = (plain: string) => `${amountText(plain, locale, 18)} POY`;
  const { isAskedAgain, noteRequested } = useAskedAgain(DRAFT, request);
  const tooMuch =
    asked > baseUnits(held) && !isAskedAgain ? t('poyTooMuch', { amount: poy(held) }) : undefined;

  function change(next: string): void {
    setAmount(next);
    setRequest({ requestId: newRequestId(), requestedAt: '' });
  }

  async function redeem(): Promise<void> {
    await attempt.run(async () => {
      noteRequested();
      const redeemed = await call('Wallet/RedeemPoy', { requestId: request.requestId, amount });
      dropDraft(DRAFT);
      onRedeemed(redeemed);
      await refresh('Users/Balance', 'Users/CreditDetail', 'trade/GetUserBalanceRecord', 'Reward/Pools');
    });
  }

  return (
    <Form
      submitLabel={t('poyRedeem', { amount: asked === 0n ? 'POY' : poy(amount) })}
      missing={asked === 0n ? t('enterAmount') : tooMuch}
      onSubmit={redeem}
    >
      <AmountField
        label={t('poyAmount')}
        hint={t('poyHeld', { amount: poy(held) })}
        error={tooMuch}
        value={amount}
        onChange={change}
        unit="POY"
        decimals={18}
        decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
        chips={held === '0' ? [] : [{ key: 'all', label: t('all'), onPress: () => change(held) }]}
        chipsLabel={t('poyParts')}
      />
      <Card>
        <KeyValue
          rows={[
            {
              key: 'receive',
              label: t('poyReceive'),
              value: asked === 0n ? '—' : `${amountText(amount, locale, 18)} USDT`,
              note: t('poyOneToOne'),
              strong: true,
            },
            { key: 'fee', label: t('poyFee'), value: t('poyNoFee') },
          ]}
        />
      </Card>
      <AttemptNotice attempt={attempt} />
    </Form>
  );
}

/** POY to USDT, one to one, from what was set aside for it: an exit that nothing pauses. */
export function RedeemPoyScreen() {
  const t = useTexts('award');
  const query = useCall('Users/Balance', {});
  const [redeemed, setRedeemed] = useState<Redeemed>();
  return (
    <Page narrow nav={<BackBar title="award.titleRedeemPoy" parent="/pages/award/award" />}>
      <Stack>
        {redeemed ? (
          <Came redeemed={redeemed} onDone={() => setRedeemed(undefined)} />
        ) : (
          <Loaded query={query} waiting={<WaitingCard />}>
            {({ list }) => (
              <RedeemForm
                held={list.find(({ coinid }) => coinid === 'POY')?.available ?? '0'}
                onRedeemed={setRedeemed}
              />
            )}
          </Loaded>
        )}
        <Notice>{t('poyText')}</Notice>
      </Stack>
    </Page>
  );
}
