import { useRef, useState } from 'react';
import type { ReactNode, TouchEvent } from 'react';
import { IconRefresh } from './icon/arrow.tsx';
import { Spinner } from './spinner.tsx';
import { Spoken } from './spoken.tsx';
import css from './pull-to-refresh.module.css';

export type PullToRefreshProps = {
  children: ReactNode;
  onRefresh: () => Promise<unknown>;
  /** Read out while it refreshes. */
  busyLabel: string;
};

const TRIGGER_PX = 64;
const PULL_MAX_PX = 96;

/** Pull the page down at its top to refresh. A convenience of touch: nothing must depend on it. */
export function PullToRefresh({ children, onRefresh, busyLabel }: PullToRefreshProps) {
  const startY = useRef<number>(undefined);
  const [pull, setPull] = useState(0);
  const [busy, setBusy] = useState(false);

  function onStart(event: TouchEvent) {
    // A sheet that was opened from here hands its touches on, though it lies over the page.
    const isHere = event.target instanceof Node && event.currentTarget.contains(event.target);
    startY.current =
      isHere && window.scrollY <= 0 && !busy && event.touches.length === 1
        ? event.touches[0]?.clientY
        : undefined;
  }

  function onMove(event: TouchEvent) {
    const y = event.touches[0]?.clientY;
    if (startY.current === undefined || y === undefined) return;
    setPull(window.scrollY > 0 ? 0 : Math.min(Math.max((y - startY.current) / 2, 0), PULL_MAX_PX));
  }

  function onEnd() {
    startY.current = undefined;
    setPull(0);
    if (pull < TRIGGER_PX) return;
    setBusy(true);
    void onRefresh().finally(() => setBusy(false));
  }

  const shift = busy ? TRIGGER_PX : pull;
  return (
    <div
      className={css.area}
      onTouchStart={onStart}
      onTouchMove={onMove}
      onTouchEnd={onEnd}
      onTouchCancel={onEnd}
    >
      <div
        className={css.sign}
        data-pulling={pull > 0 ? '' : undefined}
        style={{ transform: `translateY(${shift}px)`, opacity: Math.min(shift / TRIGGER_PX, 1) }}
      >
        <span className={css.disc} aria-live="polite">
          {busy ? <Spinner /> : <IconRefresh size={20} />}
          {busy && <Spoken>{busyLabel}</Spoken>}
        </span>
      </div>
      {children}
    </div>
  );
}
