import type { ReactNode } from 'react';
import { IconClose } from './icon/arrow.tsx';
import { IconCheck, IconWarning } from './icon/sign.tsx';
import { Spinner } from './spinner.tsx';
import { Spoken } from './spoken.tsx';
import css from './step-line.module.css';

export type StepState = 'done' | 'current' | 'waiting' | 'held' | 'failed';

export type Step = {
  key: string;
  title: ReactNode;
  state: StepState;
  /** When it happened, or how long it takes. */
  time?: ReactNode;
  /** A line of explanation, a hash with its link, "what if it takes long". */
  note?: ReactNode;
};

export type StepLineProps = {
  steps: readonly Step[];
  label: string;
  /** The word of each state for screen readers. */
  stateLabels: Readonly<Record<StepState, string>>;
};

function Dot({ state }: { state: StepState }) {
  if (state === 'done') return <IconCheck size={16} />;
  if (state === 'failed') return <IconClose size={16} />;
  if (state === 'held') return <IconWarning size={16} />;
  return state === 'current' ? <Spinner /> : null;
}

/** Steps under one another: what is done, what is happening, what comes. A step that moves on is read out as a whole. */
export function StepLine({ steps, label, stateLabels }: StepLineProps) {
  return (
    <ol className={css.line} aria-label={label} aria-live="polite">
      {steps.map((step) => (
        <li
          key={step.key}
          className={css.step}
          data-state={step.state}
          aria-atomic="true"
          aria-current={step.state === 'current' ? 'step' : undefined}
        >
          <span className={css.dot} aria-hidden="true">
            <Dot state={step.state} />
          </span>
          <div className={css.texts}>
            <div className={css.head}>
              <span className={css.title}>{step.title}</span>
              <Spoken>{stateLabels[step.state]}</Spoken>
              {step.time !== undefined && <span className={css.time}>{step.time}</span>}
            </div>
            {step.note !== undefined && <div className={css.note}>{step.note}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
