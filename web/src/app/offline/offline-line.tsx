import { useEffect, useState } from 'react';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { useLive } from '../../platform/live.ts';
import { useNetwork } from '../../platform/network.ts';
import { refreshAll } from '../../platform/query.ts';
import { useSessionStore } from '../../platform/session.ts';
import { untilText } from '../../platform/time-text.ts';
import { useNow } from '../../platform/use-now.ts';
import { restActions } from '../../ui/resting.ts';
import { useKept } from './keep-answers.ts';
import css from './offline-line.module.css';

/** A server that is away is asked for what is on the screen, until it answers. */
const ASK_AGAIN_MS = 10_000;

/** Since when figures stand still: pushes kept them right until the connection went. */
function useSince(): number {
  const { live, since } = useLive();
  const [lostAt] = useState(() => Date.now());
  const from = useKept((state) => state.from);
  return from ?? (live ? lostAt : Math.min(since, lostAt));
}

function Line({ away }: { away: boolean }) {
  const t = useTexts('offline');
  const locale = useLocale();
  const now = useNow();
  const since = useSince();
  const member = useSessionStore((state) => state.token !== undefined);
  const rests = t('rests');
  useEffect(() => {
    if (!away) return;
    const timer = setInterval(() => void refreshAll(), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [away]);
  useEffect(() => {
    if (away) return;
    restActions(rests);
    return () => restActions(undefined);
  }, [away, rests]);
  const time = untilText(new Date(since).toISOString(), now, locale);
  return (
    <output className={css.line}>
      <strong>{t(away ? 'away' : 'title')}</strong> <span>{member ? t('from', { time }) : t('visitor')}</span>
    </output>
  );
}

/** Says that there is no network, or no server, and from when the figures are; nothing while all is well. */
export function OfflineLine() {
  const network = useNetwork();
  const { away, from } = useKept();
  if (network === 'none') return <Line away={false} />;
  return away && from !== undefined ? <Line away /> : null;
}
