import { useState } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { WordCheck } from './word-check.tsx';
import css from './wallet.module.css';

type Props = { words: readonly string[]; onDone: () => void };

/** The words to write down, then the check of three of them. Nothing is copied to the clipboard: other apps read it. */
export function BackUp({ words, onDone }: Props) {
  const t = useTexts('wallet');
  const [checking, setChecking] = useState(false);

  async function right(): Promise<void> {
    const { markBackedUp } = await import('../platform/wallet/in-app/key-holder.ts');
    await markBackedUp();
    onDone();
  }

  if (checking) return <WordCheck words={words} onRight={right} onAgain={() => setChecking(false)} />;
  return (
    <>
      <p>{t('wordsText', { count: words.length })}</p>
      <ol className={css.phrase} aria-label={t('wordsLabel')} translate="no">
        {words.map((word, at) => (
          <li key={at}>{word}</li>
        ))}
      </ol>
      <Notice tone="danger" title={t('wordsSecretTitle')}>
        {t('wordsSecretText')}
      </Notice>
      <Button onPress={() => setChecking(true)}>{t('wordsWritten')}</Button>
    </>
  );
}
