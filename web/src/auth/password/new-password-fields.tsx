import { refuse } from '@openmere/core/kit/refusal.ts';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import type { Attempt } from '../../parts/use-attempt.ts';
import { usePasswordRule } from './use-password-rule.ts';
import { newPasswordProblems } from '../field-problems.ts';
import { PasswordInput } from '../../parts/password-input.tsx';

export type NewPassword = {
  value: string;
  again: string;
  setValue: (value: string) => void;
  setAgain: (value: string) => void;
  min: number;
  /** What is missing, as a text key. */
  missing: 'newPasswordNeeded' | 'mismatch' | undefined;
  /** Throws the refusal of a password that is not good enough. */
  check: (names: readonly (string | null | undefined)[]) => Promise<void>;
};

/** A new password that is typed twice (specification §5). */
export function useNewPassword(): NewPassword {
  const [value, setValue] = useState('');
  const [again, setAgain] = useState('');
  const rule = usePasswordRule();
  const missing = value === '' ? 'newPasswordNeeded' : value === again ? undefined : 'mismatch';
  async function check(names: readonly (string | null | undefined)[]): Promise<void> {
    refuse(
      await rule.check(
        value,
        names.filter((name) => name !== null && name !== undefined),
      ),
    );
  }
  return { value, again, setValue, setAgain, min: rule.min, missing, check };
}

/** The two fields; the second complains only when it was left. */
export function NewPasswordFields({ password, attempt }: { password: NewPassword; attempt: Attempt }) {
  const t = useTexts('auth');
  const [left, setLeft] = useState(false);
  const differs = left && password.again !== '' && password.again !== password.value;
  return (
    <>
      <PasswordInput
        kind="new-password"
        label={t('newPassword')}
        hint={t('newPasswordHint', { min: password.min })}
        value={password.value}
        onChange={password.setValue}
        error={attempt.at(...newPasswordProblems)}
      />
      <PasswordInput
        kind="new-password"
        label={t('again')}
        value={password.again}
        onChange={password.setAgain}
        onBlur={() => setLeft(true)}
        error={differs ? t('mismatch') : undefined}
      />
    </>
  );
}
