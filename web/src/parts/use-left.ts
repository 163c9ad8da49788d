import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Whether its screen was left: what goes wrong with the wallet from then on is to be said where one is by now. */
export function useLeft(): RefObject<boolean> {
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  return left;
}
