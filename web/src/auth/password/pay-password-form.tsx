import type { OutputOf } from '@openmere/core/calls.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { payPasswordLockHours } from '@openmere/core/setting/account.ts';
import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { Form } from '../../parts/form.tsx';
import { PasswordInput } from '../../parts/password-input.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { call } from '../../platform/api-client.ts';
import { back, fromHere, useLocation } from '../../platform/history.ts';
import { useTexts } from '../../platform/i18n.ts';
import { refresh } from '../../platform/query.ts';
import { sealSecret } from '../../platform/seal.ts';
import { endPart } from '../../platform/thread.ts';
import { useSetting } from '../../setting/use-setting.ts';
import { Notice } from '../../ui/notice.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { codeProblems, factorProblems } from '../field-problems.ts';
import { FreshProofField, useFreshProof } from '../safety/fresh-proof.tsx';
import { FactorField } from '../second-factor/factor-field.tsx';
import { useFactor } from '../second-factor/use-factor.ts';
import { isLoginPassword } from './known-login-password.ts';
import { NewPasswordFields, useNewPassword } from './new-password-fields.tsx';
import { changeHere } from './own-change.ts';
import { newPasswordProblems } from './password-problems.ts';

type Kind = 'first' | 'change' | 'reset';
const oldProblems = ['auth.wrongpaypassword', 'auth.paypasswordslow'] as const;
const shown = [...codeProblems, ...factorProblems, ...newPasswordProblems, ...oldProblems];
const titles = { first: 'payFirst', change: 'payChange', reset: 'payReset' } as const;

/** What the setting brings about, said before it happens (specification §5: 24 hours, the first one exempt). */
function Consequence({ kind, hours }: { kind: Kind; hours: number }) {
  const t = useTexts('account');
  if (kind === 'first') return <Notice>{t('firstFree')}</Notice>;
  return (
    <Notice tone="warn" title={t('lockWarnTitle', { hours })}>
      {t('lockWarn', { hours })} {t('othersEnd')}
    </Notice>
  );
}

/** Said while it is typed where this page saw the login password; else the server says it, under the same field. */
async function sameAsLogin(password: string): Promise<Refusal | undefined> {
  return (await isLoginPassword(password)) ? new Refusal('auth.passwordsame') : undefined;
}

/** The payment password: set for the first time, changed by the present one, or reset by a fresh proof. */
export function PayPasswordForm({ info }: { info: OutputOf<'Users/Info'> }) {
  const t = useTexts('account');
  const attempt = useAttempt();
  const factor = useFactor(attempt.problem);
  const password = useNewPassword([info.email || undefined, info.username], sameAsLogin);
  const proof = useFreshProof(info, !info.haspaypassword);
  const hours = useSetting(payPasswordLockHours);
  const [old, setOld] = useState('');
  const [forgotten, setForgotten] = useState(useLocation().query['forgot'] === '1');
  const kind: Kind = !info.haspaypassword ? 'first' : forgotten ? 'reset' : 'change';

  async function set(): Promise<void> {
    const here = fromHere();
    await password.check([info.email || undefined, info.username]);
    const proven =
      kind === 'change' ? { old: await sealSecret(old, 'Users/SetPaypassword') } : await proof.collect();
    const paypassword = await sealSecret(password.value, 'Users/SetPaypassword');
    await changeHere(() => call('Users/SetPaypassword', { paypassword, ...proven, ...factor.proof }));
    await refresh('Users/Info', 'Users/Sessions');
    showToast({ text: t('passwordSet'), tone: 'good' });
    here(() => endPart(() => back(1, '/pages/mine/safety/safety')));
  }

  const unproven = kind === 'change' ? (old === '' ? t('oldNeeded') : undefined) : proof.missing;
  const lacking = password.missing;
  return (
    <Form
      submitLabel={kind === 'first' ? t('setIt') : t('lockIt', { hours })}
      missing={kind === 'change' ? (unproven ?? lacking) : (lacking ?? unproven)}
      tone={kind === 'first' ? 'primary' : 'danger'}
      onSubmit={() => attempt.run(set)}
    >
      <SectionTitle>{t(titles[kind])}</SectionTitle>
      <Consequence kind={kind} hours={hours} />
      {kind === 'change' && (
        <PasswordInput
          kind="current-password"
          label={t('old')}
          value={old}
          onChange={setOld}
          error={attempt.at(...oldProblems)}
          corner={<TextLink onPress={() => setForgotten(true)}>{t('forgotOld')}</TextLink>}
        />
      )}
      {kind === 'reset' && <TextLink onPress={() => setForgotten(false)}>{t('knowOld')}</TextLink>}
      <NewPasswordFields password={password} attempt={attempt} focusFirst={kind === 'first'} />
      {kind !== 'change' && (
        <FreshProofField who={info} proof={proof} purpose="paypassword" attempt={attempt} orWallet />
      )}
      <FactorField factor={factor} />
      <AttemptNotice attempt={attempt} shown={shown} />
    </Form>
  );
}
