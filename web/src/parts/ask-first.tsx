import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import type { ButtonProps } from '../ui/button.tsx';
import { Stack } from '../ui/page.tsx';
import { Dialog } from '../ui/sheet.tsx';
import { AttemptNotice } from './attempt-notice.tsx';
import { CancelButton } from './standard-buttons.tsx';
import { useAttempt } from './use-attempt.ts';

type Props = Pick<ButtonProps, 'tone' | 'size' | 'disabledReason'> & {
  /** What both the button and the answer say: "Cancel order". */
  label: string;
  /** How the answer looks; `primary` where nothing is lost by it. */
  answerTone?: 'danger' | 'primary';
  /** What leaves everything as it is: "Keep order". Default "Cancel". */
  keep?: string;
  question: string;
  /** What it brings with it. */
  children: ReactNode;
  /** What is asked about. What it throws is told in the question, which stays; else the question goes. */
  act: () => Promise<unknown>;
};

/** A button for what cannot be taken back: pressed, it asks first. */
export function AskFirst(props: Props) {
  const { label, answerTone = 'danger', keep, question, children, act } = props;
  const [asked, setAsked] = useState(false);
  const attempt = useAttempt();
  function close(): void {
    setAsked(false);
    attempt.clear();
  }
  async function answered(): Promise<void> {
    const done = await attempt.run(async () => {
      await act();
    });
    if (done) setAsked(false);
  }
  return (
    <>
      <Button
        tone={props.tone ?? 'secondary'}
        size={props.size ?? 'large'}
        disabledReason={props.disabledReason}
        onPress={() => setAsked(true)}
      >
        {label}
      </Button>
      <Dialog
        open={asked}
        onClose={close}
        title={question}
        footer={
          <>
            <Button tone={answerTone} onPress={answered}>
              {label}
            </Button>
            {keep === undefined ? (
              <CancelButton onPress={close} />
            ) : (
              <Button tone="quiet" onPress={close}>
                {keep}
              </Button>
            )}
          </>
        }
      >
        <Stack>
          {children}
          <AttemptNotice attempt={attempt} />
        </Stack>
      </Dialog>
    </>
  );
}
