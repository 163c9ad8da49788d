import { useState } from 'react';
import { errorText } from '../platform/error-text.ts';
import { useTexts } from '../platform/i18n.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Notice } from '../ui/notice.tsx';
import { BackUp } from './back-up.tsx';
import { emptyPassphrase, PassphraseFields, passphraseMin, passphraseProblem } from './passphrase-fields.tsx';
import css from './wallet.module.css';

/** Passphrase → the words, shown once → the check of three. Leaving before the check leaves a wallet that says so. */
export function MakeWallet({ onDone }: { onDone: () => void }) {
  const t = useTexts('wallet');
  const [passphrase, setPassphrase] = useState(emptyPassphrase);
  const [understood, setUnderstood] = useState(false);
  const [words, setWords] = useState<string[]>();
  const [problem, setProblem] = useState<string>();
  const missing = passphraseProblem(passphrase) ?? (understood ? undefined : 'understandFirst');

  async function make(): Promise<void> {
    setProblem(undefined);
    try {
      const { makeWallet } = await import('../platform/wallet/in-app/key-holder.ts');
      setWords(await makeWallet(passphrase.first));
      setPassphrase(emptyPassphrase);
    } catch (error) {
      setProblem(errorText(error));
    }
  }

  if (words) return <BackUp words={words} onDone={onDone} />;
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (missing === undefined) void make();
      }}
    >
      <p>{t('makeText')}</p>
      <PassphraseFields value={passphrase} onChange={setPassphrase} />
      <Checkbox checked={understood} onChange={setUnderstood}>
        {t('understand')}
      </Checkbox>
      {problem !== undefined && (
        <Notice tone="danger" live>
          {problem}
        </Notice>
      )}
      <Button onPress={make} disabledReason={missing && t(missing, { min: passphraseMin })}>
        {t('makeNext')}
      </Button>
    </form>
  );
}
