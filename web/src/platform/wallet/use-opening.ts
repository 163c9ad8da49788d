import { useState } from 'react';

/** How old the figures of an open review get where no push tells that they moved. */
export const REVIEW_AGAIN_MS = 15_000;

/**
 * Which opening of a review this is, undefined while it is closed. As a part of the key of what it reads it keeps the figures
 * of one opening out of the next.
 */
export function useOpening(open: boolean): number | undefined {
  const [seen, setSeen] = useState({ open: false, count: 0 });
  if (seen.open !== open) setSeen({ open, count: seen.count + 1 });
  return open && seen.open ? seen.count : undefined;
}
