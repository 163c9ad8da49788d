import { lazy, Suspense, useEffect, useState } from 'react';
import { loadTexts } from '../platform/i18n.ts';
import { whenIdle } from '../platform/idle.ts';

const HomeNews = lazy(async () => {
  const [part] = await Promise.all([import('../news/home-news.tsx'), loadTexts(['news'])]);
  return { default: part.HomeNews };
});

/** Stands last in its column: its code and what it says come after the first picture, and move nothing. */
export function NewsSlot() {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return <Suspense fallback={null}>{idle && <HomeNews />}</Suspense>;
}
