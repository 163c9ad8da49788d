import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { EmailField, isEmail } from '../../parts/email-field.tsx';
import { Form } from '../../parts/form.tsx';
import { MailCodeField } from '../../parts/mail-code-field.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { useMailMissing } from '../../parts/use-mail-missing.ts';
import { call } from '../../platform/api-client.ts';
import { keepDraft, readDraft } from '../../platform/drafts.ts';
import { replace } from '../../platform/history.ts';
import { useTexts } from '../../platform/i18n.ts';
import { sealSecret } from '../../platform/seal.ts';
import { showToast } from '../../ui/toast-store.ts';
import { codeProblems, factorProblems } from '../field-problems.ts';
import { NewPasswordFields, useNewPassword } from '../password/new-password-fields.tsx';
import { newPasswordProblems } from '../password/password-problems.ts';
import { FactorField } from '../second-factor/factor-field.tsx';
import { useFactor } from '../second-factor/use-factor.ts';

/** A forgotten login password: a code to the account's e-mail lets a new one be set, without being logged in. */
export function ForgotForm() {
  const t = useTexts('auth');
  const passwordText = useTexts('password');
  const mailMissing = useMailMissing();
  const attempt = useAttempt();
  const factor = useFactor(attempt.problem);
  // Who came from the password form has typed the account there already.
  const [email, setEmail] = useState(() => {
    const account = readDraft('login')['account'] ?? '';
    return isEmail(account) ? account : '';
  });
  const password = useNewPassword([email]);
  const [code, setCode] = useState('');

  async function setNew(): Promise<void> {
    await password.check([email]);
    const sealed = await sealSecret(password.value, 'Users/SetPassword');
    await call('Users/SetPassword', { password: sealed, email, emailcode: code, ...factor.proof });
    showToast({ text: passwordText('forgotDone'), tone: 'good' });
    keepDraft('login', { account: email });
    replace('/pages/login/login', { mode: 'account' });
  }

  return (
    <Form
      submitLabel={t('forgotTitle')}
      missing={mailMissing(email, code) ?? password.missing}
      onSubmit={() => attempt.run(setNew)}
    >
      <p>{passwordText('forgotText')}</p>
      <EmailField autoComplete="username" value={email} onChange={setEmail} />
      <MailCodeField
        email={email}
        purpose="password"
        value={code}
        onChange={setCode}
        error={attempt.at(...codeProblems)}
      />
      <NewPasswordFields password={password} attempt={attempt} />
      <FactorField factor={factor} />
      <AttemptNotice attempt={attempt} shown={[...codeProblems, ...factorProblems, ...newPasswordProblems]} />
    </Form>
  );
}
