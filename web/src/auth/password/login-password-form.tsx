import type { OutputOf } from '@openmere/core/calls.ts';
import { refuse } from '@openmere/core/kit/refusal.ts';
import { checkUsername } from '@openmere/core/member/rules.ts';
import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { Form } from '../../parts/form.tsx';
import { PasswordInput } from '../../parts/password-input.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { call } from '../../platform/api-client.ts';
import { back, fromHere } from '../../platform/history.ts';
import { useTexts } from '../../platform/i18n.ts';
import { refresh } from '../../platform/query.ts';
import { sealSecret } from '../../platform/seal.ts';
import { SectionTitle } from '../../ui/section-title.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { codeProblems, factorProblems } from '../field-problems.ts';
import { FreshProofField, useFreshProof } from '../safety/fresh-proof.tsx';
import { FactorField } from '../second-factor/factor-field.tsx';
import { useFactor } from '../second-factor/use-factor.ts';
import { rememberLoginPassword } from './known-login-password.ts';
import { NewPasswordFields, useNewPassword } from './new-password-fields.tsx';
import { newPasswordProblems, usernameProblems } from './password-problems.ts';
import { UsernameField } from './username-field.tsx';

type Info = OutputOf<'Users/Info'>;
const oldProblems = ['auth.passwordwrong', 'auth.slowdown'] as const;
const shown = [
  ...codeProblems,
  ...factorProblems,
  ...newPasswordProblems,
  ...usernameProblems,
  ...oldProblems,
];

function useDone(): (here: ReturnType<typeof fromHere>) => Promise<void> {
  const t = useTexts('account');
  return async (here: ReturnType<typeof fromHere>) => {
    await refresh('Users/Info', 'Users/Sessions');
    showToast({ text: t('passwordSet'), tone: 'good' });
    here(() => back(1, '/pages/mine/safety/safety'));
  };
}

/** The first login password, with a user name if one is wanted; a fresh proof guards it. */
export function FirstLoginPassword({ info }: { info: Info }) {
  const t = useTexts('account');
  const attempt = useAttempt();
  const factor = useFactor(attempt.problem);
  const proof = useFreshProof(info, true);
  const done = useDone();
  const [username, setUsername] = useState('');
  const password = useNewPassword([info.email || undefined, info.username, username.trim() || undefined]);

  async function set(): Promise<void> {
    const here = fromHere();
    const name = username.trim();
    if (name !== '') refuse(checkUsername(name));
    await password.check([info.email || undefined, info.username, name || undefined]);
    const proven = await proof.collect();
    const sealed = await sealSecret(password.value, 'Users/setloginpassword');
    const input = { password: sealed, ...proven, ...factor.proof };
    await call('Users/setloginpassword', name === '' ? input : { ...input, username: name });
    await rememberLoginPassword(password.value);
    await done(here);
  }

  return (
    <Form
      submitLabel={t('setIt')}
      missing={password.missing ?? proof.missing}
      onSubmit={() => attempt.run(set)}
    >
      <SectionTitle>{t('loginFirst')}</SectionTitle>
      {info.username === null && (
        <UsernameField
          label={t('optionalUsername')}
          value={username}
          onChange={setUsername}
          attempt={attempt}
        />
      )}
      <NewPasswordFields password={password} attempt={attempt} />
      <FreshProofField who={info} proof={proof} purpose="password" attempt={attempt} />
      <FactorField factor={factor} />
      <AttemptNotice attempt={attempt} shown={shown} />
    </Form>
  );
}

/** Another login password: by the present one, or by a code when it is forgotten. */
export function ChangeLoginPassword({ info }: { info: Info }) {
  const t = useTexts('account');
  const attempt = useAttempt();
  const factor = useFactor(attempt.problem);
  const password = useNewPassword([info.email || undefined, info.username]);
  const proof = useFreshProof(info);
  const done = useDone();
  const [old, setOld] = useState('');
  const [forgotten, setForgotten] = useState(false);

  async function change(): Promise<void> {
    const here = fromHere();
    await password.check([info.email || undefined, info.username]);
    const sealed = await sealSecret(password.value, 'Users/SetPassword');
    const proven = forgotten
      ? { email: info.email, emailcode: proof.code }
      : { old: await sealSecret(old, 'Users/SetPassword') };
    await call('Users/SetPassword', { password: sealed, ...proven, ...factor.proof });
    await rememberLoginPassword(password.value);
    await done(here);
  }

  const unproven = forgotten ? proof.missing : old === '' ? t('oldNeeded') : undefined;
  return (
    <Form
      submitLabel={t('changeIt')}
      missing={unproven ?? password.missing}
      onSubmit={() => attempt.run(change)}
    >
      <SectionTitle note={t('othersEnd')}>{t(forgotten ? 'loginForgot' : 'loginChange')}</SectionTitle>
      {forgotten ? (
        <>
          <FreshProofField who={info} proof={proof} purpose="password" attempt={attempt} />
          <TextLink onPress={() => setForgotten(false)}>{t('knowOld')}</TextLink>
        </>
      ) : (
        <PasswordInput
          kind="current-password"
          label={t('old')}
          value={old}
          onChange={setOld}
          error={attempt.at(...oldProblems)}
          corner={
            info.email !== '' && <TextLink onPress={() => setForgotten(true)}>{t('forgotOld')}</TextLink>
          }
        />
      )}
      <NewPasswordFields password={password} attempt={attempt} />
      <FactorField factor={factor} />
      <AttemptNotice attempt={attempt} shown={shown} />
    </Form>
  );
}
