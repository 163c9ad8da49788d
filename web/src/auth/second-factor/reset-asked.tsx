import type { OutputOf } from '@openmere/core/calls.ts';
import { Suspense, useState } from 'react';
import { useMemberQuery } from '../../member/use-member-query.ts';
import { ClosableSheet } from '../../parts/closable-sheet.tsx';
import { WaitingRows } from '../../parts/waiting.tsx';
import { exactTime } from '../../platform/exact-time.ts';
import { loadTexts, useLocale, useTexts } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';

type Reset = NonNullable<OutputOf<'Users/Info'>['factorreset']>;

const RefuseForm = lazyPart(
  () => import('./refuse-reset-form.tsx').then((m) => m.RefuseResetForm),
  () => loadTexts(['account']),
);

/** What it takes to refuse is loaded by whoever wants to. */
function Refuse({ reset }: { reset: Reset }) {
  const t = useTexts('guard');
  const [wanted, setWanted] = useState(false);
  if (!wanted)
    return (
      <Button tone="danger" onPress={() => setWanted(true)}>
        {t('resetRefuse')}
      </Button>
    );
  return (
    <Suspense fallback={<WaitingRows rows={1} coin={false} />}>
      <RefuseForm id={reset.id} />
    </Suspense>
  );
}

/** Asks on every signed-in device, on whatever page: somebody wants the second factor taken off as lost. */
export function ResetAsked() {
  const t = useTexts('guard');
  const locale = useLocale();
  const reset = useMemberQuery().data?.factorreset ?? undefined;
  const [seen, setSeen] = useState<string>();
  const close = () => setSeen(reset?.id);
  return (
    <ClosableSheet open={reset !== undefined && seen !== reset.id} onClose={close} title={t('resetTitle')}>
      {reset && (
        <Stack>
          <p>{t('resetText', { time: exactTime(reset.ready, locale) })}</p>
          <Refuse reset={reset} />
          <Button tone="quiet" onPress={close}>
            {t('resetMine')}
          </Button>
        </Stack>
      )}
    </ClosableSheet>
  );
}

/** The same on the page of the second factor, as long as it is open. */
export function ResetNotice({ reset }: { reset: Reset }) {
  const t = useTexts('guard');
  const locale = useLocale();
  return (
    <Stack>
      <Notice tone="warn" title={t('resetTitle')}>
        {t('resetText', { time: exactTime(reset.ready, locale) })}
      </Notice>
      <Refuse reset={reset} />
    </Stack>
  );
}
