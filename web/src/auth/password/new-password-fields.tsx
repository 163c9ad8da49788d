import { passwordStrength } from '@openmere/core/auth/password.ts';
import { refuse } from '@openmere/core/kit/refusal.ts';
import type { Refusal } from '@openmere/core/kit/refusal.ts';
import { useEffect, useState } from 'react';
import { PasswordInput } from '../../parts/password-input.tsx';
import type { Attempt } from '../../parts/use-attempt.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { IconCheckCircle } from '../../ui/icon/sign.tsx';
import { Segments } from '../../ui/segments.tsx';
import { newPasswordProblems } from './password-problems.ts';
import { usePasswordRule } from './use-password-rule.ts';
import css from './new-password-fields.module.css';

type Names = readonly (string | null | undefined)[];

export type NewPassword = {
  value: string;
  again: string;
  setValue: (value: string) => void;
  setAgain: (value: string) => void;
  min: number;
  /** Why it may not be used, known while it is being typed. */
  refusal: Refusal | undefined;
  /** What is missing, in the member's words. */
  missing: string | undefined;
  /** Throws the refusal of a password that is not good enough. */
  check: (names: Names) => Promise<void>;
};

/** What else may refuse a password, beyond the rule for all of them. */
type AlsoRefuse = (password: string) => Promise<Refusal | undefined>;
const nothingElse: AlsoRefuse = () => Promise.resolve(undefined);

/** A new password that is typed twice (specification §5). Texts: `password`, `error:auth`. */
export function useNewPassword(names: Names = [], alsoRefuse: AlsoRefuse = nothingElse): NewPassword {
  const t = useTexts('password');
  const [value, setValue] = useState('');
  const [again, setAgain] = useState('');
  const [judged, setJudged] = useState<{ value: string; refusal: Refusal | undefined }>();
  const rule = usePasswordRule();
  const known = names.filter((name) => name !== null && name !== undefined).join('\n');
  const { min, check } = rule;
  useEffect(() => {
    if (value === '') return undefined;
    let late = false;
    const judge = async () => (await check(value, known.split('\n'))) ?? alsoRefuse(value);
    judge().then(
      (refusal) => !late && setJudged({ value, refusal }),
      (error: unknown) => console.warn('the password is checked when it is sent', error),
    );
    return () => {
      late = true;
    };
    // The rule changes with its least length only.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [value, known, min]);
  const refusal = judged?.value === value ? judged.refusal : undefined;
  const missing =
    value === ''
      ? t('newPasswordNeeded')
      : refusal
        ? t('weak')
        : again === ''
          ? t('repeatNeeded')
          : value === again
            ? undefined
            : t('mismatch');
  async function checkNow(named: Names): Promise<void> {
    refuse(
      await check(
        value,
        named.filter((name) => name !== null && name !== undefined),
      ),
    );
  }
  return { value, again, setValue, setAgain, min, refusal, missing, check: checkNow };
}

const filled = { weak: 1, fair: 2, good: 3, strong: 4 } as const;
const tones = { weak: 'danger', fair: 'warn', good: 'good', strong: 'good' } as const;
const words = {
  weak: 'strengthWeak',
  fair: 'strengthFair',
  good: 'strengthGood',
  strong: 'strengthStrong',
} as const;

/** How good the password is, said while it is typed; before the first character, what it needs. */
function Strength({ password }: { password: NewPassword }) {
  const t = useTexts('password');
  const { value, refusal, min } = password;
  if (value === '') return <>{t('newPasswordHint', { min })}</>;
  const strength = passwordStrength(value, refusal !== undefined);
  return (
    <span className={css.strength}>
      <Segments done={filled[strength]} all={4} tone={tones[strength]} />
      <span aria-live="polite" aria-label={t('strength')}>
        {t(words[strength])}
        {refusal && `. ${errorText(refusal)}`}
      </span>
    </span>
  );
}

/** The two fields: the first says how good the password is, the second whether it is the same. */
export function NewPasswordFields({
  password,
  attempt,
  focusFirst,
}: {
  password: NewPassword;
  attempt: Attempt;
  focusFirst?: boolean;
}) {
  const t = useTexts('password');
  const [left, setLeft] = useState(false);
  const { value, again } = password;
  const complete = left || again.length >= value.length;
  const differs = again !== '' && complete && again !== value;
  return (
    <>
      <PasswordInput
        kind="new-password"
        label={t('newPassword')}
        hint={<Strength password={password} />}
        value={value}
        onChange={password.setValue}
        error={attempt.at(...newPasswordProblems)}
        focusFirst={focusFirst}
      />
      <PasswordInput
        kind="new-password"
        label={t('again')}
        value={again}
        onChange={password.setAgain}
        onBlur={() => setLeft(true)}
        error={differs ? t('mismatch') : undefined}
        hint={
          value !== '' && again === value ? (
            <span className={css.matches}>
              <IconCheckCircle size={16} />
              {t('matches')}
            </span>
          ) : undefined
        }
      />
    </>
  );
}
