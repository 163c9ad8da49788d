import { useState } from 'react';
import { useMemberQuery } from '../../member/use-member-query.ts';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { Form } from '../../parts/form.tsx';
import { PasswordInput } from '../../parts/password-input.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { call } from '../../platform/api-client.ts';
import { useTexts } from '../../platform/i18n.ts';
import { refresh } from '../../platform/query.ts';
import { sealSecret } from '../../platform/seal.ts';
import { showToast } from '../../ui/toast-store.ts';
import { factorProblems } from '../field-problems.ts';
import { FactorField } from './factor-field.tsx';
import { useFactor } from './use-factor.ts';

const payProblems = ['auth.wrongpaypassword', 'auth.paypasswordslow'] as const;

/** The payment password, which a thief of the session does not have; who has none is asked for the factor. */
export function RefuseResetForm({ id }: { id: string }) {
  const t = useTexts('guard');
  const account = useTexts('account');
  const attempt = useAttempt();
  const factor = useFactor(attempt.problem);
  const hasPay = useMemberQuery().data?.haspaypassword === true;
  const [pay, setPay] = useState('');
  const refuse = async () => {
    const paid = hasPay ? { paypassword: await sealSecret(pay, 'Users/FactorResetRefuse') } : {};
    await call('Users/FactorResetRefuse', { id, ...paid, ...factor.proof });
    await refresh('Users/Info');
    showToast({ text: t('resetRefused'), tone: 'good' });
  };
  return (
    <Form
      submitLabel={t('resetRefuse')}
      tone="danger"
      missing={hasPay && pay === '' ? account('payNeeded') : undefined}
      onSubmit={() => attempt.run(refuse)}
    >
      {hasPay && (
        <PasswordInput
          kind="current-password"
          label={account('checkPay')}
          value={pay}
          onChange={setPay}
          error={attempt.at(...payProblems)}
        />
      )}
      <FactorField factor={factor} />
      <AttemptNotice attempt={attempt} shown={[...payProblems, ...factorProblems]} />
    </Form>
  );
}
