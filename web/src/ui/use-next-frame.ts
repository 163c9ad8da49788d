import { useEffect, useState } from 'react';

/** False in the first frame a component is shown, true from the next on: gives a first opening something to move from. */
export function useNextFrame(): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setPassed(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return passed;
}
