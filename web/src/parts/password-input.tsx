import { useTexts } from '../platform/i18n.ts';
import { PasswordField } from '../ui/password-field.tsx';
import type { PasswordFieldProps } from '../ui/password-field.tsx';

/** A password field whose eye speaks the member's language. */
export function PasswordInput(props: Omit<PasswordFieldProps, 'showLabel' | 'hideLabel'>) {
  const app = useTexts('app');
  return <PasswordField {...props} showLabel={app('passwordShow')} hideLabel={app('passwordHide')} />;
}
