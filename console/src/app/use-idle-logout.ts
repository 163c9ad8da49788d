import type { OutputOf } from '@openmere/core/calls.ts';
import { useEffect, useEffectEvent } from 'react';

const CHECK_MS = 5_000;
/** Other tabs hear of use at most this often: a wheel turns many times a second. */
const TELL_MS = 1_000;

/**
 * Leaves after the idle minutes of the server, so that nothing stays readable. The screens ask the server all the time,
 * so only here is it known that nobody is there. By the clock, since a sleeping computer stops its timers. A tab that was
 * duplicated has the same session: whoever works in one of them is there for all.
 */
export function useIdleLogout(me: OutputOf<'Admin/Me'> | undefined, leave: () => void): void {
  const onIdle = useEffectEvent(leave);
  const { account, idleminutes } = me ?? {};
  useEffect(() => {
    if (idleminutes === undefined) return undefined;
    let lastUse = Date.now();
    let lastTold = 0;
    const isIdle = (): boolean => Date.now() - lastUse >= idleminutes * 60_000;
    const check = () => {
      if (isIdle()) onIdle();
    };
    const tabs = new BroadcastChannel('openmere.console.use');
    const use = () => {
      // The first touch after a long sleep is no use of the session: it has ended.
      if (isIdle()) return onIdle();
      lastUse = Date.now();
      if (lastUse - lastTold < TELL_MS) return;
      lastTold = lastUse;
      tabs.postMessage(account);
    };
    tabs.addEventListener('message', ({ data }) => {
      if (data === account && !isIdle()) lastUse = Date.now();
    });
    const timer = setInterval(check, CHECK_MS);
    const events = ['pointerdown', 'keydown', 'wheel'] as const;
    for (const name of events) window.addEventListener(name, use, { passive: true });
    document.addEventListener('visibilitychange', check);
    return () => {
      tabs.close();
      clearInterval(timer);
      for (const name of events) window.removeEventListener(name, use);
      document.removeEventListener('visibilitychange', check);
    };
  }, [account, idleminutes]);
}
