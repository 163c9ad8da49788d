import type { OutputOf } from '@openmere/core/calls.ts';
import { deviceName } from '@openmere/core/kit/device.ts';
import { startRegistration } from '@simplewebauthn/browser';
import { useState } from 'react';
import { LateFrozenNotice } from '../../member/late-frozen-notice.ts';
import { useMemberQuery } from '../../member/use-member-query.ts';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { BackBar } from '../../parts/back-bar.tsx';
import { CallFailed } from '../../parts/call-failed.tsx';
import { Form } from '../../parts/form.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { WaitingRows } from '../../parts/waiting.tsx';
import { call } from '../../platform/api-client.ts';
import { exactTime } from '../../platform/exact-time.ts';
import { back, fromHere, useLocation } from '../../platform/history.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { refresh, useCall } from '../../platform/query.ts';
import { IconKey } from '../../ui/icon/guard.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { codeProblems, factorProblems } from '../field-problems.ts';
import { FreshProofField, useFreshProof } from '../safety/fresh-proof.tsx';
import { FactorField } from '../second-factor/factor-field.tsx';
import { useFactor } from '../second-factor/use-factor.ts';
import { ask } from './ask.ts';
import { passkeysWork } from './passkeys-work.ts';

type Passkey = OutputOf<'Users/Passkeys'>;

const PATH = '/pages/mine/safety/passkeys';

/** Adds one on this device, under a name to know it by. */
function AddPasskey({ info }: { info: OutputOf<'Users/Info'> }) {
  const t = useTexts('factor');
  const attempt = useAttempt();
  const factor = useFactor(attempt.problem);
  const proof = useFreshProof(info, true);
  const [name, setName] = useState(() => deviceName(navigator.userAgent));
  const add = async () => {
    const { options } = await call('Users/PasskeyStart', { ...(await proof.collect()), ...factor.proof });
    const answer = await ask(() => startRegistration({ optionsJSON: JSON.parse(options) as never }));
    if (answer === undefined) return;
    await call('Users/PasskeyAdd', { response: JSON.stringify(answer), name: name.trim() });
    await refresh('Users/Passkeys');
    showToast({ text: t('passkeyAdded'), tone: 'good' });
  };
  return (
    <Form
      submitLabel={t('passkeyAdd')}
      missing={name.trim() === '' ? t('passkeyNameNeeded') : proof.missing}
      onSubmit={() => attempt.run(add)}
    >
      <SectionTitle note={t('passkeyLead')}>{t('passkeyAdd')}</SectionTitle>
      <TextField
        label={t('passkeyName')}
        hint={t('passkeyNameHint')}
        maxLength={40}
        value={name}
        onChange={setName}
      />
      <FreshProofField who={info} proof={proof} purpose="password" attempt={attempt} />
      <FactorField factor={factor} />
      <AttemptNotice attempt={attempt} shown={[...codeProblems, ...factorProblems]} />
    </Form>
  );
}

/** One passkey: another name, or away with it. */
function EditPasskey({ passkey }: { passkey: Passkey }) {
  const t = useTexts('factor');
  const renaming = useAttempt();
  const removing = useAttempt();
  const factor = useFactor(removing.problem);
  const [name, setName] = useState(passkey.name);
  const { id } = passkey;
  const finish = async (here: ReturnType<typeof fromHere>, text: string) => {
    await refresh('Users/Passkeys');
    showToast({ text, tone: 'good' });
    here(() => back(1, PATH));
  };
  const rename = async () => {
    const here = fromHere();
    await call('Users/PasskeyRename', { id, name: name.trim() });
    await finish(here, t('passkeyRenamed'));
  };
  const remove = async () => {
    const here = fromHere();
    await call('Users/PasskeyRemove', { id, ...factor.proof });
    await finish(here, t('passkeyRemoved'));
  };
  return (
    <>
      <Form
        submitLabel={t('passkeyRename')}
        missing={name.trim() === '' ? t('passkeyNameNeeded') : undefined}
        onSubmit={() => renaming.run(rename)}
      >
        <TextField label={t('passkeyName')} maxLength={40} value={name} onChange={setName} />
        <AttemptNotice attempt={renaming} />
      </Form>
      <Form submitLabel={t('passkeyRemove')} tone="danger" onSubmit={() => removing.run(remove)}>
        <p>{t('passkeyRemoveText', { name: passkey.name })}</p>
        <FactorField factor={factor} />
        <AttemptNotice attempt={removing} shown={factorProblems} />
      </Form>
    </>
  );
}

function Mine({ list }: { list: readonly Passkey[] }) {
  const t = useTexts('factor');
  const locale = useLocale();
  if (list.length === 0) return <Notice>{t('passkeysNone')}</Notice>;
  return (
    <List label={t('titlePasskeys')}>
      {list.map((one) => (
        <ListRow
          key={one.id}
          leading={<IconKey />}
          title={one.name}
          subtitle={
            <>
              {t('passkeyMade', { time: exactTime(one.made, locale) })}
              <br />
              {one.lastused === null
                ? t('passkeyNever')
                : t('passkeyUsed', { time: exactTime(one.lastused, locale) })}
            </>
          }
          href={`#${PATH}?id=${encodeURIComponent(one.id)}`}
        />
      ))}
    </List>
  );
}

/** Passkeys: which there are, another one for this device, names, and away with one. */
export function PasskeysScreen() {
  const t = useTexts('factor');
  const member = useMemberQuery();
  const mine = useCall('Users/Passkeys', {});
  const { id } = useLocation().query;
  const editing = mine.data?.list.find((one) => one.id === id);
  const failed = [member, mine].find((query) => !query.data && query.error);
  return (
    <Page narrow nav={<BackBar title="factor.titlePasskeys" parent="/pages/mine/safety/safety" />}>
      {failed && <CallFailed query={failed} />}
      {!failed && !(member.data && mine.data) && <WaitingRows rows={3} />}
      {editing && <EditPasskey key={editing.id} passkey={editing} />}
      {!editing && mine.data && <Mine list={mine.data.list} />}
      {!editing && member.data?.frozen && <LateFrozenNotice main={member.data.main} />}
      {!editing &&
        member.data?.frozen === false &&
        (passkeysWork() ? <AddPasskey info={member.data} /> : <Notice>{t('passkeysUnable')}</Notice>)}
    </Page>
  );
}
