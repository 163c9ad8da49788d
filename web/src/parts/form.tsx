import type { FormEvent, ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Stack } from '../ui/page.tsx';
import { usePressOnce } from '../ui/use-press-once.ts';
import { PuzzleNotice } from './puzzle-notice.tsx';

export type FormProps = {
  children: ReactNode;
  /** Says what will happen. */
  submitLabel: ReactNode;
  /** What is still missing, written in the button. */
  missing?: string | undefined;
  onSubmit: () => Promise<unknown>;
  tone?: 'primary' | 'danger';
};

/** Fields over one button; Enter does the same as the button, and neither can send twice. */
export function Form({ children, submitLabel, missing, onSubmit, tone = 'primary' }: FormProps) {
  const [busy, submit] = usePressOnce(onSubmit);
  function onForm(event: FormEvent) {
    event.preventDefault();
    if (missing === undefined) submit();
  }
  return (
    <form onSubmit={onForm} noValidate>
      <Stack>
        {children}
        <PuzzleNotice />
        <Button type="submit" tone={tone} busy={busy} disabledReason={missing}>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  );
}
