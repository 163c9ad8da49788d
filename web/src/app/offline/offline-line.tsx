import { notifyManager } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { useNetwork } from '../../platform/network.ts';
import { queryClient, refreshAll } from '../../platform/query.ts';
import { useSessionStore } from '../../platform/session.ts';
import { untilText } from '../../platform/time-text.ts';
import { useNow } from '../../platform/use-now.ts';
import { restActions } from '../../ui/resting.ts';
import { useKept } from './keep-answers.ts';
import css from './offline-line.module.css';

/** A server that is away is asked for what is on the screen, until it answers. */
const ASK_AGAIN_MS = 10_000;

/** When the oldest of what is shown was read, epoch milliseconds; undefined: nothing of it is known. */
function readAt(): number | undefined {
  const known = queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ state }) => state.data !== undefined });
  // What holds for longer, such as the name of a town, says nothing of the figures beside it.
  const old = known.filter((query) => query.isStale());
  const times = (old.length > 0 ? old : known).map(({ state }) => state.dataUpdatedAt);
  return times.length === 0 ? undefined : Math.min(...times);
}

const subscribe = (listener: () => void) =>
  queryClient.getQueryCache().subscribe(notifyManager.batchCalls(listener));

function Line({ away }: { away: boolean }) {
  const t = useTexts('offline');
  const locale = useLocale();
  const now = useNow();
  const at = useSyncExternalStore(subscribe, readAt);
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
  const from = at === undefined ? undefined : untilText(new Date(at).toISOString(), now, locale);
  return (
    <output className={css.line}>
      <strong>{t(away ? 'away' : 'title')}</strong>{' '}
      <span>{member && from ? t('from', { time: from }) : t('visitor')}</span>
    </output>
  );
}

/** Says that there is no network, or no server, and from when the figures are; nothing while all is well. */
export function OfflineLine() {
  const network = useNetwork();
  const away = useKept((state) => state.away);
  if (network === 'none') return <Line away={false} />;
  return away ? <Line away /> : null;
}
