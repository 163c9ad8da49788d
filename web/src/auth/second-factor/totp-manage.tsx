import type { OutputOf } from '@openmere/core/calls.ts';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { Form } from '../../parts/form.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { call } from '../../platform/api-client.ts';
import { fromHere } from '../../platform/history.ts';
import { useTexts } from '../../platform/i18n.ts';
import { codeProblems, factorProblems } from '../field-problems.ts';
import { FreshProofField, useFreshProof } from '../safety/fresh-proof.tsx';
import { FactorField } from './factor-field.tsx';
import { useFactor } from './use-factor.ts';

/** Ten new codes, by the second factor. */
export function RenewCodes({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const t = useTexts('factor');
  const attempt = useAttempt();
  const factor = useFactor(attempt.problem);
  const renew = async () => {
    const { codes } = await call('Users/RecoveryCodes', factor.proof);
    onCodes(codes);
  };
  return (
    <Form submitLabel={t('renew')} onSubmit={() => attempt.run(renew)}>
      <p>{t('renewText')}</p>
      <FactorField factor={factor} />
      <AttemptNotice attempt={attempt} shown={factorProblems} />
    </Form>
  );
}

/** Turns it off: the factor or a recovery code, and a fresh proof. */
export function TurnOff({
  info,
  onDone,
}: {
  info: OutputOf<'Users/Info'>;
  onDone: (here: ReturnType<typeof fromHere>) => Promise<void>;
}) {
  const t = useTexts('factor');
  const attempt = useAttempt();
  const factor = useFactor(attempt.problem);
  const proof = useFreshProof(info, true);
  const turnOff = async () => {
    const here = fromHere();
    await call('Users/TotpRemove', { ...(await proof.collect()), ...factor.proof });
    await onDone(here);
  };
  return (
    <Form submitLabel={t('off')} tone="danger" missing={proof.missing} onSubmit={() => attempt.run(turnOff)}>
      <p>{t('offText')}</p>
      <FreshProofField who={info} proof={proof} purpose="password" attempt={attempt} />
      <FactorField factor={factor} />
      <AttemptNotice attempt={attempt} shown={[...codeProblems, ...factorProblems]} />
    </Form>
  );
}
