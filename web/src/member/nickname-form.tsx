import { refuse } from '@openmere/core/kit/refusal.ts';
import {
  checkNickname,
  graphemesOf,
  NICKNAME_MAX,
  normaliseNickname,
} from '@openmere/core/member/nickname.ts';
import { useState } from 'react';
import { AttemptNotice } from '../parts/attempt-notice.tsx';
import { Form } from '../parts/form.tsx';
import { useAttempt } from '../parts/use-attempt.ts';
import { call } from '../platform/api-client.ts';
import { useTexts } from '../platform/i18n.ts';
import { refresh } from '../platform/query.ts';
import { TextField } from '../ui/text-field.tsx';
import { showToast } from '../ui/toast-store.ts';

const problems = ['member.nicknamelong', 'member.nicknamebad', 'member.nicknametaken'] as const;

/** The nickname, counted as people count characters. */
export function NicknameForm({ nickname: saved }: { nickname: string }) {
  const t = useTexts('member');
  const attempt = useAttempt();
  const [nickname, setNickname] = useState(saved);

  async function save(): Promise<void> {
    refuse(checkNickname(nickname));
    await call('Users/SetNicknameHeadpic', { nickname });
    await refresh('Users/Info');
    showToast({ text: t('saved'), tone: 'good' });
  }

  const plain = normaliseNickname(nickname);
  return (
    <Form
      submitLabel={t('save')}
      missing={plain === saved ? t('nicknameSame') : undefined}
      onSubmit={() => attempt.run(save)}
    >
      <TextField
        label={t('nickname')}
        hint={t('nicknameHint', { count: graphemesOf(plain).length, max: NICKNAME_MAX })}
        value={nickname}
        onChange={setNickname}
        autoComplete="nickname"
        maxLength={200}
        error={attempt.at(...problems)}
      />
      <AttemptNotice attempt={attempt} shown={problems} />
    </Form>
  );
}
