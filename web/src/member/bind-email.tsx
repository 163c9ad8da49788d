import { useState } from 'react';
import type { ReactNode } from 'react';
import { codeProblems, factorProblems } from '../auth/field-problems.ts';
import { NewPasswordFields, useNewPassword } from '../auth/password/new-password-fields.tsx';
import { newPasswordProblems } from '../auth/password/password-problems.ts';
import { FreshProofField, useFreshProof } from '../auth/safety/fresh-proof.tsx';
import { FactorField } from '../auth/second-factor/factor-field.tsx';
import { useFactor } from '../auth/second-factor/use-factor.ts';
import { AttemptNotice } from '../parts/attempt-notice.tsx';
import { EmailField } from '../parts/email-field.tsx';
import { Form } from '../parts/form.tsx';
import { MailCodeField } from '../parts/mail-code-field.tsx';
import type { Sent } from '../parts/mail-code-field.tsx';
import { PasswordInput } from '../parts/password-input.tsx';
import { useAttempt } from '../parts/use-attempt.ts';
import { useMailMissing } from '../parts/use-mail-missing.ts';
import { call } from '../platform/api-client.ts';
import { back, fromHere } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { withPuzzle } from '../platform/puzzle.ts';
import { refresh } from '../platform/query.ts';
import { sealSecret } from '../platform/seal.ts';
import { RadioCards } from '../ui/radio-cards.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { showToast } from '../ui/toast-store.ts';
import { MainPayPassword, payProblems } from './family/add-sub-account.tsx';
import { bindOwn } from './family/bind-own.ts';
import { IndependenceNotice } from './family/independence-notice.tsx';
import type { MemberInfo } from './use-member.ts';
import css from './account-screen.module.css';

const passwordProblems = ['auth.passwordwrong', 'auth.slowdown'] as const;
const MINUTE_MS = 60_000;
type Way = 'password' | 'code' | 'wallet';

/** First step: the new address, and the proof that it is the member who asks. */
function Start({ info, onSent }: { info: MemberInfo; onSent: (sent: Sent) => void }) {
  const t = useTexts('account');
  const family = useTexts('family');
  const mailMissing = useMailMissing();
  const attempt = useAttempt();
  const factor = useFactor(attempt.problem);
  // The wallet counts as much as the mailbox, which may be lost, or another's by now.
  const signer = { ...info, email: '' };
  const byCode = useFreshProof(info);
  const byWallet = useFreshProof(signer);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [understood, setUnderstood] = useState(false);
  const isSub = info.main !== null;
  const ways: { key: Way; title: ReactNode }[] = [];
  if (info.haspassword) ways.push({ key: 'password', title: t('proofPassword') });
  if (info.email !== '')
    ways.push({
      key: 'code',
      title: <span className={css.value}>{t('proofOldCode', { email: info.email })}</span>,
    });
  if (info.useraddress !== null) ways.push({ key: 'wallet', title: t('proofWallet') });
  const [way, setWay] = useState<Way>(ways[0]?.key ?? 'wallet');
  const proof = way === 'wallet' ? byWallet : byCode;

  async function prove() {
    if (isSub) return { paypassword: await sealSecret(password, 'Users/BindEmaill') };
    if (way === 'password') return { password: await sealSecret(password, 'Users/BindEmaill') };
    const proven = await proof.collect();
    return 'emailcode' in proven ? { oldcode: proven.emailcode } : proven;
  }

  async function start(): Promise<void> {
    // Sealed anew for each try: what is sealed works once.
    const { length, minutes } = await withPuzzle(async (solved) =>
      call('Users/BindEmaill', { email, ...(await prove()), ...factor.proof, ...solved }),
    );
    const at = Date.now();
    onSent({ email, length, at, until: at + minutes * MINUTE_MS });
  }

  const unproven = way !== 'password' ? proof.missing : password === '' ? t('proofPassword') : undefined;
  const same = email.toLowerCase() === info.email ? t('emailSame') : undefined;
  const unready = password === '' ? family('payNeeded') : understood ? undefined : family('needUnderstood');
  const missing = mailMissing(email) ?? same ?? (isSub ? unready : unproven);
  return (
    <Form submitLabel={t('sendToNew')} missing={missing} onSubmit={() => attempt.run(start)}>
      <p>{t('bindEmailText')}</p>
      {isSub && <IndependenceNotice understood={understood} onUnderstood={setUnderstood} />}
      <EmailField label={t('newEmail')} value={email} onChange={setEmail} />
      {isSub && (
        <MainPayPassword value={password} onChange={setPassword} error={attempt.at(...payProblems)} />
      )}
      {!isSub && ways.length > 1 && (
        <RadioCards label={t('proof')} value={way} onChange={setWay} items={ways} />
      )}
      {isSub ? null : way === 'password' ? (
        <PasswordInput
          kind="current-password"
          label={t('proofPassword')}
          value={password}
          onChange={setPassword}
          error={attempt.at(...passwordProblems)}
        />
      ) : (
        <FreshProofField
          who={way === 'wallet' ? signer : info}
          proof={proof}
          purpose="bind"
          attempt={attempt}
        />
      )}
      <FactorField factor={factor} />
      <AttemptNotice
        attempt={attempt}
        shown={[...codeProblems, ...factorProblems, ...passwordProblems, ...payProblems]}
      />
    </Form>
  );
}

/** Second step: the code that went to the new address. */
function Confirm({ info, sent, onOther }: { info: MemberInfo; sent: Sent; onOther: () => void }) {
  const { email } = sent;
  const t = useTexts('account');
  const family = useTexts('family');
  const isSub = info.main !== null;
  const initial = useNewPassword([email]);
  const mailMissing = useMailMissing();
  const attempt = useAttempt();
  const [code, setCode] = useState('');

  async function confirm(): Promise<void> {
    const here = fromHere();
    if (isSub) await initial.check([email]);
    const first = isSub ? { password: await sealSecret(initial.value, 'Users/BindEmaill_c') } : {};
    await bindOwn(info, () => call('Users/BindEmaill_c', { email, emailcode: code, ...first }));
    await refresh('Users/Info', 'Users/Sessions', 'Users/myaccount');
    showToast({ text: isSub ? family('done', { name: info.nickname }) : t('emailDone'), tone: 'good' });
    here(() => back(1, '/pages/mine/account/account'));
  }

  return (
    <Form
      submitLabel={t('confirmEmail')}
      missing={mailMissing(email, code) ?? (isSub ? initial.missing : undefined)}
      onSubmit={() => attempt.run(confirm)}
    >
      <MailCodeField
        email={email}
        purpose="bind"
        label={t('confirmNew')}
        sentBefore={sent}
        focusFirst
        value={code}
        onChange={setCode}
        error={attempt.at(...codeProblems)}
      />
      {isSub && (
        <>
          <p>{family('initial')}</p>
          <NewPasswordFields password={initial} attempt={attempt} />
        </>
      )}
      <TextLink onPress={onOther}>{t('otherEmail')}</TextLink>
      <AttemptNotice attempt={attempt} shown={[...codeProblems, ...newPasswordProblems]} />
    </Form>
  );
}

/** Binds or changes the e-mail: proof, then the code from the new address. */
export function BindEmail({ info }: { info: MemberInfo }) {
  const [sent, setSent] = useState<Sent>();
  return sent === undefined ? (
    <Start info={info} onSent={setSent} />
  ) : (
    <Confirm info={info} sent={sent} onOther={() => setSent(undefined)} />
  );
}
