import { type ComponentType, lazy } from 'react';
import { loadTexts } from '../platform/i18n.ts';
import { findRoute, type Route } from './routes.ts';

const screens = new Map<string, ComponentType>();
/** Specification §9: chunk load. */
const chunkTimeoutMs = 120_000;

/** A screen's code or texts could not be fetched: the network's fault, not the screen's. */
export class ScreenMissing extends Error {
  constructor(cause: unknown) {
    super('the screen could not be fetched', { cause });
    this.name = 'ScreenMissing';
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not there after ${chunkTimeoutMs} ms`)), chunkTimeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    throw new ScreenMissing(error);
  } finally {
    clearTimeout(timer);
  }
}

async function fetchGated({ screen, needs }: Route): Promise<ComponentType> {
  if (needs === undefined) return screen();
  const [Screen, gate] = await Promise.all([screen(), import('./contracts-gate.tsx')]);
  return gate.withContracts(Screen, needs);
}

/** A screen's code and its texts are fetched together. */
async function fetchScreen(route: Route): Promise<ComponentType> {
  const [screen] = await inTime(Promise.all([fetchGated(route), loadTexts(route.texts)]));
  return screen;
}

/** Each route keeps one component: the screen itself when it was there before its first show, else a lazy one. */
export function screenOf(route: Route): ComponentType {
  const known = screens.get(route.path);
  if (known) return known;
  const screen = lazy(async () => ({ default: await fetchScreen(route) }));
  screens.set(route.path, screen);
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
  const route = findRoute(path);
  if (!route || screens.has(route.path)) return;
  try {
    const screen = await fetchScreen(route);
    if (!screens.has(route.path)) screens.set(route.path, screen);
  } catch (error) {
    console.warn('could not be fetched ahead', path, error);
  }
}
