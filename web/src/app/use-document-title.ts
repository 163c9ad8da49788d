import { useEffect } from 'react';
import { BRAND } from '../platform/brand.ts';
import { useLocation } from '../platform/history.ts';
import { loadTexts, useLocale, useTitle } from '../platform/i18n.ts';
import { fetchRoute } from './routes.ts';

/**
 * The name of the page in the browser's tab, among several, and on the way back. A screen reader says it when one comes to the tab; in
 * the app the heading does.
 */
export function useDocumentTitle(): void {
  const { path } = useLocation();
  const locale = useLocale();
  const titleOf = useTitle();
  useEffect(() => {
    let stays = true;
    const name = async () => {
      const route = await fetchRoute(path);
      // The screen asks for them, too.
      await loadTexts(route?.texts ?? []);
      if (stays) document.title = route ? `${titleOf(route.title)} · ${BRAND}` : BRAND;
    };
    // What cannot be fetched is told by the screen.
    name().catch(() => undefined);
    return () => {
      stays = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- titleOf is new with each render, and follows the language
  }, [path, locale]);
}
