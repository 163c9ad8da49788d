import { SubmitForm } from '../ui/submit-form.tsx';
import type { SubmitFormProps } from '../ui/submit-form.tsx';
import { PuzzleNotice } from './puzzle-notice.tsx';

/** A form whose call may ask for a puzzle. */
export function Form({ children, ...form }: SubmitFormProps) {
  return (
    <SubmitForm {...form}>
      {children}
      <PuzzleNotice />
    </SubmitForm>
  );
}
