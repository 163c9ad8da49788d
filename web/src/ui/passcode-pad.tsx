import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Keypad } from './keypad.tsx';
import css from './passcode-pad.module.css';
import { PasswordField } from './password-field.tsx';
import { Segmented } from './segmented.tsx';
import { usePressOnce } from './use-press-once.ts';

export type PasscodeMode = 'digits' | 'letters';

export type PasscodePadProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The button spins while the promise is pending. */
  onSubmit: (value: string) => unknown;
  submitLabel: ReactNode;
  /** What is being confirmed: from, to, amount, fee. */
  summary?: ReactNode;
  error?: string | undefined;
  /** "Forgot it?" or a lock notice. */
  corner?: ReactNode;
  /** Another way: passkey, fingerprint. */
  other?: ReactNode;
  /** Least number of characters, 6, and what the button says below it. */
  lengthMin?: number;
  tooShortReason: string;
  showLabel: string;
  hideLabel: string;
  padLabel: string;
  backLabel: string;
  modeLabel: string;
  digitsLabel: string;
  lettersLabel: string;
  /** How it starts; remember what the member used last. Default digits. */
  startMode?: PasscodeMode;
  onMode?: (mode: PasscodeMode) => void;
};

/** Payment password for the thumb: own digit pad, or the phone's keyboard when it has letters. */
export function PasscodePad(props: PasscodePadProps) {
  const { value, onChange, error, lengthMin = 6 } = props;
  const [mode, setMode] = useState<PasscodeMode>(props.startMode ?? 'digits');
  const [pending, submit] = usePressOnce(() => props.onSubmit(value));
  const short = value.length < lengthMin;

  function onForm(event: FormEvent) {
    event.preventDefault();
    if (!short) submit();
  }

  function switchMode(next: PasscodeMode) {
    setMode(next);
    props.onMode?.(next);
  }

  return (
    <form className={css.form} onSubmit={onForm}>
      {props.summary}
      <PasswordField
        kind="current-password"
        label={props.label}
        corner={props.corner}
        error={error}
        value={value}
        onChange={onChange}
        readOnly={pending}
        inputMode={mode === 'digits' ? 'none' : 'text'}
        enterKeyHint="go"
        focusFirst
        showLabel={props.showLabel}
        hideLabel={props.hideLabel}
      />
      <div className={css.mode}>
        <Segmented
          label={props.modeLabel}
          value={mode}
          onChange={switchMode}
          items={[
            { key: 'digits', label: props.digitsLabel },
            { key: 'letters', label: props.lettersLabel },
          ]}
        />
      </div>
      {mode === 'digits' && (
        <Keypad
          digitsOnly
          decimals={0}
          value={value}
          onChange={onChange}
          label={props.padLabel}
          backLabel={props.backLabel}
        />
      )}
      <Button type="submit" busy={pending} disabledReason={short ? props.tooShortReason : undefined}>
        {props.submitLabel}
      </Button>
      {props.other}
    </form>
  );
}
