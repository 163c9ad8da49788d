import { lazy } from 'react';
import type { ComponentType } from 'react';

/** Specification §9: chunk load. */
const CHUNK_TIMEOUT_MS = 120_000;

/** The code or the texts of a screen, or of a part of one, could not be fetched: the network's fault, not theirs. */
export class PartMissing extends Error {
  override name = 'PartMissing';
}

/** Refuses with `PartMissing` what fails or does not come in time. The clock runs on: every byte here is in everybody's way. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => setTimeout(reject, CHUNK_TIMEOUT_MS, 'late')),
    ]);
  } catch (cause) {
    throw new PartMissing('not fetched', { cause });
  }
}

/**
 * React's `lazy`, for all code that comes later, with what it needs besides (its texts): what could not be fetched is told from
 * what is broken. Neither the browser nor React asks for it again, only a new page does.
 */
export function lazyPart<P>(load: () => Promise<ComponentType<P>>, besides?: () => Promise<unknown>) {
  return lazy<ComponentType<P>>(() =>
    inTime(Promise.all([load(), besides?.()]).then(([part]) => ({ default: part }))),
  );
}
