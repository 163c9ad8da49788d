import type { OutputOf } from '@openmere/core/calls.ts';
import { refuse } from '@openmere/core/kit/refusal.ts';
import {
  checkTeamName,
  checkTeamNotice,
  normaliseText,
  TEAM_NAME_MAX,
  TEAM_NOTICE_MAX,
} from '@openmere/core/team/rules.ts';
import { useState } from 'react';
import { PictureField } from '../member/avatar-field.tsx';
import { AttemptNotice } from '../parts/attempt-notice.tsx';
import { BackBar } from '../parts/back-bar.tsx';
import { Form } from '../parts/form.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { useAttempt } from '../parts/use-attempt.ts';
import { call } from '../platform/api-client.ts';
import { back, fromHere } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { refresh, useCall } from '../platform/query.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { TextArea, TextField } from '../ui/text-field.tsx';
import { showToast } from '../ui/toast-store.ts';

const PARENT = '/pages/team/captain/captain';
const problems = ['team.badname', 'team.badnotice'] as const;
type OwnPage = NonNullable<OutputOf<'Users/CaptainInfo'>['own']>;

const lengthOf = (text: string): number => Array.from(normaliseText(text)).length;

function EditForm({ own }: { own: OwnPage }) {
  const t = useTexts('team');
  const attempt = useAttempt();
  const [name, setName] = useState(own.name);
  const [notice, setNotice] = useState(own.notice);
  const isSame = normaliseText(name) === own.name && normaliseText(notice) === own.notice;

  async function save(): Promise<void> {
    const here = fromHere();
    refuse(checkTeamName(name));
    refuse(checkTeamNotice(notice));
    // What is empty is dropped on the way: it is named.
    const texts = { name: normaliseText(name), notice: normaliseText(notice) };
    const clear = (['name', 'notice'] as const).filter((field) => texts[field] === '');
    await call('Users/CaptainEdit', { ...texts, clear });
    await refresh('Users/CaptainInfo');
    showToast({ text: t('saved'), tone: 'good' });
    here(() => back(1, PARENT));
  }

  async function savePicture(avatar: string): Promise<void> {
    await call('Users/CaptainEdit', avatar === '' ? { clear: ['avatar'] } : { avatar });
    await refresh('Users/CaptainInfo');
  }

  return (
    <Stack>
      <PictureField seed="own" name={own.name || 'V'} src={own.avatar} onSave={savePicture} />
      <Form
        submitLabel={t('save')}
        missing={isSame ? t('nothingChanged') : undefined}
        onSubmit={() => attempt.run(save)}
      >
        <TextField
          label={t('teamName')}
          hint={t('counted', { count: lengthOf(name), max: TEAM_NAME_MAX })}
          value={name}
          onChange={setName}
          maxLength={200}
          autoComplete="off"
          error={attempt.at('team.badname')}
        />
        <TextArea
          label={t('notice')}
          hint={t('counted', { count: lengthOf(notice), max: TEAM_NOTICE_MAX })}
          value={notice}
          onChange={setNotice}
          maxLength={1000}
          error={attempt.at('team.badnotice')}
        />
        <p>{t('noticeRule')}</p>
        <AttemptNotice attempt={attempt} shown={problems} />
      </Form>
    </Stack>
  );
}

/** What a captain's team reads: name, notice and picture. */
export function CaptainEditScreen() {
  const t = useTexts('team');
  const query = useCall('Users/CaptainInfo', {});
  return (
    <Page narrow nav={<BackBar title="team.titleTeamPage" parent={PARENT} />}>
      <Loaded query={query}>
        {({ own, level }) =>
          own === null ? (
            <EmptyState title={t('notCaptain')} drawing="people">
              {t('notCaptainText', { level })}
            </EmptyState>
          ) : (
            <EditForm own={own} />
          )
        }
      </Loaded>
    </Page>
  );
}
