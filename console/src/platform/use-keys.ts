import { useEffect, useEffectEvent } from 'react';

/** A radio or a box is pressed, not typed into: after choosing a tab the keys of its list work. */
const TYPING =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [role="combobox"], [role="listbox"], [contenteditable]';

/** Whether the key belongs to what is being typed, to the button at hand, or to a dialog above the list. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  const at = event.target instanceof Element ? event.target : null;
  if (at?.closest(TYPING)) return true;
  if (event.key === 'Enter' && at?.closest('button, a')) return true;
  return document.querySelector('[role="dialog"]') !== null;
}

/** Keys of a screen while nothing is typed and no dialog stands open: `/`, `j`, `k`, … Each name is `event.key`. */
export function useKeys(keys: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const run = keys[event.key];
    if (run === undefined || event.defaultPrevented || isTaken(event)) return;
    run(event);
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
