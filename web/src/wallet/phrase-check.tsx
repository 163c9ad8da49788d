import { useState } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { Button } from '../ui/button.tsx';
import { SubmitForm } from '../ui/submit-form.tsx';
import { TextField } from '../ui/text-field.tsx';

const ASKED_COUNT = 3;

/** Three different places, by the browser's own generator; in order, as they stand on paper. */
export function askedPlaces(count: number): number[] {
  const places = new Set<number>();
  while (places.size < Math.min(ASKED_COUNT, count)) {
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
    places.add(random % count);
  }
  return [...places].toSorted((a, b) => a - b);
}

type Props = { phrase: readonly string[]; onRight: () => Promise<void>; onAgain: () => void };

/** Asks three of its words: only then the wallet counts as backed up. */
export function PhraseCheck({ phrase, onRight, onAgain }: Props) {
  const t = useTexts('wallet');
  const [places] = useState(() => askedPlaces(phrase.length));
  const [typed, setTyped] = useState<Record<number, string>>({});
  const [wrong, setWrong] = useState<number>();
  const missing = places.find((place) => (typed[place] ?? '').trim() === '');

  async function check(): Promise<void> {
    const bad = places.find(
      (place) => typed[place]?.normalize('NFKC').trim().toLowerCase() !== phrase[place],
    );
    setWrong(bad);
    if (bad === undefined) await onRight();
  }

  return (
    <SubmitForm
      submitLabel={t('checkDo')}
      missing={missing === undefined ? undefined : t('checkMissing', { place: missing + 1 })}
      onSubmit={check}
      after={
        <Button tone="secondary" onPress={onAgain}>
          {t('phraseAgain')}
        </Button>
      }
    >
      <p>{t('checkText')}</p>
      {places.map((place) => (
        <TextField
          key={place}
          label={t('checkWord', { place: place + 1 })}
          value={typed[place] ?? ''}
          onChange={(text) => {
            setWrong(undefined);
            setTyped((before) => ({ ...before, [place]: text }));
          }}
          error={wrong === place ? t('checkWrong') : undefined}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          focusFirst={place === places[0]}
        />
      ))}
    </SubmitForm>
  );
}
