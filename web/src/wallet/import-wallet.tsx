import { Refusal } from '@openmere/core/kit/refusal.ts';
import { useState } from 'react';
import { errorText } from '../platform/error-text.ts';
import { useTexts } from '../platform/i18n.ts';
import { Notice } from '../ui/notice.tsx';
import { SubmitForm } from '../ui/submit-form.tsx';
import { TextArea } from '../ui/text-field.tsx';
import {
  emptyPassphrase,
  PassphraseFields,
  PASSPHRASE_MIN,
  passphraseProblem,
} from './passphrase-fields.tsx';

const wordProblems: ReadonlySet<string> = new Set([
  'wallet.wordcount',
  'wallet.wordunknown',
  'wallet.wordchecksum',
]);

/** Brings a wallet by its phrase: which word is wrong is said before anything is stored. */
export function ImportWallet({ onDone }: { onDone: () => void }) {
  const t = useTexts('wallet');
  const [text, setText] = useState('');
  const [passphrase, setPassphrase] = useState(emptyPassphrase);
  const [wordProblem, setWordProblem] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const missing = text.trim() === '' ? 'phraseNeeded' : passphraseProblem(passphrase);

  async function bring(): Promise<void> {
    setProblem(undefined);
    setWordProblem(undefined);
    try {
      const [{ importWallet }, { normalisePhrase }] = await Promise.all([
        import('../platform/wallet/in-app/key-holder.ts'),
        import('../platform/wallet/in-app/recovery-phrase.ts'),
      ]);
      await importWallet(normalisePhrase(text), passphrase.first);
      setText('');
      onDone();
    } catch (error) {
      const ofWords = error instanceof Refusal && wordProblems.has(error.code);
      (ofWords ? setWordProblem : setProblem)(errorText(error));
    }
  }

  return (
    <SubmitForm
      submitLabel={t('import')}
      missing={missing && t(missing, { min: PASSPHRASE_MIN })}
      onSubmit={bring}
    >
      <p>{t('importText')}</p>
      <TextArea
        label={t('importWords')}
        hint={t('importHint')}
        error={wordProblem}
        value={text}
        onChange={(typed) => {
          setWordProblem(undefined);
          setText(typed);
        }}
        maxLength={400}
        rows={4}
      />
      <Notice tone="warn">{t('importWarn')}</Notice>
      <PassphraseFields value={passphrase} onChange={setPassphrase} />
      {problem !== undefined && (
        <Notice tone="danger" live>
          {problem}
        </Notice>
      )}
    </SubmitForm>
  );
}
