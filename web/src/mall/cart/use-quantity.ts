import { useEffect, useRef, useState } from 'react';
import { setQuantity } from './use-cart.ts';
import type { CartLine } from './use-cart.ts';

/** So long after the last key it is told to the server. */
const PAUSE_MS = 400;

/** The quantity of a line as it is typed: shown at once, saved after a pause and at the latest when the page is left. */
export function useQuantity(line: CartLine, onResult: (error: unknown) => void) {
  const [wanted, setWanted] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<number>(undefined);

  async function save(): Promise<void> {
    const quantity = waiting.current;
    waiting.current = undefined;
    if (quantity === undefined) return;
    try {
      await setQuantity(line.id, quantity);
      onResult(undefined);
    } catch (error) {
      onResult(error);
    }
    // Unless one has typed on meanwhile.
    if (waiting.current === undefined) setWanted(undefined);
  }

  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const leave = () => {
      clearTimeout(timer.current);
      void latest.current();
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  function set(quantity: number): void {
    setWanted(quantity);
    waiting.current = quantity;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void latest.current(), PAUSE_MS);
  }

  return { quantity: wanted ?? line.quantity, set };
}
