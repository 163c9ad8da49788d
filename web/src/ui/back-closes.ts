import { useEffect, useRef } from 'react';

/** Lets "back" close an overlay; answers what to call when it was closed otherwise. */
type HoldBack = (close: () => boolean) => () => void;
let holdBack: HoldBack = () => () => undefined;

/** Wired once by the app, which knows the history; without it overlays close by their own ways only. */
export function wireBack(hold: HoldBack): void {
  holdBack = hold;
}

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
