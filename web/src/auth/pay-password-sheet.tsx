import { type ReactNode, useState } from 'react';
import { errorText } from '../platform/error-text.ts';
import { useTexts } from '../platform/i18n.ts';
import { PasscodePad } from '../ui/passcode-pad.tsx';
import { Sheet } from '../ui/sheet.tsx';

export type PayPasswordSheetProps = {
  open: boolean;
  onClose: () => void;
  /** What is being confirmed: from, to, amount, fee, what arrives. */
  summary: ReactNode;
  /** Says what will happen: "Send 40 USDT". */
  submitLabel: ReactNode;
  /**
   * Does it with the password as typed (seal it with `sealSecret`). Throwing shows the reason in the sheet, which stays
   * open for another try with the same request id; it closes only through `onClose`.
   */
  onSubmit: (password: string) => Promise<void>;
};

/** Summary and payment password in one sheet; cannot be dismissed or sent twice while the answer is awaited. */
export function PayPasswordSheet({ open, onClose, summary, submitLabel, onSubmit }: PayPasswordSheetProps) {
  const t = useTexts('pay');
  const app = useTexts('app');
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  function close() {
    setValue('');
    setError(undefined);
    onClose();
  }

  async function submit(password: string): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await onSubmit(password);
      setValue('');
    } catch (failure) {
      setError(errorText(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Sheet open={open} onClose={close} title={t('title')} closeLabel={app('close')} locked={busy}>
      <PasscodePad
        label={t('label')}
        value={value}
        onChange={setValue}
        onSubmit={submit}
        submitLabel={submitLabel}
        summary={summary}
        error={error}
        corner={<a href="#/pages/mine/setPwd/setPwd">{t('forgot')}</a>}
        tooShortReason={t('tooShort')}
        showLabel={t('show')}
        hideLabel={t('hide')}
        padLabel={t('pad')}
        backLabel={t('erase')}
        modeLabel={t('mode')}
        digitsLabel={t('digits')}
        lettersLabel={t('letters')}
        startMode="letters"
      />
    </Sheet>
  );
}
