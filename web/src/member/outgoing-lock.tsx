import type { OutputOf } from '@openmere/core/calls.ts';
import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { useNow } from '../platform/use-now.ts';
import { useServerAhead } from '../platform/use-server-clock.ts';
import { Notice } from '../ui/notice.tsx';
import { FrozenNotice } from './frozen-notice.tsx';

type Locks = Pick<OutputOf<'Users/Info'>, 'frozen' | 'lockeduntil' | 'main'>;

/** Until when nothing may leave, as it is read; undefined when it may. */
export function useLockedText(member: Locks | undefined): string | undefined {
  const t = useTexts('pay');
  const locale = useLocale();
  const until = member?.lockeduntil;
  const ahead = useServerAhead('business', Boolean(until)) ?? 0;
  const now = useNow() + ahead;
  return until && Date.parse(until) > now ? t('lockedUntil', { time: exactTime(until, locale) }) : undefined;
}

/** Said before anything is typed: money cannot leave, why, and what to do. Texts: `pay`. */
export function OutgoingLock({ member }: { member: Locks | undefined }) {
  const locked = useLockedText(member);
  if (member?.frozen) return <FrozenNotice main={member.main} />;
  return locked === undefined ? null : <Notice tone="warn">{locked}</Notice>;
}
