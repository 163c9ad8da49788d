import { useEffect } from 'react';
import { usePath } from '../platform/address.ts';

/** What marks an address of the history as seen. */
const SEEN = 'seen';

/** A page begins at its top, however far the one before was scrolled; going back leads to where one was. */
export function useTopOfPage(): void {
  const [path] = usePath();
  useEffect(() => {
    if (history.state === SEEN) return;
    history.replaceState(SEEN, '');
    window.scrollTo(0, 0);
  }, [path]);
}
