import { useEffect, useRef } from 'react';
import { mayCall } from '../platform/access.ts';
import { usePath } from '../platform/address.ts';
import { t } from '../platform/texts.ts';
import { exactTime, spanText } from '../platform/time-text.ts';
import { useMe } from '../platform/use-me.ts';
import { useNow } from '../platform/use-now.ts';
import { useQueues } from '../platform/use-queues.ts';
import type { Queue } from '../platform/use-queues.ts';
import { groups, routes } from './routes.ts';
import style from './navigation.module.css';

/** How much waits behind a page, and how long the oldest has. */
function Badge({ queue }: { queue: Queue | undefined }) {
  const now = useNow();
  if (!queue || queue.waiting === 0) return null;
  const age = queue.oldest === null ? '' : spanText(now - Date.parse(queue.oldest), 'narrow');
  const title = t('waitingSince', { count: queue.waiting, time: exactTime(queue.oldest) });
  return (
    <span className={style.badge} title={title}>
      {queue.waiting} <span className={style.age}>{age}</span>
    </span>
  );
}

/** The pages that this operator's role may read, in groups, with what waits there. */
export function Navigation() {
  const [path] = usePath();
  const me = useMe();
  const queues = useQueues();
  const nav = useRef<HTMLElement>(null);
  const known = me !== undefined;
  // On a phone the pages are one line: the one that is open comes into its middle.
  useEffect(() => {
    const open = nav.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (nav.current && open)
      nav.current.scrollLeft = open.offsetLeft - (nav.current.clientWidth - open.offsetWidth) / 2;
  }, [path, known]);
  if (me === undefined) return <nav className={style.navigation} aria-label={t('pages')} />;
  const shown = routes.filter(({ reads, group }) => group !== undefined && mayCall(me.role, reads));
  return (
    <nav ref={nav} className={style.navigation} aria-label={t('pages')}>
      {groups.map((group) => (
        <div key={group} className={style.group}>
          <span className={style.title}>{t(group)}</span>
          {shown
            .filter((route) => route.group === group)
            .map((route) => (
              <a
                key={route.path}
                href={`#${route.path}`}
                className={style.link}
                {...(route.path === path ? { 'aria-current': 'page' as const } : {})}
              >
                {t(route.title)}
                <Badge queue={route.queue === undefined ? undefined : queues.get(route.queue)} />
              </a>
            ))}
        </div>
      ))}
    </nav>
  );
}
