import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import css from './countdown.module.css';

/** What is left, in whole units; `clock` is "03:04:05" without the days. */
export type TimeLeft = {
  totalMs: number;
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
  clock: string;
};

export type CountdownProps = {
  /** Epoch milliseconds. */
  untilMs: number;
  /** The server's clock, not the phone's. */
  nowMs: () => number;
  /** Writes it in the reader's language. */
  children: (left: TimeLeft) => ReactNode;
  onEnd?: () => void;
};

const SECOND_MS = 1000;
/** What is over when it is shown says so after a pause: a screen that asks the server then, and is told the same, asks again. */
const OVER_MS = 1500;

/** Whole units of a span; a started second counts, so that zero means over. */
export function timeLeft(spanMs: number): TimeLeft {
  const totalMs = Math.max(spanMs, 0);
  const total = Math.ceil(totalMs / SECOND_MS);
  const seconds = total % 60;
  const minutes = Math.floor(total / 60) % 60;
  const hours = Math.floor(total / 3600) % 24;
  const clock = [hours, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':');
  return { totalMs, days: Math.floor(total / 86_400), hours, minutes, seconds, clock };
}

/** Time running down to a moment of the server's clock. */
export function Countdown({ untilMs, nowMs, children, onEnd }: CountdownProps) {
  const [left, setLeft] = useState(() => untilMs - nowMs());
  // Both may be new functions on each render; only another end starts the ticking anew.
  const latest = useRef({ nowMs, onEnd });
  useEffect(() => {
    latest.current = { nowMs, onEnd };
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const end = () => latest.current.onEnd?.();
    function tick(whenOver: () => void) {
      const next = untilMs - latest.current.nowMs();
      setLeft(next);
      if (next > 0) timer = setTimeout(() => tick(end), next % SECOND_MS || SECOND_MS);
      else whenOver();
    }
    tick(() => {
      timer = setTimeout(end, OVER_MS);
    });
    return () => clearTimeout(timer);
  }, [untilMs]);
  return (
    <span className={css.time} role="timer">
      {children(timeLeft(left))}
    </span>
  );
}
