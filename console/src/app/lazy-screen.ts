import { lazy } from 'react';

/** A screen's file could not be fetched: the network is away, or an update has taken the file away. */
export class ScreenMissing extends Error {
  constructor(cause: unknown) {
    super('the screen could not be fetched', { cause });
    this.name = 'ScreenMissing';
  }
}

/** React's `lazy`; tells a file that is missing from a screen that breaks. */
export const lazyScreen: typeof lazy = (load) =>
  lazy(() =>
    load().catch((error: unknown) => {
      throw new ScreenMissing(error);
    }),
  );
