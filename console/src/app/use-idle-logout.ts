import { useEffect } from 'react';
import { useSession } from '../platform/session.ts';

/** Ends the session on this screen after the idle minutes of the server, so that nothing stays readable. */
export function useIdleLogout(idleMinutes: number | undefined): void {
  const { end } = useSession();
  useEffect(() => {
    if (idleMinutes === undefined) return undefined;
    let timer = setTimeout(end, idleMinutes * 60_000);
    const awake = () => {
      clearTimeout(timer);
      timer = setTimeout(end, idleMinutes * 60_000);
    };
    const events = ['pointerdown', 'keydown', 'scroll'] as const;
    for (const name of events) window.addEventListener(name, awake, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const name of events) window.removeEventListener(name, awake);
    };
  }, [idleMinutes, end]);
}
