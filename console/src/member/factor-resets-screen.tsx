import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { Alert, Descriptions, Flex, Table, Tag } from 'antd';
import { ChangeForm } from '../parts/change-form.tsx';
import { memberColumn, timeAt, timeColumn } from '../parts/columns.tsx';
import { deviceText } from '../parts/device-text.ts';
import { ListScreen } from '../parts/list-screen.tsx';
import type { Column } from '../parts/list-table.tsx';
import { ReasonForm } from '../parts/reason-form.tsx';
import type { Filters } from '../platform/address.ts';
import { call } from '../platform/api-client.ts';
import { t } from '../platform/texts.ts';
import { exactTime, TIME_WIDTH } from '../platform/time-text.ts';

type Row = OutputOf<'Admin/FactorResets'>;
type Login = Row['logins'][number];

const columns: readonly Column<Row>[] = [
  timeColumn,
  memberColumn,
  timeAt('ready', t('resetReady'), (row) => row.ready),
  {
    key: 'balances',
    title: t('resetBalances'),
    render: (row) => t(`balances_${row.balances}`),
    text: (row) => row.balances,
  },
  {
    key: 'identity',
    title: t('resetIdentity'),
    render: (row) => t(row.identity === 'approved' ? 'check_identity_approved' : 'check_identity'),
    text: (row) => row.identity,
  },
  {
    key: 'state',
    title: t('status'),
    render: (row) =>
      row.state === 'open' ? (
        <Tag color={row.due ? 'processing' : 'default'}>{t(row.due ? 'resetDue' : 'resetWaits')}</Tag>
      ) : (
        <Tag color={row.state === 'done' ? 'success' : 'default'}>{t(`reset_${row.state}`)}</Tag>
      ),
    text: (row) => row.state,
  },
];

const options = [
  { value: '', label: t('resetOpen') },
  { value: 'ended', label: t('resetEnded') },
];

function inputOf({ state = '' }: Filters): InputOf<'Admin/FactorResets'> {
  return { state: state === 'ended' ? 'ended' : 'open' };
}

/** Who lost the authenticator app and the recovery codes: what is known of them, and the change that takes two. */
export function FactorResetsScreen() {
  return (
    <ListScreen
      name="factorresets"
      title={t('factorResets')}
      path="Admin/FactorResets"
      input={inputOf}
      choices={[{ key: 'state', label: t('status'), options }]}
      columns={columns}
      rowKey={(row) => row.id}
      empty={t('noFactorResets')}
      details={(row) => <Details key={row.id} row={row} />}
    />
  );
}

function Details({ row }: { row: Row }) {
  return (
    <Flex vertical gap={16}>
      <Signs row={row} />
      {row.stands && <Alert type="warning" showIcon title={t('resetStands')} />}
      <Facts row={row} />
      <Logins logins={row.logins} />
      {row.state === 'open' && <Decide row={row} />}
    </Flex>
  );
}

/** What speaks against it at first sight. */
function Signs({ row }: { row: Row }) {
  const signs = [
    row.frozen && t('riskFrozen'),
    !row.knowndevice && t('resetNewDevice'),
    !row.knownnetwork && t('resetNewNetwork'),
    row.passkeys > 0 && t('resetHasPasskey', { count: row.passkeys }),
    row.before > 0 && t('resetBefore', { count: row.before }),
  ].filter((sign) => sign !== false);
  if (signs.length === 0) return null;
  return (
    <Flex gap={8} wrap>
      {signs.map((sign) => (
        <Tag key={sign} color="warning">
          {sign}
        </Tag>
      ))}
    </Flex>
  );
}

function Facts({ row }: { row: Row }) {
  const where = (from: { ip: string; ipcountry: string | null }) => `${from.ip} (${from.ipcountry ?? '—'})`;
  return (
    <Descriptions
      bordered
      size="small"
      column={1}
      items={[
        { key: 'proof', label: t('resetProof'), children: t(`resetProof_${row.proof}`) },
        { key: 'device', label: t('device'), children: deviceText(row.device) },
        { key: 'network', label: t('network'), children: where(row) },
        { key: 'registered', label: t('registered'), children: exactTime(row.registered) },
        { key: 'activated', label: t('activated'), children: exactTime(row.activated) },
        { key: 'country', label: t('country'), children: row.country ?? '—' },
        { key: 'since', label: t('resetFactorSince'), children: exactTime(row.totpsince) },
        ...(row.by === null ? [] : [{ key: 'by', label: t('decidedBy'), children: row.by }]),
        ...(row.ended === null
          ? []
          : [{ key: 'ended', label: t('resetEnded'), children: exactTime(row.ended) }]),
        ...(row.reason === '' ? [] : [{ key: 'reason', label: t('reason'), children: row.reason }]),
      ]}
    />
  );
}

function Logins({ logins }: { logins: readonly Login[] }) {
  return (
    <Table<Login>
      size="small"
      pagination={false}
      scroll={{ x: true }}
      rowKey={(row) => `${row.time} ${row.ip}`}
      dataSource={[...logins]}
      columns={[
        { title: t('resetLogins'), render: (_, row) => exactTime(row.time), width: TIME_WIDTH },
        { title: t('resetLoginBy'), render: (_, row) => t(`login_${row.kind}`) },
        { title: t('device'), dataIndex: 'device', render: deviceText },
        { title: t('network'), render: (_, row) => `${row.ip} (${row.ipcountry ?? '—'})` },
        {
          title: '',
          render: (_, row) => (
            <>
              {row.isnew && <Tag color="warning">{t('loginNew')}</Tag>}
              {row.stopped && <Tag color="error">{t('loginStopped')}</Tag>}
            </>
          ),
        },
      ]}
    />
  );
}

/** Saying yes takes two, after the waiting time; saying no takes one, at any time. */
function Decide({ row }: { row: Row }) {
  const why = row.due ? undefined : t('resetNotReady', { time: exactTime(row.ready) });
  return (
    <>
      <Alert type="info" showIcon title={t('resetHint')} />
      <ChangeForm
        kind="factorreset"
        subject={row.id}
        choices={[{ value: '', label: t('resetLook'), why }]}
        refreshes={['Admin/FactorResets']}
      />
      <ReasonForm
        needs="Admin/FactorResetDecline"
        hint={t('resetDeclineHint')}
        done={t('decided')}
        refreshes={['Admin/FactorResets', 'Admin/Queues']}
        acts={[
          {
            key: 'decline',
            label: t('resetDecline'),
            look: 'danger',
            run: (reason) => call('Admin/FactorResetDecline', { id: row.id, reason }),
          },
        ]}
      />
    </>
  );
}
