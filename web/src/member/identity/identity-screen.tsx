import type { OutputOf } from '@openmere/core/calls.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { countryName } from '../../auth/countries.ts';
import { BackBar } from '../../parts/back-bar.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { exactTime } from '../../platform/exact-time.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { DocumentForm } from './document-form.tsx';
import { causeTexts, documentNames } from './names.ts';
import { SelfieForm } from './selfie-form.tsx';

type Identity = OutputOf<'Users/Identity'>;

/** What it is for, and what becomes of the pictures: said before anything is asked. */
function About({ days }: { days: number }) {
  const t = useTexts('identity');
  return (
    <>
      <Notice title={t('whyTitle')}>{t('whyText')}</Notice>
      <Notice title={t('keepTitle')}>{t('keepText', { days })}</Notice>
    </>
  );
}

function Facts({ identity }: { identity: Identity }) {
  const t = useTexts('identity');
  const locale = useLocale();
  const { kind, country, time, decided, wiped } = identity;
  const row = (key: string, label: string, value: ReactNode) => ({ key, label, value });
  return (
    <Card>
      <KeyValue
        rows={[
          ...(kind === null ? [] : [row('kind', t('kind'), t(documentNames[kind]))]),
          ...(country === null ? [] : [row('country', t('country'), countryName(country, locale))]),
          ...(time === null ? [] : [row('time', t('handedIn'), exactTime(time, locale))]),
          ...(decided === null ? [] : [row('decided', t('decided'), exactTime(decided, locale))]),
          ...(wiped === null ? [] : [row('wiped', t('wiped'), exactTime(wiped, locale))]),
        ]}
      />
    </Card>
  );
}

function Started({ identity }: { identity: Identity }) {
  const t = useTexts('identity');
  const [other, setOther] = useState(false);
  if (other) return <DocumentForm />;
  const document = identity.kind === null ? '' : t(documentNames[identity.kind]);
  return (
    <>
      <Notice tone="good">{t('startedText', { document })}</Notice>
      <SelfieForm onOther={() => setOther(true)} />
    </>
  );
}

function Rejected({ identity }: { identity: Identity }) {
  const t = useTexts('identity');
  const { cause, reason } = identity;
  return (
    <>
      <Notice tone="warn" title={t('rejectedTitle')}>
        {cause === null ? '' : t(causeTexts[cause])} {reason}
      </Notice>
      <DocumentForm />
    </>
  );
}

function State({ identity }: { identity: Identity }) {
  const t = useTexts('identity');
  const { state } = identity;
  if (state === 'pending' || state === 'approved') {
    const [title, text] =
      state === 'pending'
        ? ([t('pendingTitle'), t('pendingText')] as const)
        : ([t('approvedTitle'), t('approvedText')] as const);
    return (
      <>
        <Notice tone={state === 'approved' ? 'good' : 'info'} title={title}>
          {text}
        </Notice>
        <Facts identity={identity} />
        <Notice title={t('keepTitle')}>{t('keepText', { days: identity.keepdays })}</Notice>
      </>
    );
  }
  if (state === 'started') return <Started identity={identity} />;
  if (state === 'rejected') return <Rejected identity={identity} />;
  return (
    <>
      <About days={identity.keepdays} />
      <DocumentForm />
    </>
  );
}

/** The identity check: document, selfie, and how it stands with it. */
export function IdentityScreen() {
  const identity = useCall('Users/Identity', {});
  return (
    <Page narrow nav={<BackBar title="identity.titleIdentity" parent="/pages/mine/account/account" />}>
      <Refreshable calls={['Users/Identity']}>
        <Loaded query={identity}>
          {(found) => (
            <Stack>
              {/* Another document in the place of the first begins anew: its state is the same, its time is not. */}
              <State key={`${found.state} ${found.time}`} identity={found} />
            </Stack>
          )}
        </Loaded>
      </Refreshable>
    </Page>
  );
}
