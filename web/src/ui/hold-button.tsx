import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { MouseEvent, PointerEvent, ReactNode } from 'react';
import { PAGE_FORM } from './page-action.tsx';
import { useResting } from './resting.ts';
import { Spinner } from './spinner.tsx';
import { usePressOnce } from './use-press-once.ts';
import css from './hold-button.module.css';

export type HoldButtonProps = {
  /** "Hold to swap 40 USDT". */
  children: ReactNode;
  /** Read out and shown after the first press of a keyboard or screen reader: "Press again to swap 40 USDT". */
  againLabel: ReactNode;
  /** Shown after a short tap: "Keep holding". */
  holdHint: ReactNode;
  /** The button spins while the promise is pending. */
  onConfirm: () => unknown;
  busy?: boolean;
  disabledReason?: string | undefined;
  holdMs?: number;
  /** What the page is for: Enter in an amount field of the page is the first press, a second one confirms. */
  pageAction?: boolean;
};

const HOLD_MS = 900;
const AGAIN_AFTER_MS = 500;
const AGAIN_WITHIN_MS = 6000;
const HINT_STAYS_MS = 2000;

/** Confirms by holding; by pressing twice, with a pause, where a keyboard or a screen reader cannot hold. */
export function HoldButton(props: HoldButtonProps) {
  const { children, againLabel, holdHint, holdMs = HOLD_MS } = props;
  const resting = useResting();
  const disabledReason = resting ?? props.disabledReason;
  const [pending, confirm] = usePressOnce(props.onConfirm);
  const [stage, setStage] = useState<'rest' | 'holding' | 'hint' | 'again'>('rest');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const armedAt = useRef(0);
  const madeUp = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const busy = pending || props.busy === true;
  const blocked = busy || disabledReason !== undefined;
  // What is held, or pressed once, is what was asked for then: a reason that comes meanwhile ends it.
  if (blocked && stage !== 'rest') setStage('rest');
  useLayoutEffect(() => {
    if (blocked) clearTimeout(timer.current);
  }, [blocked]);

  function later(ms: number, then: () => void) {
    clearTimeout(timer.current);
    timer.current = setTimeout(then, ms);
  }

  function rest() {
    clearTimeout(timer.current);
    setStage('rest');
  }

  function startHold(event: PointerEvent) {
    // Screen readers make up a press: a mouse without pressure.
    madeUp.current = event.pointerType === 'mouse' && event.pressure === 0;
    if (blocked || event.button !== 0 || madeUp.current) return;
    setStage('holding');
    later(holdMs, () => {
      setStage('rest');
      confirm();
    });
  }

  function endHold() {
    if (stage !== 'holding') return;
    setStage('hint');
    later(HINT_STAYS_MS, rest);
  }

  function onClick(event: MouseEvent) {
    // A finger or a mouse counts its clicks; a key or a screen reader has no count, or a button still down.
    const byHand = event.detail > 0 && event.buttons !== 1 && !madeUp.current;
    if (blocked || byHand) return;
    if (stage !== 'again') {
      armedAt.current = event.timeStamp;
      setStage('again');
      later(AGAIN_WITHIN_MS, rest);
    } else if (event.timeStamp - armedAt.current >= AGAIN_AFTER_MS) {
      rest();
      confirm();
    }
  }

  const text = disabledReason ?? (stage === 'hint' ? holdHint : stage === 'again' ? againLabel : children);
  return (
    <button
      type={props.pageAction ? 'submit' : 'button'}
      form={props.pageAction ? PAGE_FORM : undefined}
      className={css.button}
      data-stage={stage}
      data-reason={disabledReason === undefined ? undefined : ''}
      aria-disabled={blocked || undefined}
      aria-busy={busy || undefined}
      onPointerDown={startHold}
      onPointerUp={endHold}
      onPointerLeave={endHold}
      onPointerCancel={endHold}
      onContextMenu={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <span
        className={css.fill}
        style={{ transitionDuration: stage === 'holding' ? `${holdMs}ms` : undefined }}
        aria-hidden="true"
      />
      {/* Figures in the label move with the market: only what asks for something else is read out by itself. */}
      <span className={css.text} aria-live={text === children ? 'off' : 'polite'}>
        {busy && <Spinner />}
        {text}
      </span>
    </button>
  );
}
