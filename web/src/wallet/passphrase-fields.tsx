import { PasswordInput } from '../parts/password-input.tsx';
import { useTexts } from '../platform/i18n.ts';

/** The same least length as `checkPassphrase`; kept here because the keys' code loads later. */
export const PASSPHRASE_MIN = 8;

export type Passphrase = { first: string; second: string };
export const emptyPassphrase: Passphrase = { first: '', second: '' };

type Problem = 'passphraseNeeded' | 'passphraseshort' | 'passphraseAgain' | 'passphraseDiffers';

/** The first thing that is missing, as a text key. */
export function passphraseProblem({ first, second }: Passphrase): Problem | undefined {
  if (first === '') return 'passphraseNeeded';
  if (first.length < PASSPHRASE_MIN) return 'passphraseshort';
  if (second === '') return 'passphraseAgain';
  return first === second ? undefined : 'passphraseDiffers';
}

/** A new passphrase, typed twice. */
export function PassphraseFields({
  value,
  onChange,
  focusFirst,
}: {
  value: Passphrase;
  onChange: (value: Passphrase) => void;
  focusFirst?: boolean;
}) {
  const t = useTexts('wallet');
  const differs =
    value.second.length >= value.first.length && value.second !== '' && value.first !== value.second;
  return (
    <>
      <PasswordInput
        kind="new-password"
        label={t('passphrase')}
        hint={t('passphraseHint', { min: PASSPHRASE_MIN })}
        value={value.first}
        onChange={(first) => onChange({ ...value, first })}
        focusFirst={focusFirst}
      />
      <PasswordInput
        kind="new-password"
        label={t('passphraseRepeat')}
        value={value.second}
        onChange={(second) => onChange({ ...value, second })}
        error={differs ? t('passphraseDiffers') : undefined}
      />
    </>
  );
}
