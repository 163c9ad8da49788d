import type { ReactNode } from 'react';
import { refresh } from '../platform/query.ts';
import { useServerAhead } from '../platform/use-server-clock.ts';
import type { ServerClock } from '../platform/use-server-clock.ts';
import { Countdown } from '../ui/countdown.tsx';
import type { TimeLeft } from '../ui/countdown.tsx';

/** Counts down by one of the server's clocks, from the moment on when it is known, and asks the profile anew at the end. */
export function ServerCountdown({
  until,
  clock,
  children,
}: {
  until: string;
  clock: ServerClock;
  children: (left: TimeLeft) => ReactNode;
}) {
  const ahead = useServerAhead(clock);
  const isKnown = ahead !== undefined;
  // Counted anew once it is known: by a clock that is ahead it would have ended already.
  return (
    <Countdown
      key={String(isKnown)}
      untilMs={Date.parse(until)}
      nowMs={() => Date.now() + (ahead ?? 0)}
      onEnd={() => {
        if (isKnown) void refresh('Users/Info');
      }}
    >
      {children}
    </Countdown>
  );
}
