import type { OutputOf } from '@openmere/core/calls.ts';
import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { Notice } from '../ui/notice.tsx';

/** Where one's permit for a gold node stands. */
export function AllowNotice({ allow }: { allow: OutputOf<'Node/Allow'> }) {
  const t = useTexts('node');
  const locale = useLocale();
  const { state, deadline } = allow;
  if (state === 'nowallet') return null;
  const time = deadline === null ? '' : exactTime(deadline, locale);
  return (
    <Notice tone={state === 'signed' ? 'good' : 'info'} title={t(`allow_${state}`)}>
      {t(`allowText_${state}`, { time })}
    </Notice>
  );
}
