import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { factorResetHours, payPasswordLockHours } from '@openmere/core/setting/account.ts';
import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { BackBar } from '../../parts/back-bar.tsx';
import { EmailField } from '../../parts/email-field.tsx';
import { Form } from '../../parts/form.tsx';
import { MailCodeField } from '../../parts/mail-code-field.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { useMailMissing } from '../../parts/use-mail-missing.ts';
import { call } from '../../platform/api-client.ts';
import { exactTime } from '../../platform/exact-time.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { refresh } from '../../platform/query.ts';
import { currentToken } from '../../platform/session.ts';
import { useWallet } from '../../platform/wallet/use-wallet.ts';
import { useSetting } from '../../setting/use-setting.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { codeProblems } from '../field-problems.ts';
import { WalletPicker } from '../login/wallet-picker.tsx';

type Reset = OutputOf<'Users/FactorReset'>;
type Ask = (proof: InputOf<'Users/FactorReset'>) => Promise<void>;
type Way = 'mail' | 'wallet';

function ByMail({ ask }: { ask: Ask }) {
  const t = useTexts('factor');
  const mailMissing = useMailMissing();
  const attempt = useAttempt();
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  return (
    <Form
      submitLabel={t('lostAsk')}
      missing={mailMissing(email, code)}
      onSubmit={() => attempt.run(() => ask({ email, emailcode: code }))}
    >
      <EmailField value={email} onChange={setEmail} />
      <MailCodeField
        email={email}
        purpose="password"
        value={code}
        onChange={setCode}
        error={attempt.at(...codeProblems)}
      />
      <AttemptNotice attempt={attempt} shown={codeProblems} />
    </Form>
  );
}

function ByWallet({ ask, onMail }: { ask: Ask; onMail: () => void }) {
  const t = useTexts('factor');
  const walletText = useTexts('wallet');
  const attempt = useAttempt();
  const wallet = useWallet();
  const sign = async () => {
    const { address } = wallet;
    if (address === undefined) return;
    const { message } = await call('Users/getsign', { purpose: 'login', address });
    await ask({ address, message, signature: await wallet.signMessage(message) });
  };
  return (
    <Stack>
      <p>{walletText('walletText')}</p>
      <WalletPicker onMail={onMail} />
      {wallet.state === 'connected' && (
        <Form submitLabel={t('lostSign')} onSubmit={() => attempt.run(sign)}>
          <AttemptNotice attempt={attempt} />
        </Form>
      )}
    </Stack>
  );
}

/** Authenticator app and recovery codes are lost: two operators take the factor off, for whoever proves mailbox or wallet and waits. */
export function LostFactorScreen() {
  const t = useTexts('factor');
  const auth = useTexts('auth');
  const locale = useLocale();
  const hours = useSetting(factorResetHours);
  const lock = useSetting(payPasswordLockHours);
  const [way, setWay] = useState<Way>('mail');
  const [asked, setAsked] = useState<Reset>();
  const isMember = currentToken() !== undefined;
  const ask: Ask = async (proof) => {
    setAsked(await call('Users/FactorReset', proof));
    if (isMember) await refresh('Users/Info');
  };
  const parent = isMember ? '/pages/mine/safety/totp' : '/pages/login/login';
  return (
    <Page narrow nav={<BackBar title="factor.titleLostFactor" parent={parent} />}>
      {asked ? (
        <Stack>
          <Notice tone="good" title={t('lostDoneTitle')} live>
            {t('lostDoneText', { time: exactTime(asked.ready, locale) })}
          </Notice>
          {!isMember && <Button href="#/pages/login/login">{auth('login')}</Button>}
        </Stack>
      ) : (
        <Stack>
          <p>{t('lostLead', { hours, lock })}</p>
          <Segmented
            label={auth('modes')}
            value={way}
            onChange={setWay}
            items={[
              { key: 'mail', label: auth('modeMail') },
              { key: 'wallet', label: auth('modeWallet') },
            ]}
          />
          {way === 'mail' ? <ByMail ask={ask} /> : <ByWallet ask={ask} onMail={() => setWay('mail')} />}
        </Stack>
      )}
    </Page>
  );
}
