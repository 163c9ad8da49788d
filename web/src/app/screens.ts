import { type ComponentType, lazy } from 'react';
import { loadTexts } from '../platform/i18n.ts';
import { LaterScreen } from './later-screen.tsx';
import { findRoute, type Route } from './routes.ts';

const screens = new Map<string, ComponentType>();

/** A screen's code and texts are fetched together; each route keeps one lazy component. */
export function screenOf(route: Route): ComponentType {
  const known = screens.get(route.path);
  if (known) return known;
  const load = route.screen;
  const screen = load
    ? lazy(async () => {
        const [component] = await Promise.all([load(), loadTexts(route.texts)]);
        return { default: component };
      })
    : LaterScreen;
  screens.set(route.path, screen);
  return screen;
}

/** Forgets a screen whose code could not be fetched, so that a retry fetches it again. */
export function forgetScreen(path: string): void {
  screens.delete(path);
}

/** Starts fetching a screen before it is shown (first load, idle time). */
export function preloadScreen(path: string): void {
  const route = findRoute(path);
  if (route?.screen)
    void Promise.all([route.screen(), loadTexts(route.texts)]).catch(() => forgetScreen(path));
}
