import type { Attempt } from '../../parts/use-attempt.ts';
import { useTexts } from '../../platform/i18n.ts';
import { TextField } from '../../ui/text-field.tsx';
import { usernameProblems } from './password-problems.ts';

type Props = {
  /** Another label than "User name". */
  label?: string;
  value: string;
  onChange: (value: string) => void;
  attempt: Attempt;
  focusFirst?: boolean;
};

/** A user name that is wanted beside a password; texts: `auth` and `password`. */
export function UsernameField({ label, value, onChange, attempt, focusFirst }: Props) {
  const t = useTexts('auth');
  const password = useTexts('password');
  return (
    <TextField
      label={label ?? t('username')}
      hint={password('usernameHint')}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={32}
      value={value}
      onChange={onChange}
      error={attempt.at(...usernameProblems)}
      focusFirst={focusFirst}
    />
  );
}
