import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { Form } from '../../parts/form.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { call, CallRefused } from '../../platform/api-client.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useWallet } from '../../platform/wallet/use-wallet.ts';
import { Stack } from '../../ui/page.tsx';
import { factorProblems, registrantProblems } from '../field-problems.ts';
import { FactorField } from '../second-factor/factor-field.tsx';
import { useFactor } from '../second-factor/use-factor.ts';
import { finishLogin } from './finish-login.ts';
import { RegistrantPart, unanswered } from './registrant-part.tsx';
import { WalletPicker } from './wallet-picker.tsx';

/** What was signed; it stays good while an unknown wallet fills in its invitation. */
type Signed = { address: string; message: string; signature: string };

/** By a signed EIP-4361 message; an unknown wallet is asked for the invitation code and sends the same signature again. */
export function WalletLogin({ onMail, onUnknown }: { onMail: () => void; onUnknown: () => void }) {
  const t = useTexts('auth');
  const walletText = useTexts('wallet');
  const attempt = useAttempt();
  const factor = useFactor(attempt.problem);
  const [registrant, setRegistrant] = useState(unanswered);
  const wallet = useWallet();
  const [unknown, setUnknown] = useState<Signed>();
  // Signed once; only the second factor was missing.
  const [unopened, setUnopened] = useState<Signed>();
  const { address } = wallet;
  const isNew = unknown !== undefined && unknown.address === address;

  async function sign(from: string): Promise<Signed> {
    const { message } = await call('Users/getsign', { purpose: 'login', address: from });
    return { address: from, message, signature: await wallet.signMessage(message) };
  }

  async function logIn(): Promise<void> {
    if (address === undefined) return;
    const kept = unopened?.address === address ? unopened : undefined;
    const signed = isNew ? unknown : (kept ?? (await sign(address)));
    try {
      const values = isNew ? registrant.values : undefined;
      finishLogin(await call('Users/LoginWallet', { ...signed, ...values, ...factor.proof }));
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error;
      // Filling in the form took longer than the message lives: the next press signs a new one.
      if (['auth.badmessage', 'auth.noncespent'].includes(error.reason)) {
        setUnknown(undefined);
        setUnopened(undefined);
      }
      if (factorProblems.some((one) => one === error.reason)) setUnopened(signed);
      if (error.code !== 'needinvite') throw error;
      setUnknown(signed);
      onUnknown();
    }
  }

  return (
    <Stack>
      <p>{walletText('walletText')}</p>
      <WalletPicker onMail={onMail} />
      {wallet.state === 'connected' && (
        <Form
          submitLabel={isNew ? t('register') : walletText('walletSign')}
          missing={isNew ? registrant.missing : undefined}
          onSubmit={() => attempt.run(logIn)}
        >
          {isNew && <RegistrantPart attempt={attempt} onAnswer={setRegistrant} />}
          <FactorField factor={factor} />
          <AttemptNotice attempt={attempt} shown={[...registrantProblems, ...factorProblems]} />
        </Form>
      )}
    </Stack>
  );
}
