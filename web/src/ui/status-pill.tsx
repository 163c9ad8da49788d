import type { ReactNode } from 'react';
import { Badge } from './badge.tsx';
import type { Tone } from './badge.tsx';
import { IconClose } from './icon/arrow.tsx';
import { IconCheck, IconClock, IconWarning } from './icon/sign.tsx';
import { Spinner } from './spinner.tsx';

/** Where something stands: waiting for a turn, under way, done, held by a person, failed, or void (cancelled, ignored). */
export type StatusState = 'waiting' | 'working' | 'done' | 'held' | 'failed' | 'void';

const LOOKS: Record<StatusState, { tone: Tone; icon?: ReactNode }> = {
  waiting: { tone: 'neutral', icon: <IconClock size={14} /> },
  working: { tone: 'accent', icon: <Spinner /> },
  done: { tone: 'good', icon: <IconCheck size={14} /> },
  held: { tone: 'warn', icon: <IconWarning size={14} /> },
  failed: { tone: 'danger', icon: <IconClose size={14} /> },
  void: { tone: 'neutral' },
};

/** The state of a record: word, icon and tint together, never colour alone. */
export function StatusPill({ state, children }: { state: StatusState; children: ReactNode }) {
  const { tone, icon } = LOOKS[state];
  return (
    <Badge tone={tone} icon={icon}>
      {children}
    </Badge>
  );
}
