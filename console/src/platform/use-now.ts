import { useEffect, useState } from 'react';

const TICK_MS = 10_000;

/** The present moment, epoch ms, for ages on the screen: a new one every ten seconds. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
