import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useMember } from '../../member/use-member.ts';
import { ClosableSheet } from '../../parts/closable-sheet.tsx';
import { PasswordInput } from '../../parts/password-input.tsx';
import type { Problem } from '../../parts/use-attempt.ts';
import { CallRefused } from '../../platform/api-client.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import { usePressOnce } from '../../ui/use-press-once.ts';
import { factorProblems } from '../field-problems.ts';
import { FactorField } from '../second-factor/factor-field.tsx';
import { useFactor } from '../second-factor/use-factor.ts';
import type { Factor } from '../second-factor/use-factor.ts';

export type PayPasswordSheetProps = {
  open: boolean;
  onClose: () => void;
  /** What is being confirmed: to, amount, fee, what arrives. From whom is said above it where one has several accounts. */
  summary: ReactNode;
  /** Says what will happen: "Send 40 USDT". */
  submitLabel: ReactNode;
  /**
   * Does it with the password as typed (seal it with `sealSecret`). Throwing shows the reason in the sheet, which stays
   * open for another try with the same request id; it closes only through `onClose`.
   */
  onSubmit: (password: string, factor: Factor['proof']) => Promise<void>;
};

/** One account among several: whose money it is that goes; and the word that only we know besides the member. */
function ActingAs() {
  const t = useTexts('pay');
  const member = useMember();
  if (!member) return null;
  const { nickname, invitationcode, antiphishing } = member;
  const isOneOfMany = member.main !== null || member.subaccounts > 0;
  const rows = [
    ...(isOneOfMany ? [{ key: 'from', label: t('from'), value: nickname, note: invitationcode }] : []),
    ...(antiphishing === '' ? [] : [{ key: 'word', label: t('word'), value: antiphishing }]),
  ];
  return rows.length === 0 ? null : <KeyValue rows={rows} />;
}

/**
 * Summary and payment password in one sheet; cannot be dismissed or sent twice while the answer is awaited. Payment passwords
 * have letters, so the phone's own keyboard serves, with its "Go". Who has none yet is led to set one, and back.
 */
export function PayPasswordSheet({ open, onClose, summary, submitLabel, onSubmit }: PayPasswordSheetProps) {
  const t = useTexts('pay');
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const factor = useFactor(problem);
  const error = factorProblems.some((one) => one === problem?.reason) ? undefined : problem?.text;
  const [busy, submit] = usePressOnce(send);
  // The rule for new ones says nothing of one that is set: how long that is only the server knows.
  const isEmpty = value === '';
  const isMissing = useMember()?.haspaypassword === false;

  function close() {
    setValue('');
    factor.setValue('');
    setProblem(undefined);
    onClose();
  }

  async function send(): Promise<void> {
    setProblem(undefined);
    try {
      await onSubmit(value, factor.proof);
      setValue('');
      factor.setValue('');
    } catch (failure) {
      const reason = failure instanceof CallRefused ? failure.reason : '';
      setProblem({ reason, text: errorText(failure) });
    }
  }

  function onForm(event: FormEvent) {
    event.preventDefault();
    if (!isEmpty) submit();
  }

  return (
    <ClosableSheet open={open} onClose={close} title={t('title')} locked={busy}>
      {isMissing ? (
        <Stack>
          <ActingAs />
          {summary}
          <Notice
            title={t('noneTitle')}
            action={<Button href="#/pages/mine/setPwd/setPwd?kind=pay">{t('noneAction')}</Button>}
          />
        </Stack>
      ) : (
        <form onSubmit={onForm}>
          <Stack>
            <ActingAs />
            {summary}
            <PasswordInput
              kind="current-password"
              label={t('label')}
              corner={<a href="#/pages/mine/setPwd/setPwd?kind=pay&forgot=1">{t('forgot')}</a>}
              error={error}
              value={value}
              onChange={setValue}
              readOnly={busy}
              enterKeyHint="go"
              focusFirst
            />
            <FactorField factor={factor} />
            <Button type="submit" busy={busy} disabledReason={isEmpty ? t('needed') : undefined}>
              {submitLabel}
            </Button>
          </Stack>
        </form>
      )}
    </ClosableSheet>
  );
}
