import type { OutputOf } from '@openmere/core/calls.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { usePreferences } from '../platform/preferences.ts';
import { untilText } from '../platform/time-text.ts';
import { useNow } from '../platform/use-now.ts';
import { useServerAhead } from '../platform/use-server-clock.ts';
import { Badge } from '../ui/badge.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { HIDDEN } from '../ui/figure.tsx';
import { IconCheck, IconWarning } from '../ui/icon/sign.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { reasonOf } from './review-reason.ts';

type Reviewed = Pick<OutputOf<'Wallet/WithdrawQuote'>, 'checks' | 'decider' | 'decideby' | 'halt'> & {
  silence?: OutputOf<'Wallet/WithdrawQuote'>['silence'] | undefined;
};

/** A figure before its coin, as the server writes it in a sentence. */
const AMOUNT = /\d[\d.,\u00a0\u202f’']*(?= [A-Z]{3,6}\b)/g;

/** Whether the time by which somebody was to decide is over. */
export function isLate({ decideby }: Pick<Reviewed, 'decideby'>, now: number): boolean {
  return decideby !== null && Date.parse(decideby) < now;
}

/**
 * Who looks at it, why and until when, in one sentence; a time that is over is promised no longer, and while payouts are halted or the
 * network is silent, which notices of their own say, nothing is said to go out within minutes.
 */
export function useReviewSentence(): (record: Reviewed) => string {
  const t = useTexts('withdrawal');
  const locale = useLocale();
  const now = useNow() + (useServerAhead('business') ?? 0);
  return ({ checks, decider, decideby, halt, silence }) => {
    if (decider === 'none' || !decideby) {
      if (halt || silence) return '';
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
  const hide = usePreferences((state) => state.hideAmounts);
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
              title={hide ? detail.replace(AMOUNT, HIDDEN) : detail}
              trailing={<Badge tone={isGood ? 'good' : 'warn'}>{isChecked ? t('checked') : t(result)}</Badge>}
            />
          );
        })}
      </List>
    </Disclosure>
  );
}
