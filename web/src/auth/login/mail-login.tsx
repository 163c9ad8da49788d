import { useState } from 'react';
import { call, CallRefused } from '../../platform/api-client.ts';
import { useTexts } from '../../platform/i18n.ts';
import { TextField } from '../../ui/text-field.tsx';
import { AttemptNotice } from '../attempt-notice.tsx';
import { codeProblems, isEmail, registrantProblems } from '../field-problems.ts';
import { finishLogin } from './finish-login.ts';
import { Form } from '../form.tsx';
import { MailCode } from '../mail-code.tsx';
import { RegistrantPart, unanswered } from './registrant-part.tsx';
import { useAttempt } from '../use-attempt.ts';

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
      <TextField
        label={app('email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={(text) => setEmail(text.trim())}
      />
      <MailCode
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
