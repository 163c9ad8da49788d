import { useState } from 'react';
import { errorText } from '../platform/error-text.ts';
import { useTexts } from '../platform/i18n.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { showToast } from '../ui/toast-store.ts';
import { PhraseCheck } from './phrase-check.tsx';
import css from './wallet.module.css';

type Props = { phrase: readonly string[]; onDone: () => void };

/** The words to write down, then the check of three of them. Nothing is copied to the clipboard: other apps read it. */
export function BackUp({ phrase, onDone }: Props) {
  const t = useTexts('wallet');
  const [checking, setChecking] = useState(false);

  async function right(): Promise<void> {
    try {
      const { markBackedUp } = await import('../platform/wallet/in-app/key-holder.ts');
      await markBackedUp();
      onDone();
    } catch (error) {
      showToast({ text: errorText(error), tone: 'danger' });
    }
  }

  if (checking) return <PhraseCheck phrase={phrase} onRight={right} onAgain={() => setChecking(false)} />;
  return (
    <>
      <p>{t('phraseText', { count: phrase.length })}</p>
      <ol className={css.phrase} aria-label={t('phraseLabel')} translate="no">
        {phrase.map((word, at) => (
          <li key={at}>{word}</li>
        ))}
      </ol>
      <Notice tone="danger" title={t('phraseSecretTitle')}>
        {t('phraseSecretText')}
      </Notice>
      <Button onPress={() => setChecking(true)}>{t('phraseWritten')}</Button>
    </>
  );
}
