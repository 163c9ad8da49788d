import { usePreferences } from '../platform/preferences.ts';
import { HIDDEN } from '../ui/figure.tsx';

/** An amount of one's own as it is read, or dots while amounts are hidden. */
export function useOwnText(): (text: string) => string {
  const hide = usePreferences((state) => state.hideAmounts);
  return (text) => (hide ? HIDDEN : text);
}
