import { useTexts } from '../platform/i18n.ts';
import { TextField } from '../ui/text-field.tsx';

/** An address that can be one: the contract's own check decides, this only spares a round trip. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text);
}

/** An e-mail address, without the blanks that a paste brings along. */
export function EmailField({
  label,
  value,
  onChange,
  error,
  autoComplete = 'email',
  focusFirst,
}: {
  /** Another label than "E-mail". */
  label?: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  /** `username` where a password is set for it, so that both are kept together. */
  autoComplete?: 'email' | 'username';
  focusFirst?: boolean;
}) {
  const app = useTexts('app');
  return (
    <TextField
      label={label ?? app('email')}
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      onChange={(text) => onChange(text.trim())}
      error={error}
      focusFirst={focusFirst}
    />
  );
}
