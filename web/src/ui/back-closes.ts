import { useEffect, useRef } from 'react';
import { holdBack } from './hold-back.ts';

/** While `open`, the browser's and Android's "back" closes the overlay instead of leaving the page. */
export function useBackCloses(open: boolean, locked: boolean | undefined, onClose: () => void): void {
  const latest = useRef({ locked, onClose });
  useEffect(() => {
    latest.current = { locked, onClose };
  });
  useEffect(() => {
    if (!open) return undefined;
    return holdBack(() => {
      if (latest.current.locked) return false;
      latest.current.onClose();
      return true;
    });
  }, [open]);
}
