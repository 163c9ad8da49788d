import { useState } from 'react';
import { codeProblems, factorProblems } from '../auth/field-problems.ts';
import { WalletPicker } from '../auth/login/wallet-picker.tsx';
import { FreshProofField, useFreshProof } from '../auth/safety/fresh-proof.tsx';
import { FactorField } from '../auth/second-factor/factor-field.tsx';
import { useFactor } from '../auth/second-factor/use-factor.ts';
import { AttemptNotice } from '../parts/attempt-notice.tsx';
import { Form } from '../parts/form.tsx';
import { useAttempt } from '../parts/use-attempt.ts';
import { call } from '../platform/api-client.ts';
import { back, fromHere } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { refresh } from '../platform/query.ts';
import { sealSecret } from '../platform/seal.ts';
import { endPart } from '../platform/thread.ts';
import { useWallet } from '../platform/wallet/use-wallet.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { Notice } from '../ui/notice.tsx';
import { showToast } from '../ui/toast-store.ts';
import { MainPayPassword, payProblems } from './family/add-sub-account.tsx';
import { bindOwn } from './family/bind-own.ts';
import { IndependenceNotice } from './family/independence-notice.tsx';
import { LateFrozenNotice } from './late-frozen-notice.ts';
import type { MemberInfo } from './use-member.ts';
import css from './account-screen.module.css';

/** The wallet that is bound: nothing can be done here any more. */
function Bound({ address }: { address: string }) {
  const t = useTexts('account');
  return (
    <List label={t('bindWalletAlready')}>
      <ListRow
        title={t('bindWalletAlready')}
        subtitle={
          <>
            <span className={css.value}>{address}</span>
            <br />
            {t('walletFixed')}
          </>
        }
      />
    </List>
  );
}

/** Binds a wallet for ever: connect, understand, prove by mail, sign. */
export function BindWallet({ info }: { info: MemberInfo }) {
  const t = useTexts('account');
  const attempt = useAttempt();
  const factor = useFactor(attempt.problem);
  const wallet = useWallet();
  const proof = useFreshProof(info, true);
  const family = useTexts('family');
  const [understood, setUnderstood] = useState(false);
  const [independent, setIndependent] = useState(false);
  const [password, setPassword] = useState('');
  if (info.useraddress !== null) return <Bound address={info.useraddress} />;
  // Binding is for ever, and waits until the owner has come back (decision 0306).
  if (info.frozen) return <LateFrozenNotice main={info.main} />;
  const hasMail = info.email !== '';
  const isSub = info.main !== null;
  const address = wallet.state === 'connected' ? wallet.address : undefined;

  async function bind(): Promise<void> {
    if (address === undefined) return;
    const here = fromHere();
    const { message } = await call('Users/Bind_address', { address });
    const signature = await wallet.signMessage(message);
    const input = { address, message, signature };
    const proven = hasMail ? await proof.collect() : {};
    const paid = isSub ? { paypassword: await sealSecret(password, 'Users/Bind_address_c') } : {};
    const given = 'emailcode' in proven ? proven : {};
    await bindOwn(info, () => call('Users/Bind_address_c', { ...input, ...given, ...paid, ...factor.proof }));
    await refresh('Users/Info', 'Chain/Activation', 'Users/myaccount');
    showToast({ text: isSub ? family('done', { name: info.nickname }) : t('bindWalletDone'), tone: 'good' });
    here(() => endPart(() => back(1, '/pages/mine/account/account')));
  }

  const subMissing =
    password === '' ? family('payNeeded') : independent ? undefined : family('needUnderstood');
  const missing =
    address === undefined
      ? t('needWallet')
      : !understood
        ? t('needUnderstood')
        : isSub
          ? subMissing
          : hasMail
            ? proof.missing
            : undefined;
  return (
    <Form submitLabel={t('bindWalletSign')} missing={missing} onSubmit={() => attempt.run(bind)}>
      <p>{t('bindWalletText')}</p>
      <Notice tone="warn">{t('bindWalletForever')}</Notice>
      {isSub && <IndependenceNotice understood={independent} onUnderstood={setIndependent} />}
      <WalletPicker />
      {address !== undefined && (
        <>
          <p className={css.value}>{address}</p>
          <Checkbox checked={understood} onChange={setUnderstood}>
            {t('bindWalletUnderstood')}
          </Checkbox>
          {isSub && (
            <MainPayPassword value={password} onChange={setPassword} error={attempt.at(...payProblems)} />
          )}
          {hasMail && <FreshProofField who={info} proof={proof} purpose="wallet" attempt={attempt} />}
        </>
      )}
      <FactorField factor={factor} />
      <AttemptNotice attempt={attempt} shown={[...codeProblems, ...factorProblems, ...payProblems]} />
    </Form>
  );
}
