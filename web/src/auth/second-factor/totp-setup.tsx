import type { OutputOf } from '@openmere/core/calls.ts';
import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { CopyValue } from '../../parts/copy-value.tsx';
import { Form } from '../../parts/form.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { call } from '../../platform/api-client.ts';
import { useTexts } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { codeProblems, factorProblems } from '../field-problems.ts';
import { FreshProofField, useFreshProof } from '../safety/fresh-proof.tsx';
import { FactorField } from './factor-field.tsx';
import { useFactor } from './use-factor.ts';
import css from './second-factor.module.css';

export type Begun = OutputOf<'Users/TotpStart'>;

/** First step: it is the member who asks. */
export function TotpBegin({
  info,
  label,
  text,
  onBegun,
}: {
  info: OutputOf<'Users/Info'>;
  label: string;
  text: string;
  onBegun: (begun: Begun) => void;
}) {
  const attempt = useAttempt();
  const factor = useFactor(attempt.problem);
  const proof = useFreshProof(info, true);
  const begin = async () => {
    onBegun(await call('Users/TotpStart', { ...(await proof.collect()), ...factor.proof }));
  };
  return (
    <Form submitLabel={label} missing={proof.missing} onSubmit={() => attempt.run(begin)}>
      <p>{text}</p>
      <FreshProofField who={info} proof={proof} purpose="password" attempt={attempt} />
      <FactorField factor={factor} />
      <AttemptNotice attempt={attempt} shown={[...codeProblems, ...factorProblems]} />
    </Form>
  );
}

/** Second step: the app gets the secret and shows its first code. */
export function TotpScan({ begun, onCodes }: { begun: Begun; onCodes: (codes: readonly string[]) => void }) {
  const t = useTexts('factor');
  const attempt = useAttempt();
  const [code, setCode] = useState('');
  const confirm = async () => {
    const { codes } = await call('Users/TotpConfirm', { totp: code });
    onCodes(codes);
  };
  return (
    <Form
      submitLabel={t('turnOn')}
      missing={code.length < 6 ? t('codeNeeded') : undefined}
      onSubmit={() => attempt.run(confirm)}
    >
      <SectionTitle note={t('scanText')}>{t('scan')}</SectionTitle>
      <div className={css.plate}>
        <QrCode text={begun.uri} label={t('qr')} failedText={t('qrFailed')} />
      </div>
      {/* In fours, as it is typed into another device. */}
      <CopyValue label={t('key')} value={begun.secret} shown={begun.secret.replace(/.{4}(?=.)/g, '$& ')} />
      {/* Nobody scans the screen in their hand. */}
      <div className={css.onPhone}>
        <Button tone="secondary" href={begun.uri}>
          {t('openInApp')}
        </Button>
      </div>
      <CodeField
        label={t('code')}
        hint={t('codeHint')}
        value={code}
        onChange={setCode}
        error={attempt.at('auth.badtotp', 'auth.totpslow')}
      />
      <AttemptNotice attempt={attempt} shown={['auth.badtotp', 'auth.totpslow']} />
    </Form>
  );
}
