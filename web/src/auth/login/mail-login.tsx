import { useState } from 'react';
import { call, CallRefused } from '../../platform/api-client.ts';
import { useTexts } from '../../platform/i18n.ts';
import { EmailField, isEmail } from '../../parts/email-field.tsx';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { finishLogin } from './finish-login.ts';
import { Form } from '../../parts/form.tsx';
import { MailCodeField } from '../../parts/mail-code-field.tsx';
import { RegistrantPart, unanswered } from './registrant-part.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { codeProblems, registrantProblems } from '../field-problems.ts';

/** By e-mail and code; somebody unknown is asked for the invitation code and sends the same code again. */
export function MailLogin({ onUnknown }: { onUnknown: () => void }) {
  const t = useTexts('auth');
  const app = useTexts('app');
  const attempt = useAttempt();
  const [registrant, setRegistrant] = useState(unanswered);
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  const [isNew, setIsNew] = useState(false);

  async function logIn(): Promise<void> {
    try {
      const values = isNew ? registrant.values : undefined;
      const { token } = await call('Users/LoginMail', { email, emailcode: code, ...values });
      finishLogin(token);
    } catch (error) {
      if (!(error instanceof CallRefused && error.code === 'needinvite')) throw error;
      setIsNew(true);
      onUnknown();
    }
  }

  const missing = !isEmail(email)
    ? app('emailNeeded')
    : code.length < 6
      ? app('codeNeeded')
      : isNew && registrant.missing
        ? t(registrant.missing)
        : undefined;

  return (
    <Form
      submitLabel={isNew ? t('register') : t('login')}
      missing={missing}
      onSubmit={() => attempt.run(logIn)}
    >
      <EmailField value={email} onChange={setEmail} />
      <MailCodeField
        email={email}
        purpose="login"
        value={code}
        onChange={setCode}
        error={attempt.at(...codeProblems)}
      />
      {isNew && <RegistrantPart attempt={attempt} onAnswer={setRegistrant} />}
      <AttemptNotice attempt={attempt} shown={[...codeProblems, ...registrantProblems]} />
    </Form>
  );
}
