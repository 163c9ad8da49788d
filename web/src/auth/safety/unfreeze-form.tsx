import type { OutputOf } from '@openmere/core/calls.ts';
import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { Form } from '../../parts/form.tsx';
import { PasswordInput } from '../../parts/password-input.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { call } from '../../platform/api-client.ts';
import { useTexts } from '../../platform/i18n.ts';
import { refresh, useCall } from '../../platform/query.ts';
import { sealSecret } from '../../platform/seal.ts';
import { Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { codeProblems, factorProblems } from '../field-problems.ts';
import { FactorField } from '../second-factor/factor-field.tsx';
import { useFactor } from '../second-factor/use-factor.ts';
import { FreshProofField, useFreshProof } from './fresh-proof.tsx';

const payProblems = ['auth.wrongpaypassword', 'auth.paypasswordslow'] as const;

/** What was approved before the freeze leaves with it, and can no longer be cancelled (decision 0299). */
function Leaving() {
  const t = useTexts('account');
  const { data } = useCall('Wallet/Withdrawals', {});
  const count = data?.list.filter(({ status }) => status === 'approved').length ?? 0;
  if (count === 0) return null;
  return (
    <Notice tone="warn" title={t('leavesTitle', { count })}>
      {t('leavesText')}{' '}
      <TextLink href="#/pages/wallet/withdraw/recode/recodeChain">{t('leavesLink')}</TextLink>
    </Notice>
  );
}

/** Lifts a freeze: the payment password, if there is one, and a fresh proof of the mailbox or the wallet. */
export function UnfreezeForm({ info }: { info: OutputOf<'Users/Info'> }) {
  const t = useTexts('account');
  const attempt = useAttempt();
  const factor = useFactor(attempt.problem);
  const proof = useFreshProof(info, true);
  const [pay, setPay] = useState('');

  async function unfreeze(): Promise<void> {
    const proven = await proof.collect();
    const paid = info.haspaypassword ? { paypassword: await sealSecret(pay, 'Users/Unfreeze') } : {};
    await call('Users/Unfreeze', { ...proven, ...paid, ...factor.proof });
    await refresh('Users/Info');
    showToast({ text: t('unfrozen'), tone: 'good' });
  }

  const missing = info.haspaypassword && pay === '' ? t('payNeeded') : proof.missing;
  return (
    <Form submitLabel={t('unfreezeIt')} missing={missing} onSubmit={() => attempt.run(unfreeze)}>
      <Notice tone="danger" title={t('frozenTitle')}>
        {t('frozenText')}
      </Notice>
      <Leaving />
      {info.haspaypassword && (
        <PasswordInput
          kind="current-password"
          label={t('checkPay')}
          value={pay}
          onChange={setPay}
          error={attempt.at(...payProblems)}
        />
      )}
      <FreshProofField who={info} proof={proof} purpose="password" attempt={attempt} orWallet />
      <FactorField factor={factor} />
      <AttemptNotice attempt={attempt} shown={[...codeProblems, ...factorProblems, ...payProblems]} />
    </Form>
  );
}
