import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { Form } from '../../parts/form.tsx';
import { MailCodeDigits } from '../../parts/mail-code-field.tsx';
import { PasswordInput } from '../../parts/password-input.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { useMailMissing } from '../../parts/use-mail-missing.ts';
import { call } from '../../platform/api-client.ts';
import { dropDraft, keepDraft, readDraft } from '../../platform/drafts.ts';
import { push } from '../../platform/history.ts';
import { useTexts } from '../../platform/i18n.ts';
import { withPuzzle } from '../../platform/puzzle.ts';
import { sealSecret } from '../../platform/seal.ts';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { codeProblems, factorProblems } from '../field-problems.ts';
import { rememberLoginPassword } from '../password/known-login-password.ts';
import { FactorField } from '../second-factor/factor-field.tsx';
import { useFactor } from '../second-factor/use-factor.ts';
import { finishLogin } from './finish-login.ts';
import { halfway, keepHalfway } from './halfway.ts';
import { useDeviceCode } from './use-device-code.ts';

/** By user name or e-mail and password, which travels encrypted. */
export function PasswordLogin() {
  const t = useTexts('auth');
  const attempt = useAttempt();
  const mailMissing = useMailMissing();
  const factor = useFactor(attempt.problem);
  const [account, setAccount] = useState(() => halfway.account ?? readDraft('login')['account'] ?? '');
  const [password, setPassword] = useState('');

  function typeAccount(text: string): void {
    keepHalfway({ account: text });
    setAccount(text);
  }

  const logInWith = async (proof: { emailcode?: string }): Promise<void> => {
    const entered = await withPuzzle(async (solved) => {
      const sealed = await sealSecret(password, 'Users/UserLogin');
      return call('Users/UserLogin', {
        account: account.trim(),
        password: sealed,
        ...factor.proof,
        ...proof,
        ...solved,
      });
    });
    dropDraft('login');
    await rememberLoginPassword(password);
    finishLogin(entered);
  };
  const device = useDeviceCode(() => logInWith({}));
  const logIn = () => device.watch(() => logInWith(device.proof));

  const typed =
    account.trim().length < 3 ? t('accountNeeded') : password === '' ? t('passwordNeeded') : undefined;
  const missing =
    typed ?? (device.missing ? mailMissing(device.sending.sentTo ?? '', device.value) : undefined);

  return (
    <Form submitLabel={t('login')} missing={missing} onSubmit={() => attempt.run(logIn)}>
      <TextField
        label={t('account')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={account}
        onChange={typeAccount}
      />
      <PasswordInput
        kind="current-password"
        label={t('password')}
        value={password}
        onChange={setPassword}
        corner={
          <TextLink
            onPress={() => {
              keepDraft('login', { account: account.trim() });
              // The form for a forgotten password says with which account one comes back.
              keepHalfway({ account: undefined });
              push('/pages/login/login', { step: 'forgot' });
            }}
          >
            {t('forgot')}
          </TextLink>
        }
      />
      {device.why !== undefined && (
        <>
          <Notice>{device.why}</Notice>
          <MailCodeDigits
            email={device.sending.sentTo ?? ''}
            sending={device.sending}
            value={device.value}
            onChange={device.setValue}
            error={attempt.at(...codeProblems)}
            focusFirst
          />
        </>
      )}
      <FactorField factor={factor} />
      <AttemptNotice attempt={attempt} shown={['auth.needcode', ...codeProblems, ...factorProblems]} />
    </Form>
  );
}
