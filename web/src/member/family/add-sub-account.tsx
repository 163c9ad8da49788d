import { refuse } from '@openmere/core/kit/refusal.ts';
import { checkNickname, normaliseNickname } from '@openmere/core/member/nickname.ts';
import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { ClosableSheet } from '../../parts/closable-sheet.tsx';
import { Form } from '../../parts/form.tsx';
import { PasswordInput } from '../../parts/password-input.tsx';
import { PASTED_MAX, readPastedCode } from '../../parts/pasted.ts';
import { useAttempt } from '../../parts/use-attempt.ts';
import { call } from '../../platform/api-client.ts';
import { useTexts } from '../../platform/i18n.ts';
import { refresh } from '../../platform/query.ts';
import { forgetRequest, requestIdOf } from '../../platform/request-id.ts';
import { sealSecret } from '../../platform/seal.ts';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-store.ts';
import type { MemberInfo } from '../use-member.ts';

export const payProblems = ['auth.wrongpaypassword', 'auth.paypasswordslow', 'auth.nopaypassword'] as const;
const nameProblems = ['member.nicknamelong', 'member.nicknamebad', 'member.nicknametaken'] as const;
const codeProblems = ['auth.badinvite', 'auth.inviternotactivated'] as const;
const FORM = 'subaccount';

/** A new sub-account: its name, whose code it starts under, and the main account's payment password. */
export function AddSubAccount(props: { info: MemberInfo; open: boolean; onClose: () => void }) {
  const t = useTexts('family');
  return (
    <ClosableSheet open={props.open} onClose={props.onClose} title={t('addTitle')}>
      <AddForm code={props.info.invitationcode} onDone={props.onClose} />
    </ClosableSheet>
  );
}

function AddForm({ code, onDone }: { code: string; onDone: () => void }) {
  const t = useTexts('family');
  const attempt = useAttempt();
  const [nickname, setNickname] = useState('');
  const [invite, setInvite] = useState('');
  const [password, setPassword] = useState('');

  async function create(): Promise<void> {
    refuse(checkNickname(nickname));
    const given = invite.trim();
    const wanted = { nickname, ...(given === '' ? {} : { invitecode: given }) };
    const requestId = requestIdOf(FORM, wanted);
    const paypassword = await sealSecret(password, 'Users/createChildAccount');
    await call('Users/createChildAccount', { requestId, ...wanted, paypassword });
    forgetRequest(FORM);
    await refresh('Users/myaccount', 'Users/Info');
    showToast({ text: t('created'), tone: 'good' });
    onDone();
  }

  const missing =
    normaliseNickname(nickname) === '' ? t('needNickname') : password === '' ? t('payNeeded') : undefined;
  return (
    <Form submitLabel={t('createLabel')} missing={missing} onSubmit={() => attempt.run(create)}>
      <p>{t('addText')}</p>
      <TextField
        label={t('nickname')}
        value={nickname}
        onChange={setNickname}
        autoComplete="off"
        maxLength={200}
        error={attempt.at(...nameProblems)}
      />
      <TextField
        label={t('invite')}
        hint={t('inviteHint', { code })}
        value={invite}
        onChange={(text) => setInvite(readPastedCode(text))}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={PASTED_MAX}
        error={attempt.at(...codeProblems)}
      />
      <MainPayPassword value={password} onChange={setPassword} error={attempt.at(...payProblems)} />
      <AttemptNotice attempt={attempt} shown={[...nameProblems, ...codeProblems, ...payProblems]} />
    </Form>
  );
}

/** The main account's payment password, said so. */
export function MainPayPassword(props: {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}) {
  const t = useTexts('family');
  return <PasswordInput kind="current-password" label={t('pay')} hint={t('payHint')} {...props} />;
}
