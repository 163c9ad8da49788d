import type { ComponentType } from 'react';
import { loadTexts } from '../platform/i18n.ts';
import { inTime, lazyPart } from '../ui/lazy-part.ts';
import type { Route } from './route.ts';
import { fetchRoute } from './routes.ts';

const screens = new Map<string, ComponentType>();

async function fetchGated({ screen, needs }: Pick<Route, 'screen' | 'needs'>): Promise<ComponentType> {
  if (needs === undefined) return screen();
  const [Screen, gate] = await Promise.all([screen(), import('./contracts-gate.tsx')]);
  return gate.withContracts(Screen, needs);
}

const notFound: Pick<Route, 'screen' | 'texts'> = {
  texts: ['guard'],
  screen: () => import('./not-found-screen.tsx').then((m) => m.NotFoundScreen),
};

/** A screen's code and its texts are fetched together. */
async function fetchScreen(path: string): Promise<ComponentType> {
  const route = (await fetchRoute(path)) ?? notFound;
  const [screen] = await Promise.all([fetchGated(route), loadTexts(route.texts)]);
  return screen;
}

/** Each path keeps one component: the screen itself when it was there before its first show, else a lazy one. */
export function screenOf(path: string): ComponentType {
  const known = screens.get(path);
  if (known) return known;
  const screen = lazyPart(() => fetchScreen(path));
  screens.set(path, screen);
  return screen;
}

/** Forgets a screen whose code could not be fetched, so that a retry fetches it again. */
export function forgetScreen(path: string): void {
  screens.delete(path);
}

/**
 * Fetches a screen before it is shown (first load, idle time); it is drawn without a skeleton then. Never rejects: what
 * cannot be fetched now is asked for again when it is shown.
 */
export async function preloadScreen(path: string): Promise<void> {
  if (screens.has(path)) return;
  try {
    const screen = await inTime(fetchScreen(path));
    if (!screens.has(path)) screens.set(path, screen);
  } catch (error) {
    console.warn('could not be fetched ahead', path, error);
  }
}
