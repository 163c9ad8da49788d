import { useState } from 'react';
import { PasswordInput } from '../parts/password-input.tsx';
import { errorText } from '../platform/error-text.ts';
import { useTexts } from '../platform/i18n.ts';
import { SubmitForm } from '../ui/submit-form.tsx';
import { BackUp } from './back-up.tsx';

/** Back up again: the passphrase, then the words and the check. */
export function RevealPhrase({ onDone }: { onDone: () => void }) {
  const t = useTexts('wallet');
  const [passphrase, setPassphrase] = useState('');
  const [phrase, setPhrase] = useState<string[]>();
  const [problem, setProblem] = useState<string>();

  async function reveal(): Promise<void> {
    setProblem(undefined);
    try {
      const { revealPhrase } = await import('../platform/wallet/in-app/key-holder.ts');
      setPhrase(await revealPhrase(passphrase));
      setPassphrase('');
    } catch (error) {
      setProblem(errorText(error));
    }
  }

  if (phrase) return <BackUp phrase={phrase} onDone={onDone} />;
  return (
    <SubmitForm
      submitLabel={t('reveal')}
      missing={passphrase === '' ? t('passphraseNeeded') : undefined}
      onSubmit={reveal}
    >
      <p>{t('revealText')}</p>
      <PasswordInput
        kind="current-password"
        label={t('passphrase')}
        value={passphrase}
        onChange={(text) => {
          setProblem(undefined);
          setPassphrase(text);
        }}
        error={problem}
        focusFirst
      />
    </SubmitForm>
  );
}
