import type { FormEvent, ReactNode } from 'react';
import { Button } from './button.tsx';
import { enterMoves } from './enter-moves.ts';
import { Stack } from './page.tsx';
import { useResting } from './resting.ts';
import { usePressOnce } from './use-press-once.ts';

export type SubmitFormProps = {
  children: ReactNode;
  /** Says what will happen. */
  submitLabel: ReactNode;
  /** What is still missing, written in the button. */
  missing?: string | undefined;
  onSubmit: () => Promise<unknown>;
  tone?: 'primary' | 'danger';
  /** Under the button: the other way. */
  after?: ReactNode;
};

/** Fields over one button; Enter goes from field to field and then does the same as the button; neither can send twice. */
export function SubmitForm(props: SubmitFormProps) {
  const { children, submitLabel, missing, tone = 'primary', after } = props;
  const resting = useResting();
  const reason = resting ?? missing;
  const [busy, submit] = usePressOnce(props.onSubmit);
  function onForm(event: FormEvent) {
    event.preventDefault();
    if (reason === undefined) submit();
  }
  return (
    <form onSubmit={onForm} {...enterMoves} noValidate>
      <Stack>
        {children}
        <Button type="submit" tone={tone} busy={busy} disabledReason={reason}>
          {submitLabel}
        </Button>
        {after}
      </Stack>
    </form>
  );
}
