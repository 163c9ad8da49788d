import { useAsOf } from '../parts/use-as-of.ts';
import { WaitingBones } from '../parts/waiting.tsx';
import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { useCall } from '../platform/query.ts';
import { untilText } from '../platform/time-text.ts';
import { useNow } from '../platform/use-now.ts';
import { Notice } from '../ui/notice.tsx';
import { Bone } from '../ui/skeleton.tsx';

/** Who compares the ledger with the chain, and who recomputes what was posted since. */
const CHECKS = ['reserve-reconcile', 'ledger-verify'] as const;

/** How the books stand between the proofs of two days: when they were last compared and recomputed, and what halts payouts. */
export function BooksNow() {
  const t = useTexts('reserve');
  const locale = useLocale();
  const now = useNow();
  const query = useCall('index', {}, { refetchInterval: 30_000 });
  const stale = useAsOf(query.dataUpdatedAt, query.isError);
  if (!query.data) return query.isError ? null : <Waiting />;
  const { loops, payouthalt, time } = query.data;
  if (payouthalt)
    return (
      <Notice tone="danger" title={t('booksHalted')}>
        {t('booksHaltedText', { time: exactTime(payouthalt.since, locale), reason: payouthalt.reason })}
      </Notice>
    );
  const checks = CHECKS.map((name) => loops.find((loop) => loop.name === name));
  const [compared = '', verified = ''] = checks.map((loop) =>
    loop === undefined || loop.age === null
      ? t('booksNever')
      : untilText(new Date(time - loop.age * 1000).toISOString(), now, locale),
  );
  const isGood = stale === undefined && checks.every((loop) => loop?.late === false && loop.age !== null);
  return (
    <Notice tone={isGood ? 'good' : 'warn'} title={t(isGood ? 'booksGood' : 'booksLate')}>
      {t('booksText', { compared, verified })}
    </Notice>
  );
}

/** As high as what comes, which stands above all else on the page. */
function Waiting() {
  return (
    <WaitingBones>
      <Notice title={<Bone width="most" />}>
        <Bone size={20} />
        <Bone width="half" />
      </Notice>
    </WaitingBones>
  );
}
