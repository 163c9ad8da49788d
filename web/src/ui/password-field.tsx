import { useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { IconEye, IconEyeOff } from './icon/act.tsx';
import { TextField } from './text-field.tsx';
import type { TextFieldProps } from './text-field.tsx';

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'trailing' | 'autoComplete'> & {
  /** Tells the password manager: the one in use, or one being made. */
  kind: 'current-password' | 'new-password';
  showLabel: string;
  hideLabel: string;
};

/** A password that can be revealed while typing. */
export function PasswordField({ kind, showLabel, hideLabel, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...field}
      type={shown ? 'text' : 'password'}
      autoComplete={kind}
      trailing={
        <IconButton
          label={shown ? hideLabel : showLabel}
          icon={shown ? <IconEyeOff /> : <IconEye />}
          onPress={() => setShown(!shown)}
        />
      }
    />
  );
}
