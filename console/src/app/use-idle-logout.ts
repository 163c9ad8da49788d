import { useEffect, useEffectEvent } from 'react';

const CHECK_MS = 5_000;

/**
 * Leaves after the idle minutes of the server, so that nothing stays readable. The screens ask the server all the time,
 * so only here is it known that nobody is there. By the clock, since a sleeping computer stops its timers.
 */
export function useIdleLogout(idleMinutes: number | undefined, leave: () => void): void {
  const onIdle = useEffectEvent(leave);
  useEffect(() => {
    if (idleMinutes === undefined) return undefined;
    let lastUse = Date.now();
    const check = () => {
      if (Date.now() - lastUse >= idleMinutes * 60_000) onIdle();
    };
    const use = () => {
      // The first touch after a long sleep is no use of the session: it has ended.
      check();
      lastUse = Date.now();
    };
    const timer = setInterval(check, CHECK_MS);
    const events = ['pointerdown', 'keydown', 'wheel'] as const;
    for (const name of events) window.addEventListener(name, use, { passive: true });
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      for (const name of events) window.removeEventListener(name, use);
      document.removeEventListener('visibilitychange', check);
    };
  }, [idleMinutes]);
}
