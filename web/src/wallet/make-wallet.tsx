import { useState } from 'react';
import { errorText } from '../platform/error-text.ts';
import { replace, useLocation } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Notice } from '../ui/notice.tsx';
import { SubmitForm } from '../ui/submit-form.tsx';
import { BackUp } from './back-up.tsx';
import { IN_APP_PATH } from './own-wallet.tsx';
import {
  emptyPassphrase,
  PassphraseFields,
  PASSPHRASE_MIN,
  passphraseProblem,
} from './passphrase-fields.tsx';

/** Passphrase → the phrase, shown once → the check of three. Leaving before the check leaves a wallet that says so. */
export function MakeWallet({ onDone }: { onDone: () => void }) {
  const t = useTexts('wallet');
  const { query } = useLocation();
  const [passphrase, setPassphrase] = useState(emptyPassphrase);
  const [understood, setUnderstood] = useState(false);
  const [phrase, setPhrase] = useState<string[]>();
  const [problem, setProblem] = useState<string>();
  const missing = passphraseProblem(passphrase) ?? (understood ? undefined : 'understandFirst');

  async function make(): Promise<void> {
    setProblem(undefined);
    try {
      const { makeWallet } = await import('../platform/wallet/in-app/key-holder.ts');
      setPhrase(await makeWallet(passphrase.first));
      setPassphrase(emptyPassphrase);
    } catch (error) {
      setProblem(errorText(error));
    }
  }

  if (phrase) return <BackUp phrase={phrase} onDone={onDone} />;
  return (
    <SubmitForm
      submitLabel={t('makeNext')}
      missing={missing && t(missing, { min: PASSPHRASE_MIN })}
      onSubmit={make}
      after={
        <Button tone="quiet" onPress={() => replace(IN_APP_PATH, { ...query, view: 'import' })}>
          {t('import')}
        </Button>
      }
    >
      <p>{t('makeText')}</p>
      <PassphraseFields value={passphrase} onChange={setPassphrase} focusFirst />
      <Checkbox checked={understood} onChange={setUnderstood}>
        {t('understand')}
      </Checkbox>
      {problem !== undefined && (
        <Notice tone="danger" live>
          {problem}
        </Notice>
      )}
    </SubmitForm>
  );
}
