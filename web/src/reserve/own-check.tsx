import { formatAmount } from '@openmere/core/money/amount.ts';
import { useState } from 'react';
import { FailedNotice } from '../parts/failed-notice.tsx';
import { useOwnText } from '../parts/use-own-text.ts';
import { call } from '../platform/api-client.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { saveFile } from '../platform/save-file.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/page.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { checkOwn, proofFile } from './check-own.ts';
import type { Checked, OwnProof, Published } from './check-own.ts';

type State =
  | { step: 'ready' }
  | { step: 'checking' }
  | { step: 'failed'; error: unknown }
  | { step: 'checked'; own: OwnProof; results: Checked[] };

function Result({ result }: { result: Checked }) {
  const t = useTexts('reserve');
  const locale = useLocale();
  const own = useOwnText();
  const money = (units: bigint) => `${amountText(formatAmount(units), locale)} ${result.coinid}`;
  const amounts = { amount: own(money(result.amount)), total: money(result.total) };
  if (result.problem === undefined)
    return (
      <Notice tone="good" title={t('proved', { coin: result.coinid })} live>
        {t('provedText', amounts)}
      </Notice>
    );
  return (
    <Notice tone="danger" title={t('broken', { coin: result.coinid })} live>
      {t(`broken_${result.problem}`, amounts)} {t('brokenDo')}
    </Notice>
  );
}

/** The member's own balance, added up to the published total on this device. */
export function OwnCheck({ published }: { published: Published }) {
  const t = useTexts('reserve');
  const [state, setState] = useState<State>({ step: 'ready' });

  async function check() {
    setState({ step: 'checking' });
    try {
      const own = await call('Wallet/ReserveProof', { day: published.day });
      if (!own) throw new Error('the published day has no proof');
      setState({ step: 'checked', own, results: await checkOwn(published, own) });
    } catch (error) {
      setState({ step: 'failed', error });
    }
  }

  return (
    <>
      <SectionTitle note={t('checkText')}>{t('checkTitle')}</SectionTitle>
      <Card>
        <Stack gap={3}>
          {state.step === 'failed' && <FailedNotice error={state.error} onRetry={check} />}
          {state.step === 'checked' && state.results.length === 0 && (
            <Notice title={t('nothing')}>{t('nothingText')}</Notice>
          )}
          {state.step === 'checked' &&
            state.results.map((result) => <Result key={result.coinid} result={result} />)}
          {state.step === 'checked' ? (
            state.results.length > 0 && (
              <>
                <Button
                  tone="secondary"
                  onPress={() =>
                    saveFile(`openmere-proof-${published.day}.json`, proofFile(published, state.own))
                  }
                >
                  {t('save')}
                </Button>
                <p>{t('saveText')}</p>
              </>
            )
          ) : (
            <Button busy={state.step === 'checking'} onPress={() => void check()}>
              {t('check')}
            </Button>
          )}
        </Stack>
      </Card>
    </>
  );
}
