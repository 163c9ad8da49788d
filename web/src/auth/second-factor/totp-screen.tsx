import type { OutputOf } from '@openmere/core/calls.ts';
import { useState } from 'react';
import { LateFrozenNotice } from '../../member/late-frozen-notice.ts';
import { useMemberQuery } from '../../member/use-member-query.ts';
import { BackBar } from '../../parts/back-bar.tsx';
import { CallFailed } from '../../parts/call-failed.tsx';
import { WaitingRows } from '../../parts/waiting.tsx';
import { exactTime } from '../../platform/exact-time.ts';
import { back, useLocation } from '../../platform/history.ts';
import type { fromHere } from '../../platform/history.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { refresh, useCall } from '../../platform/query.ts';
import { List, ListRow } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { ResetNotice } from './reset-asked.tsx';
import { RenewCodes, TurnOff } from './totp-manage.tsx';
import { TotpBegin, TotpScan } from './totp-setup.tsx';
import type { Begun } from './totp-setup.tsx';

type Info = OutputOf<'Users/Info'>;

/** What can be done about it, each with an entry of its own, so that back leads to the choice. */
const partHref = (part: 'renew' | 'move' | 'off') => `#/pages/mine/safety/totp?part=${part}`;
const refreshAll = () => refresh('Users/Info', 'Users/SecondFactor', 'Users/Sessions');

/** It is on: since when, how many codes are left, and what can be done about it. */
function On({ since, codesLeft }: { since: string; codesLeft: number }) {
  const t = useTexts('factor');
  const locale = useLocale();
  return (
    <>
      <Notice tone="good" title={t('onTitle')}>
        {t('since', { time: exactTime(since, locale) })}. {t('protects')}
      </Notice>
      <List label={t('titleTotp')}>
        <ListRow title={t('renew')} subtitle={t('left', { count: codesLeft })} href={partHref('renew')} />
        <ListRow title={t('move')} subtitle={t('moveText')} href={partHref('move')} />
        <ListRow title={t('off')} href={partHref('off')} />
        <ListRow title={t('titleLostFactor')} href="#/pages/login/lostFactor" />
      </List>
    </>
  );
}

function Steps({ info, state }: { info: Info; state: OutputOf<'Users/SecondFactor'> }) {
  const t = useTexts('factor');
  const { part } = useLocation().query;
  const leave = () => back(part === undefined ? 1 : 2, '/pages/mine/safety/safety');
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<readonly string[]>();
  const { totpsince } = state;

  async function turnedOff(here: ReturnType<typeof fromHere>): Promise<void> {
    await refreshAll();
    showToast({ text: t('offDone'), tone: 'good' });
    here(leave);
  }
  function kept(): void {
    void refreshAll();
    if (part !== 'renew') showToast({ text: t('onDone'), tone: 'good' });
    leave();
  }

  if (codes) return <RecoveryCodes codes={codes} onDone={kept} />;
  if (begun) return <TotpScan begun={begun} onCodes={setCodes} />;
  const isOn = totpsince !== null;
  if (isOn && part === 'renew') return <RenewCodes onCodes={setCodes} />;
  if (isOn && part === 'off') return <TurnOff info={info} onDone={turnedOff} />;
  if (isOn && part === 'move')
    return <TotpBegin info={info} label={t('move')} text={t('moveText')} onBegun={setBegun} />;
  if (isOn)
    return (
      <>
        {info.factorreset && <ResetNotice reset={info.factorreset} />}
        <On since={totpsince} codesLeft={state.recoverycodes} />
      </>
    );
  if (info.frozen) return <LateFrozenNotice main={info.main} />;
  return (
    <>
      <Notice>{t('protects')}</Notice>
      <TotpBegin info={info} label={t('setUp')} text={t('lead')} onBegun={setBegun} />
    </>
  );
}

/** The authenticator app: set up, recovery codes, another phone, off. */
export function TotpScreen() {
  const member = useMemberQuery();
  const state = useCall('Users/SecondFactor', {});
  const failed = [member, state].find((query) => !query.data && query.error);
  return (
    <Page narrow nav={<BackBar title="factor.titleTotp" parent="/pages/mine/safety/safety" />}>
      {failed && <CallFailed query={failed} />}
      {!failed && !(member.data && state.data) && <WaitingRows rows={3} />}
      {member.data && state.data && <Steps info={member.data} state={state.data} />}
    </Page>
  );
}
