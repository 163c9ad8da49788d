import { useEffect, useState } from 'react';
import { Beside } from '../parts/beside.tsx';
import { loadTexts } from '../platform/i18n.ts';
import { whenIdle } from '../platform/idle.ts';
import { lazyPart } from '../ui/lazy-part.ts';

const HomeNews = lazyPart(
  () => import('../news/home-news.tsx').then((m) => m.HomeNews),
  () => loadTexts(['news']),
);

/** Stands last in its column: its code and what it says come after the first picture, and move nothing. */
export function NewsSlot() {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return <Beside>{idle && <HomeNews />}</Beside>;
}
