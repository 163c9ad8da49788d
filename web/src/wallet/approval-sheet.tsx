import { useState } from 'react';
import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { PasswordInput } from '../parts/password-input.tsx';
import { CancelButton } from '../parts/standard-buttons.tsx';
import { errorText } from '../platform/error-text.ts';
import { useTexts } from '../platform/i18n.ts';
import { useApproval } from '../platform/wallet/in-app/approval.ts';
import type { Asked } from '../platform/wallet/in-app/approval.ts';
import { useInAppWallet } from '../platform/wallet/in-app/keeper.ts';
import { Button } from '../ui/button.tsx';
import { HoldButton } from '../ui/hold-button.tsx';
import { Stack } from '../ui/page.tsx';
import { ApprovalDetails } from './approval-details.tsx';

const titles = {
  unlock: 'unlockTitle',
  message: 'askMessageTitle',
  typed: 'askTypedTitle',
  transaction: 'askTransactionTitle',
} as const;
const actions = {
  unlock: 'unlock',
  message: 'askSign',
  typed: 'askSign',
  transaction: 'askHold',
} as const;

function titleOf(asked: Asked) {
  if (asked.kind === 'transaction' && asked.before !== undefined) return 'askTogetherTitle';
  if (asked.kind === 'transaction' && asked.replaces)
    return asked.replaces.how === 'faster' ? 'askFasterTitle' : 'askCancelTitle';
  return titles[asked.kind];
}

/** One question of the wallet: what would be signed, the passphrase when it is locked, yes or no. */
function Question({ asked, answer }: { asked: Asked; answer: (approved: boolean) => void }) {
  const t = useTexts('wallet');
  const locked = useInAppWallet((state) => state.status !== 'unlocked');
  const [passphrase, setPassphrase] = useState('');
  const [problem, setProblem] = useState<string>();
  const [unlocking, setUnlocking] = useState(false);
  const reason = locked && passphrase === '' ? t('passphraseNeeded') : undefined;

  async function approve(): Promise<void> {
    setProblem(undefined);
    try {
      if (locked) {
        setUnlocking(true);
        const { unlockWallet } = await import('../platform/wallet/in-app/key-holder.ts');
        await unlockWallet(passphrase);
      }
      answer(true);
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setUnlocking(false);
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // A chain transaction is held, not entered: the return key only unlocks or signs messages.
        if (asked.kind !== 'transaction' && reason === undefined) void approve();
      }}
    >
      <Stack>
        <ApprovalDetails asked={asked} />
        {locked && (
          <PasswordInput
            kind="current-password"
            label={t('passphrase')}
            value={passphrase}
            onChange={(text) => {
              setProblem(undefined);
              setPassphrase(text);
            }}
            error={problem}
            // What would be signed is read first: the focus would scroll past it.
            focusFirst={asked.kind === 'unlock'}
          />
        )}
        {asked.kind === 'transaction' ? (
          <HoldButton
            onConfirm={approve}
            disabledReason={reason}
            againLabel={t('askAgain')}
            holdHint={t('askHoldHint')}
          >
            {t('askHold')}
          </HoldButton>
        ) : (
          <Button onPress={approve} disabledReason={reason}>
            {t(actions[asked.kind])}
          </Button>
        )}
        {asked.kind === 'unlock' ? (
          <CancelButton tone="secondary" onPress={() => answer(false)} />
        ) : (
          <Button tone="secondary" busy={unlocking} onPress={() => answer(false)}>
            {t('askRefuse')}
          </Button>
        )}
      </Stack>
    </form>
  );
}

/** The wallet's sheet. Closing it is a "no". */
export function ApprovalSheet() {
  const t = useTexts('wallet');
  const { asked, answer } = useApproval();
  // The last question stays in sight while the sheet closes.
  const [shown, setShown] = useState<{ asked: Asked; at: number }>();
  if (asked && shown?.asked !== asked) setShown({ asked, at: (shown?.at ?? 0) + 1 });
  const question = asked ?? shown?.asked;
  return (
    <ClosableSheet
      open={asked !== undefined}
      onClose={() => answer?.(false)}
      title={question ? t(titleOf(question)) : ''}
    >
      {question && <Question key={shown?.at} asked={question} answer={(approved) => answer?.(approved)} />}
    </ClosableSheet>
  );
}
