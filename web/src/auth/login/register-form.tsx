import { refuse } from '@openmere/core/kit/refusal.ts';
import { checkUsername } from '@openmere/core/member/rules.ts';
import { useState } from 'react';
import { call } from '../../platform/api-client.ts';
import { useTexts } from '../../platform/i18n.ts';
import { sealSecret } from '../../platform/seal.ts';
import { EmailField, isEmail } from '../../parts/email-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { finishLogin } from './finish-login.ts';
import { Form } from '../../parts/form.tsx';
import { MailCodeField } from '../../parts/mail-code-field.tsx';
import { NewPasswordFields, useNewPassword } from '../password/new-password-fields.tsx';
import { RegistrantFields } from './registrant-fields.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { useRegistrant } from './use-registrant.ts';
import {
  codeProblems,
  newPasswordProblems,
  usernameProblems,
  registrantProblems,
} from '../field-problems.ts';

const shown = [...codeProblems, ...registrantProblems, ...newPasswordProblems, ...usernameProblems];

/** Registration by e-mail with a password: invitation first, so that nobody fills in a form for nothing. */
export function RegisterForm() {
  const t = useTexts('auth');
  const app = useTexts('app');
  const attempt = useAttempt();
  const registrant = useRegistrant();
  const password = useNewPassword();
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  const [username, setUsername] = useState('');

  async function register(): Promise<void> {
    if (!registrant.values) return;
    const name = username.trim();
    if (name !== '') refuse(checkUsername(name));
    await password.check([email, name === '' ? undefined : name]);
    const sealed = await sealSecret(password.value, 'Users/Register');
    const input = { email, emailcode: code, password: sealed, ...registrant.values };
    const { token } = await call('Users/Register', name === '' ? input : { ...input, username: name });
    finishLogin(token);
  }

  const missing = registrant.missing
    ? t(registrant.missing)
    : !isEmail(email)
      ? app('emailNeeded')
      : code.length < 6
        ? app('codeNeeded')
        : password.missing && t(password.missing);

  return (
    <Form submitLabel={t('register')} missing={missing} onSubmit={() => attempt.run(register)}>
      <RegistrantFields registrant={registrant} attempt={attempt} />
      <EmailField value={email} onChange={setEmail} />
      <MailCodeField
        email={email}
        purpose="register"
        value={code}
        onChange={setCode}
        error={attempt.at(...codeProblems)}
      />
      <TextField
        label={`${t('username')} (${app('optional')})`}
        hint={t('usernameHint')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={32}
        value={username}
        onChange={setUsername}
        error={attempt.at(...usernameProblems)}
      />
      <NewPasswordFields password={password} attempt={attempt} />
      <AttemptNotice attempt={attempt} shown={shown} />
    </Form>
  );
}
