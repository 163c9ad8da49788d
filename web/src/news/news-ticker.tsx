import { useEffect, useState } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { useCall } from '../platform/query.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { IconBell, IconPause, IconPlay } from '../ui/icon/sign.tsx';
import { OtherLanguage } from './other-language.tsx';
import { useIsMember, VISITORS_ASK_MS } from './use-unread.ts';
import css from './news.module.css';

const LINES = 5;
const SHOWN_MS = 6_000;

const wantsCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The newest titles, one after the other; still under the pointer, while it has the focus, where it is paused, and for who wants no motion. */
export function NewsTicker() {
  const t = useTexts('news');
  const isMember = useIsMember();
  const { data } = useCall(
    'Ctrls/News',
    { pageSize: LINES },
    isMember ? {} : { refetchInterval: VISITORS_ASK_MS },
  );
  const [at, setAt] = useState(0);
  const [isPaused, setPaused] = useState(wantsCalm);
  const [isHeld, setHeld] = useState(false);
  const rows = data?.list ?? [];
  const count = rows.length;
  useEffect(() => {
    if (isPaused || isHeld || count < 2) return undefined;
    const timer = setInterval(() => setAt((now) => now + 1), SHOWN_MS);
    return () => clearInterval(timer);
  }, [isPaused, isHeld, count]);
  const row = rows[at % Math.max(count, 1)];
  if (!row) return null;
  return (
    <section className={css.ticker} aria-label={t('titleNews')}>
      <IconBell size={20} />
      <a
        className={css.line}
        href={`#/pages/news/news?id=${row.id}`}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        <span lang={row.locale}>{row.title}</span>
        <OtherLanguage written={row.locale} />
      </a>
      {count > 1 && (
        <IconButton
          label={t(isPaused ? 'play' : 'pause')}
          icon={isPaused ? <IconPlay size={20} /> : <IconPause size={20} />}
          onPress={() => setPaused(!isPaused)}
        />
      )}
    </section>
  );
}
