import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { Field, noteOf } from './field.tsx';
import type { FieldFrame } from './field.tsx';
import css from './field.module.css';

type InputHints = Pick<
  ComponentProps<'input'>,
  | 'inputMode'
  | 'autoComplete'
  | 'autoCapitalize'
  | 'enterKeyHint'
  | 'maxLength'
  | 'placeholder'
  | 'required'
  | 'readOnly'
  | 'disabled'
  | 'name'
  | 'spellCheck'
  | 'onBlur'
  | 'onKeyDown'
  | 'ref'
>;

export type TextFieldProps = FieldFrame &
  InputHints & {
    value: string;
    onChange: (value: string) => void;
    type?: 'text' | 'email' | 'tel' | 'url' | 'search' | 'password';
    leading?: ReactNode;
    trailing?: ReactNode;
    /** Takes the focus when it appears: only for the one field a screen is about. */
    focusFirst?: boolean;
  };

/** A line of text with label, hint and error. */
export function TextField({
  label,
  hint,
  error,
  corner,
  leading,
  trailing,
  onChange,
  focusFirst,
  ...input
}: TextFieldProps) {
  const id = useId();
  const frame = { label, hint, error, corner };
  return (
    <Field {...frame} id={id} leading={leading} trailing={trailing}>
      <input
        type="text"
        {...input}
        {...noteOf(id, frame)}
        className={css.input}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- asked for by the screen whose one purpose the field is
        autoFocus={focusFirst}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

export type TextAreaProps = FieldFrame & {
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
  placeholder?: string;
  rows?: number;
};

/** Several lines of text. */
export function TextArea({ label, hint, error, corner, onChange, ...input }: TextAreaProps) {
  const id = useId();
  const frame = { label, hint, error, corner };
  return (
    <Field {...frame} id={id}>
      <textarea
        {...input}
        {...noteOf(id, frame)}
        className={css.input}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
