import { useState } from 'react';
import { AttemptNotice } from '../parts/attempt-notice.tsx';
import { Form } from '../parts/form.tsx';
import { FactorField } from '../auth/second-factor/factor-field.tsx';
import { useFactor } from '../auth/second-factor/use-factor.ts';
import { FreshProofField, useFreshProof } from '../auth/safety/fresh-proof.tsx';
import { useAttempt } from '../parts/use-attempt.ts';
import { WalletPicker } from '../auth/login/wallet-picker.tsx';
import { call } from '../platform/api-client.ts';
import { back } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { refresh } from '../platform/query.ts';
import { endPart } from '../platform/thread.ts';
import { useWallet } from '../platform/wallet/use-wallet.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { Notice } from '../ui/notice.tsx';
import { showToast } from '../ui/toast-store.ts';
import css from './account-screen.module.css';
import type { MemberInfo } from './use-member.ts';
import { codeProblems, factorProblems } from '../auth/field-problems.ts';

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
  const [understood, setUnderstood] = useState(false);
  if (info.useraddress !== null) return <Bound address={info.useraddress} />;
  const hasMail = info.email !== '';
  const address = wallet.state === 'connected' ? wallet.address : undefined;

  async function bind(): Promise<void> {
    if (address === undefined) return;
    const { message } = await call('Users/Bind_address', { address });
    const signature = await wallet.signMessage(message);
    const input = { address, message, signature };
    const proven = hasMail ? await proof.collect() : {};
    await call('Users/Bind_address_c', {
      ...input,
      ...('emailcode' in proven ? proven : {}),
      ...factor.proof,
    });
    await refresh('Users/Info', 'Chain/Activation');
    showToast({ text: t('bindWalletDone'), tone: 'good' });
    endPart(() => back(1, '/pages/mine/account/account'));
  }

  const missing =
    address === undefined
      ? t('needWallet')
      : !understood
        ? t('needUnderstood')
        : hasMail
          ? proof.missing
          : undefined;
  return (
    <Form submitLabel={t('bindWalletSign')} missing={missing} onSubmit={() => attempt.run(bind)}>
      <p>{t('bindWalletText')}</p>
      <Notice tone="warn">{t('bindWalletForever')}</Notice>
      <WalletPicker />
      {address !== undefined && (
        <>
          <p className={css.value}>{address}</p>
          <Checkbox checked={understood} onChange={setUnderstood}>
            {t('bindWalletUnderstood')}
          </Checkbox>
          {hasMail && <FreshProofField who={info} proof={proof} purpose="wallet" attempt={attempt} />}
        </>
      )}
      <FactorField factor={factor} />
      <AttemptNotice attempt={attempt} shown={[...codeProblems, ...factorProblems]} />
    </Form>
  );
}
