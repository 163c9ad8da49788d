import type { OutputOf } from '@openmere/core/calls.ts';
import { useState } from 'react';
import { codeProblems, factorProblems } from '../../auth/field-problems.ts';
import { FreshProofField, useFreshProof } from '../../auth/safety/fresh-proof.tsx';
import { FactorField } from '../../auth/second-factor/factor-field.tsx';
import { useFactor } from '../../auth/second-factor/use-factor.ts';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { Form } from '../../parts/form.tsx';
import { PasswordInput } from '../../parts/password-input.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { call } from '../../platform/api-client.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { keepAnswer } from '../../platform/keep-answer.ts';
import { amountText } from '../../platform/money-text.ts';
import { sealSecret } from '../../platform/seal.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { leave } from '../log-out.ts';
import type { MemberInfo } from '../use-member.ts';

type Closing = OutputOf<'Users/Closing'>;
type Obstacle = Closing['obstacles'][number];

const payProblems = ['auth.wrongpaypassword', 'auth.paypasswordslow', 'auth.nopaypassword'] as const;

/** Where each is settled; nothing can be done about the first account of all. */
const ways: Readonly<Record<Obstacle['kind'], string | undefined>> = {
  root: undefined,
  locked: '#/pages/mine/safety/safety',
  balance: '#/pages/wallet/wallet',
  subaccounts: '#/pages/mine/account/account',
  orders: '#/pages/order/order',
  sales: '#/pages/mall/shopManage',
  shop: '#/pages/mall/shopManage',
  fiat: '#/pages/wallet/recharge/rechargeFiat',
};

/** What has to be settled before, each with the way there. */
export function Obstacles({ list }: { list: readonly Obstacle[] }) {
  const t = useTexts('closing');
  const locale = useLocale();
  return (
    <List label={t('first')}>
      {list.map(({ kind, coinid = '', amount = '0', count = 0 }) => {
        const isPoy = kind === 'balance' && coinid === 'POY';
        const href = isPoy ? '#/pages/award/poy/poy' : ways[kind];
        return (
          <ListRow
            key={`${kind} ${coinid}`}
            title={t(isPoy ? 'balancePoy' : kind, {
              coin: coinid,
              amount: amountText(amount, locale),
              count,
            })}
            {...(href === undefined ? {} : { href })}
          />
        );
      })}
    </List>
  );
}

/** They are no money: an allowance, and what is spent in the mall only. */
const creditCoins: readonly string[] = ['EQUITY', 'OBL'];

/** What nobody gets back: credits, a rest that is too small to leave, and rewards that were not claimed. */
function Losses({ credits, rewards }: Pick<Closing, 'credits' | 'rewards'>) {
  const t = useTexts('closing');
  const locale = useLocale();
  if (credits.length + rewards.length === 0) return null;
  return (
    <Notice tone="warn" title={t('lost')}>
      {credits.map(({ coinid: coin, amount }) => (
        <div key={`c ${coin}`}>
          {t(creditCoins.includes(coin) ? 'lostCredit' : 'lostRest', {
            coin,
            amount: amountText(amount, locale),
          })}
        </div>
      ))}
      {rewards.map(({ coinid: coin, amount }) => (
        <div key={`r ${coin}`}>{t('lostReward', { coin, amount: amountText(amount, locale) })}</div>
      ))}
    </Notice>
  );
}

/** Closes the account: what is lost, the proofs, and the word that it is understood. */
export function CloseForm({ info, closing }: { info: MemberInfo; closing: Closing }) {
  const t = useTexts('closing');
  const attempt = useAttempt();
  const factor = useFactor(attempt.problem);
  const proof = useFreshProof(info, true);
  const [pay, setPay] = useState('');
  const [understood, setUnderstood] = useState(false);
  const [changed, setChanged] = useState(false);
  const isMain = info.main === null;

  async function close(): Promise<void> {
    // A settlement may have brought more meanwhile: nothing is lost that was not named.
    const now = await call('Users/Closing', {});
    const isSame = JSON.stringify(now) === JSON.stringify(closing);
    setChanged(!isSame);
    if (!isSame) {
      setUnderstood(false);
      keepAnswer('Users/Closing', {}, now);
      return;
    }
    const proven = isMain ? await proof.collect() : {};
    const paid = info.haspaypassword ? { paypassword: await sealSecret(pay, 'Users/Delete') } : {};
    await call('Users/Delete', { ...proven, ...paid, ...factor.proof });
    showToast({ text: t('closed'), tone: 'good' });
    await leave();
  }

  const missing =
    info.haspaypassword && pay === ''
      ? t('payNeeded')
      : ((isMain ? proof.missing : undefined) ?? (understood ? undefined : t('needUnderstood')));
  return (
    <Form
      submitLabel={t('closeIt', { name: info.nickname })}
      tone="danger"
      missing={missing}
      onSubmit={() => attempt.run(close)}
    >
      <Losses credits={closing.credits} rewards={closing.rewards} />
      {changed && (
        <Notice tone="warn" live>
          {t('changed')}
        </Notice>
      )}
      {info.haspaypassword && (
        <PasswordInput
          kind="current-password"
          label={t('payClose')}
          value={pay}
          onChange={setPay}
          error={attempt.at(...payProblems)}
        />
      )}
      {isMain && <FreshProofField who={info} proof={proof} purpose="password" attempt={attempt} />}
      <FactorField factor={factor} />
      <Checkbox checked={understood} onChange={setUnderstood}>
        {t('understood')}
      </Checkbox>
      <AttemptNotice attempt={attempt} shown={[...codeProblems, ...factorProblems, ...payProblems]} />
    </Form>
  );
}
