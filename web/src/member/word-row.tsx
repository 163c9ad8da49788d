import { refuse } from '@openmere/core/kit/refusal.ts';
import { checkAntiphishingWord } from '@openmere/core/member/rules.ts';
import { useState } from 'react';
import { AttemptNotice } from '../parts/attempt-notice.tsx';
import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { Form } from '../parts/form.tsx';
import { PasswordInput } from '../parts/password-input.tsx';
import { useAttempt } from '../parts/use-attempt.ts';
import { call } from '../platform/api-client.ts';
import { useLocation } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { refresh } from '../platform/query.ts';
import { sealSecret } from '../platform/seal.ts';
import { IconShield } from '../ui/icon/guard.tsx';
import { ListRow } from '../ui/list.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showToast } from '../ui/toast-store.ts';
import type { MemberInfo } from './use-member.ts';
import css from './account-screen.module.css';

const wordProblems = ['member.badword'] as const;
const payProblems = ['auth.wrongpaypassword', 'auth.paypasswordslow', 'auth.nopaypassword'] as const;

function WordForm({ info, onDone }: { info: MemberInfo; onDone: () => void }) {
  const t = useTexts('account');
  const pay = useTexts('pay');
  const attempt = useAttempt();
  const { useraddress: address } = info;
  const [word, setWord] = useState(info.antiphishing);
  const [password, setPassword] = useState('');

  async function save(): Promise<void> {
    refuse(checkAntiphishingWord(word.trim()));
    const paypassword = await sealSecret(password, 'Users/BindAntiWithdrawAddress');
    const confirmed = address === null ? {} : { address };
    await call('Users/BindAntiWithdrawAddress', { ...confirmed, word: word.trim(), paypassword });
    await refresh('Users/Info');
    showToast({ text: t('wordSaved'), tone: 'good' });
    onDone();
  }

  const missing = word.trim().length < 2 ? t('wordNeeded') : password === '' ? pay('title') : undefined;
  return (
    <Form submitLabel={t('wordSave')} missing={missing} onSubmit={() => attempt.run(save)}>
      <p>{t('wordText')}</p>
      <TextField
        label={t('wordLabel')}
        hint={t('wordHint')}
        value={word}
        onChange={setWord}
        autoComplete="off"
        maxLength={40}
        error={attempt.at(...wordProblems)}
      />
      {address !== null && (
        <p>
          {t('wordConfirm')} <span className={css.value}>{address}</span>
        </p>
      )}
      <PasswordInput
        kind="current-password"
        label={pay('label')}
        value={password}
        onChange={setPassword}
        error={attempt.at(...payProblems)}
      />
      <AttemptNotice attempt={attempt} shown={[...wordProblems, ...payProblems]} />
    </Form>
  );
}

/** The word that stands in every real mail; setting it confirms the withdrawal address once more, where one is bound. */
export function WordRow({ info }: { info: MemberInfo }) {
  const t = useTexts('account');
  const asked = useLocation().query['word'] !== undefined;
  const ready = info.haspaypassword;
  const [open, setOpen] = useState(asked && ready);
  const isSet = info.antiphishing !== '';
  return (
    <>
      <ListRow
        leading={<IconShield />}
        title={t('word')}
        subtitle={ready ? (isSet ? info.antiphishing : t('wordText')) : t('wordNeedsPay')}
        trailing={ready ? t(isSet ? 'change' : 'wordSet') : undefined}
        {...(ready ? { onPress: () => setOpen(true) } : { href: '#/pages/mine/setPwd/setPwd?kind=pay' })}
      />
      <ClosableSheet open={open} onClose={() => setOpen(false)} title={t('word')}>
        <WordForm info={info} onDone={() => setOpen(false)} />
      </ClosableSheet>
    </>
  );
}
