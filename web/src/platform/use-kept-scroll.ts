import { useEffect, useRef } from 'react';

/** How far a page was scrolled, in the state of its own entry of the history, which outlives a reload. */
type Kept = { at: string; top: number };

function keptHere(): number | undefined {
  const kept = (history.state as { scroll?: Kept } | null)?.scroll;
  return kept?.at === location.hash ? kept.top : undefined;
}

function keep(top: number): void {
  const state = history.state as object | null;
  // Null: a link has just been followed, and its entry is still without account (platform/history.ts).
  if (state !== null) history.replaceState({ ...state, scroll: { at: location.hash, top } }, '');
}

/** Browsers allow a hundred changes of an entry in half a minute. */
const RESTS_MS = 200;

type LongList = {
  /** Its first page is there. */
  ready: boolean;
  hasMore: boolean;
  isFetching: boolean;
  onMore: () => unknown;
};

/**
 * Back to a long list leads to where one was in it. Pages that are no longer there are asked for, one after the other, until
 * the place is reached.
 */
export function useKeptScroll({ ready, hasMore, isFetching, onMore }: LongList): void {
  const target = useRef(keptHere());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const now = () => {
      if (target.current === undefined) keep(window.scrollY);
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(now, RESTS_MS);
    };
    const byHand = () => {
      target.current = undefined;
    };
    window.addEventListener('scroll', later, { passive: true });
    // Before a link is followed.
    window.addEventListener('click', now, { capture: true });
    for (const hand of ['wheel', 'touchmove', 'keydown'] as const)
      window.addEventListener(hand, byHand, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', later);
      window.removeEventListener('click', now, { capture: true });
      for (const hand of ['wheel', 'touchmove', 'keydown'] as const) window.removeEventListener(hand, byHand);
    };
  }, []);
  useEffect(() => {
    const top = target.current;
    if (top === undefined || !ready) return undefined;
    // After the frame, which begins each page at its top.
    const frame = requestAnimationFrame(() => {
      window.scrollTo(0, top);
      const reached = document.documentElement.scrollHeight - window.innerHeight >= top;
      if (reached || !hasMore) target.current = undefined;
      else if (!isFetching) onMore();
    });
    return () => cancelAnimationFrame(frame);
  });
}
