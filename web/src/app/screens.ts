import { type ComponentType, lazy } from 'react';
import { loadTexts } from '../platform/i18n.ts';
import { findRoute, type Route } from './routes.ts';

const screens = new Map<string, ComponentType>();

/** A screen's code and its texts are fetched together. */
async function fetchScreen(route: Route): Promise<ComponentType> {
  const [screen] = await Promise.all([route.screen(), loadTexts(route.texts)]);
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
