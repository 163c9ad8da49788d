import { useState } from 'react';
import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { errorText } from '../platform/error-text.ts';
import { useTexts } from '../platform/i18n.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/page.tsx';
import { TextField } from '../ui/text-field.tsx';

type Props = { open: boolean; onClose: () => void; address: string; backedUp: boolean };

/** Takes the wallet off this device. Typed confirmation: the end of the address, the same in every language. */
export function ForgetSheet({ open, onClose, address, backedUp }: Props) {
  const t = useTexts('wallet');
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const wanted = address.slice(-4);

  function close(): void {
    setTyped('');
    setProblem(undefined);
    onClose();
  }

  async function forget(): Promise<void> {
    try {
      const { forgetWallet } = await import('../platform/wallet/in-app/key-holder.ts');
      await forgetWallet();
      close();
    } catch (error) {
      setProblem(errorText(error));
    }
  }

  const right = typed.normalize('NFKC').trim().toLowerCase() === wanted.toLowerCase();
  return (
    <ClosableSheet open={open} onClose={close} title={t('forgetTitle')}>
      <Stack>
        <Notice tone="danger" title={backedUp ? undefined : t('forgetUnsafeTitle')}>
          {backedUp ? t('forgetText') : t('forgetUnsafeText')}
        </Notice>
        <TextField
          label={t('forgetLabel', { end: wanted })}
          value={typed}
          onChange={setTyped}
          error={problem}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={8}
        />
        <Button
          tone="danger"
          onPress={forget}
          disabledReason={right ? undefined : t('forgetType', { end: wanted })}
        >
          {t('forget')}
        </Button>
      </Stack>
    </ClosableSheet>
  );
}
