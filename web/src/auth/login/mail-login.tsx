import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { EmailField } from '../../parts/email-field.tsx';
import { Form } from '../../parts/form.tsx';
import { MailCodeField } from '../../parts/mail-code-field.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { useMailMissing } from '../../parts/use-mail-missing.ts';
import { call, CallRefused } from '../../platform/api-client.ts';
import { useTexts } from '../../platform/i18n.ts';
import { codeProblems, factorProblems, registrantProblems } from '../field-problems.ts';
import { FactorField } from '../second-factor/factor-field.tsx';
import { useFactor } from '../second-factor/use-factor.ts';
import { finishLogin } from './finish-login.ts';
import { halfway, keepHalfway } from './halfway.ts';
import { RegistrantPart, unanswered } from './registrant-part.tsx';

/** By e-mail and code; somebody unknown is asked for the invitation code and sends the same code again. */
export function MailLogin({ onUnknown }: { onUnknown: () => void }) {
  const t = useTexts('auth');
  const mailMissing = useMailMissing();
  const attempt = useAttempt();
  const factor = useFactor(attempt.problem);
  const [registrant, setRegistrant] = useState(unanswered);
  const [email, setEmail] = useState(halfway.email ?? '');
  const [code, setCode] = useState('');
  const [isNew, setIsNew] = useState(false);

  async function logIn(): Promise<void> {
    try {
      const values = isNew ? registrant.values : undefined;
      finishLogin(await call('Users/LoginMail', { email, emailcode: code, ...values, ...factor.proof }));
    } catch (error) {
      if (!(error instanceof CallRefused && error.code === 'needinvite')) throw error;
      setIsNew(true);
      onUnknown();
    }
  }

  function type(typed: string): void {
    keepHalfway({ email: typed });
    setEmail(typed);
  }

  const unsaid = isNew ? registrant.missing : undefined;
  const missing = mailMissing(email, code) ?? unsaid;

  return (
    <Form
      submitLabel={isNew ? t('register') : t('login')}
      missing={missing}
      onSubmit={() => attempt.run(logIn)}
    >
      <EmailField value={email} onChange={type} />
      <MailCodeField
        email={email}
        purpose="login"
        value={code}
        onChange={setCode}
        sentBefore={halfway.sent}
        onSent={(sent) => keepHalfway({ sent })}
        error={attempt.at(...codeProblems)}
      />
      {isNew && <RegistrantPart attempt={attempt} onAnswer={setRegistrant} />}
      <FactorField factor={factor} />
      <AttemptNotice attempt={attempt} shown={[...codeProblems, ...factorProblems, ...registrantProblems]} />
    </Form>
  );
}
