import type { OutputOf } from '@openmere/core/calls.ts';
import { mallCommissionBps } from '@openmere/core/setting/mall.ts';
import { BackBar } from '../../parts/back-bar.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { percentText } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { dateText } from '../../platform/time-text.ts';
import { useSetting } from '../../setting/use-setting.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { ApplyForm } from './apply-form.tsx';
import { kindNames } from './kind-names.ts';

type Info = OutputOf<'Users/Shopinfo'>;

/** Needs: an activated account (rulebook §12). */
function ActivateFirst() {
  const t = useTexts('shop');
  return (
    <EmptyState
      title={t('activateTitle')}
      drawing="locked"
      action={<Button href="#/pages/wallet/activate/activate">{t('activateDo')}</Button>}
    >
      {t('activateText')}
    </EmptyState>
  );
}

/** Sent, and waiting for an operator. */
function Waiting({ application }: { application: NonNullable<Info['application']> }) {
  const t = useTexts('shop');
  const locale = useLocale();
  const { name, kind, contact, about, licences, time } = application;
  return (
    <Stack>
      <Notice title={t('waitingTitle')}>{t('waitingText')}</Notice>
      <Card>
        <KeyValue
          rows={[
            {
              key: 'state',
              label: t('state'),
              value: <StatusPill state="waiting">{t('statePending')}</StatusPill>,
            },
            { key: 'name', label: t('name'), value: name },
            { key: 'kind', label: t('kind'), value: t(kindNames[kind]) },
            { key: 'contact', label: t('contact'), value: contact },
            ...(about === '' ? [] : [{ key: 'about', label: t('about'), value: about }]),
            { key: 'licences', label: t('licences'), value: t('licenceCount', { count: licences }) },
            { key: 'time', label: t('sent'), value: dateText(time, locale) },
          ]}
        />
      </Card>
    </Stack>
  );
}

/** What was decided each time, and why. */
function Decisions({ decisions }: Pick<Info, 'decisions'>) {
  const t = useTexts('shop');
  const locale = useLocale();
  if (decisions.length === 0) return null;
  const names = { approved: t('decisionApproved'), rejected: t('decisionRejected') };
  return (
    <>
      <SectionTitle>{t('decisions')}</SectionTitle>
      <List label={t('decisions')}>
        {decisions.map(({ name, time, state, reason }) => (
          <ListRow
            key={time}
            title={`${names[state]}: ${name}`}
            subtitle={reason}
            trailingNote={dateText(time, locale)}
          />
        ))}
      </List>
    </>
  );
}

function Intro() {
  const t = useTexts('shop');
  const percent = percentText(useSetting(mallCommissionBps), useLocale());
  return <Notice title={t('introTitle')}>{t('introText', { percent })}</Notice>;
}

function Application({ info }: { info: Info }) {
  const t = useTexts('shop');
  const { state, reason, application, decisions, shop } = info;
  if (state === 'pending' && application)
    return (
      <Stack>
        <Waiting application={application} />
        <Decisions decisions={decisions} />
      </Stack>
    );
  if (shop)
    return (
      <Stack>
        <EmptyState
          title={t('openTitle', { name: shop.name })}
          drawing="done"
          action={<Button href="#/pages/mall/shopManage">{t('manage')}</Button>}
        >
          {t('openText')}
        </EmptyState>
        <Decisions decisions={decisions} />
      </Stack>
    );
  return (
    <Stack>
      {state === 'rejected' ? (
        <Notice tone="warn" title={t('rejectedTitle')}>
          {t('rejectedText', { reason })}
        </Notice>
      ) : (
        <Intro />
      )}
      <ApplyForm key={application?.id ?? ''} before={application} />
      <Decisions decisions={decisions} />
    </Stack>
  );
}

/** The application for a shop: the form, and how it stands with it. */
export function ShopApplyScreen() {
  const info = useCall('Users/Shopinfo', {});
  const member = useCall('Users/Info', {});
  return (
    <Page narrow nav={<BackBar title="shop.titleShopApply" parent="/pages/mine/mine" />}>
      <Refreshable calls={['Users/Shopinfo', 'Users/Info']}>
        <Loaded query={member}>
          {({ activated }) =>
            activated ? (
              <Loaded query={info}>{(found) => <Application info={found} />}</Loaded>
            ) : (
              <ActivateFirst />
            )
          }
        </Loaded>
      </Refreshable>
    </Page>
  );
}
