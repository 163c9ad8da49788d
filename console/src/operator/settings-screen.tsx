import type { OutputOf } from '@openmere/core/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Drawer, Flex, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { ChangeForm } from '../parts/change-form.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import { Failure } from '../parts/list-table.tsx';
import type { Column } from '../parts/list-table.tsx';
import { useFilters } from '../platform/address.ts';
import type { Filters } from '../platform/address.ts';
import { call } from '../platform/api-client.ts';
import { failureText } from '../platform/failure-text.ts';
import { settingText, settingValueText } from '../platform/setting-text.ts';
import { t } from '../platform/texts.ts';
import { exactTime, TIME_WIDTH } from '../platform/time-text.ts';
import { SettingInput, refusalOf } from './setting-input.tsx';
import style from './settings.module.css';

type Setting = OutputOf<'Admin/Settings'>;

const columns: readonly Column<Setting>[] = [
  {
    key: 'idx',
    title: t('setting'),
    render: (row) => <span title={row.idx}>{settingText(row.idx)}</span>,
    text: (row) => row.idx,
  },
  {
    key: 'val',
    title: t('settingValue'),
    render: (row) => (
      <span className={`${style.value} ${row.val === row.standard ? '' : style.own}`}>
        {settingValueText(row, row.val)}
      </span>
    ),
    text: (row) => row.val,
  },
  {
    key: 'standard',
    title: t('settingStandard'),
    render: (row) => <span className={style.value ?? ''}>{settingValueText(row, row.standard)}</span>,
    text: (row) => row.standard,
  },
  {
    key: 'public',
    title: t('settingSeen'),
    render: (row) => <Tag>{t(row.public ? 'settingPublic' : 'settingHidden')}</Tag>,
    text: (row) => (row.public ? 'public' : 'hidden'),
  },
  {
    key: 'changed',
    title: t('settingChanged'),
    width: TIME_WIDTH + 90,
    render: (row) => (row.changed === null ? '—' : `${exactTime(row.changed)} · ${row.changedby ?? ''}`),
    text: (row) => row.changed ?? '',
  },
];

/** What it was before, and where it may be changed the way back to that: a proposal like any other. */
function History({ setting, onUse }: { setting: Setting; onUse: (value: string) => void }) {
  const { idx } = setting;
  const { data, error } = useQuery({
    queryKey: ['Admin/SettingHistory', idx],
    queryFn: () => call('Admin/SettingHistory', { idx }),
  });
  if (error) return <Alert type="error" showIcon role="alert" title={failureText(error)} />;
  if (!data) return <Skeleton active />;
  const changes = data.list.map((one) => ({ ...one, said: `${exactTime(one.time)} · ${one.by}` }));
  // Before the first change stood the standard, which nobody set.
  const all = [...changes, { version: 0, val: setting.standard, said: t('settingStandard') }];
  return (
    <ul className={style.history}>
      {all.map(({ version, val, said }) => (
        <li key={version}>
          <strong>{settingValueText(setting, val)}</strong>
          <span>{said}</span>
          {setting.changeable && val !== setting.val && (
            <Button
              size="small"
              aria-label={t('settingUse', { value: settingValueText(setting, val) })}
              onClick={() => onUse(val)}
            >
              {t('settingUseShort')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

type ChangeProps = { setting: Setting; value: string; onChange: (value: string) => void };

function Change({ setting, value, onChange }: ChangeProps) {
  const why = refusalOf(setting, value.trim());
  return (
    <Flex vertical gap={10}>
      <span>{t('settingRule')}</span>
      <ChangeForm
        fields={<SettingInput setting={setting} value={value} onChange={onChange} />}
        kind="setting"
        subject={setting.idx}
        choices={[{ value: value.trim(), label: t('lookAtChange'), why }]}
        refreshes={['Admin/Settings', 'Admin/SettingHistory']}
      />
    </Flex>
  );
}

function Details({ idx }: { idx: string }) {
  const [draft, setDraft] = useState<string>();
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['Admin/Settings', 'one'],
    queryFn: () => call('Admin/Settings', {}),
  });
  const setting = data?.list.find((one) => one.idx === idx);
  const failed = <Failure error={error} readAt={dataUpdatedAt} again={refetch} />;
  if (!data) return error ? failed : <Skeleton active />;
  if (!setting) return <Alert type="warning" showIcon title={t('nothingFound')} />;
  return (
    <Flex vertical gap={14}>
      {failed}
      {setting.changeable ? (
        <Change setting={setting} value={draft ?? setting.val} onChange={setDraft} />
      ) : (
        <Alert type="info" showIcon title={t('settingFixed')} />
      )}
      <h3 className={style.title}>{t('history')}</h3>
      <History setting={setting} onUse={setDraft} />
    </Flex>
  );
}

/** By its words or by its wire name. */
function isWanted({ idx }: Setting, { search = '' }: Filters): boolean {
  return `${idx} ${settingText(idx)}`.toLowerCase().includes(search.toLowerCase());
}

/** When the activity runs, how many places and which tiers there are: rules like the others, on a page of their own. */
export function ActivityRulesScreen() {
  return (
    <Settings
      name="activity-rules"
      title={t('activityRules')}
      keeps={(setting, filters) => setting.idx.startsWith('activity.') && isWanted(setting, filters)}
      note={<span>{t('activityRulesText')}</span>}
    />
  );
}

const BY_COUNTRY = /^(geo|country)\.|OffCountries$/i;

/** What holds for single countries only: rules like the others, together on a page of their own. */
export function CountryRulesScreen() {
  return (
    <Settings
      name="country-rules"
      title={t('countryRules')}
      keeps={(setting, filters) => BY_COUNTRY.test(setting.idx) && isWanted(setting, filters)}
      note={<span>{t('countryRulesText')}</span>}
    />
  );
}

/** Rules of the house: every configuration value, who changed it last, and its change by two people. */
export function SettingsScreen() {
  return <Settings name="settings" title={t('settings')} keeps={isWanted} />;
}

type SettingsProps = {
  name: string;
  title: string;
  keeps: (setting: Setting, filters: Filters) => boolean;
  note?: ReactNode;
};

function Settings({ name, title, keeps, note }: SettingsProps) {
  const [{ open = '' }, change] = useFilters();
  const close = (): void => change({ open: '' });
  return (
    <>
      <ListScreen
        name={name}
        title={title}
        note={note}
        path="Admin/Settings"
        input={(_filters: Filters) => ({})}
        keeps={keeps}
        search={t('settingSearch')}
        columns={columns}
        rowKey={(row) => row.idx}
        empty={t('nothingFound')}
        onOpen={({ idx }) => change({ open: idx })}
      />
      <Drawer
        open={open !== ''}
        onClose={close}
        title={open === '' ? '' : settingText(open)}
        size={620}
        destroyOnHidden
      >
        {open !== '' && <Details key={open} idx={open} />}
      </Drawer>
    </>
  );
}
