import { useState } from 'react';
import { call } from '../../platform/api-client.ts';
import { dropDraft, keepDraft, readDraft } from '../../platform/drafts.ts';
import { push } from '../../platform/history.ts';
import { useTexts } from '../../platform/i18n.ts';
import { withPuzzle } from '../../platform/puzzle.ts';
import { sealSecret } from '../../platform/seal.ts';
import { PasswordInput } from '../../parts/password-input.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { rememberLoginPassword } from '../password/known-login-password.ts';
import { factorProblems } from '../field-problems.ts';
import { FactorField } from '../second-factor/factor-field.tsx';
import { useFactor } from '../second-factor/use-factor.ts';
import { finishLogin } from './finish-login.ts';
import { Form } from '../../parts/form.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';

/** By user name or e-mail and password, which travels encrypted. */
export function PasswordLogin() {
  const t = useTexts('auth');
  const attempt = useAttempt();
  const factor = useFactor(attempt.problem);
  const [account, setAccount] = useState(() => readDraft('login')['account'] ?? '');
  const [password, setPassword] = useState('');

  async function logIn(): Promise<void> {
    const { token } = await withPuzzle(async (solved) => {
      const sealed = await sealSecret(password, 'Users/UserLogin');
      return call('Users/UserLogin', {
        account: account.trim(),
        password: sealed,
        ...factor.proof,
        ...solved,
      });
    });
    dropDraft('login');
    await rememberLoginPassword(password);
    finishLogin(token);
  }

  const missing =
    account.trim().length < 3 ? t('accountNeeded') : password === '' ? t('passwordNeeded') : undefined;

  return (
    <Form submitLabel={t('login')} missing={missing} onSubmit={() => attempt.run(logIn)}>
      <TextField
        label={t('account')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={account}
        onChange={setAccount}
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
              push('/pages/login/login', { step: 'forgot' });
            }}
          >
            {t('forgot')}
          </TextLink>
        }
      />
      <FactorField factor={factor} />
      <AttemptNotice attempt={attempt} shown={factorProblems} />
    </Form>
  );
}
