import type { OutputOf } from '@openmere/core/calls.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { untilText } from '../platform/time-text.ts';
import { useNow } from '../platform/use-now.ts';
import { Badge } from '../ui/badge.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { IconCheck, IconWarning } from '../ui/icon/sign.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { reasonOf } from './review-reason.ts';

type Reviewed = Pick<OutputOf<'Wallet/WithdrawQuote'>, 'checks' | 'decider' | 'decideby'>;

/** Whether the time by which somebody was to decide is over. */
export function isLate({ decideby }: Pick<Reviewed, 'decideby'>, now: number): boolean {
  return decideby !== null && Date.parse(decideby) < now;
}

/** Who looks at it, why and until when, in one sentence; a time that is over is promised no longer. */
export function useReviewSentence(): (record: Reviewed) => string {
  const t = useTexts('withdrawal');
  const locale = useLocale();
  const now = useNow();
  return ({ checks, decider, decideby }) => {
    if (decider === 'none' || !decideby) {
      const short = checks.some(({ check, result }) => check === 'cover' && result === 'held');
      return short ? t('coverShort') : t('passAhead');
    }
    const why = t('why', { check: reasonOf(checks, decider) });
    return t(isLate({ decideby }, now) ? 'review_late' : 'review_why', {
      decider,
      why,
      until: untilText(decideby, now, locale),
    });
  };
}

type ReceiptProps = {
  checks: Reviewed['checks'];
  /** It was approved: what was looked at holds it no longer. A paying wallet that is being refilled still does. */
  decided?: boolean;
};

/** Every check of a withdrawal with its outcome, held ones first, folded; the sentences come from the server, translated. */
export function RiskReceipt({ checks, decided = false }: ReceiptProps) {
  const t = useTexts('withdrawal');
  const ordered = checks.toSorted((left, right) => left.result.localeCompare(right.result));
  return (
    <Disclosure label={t('checks')}>
      <List label={t('checks')} plain>
        {ordered.map(({ check, result, detail }) => {
          const isChecked = decided && result === 'held' && check !== 'cover';
          const isGood = result === 'pass' || isChecked;
          return (
            <ListRow
              key={check}
              leading={isGood ? <IconCheck size={20} /> : <IconWarning size={20} />}
              title={detail}
              trailing={<Badge tone={isGood ? 'good' : 'warn'}>{isChecked ? t('checked') : t(result)}</Badge>}
            />
          );
        })}
      </List>
    </Disclosure>
  );
}
