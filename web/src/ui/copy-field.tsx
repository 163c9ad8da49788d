import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';
import { IconCopy } from './icon/act.tsx';
import { IconCheck } from './icon/sign.tsx';
import css from './copy-field.module.css';

export type CopyFieldProps = {
  label: string;
  value: string;
  /** How it reads best, such as in groups; copied is the value. */
  shown?: string | undefined;
  copyLabel: string;
  copiedLabel: string;
  /** Copying was not possible; the text is selectable, say so. */
  onFailed?: () => void;
};

const COPIED_STAYS_MS = 2000;

/** An address, hash or code in full with a button that copies it and says that it did. */
export function CopyField({ label, value, shown, copyLabel, copiedLabel, onFailed }: CopyFieldProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_STAYS_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    if (await copyText(value)) setCopied(true);
    else onFailed?.();
  }

  return (
    <div className={css.field}>
      <div className={css.texts}>
        <div className={css.label}>{label}</div>
        <div className={css.value}>{shown ?? value}</div>
      </div>
      <button type="button" className={css.copy} onClick={() => void copy()}>
        {copied ? <IconCheck size={20} /> : <IconCopy size={20} />}
        <span aria-live="polite">{copied ? copiedLabel : copyLabel}</span>
      </button>
    </div>
  );
}
