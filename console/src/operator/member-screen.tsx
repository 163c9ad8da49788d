import type { OutputOf } from '@openmere/core/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Card, Descriptions, Skeleton, Table, Tag, Typography } from 'antd';
import { AuditLink } from '../parts/audit-link.tsx';
import { ChangeForm } from '../parts/change-form.tsx';
import { deviceText } from '../parts/device-text.ts';
import { Failure } from '../parts/list-table.tsx';
import { MemberLink } from '../parts/member-link.tsx';
import { ReasonForm } from '../parts/reason-form.tsx';
import { addressOf, useFilters } from '../platform/address.ts';
import { groupDigits } from '../platform/amount-text.ts';
import { call } from '../platform/api-client.ts';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { Screen } from '../ui/screen.tsx';
import { MemberRecords } from './member-records.tsx';
import style from './member.module.css';

export type Member = OutputOf<'Admin/Member'>;

/** One person with everything that hangs on them: what risk control knows first, then balances, sessions and records. */
export function MemberScreen() {
  const [{ id = '' }] = useFilters();
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['Admin/Member', id],
    queryFn: () => call('Admin/Member', { id }),
    enabled: id !== '',
  });
  // What was read, and what is typed, stays where it cannot be read again.
  const failed = <Failure error={error} readAt={dataUpdatedAt} again={refetch} />;
  if (!data) return error ? <Screen title={t('member')}>{failed}</Screen> : <Skeleton active />;
  return (
    <Screen
      title={data.nickname}
      tools={
        <>
          <Typography.Text copyable>{data.userid}</Typography.Text>
          <AuditLink about={data.userid} />
        </>
      }
    >
      {failed}
      <Risk member={data} />
      <div className={style.grid}>
        <Person member={data} />
        <div className={style.column}>
          <Balances member={data} />
          <Sessions member={data} />
        </div>
      </div>
      <MemberRecords key={data.userid} id={data.userid} />
      {!data.risk.frozen && data.closed === null && <Freeze key={data.userid} id={data.userid} />}
      {data.risk.frozen && data.main === null && <FreezeProof key={data.userid} id={data.userid} />}
    </Screen>
  );
}

/** For a member who calls for help and cannot reach their own mails. */
function Freeze({ id }: { id: string }) {
  return (
    <Card size="small" title={t('freezeTitle')}>
      <ReasonForm
        needs="Admin/MemberFreeze"
        hint={t('freezeHint')}
        done={t('recordedDone')}
        refreshes={['Admin/Member']}
        acts={[
          {
            key: 'freeze',
            label: t('freezeMember'),
            look: 'danger',
            run: (reason) => call('Admin/MemberFreeze', { id, reason }),
          },
        ]}
      />
    </Card>
  );
}

/** For an owner whose freeze nothing that they have lifts: what it was changed for may have been a thief's. */
function FreezeProof({ id }: { id: string }) {
  return (
    <Card size="small" title={t('freezeProofTitle')}>
      <Alert type="info" showIcon title={t('freezeProofHint')} />
      <ChangeForm
        kind="freezeproof"
        subject={id}
        choices={[{ value: '', label: t('freezeProofLook') }]}
        refreshes={['Admin/Member']}
      />
    </Card>
  );
}

/** `person`: whose page it leads to. */
type Sign = { colour: string; text: string; person?: string };

/** What speaks against this member in colour, and one quiet line when nothing does. */
function Risk({ member: { risk, exitonly, closed } }: { member: Member }) {
  const { device } = risk;
  const signs: (Sign | false | undefined)[] = [
    risk.frozen && { colour: 'error', text: t('riskFrozen') },
    risk.sanctions === 'listed' && { colour: 'error', text: t('check_sanctions_listed') },
    ...risk.listed.map(({ userid, nickname }) => ({
      colour: 'error',
      text: t('riskListed', { name: nickname === '' ? userid : nickname }),
      person: userid,
    })),
    risk.sanctions === 'unchecked' && { colour: 'warning', text: t('check_sanctions_none') },
    risk.lockeduntil !== null && {
      colour: 'warning',
      text: t('riskLocked', { time: exactTime(risk.lockeduntil) }),
    },
    closed !== null && { colour: 'warning', text: t('riskClosed', { time: exactTime(closed) }) },
    exitonly && { colour: 'warning', text: t('riskExitOnly') },
    device?.isnew && { colour: 'warning', text: t('check_device_new') },
    device !== null &&
      device.sharing > 0 && { colour: 'warning', text: t('riskSharing', { count: device.sharing }) },
    device !== null &&
      device.sameaddress > 0 && {
        colour: 'default',
        text: t('riskSameAddress', { count: device.sameaddress }),
      },
  ];
  const shown = signs.filter((sign) => sign !== false && sign !== undefined);
  return (
    <div className={style.signs}>
      {shown.length === 0 && <Tag color="success">{t('riskNothing')}</Tag>}
      {shown.map(({ colour, text, person }) => (
        <Tag key={person ?? text} color={colour}>
          {person === undefined ? text : <MemberLink id={person} name={text} />}
        </Tag>
      ))}
    </div>
  );
}

function Person({ member }: { member: Member }) {
  const { inviter, main, subaccounts, risk } = member;
  const items = [
    { label: t('invitationCode'), children: member.code },
    { label: t('username'), children: member.username ?? '—' },
    { label: t('email'), children: member.email ?? '—' },
    {
      label: t('address'),
      children: member.wallet === null ? '—' : <Typography.Text copyable>{member.wallet}</Typography.Text>,
    },
    { label: t('walletBound'), children: exactTime(member.walletbound) },
    { label: t('country'), children: member.country ?? '—' },
    { label: t('registered'), children: exactTime(member.registered) },
    { label: t('activated'), children: exactTime(member.activated) },
    { label: t('payPasswordSet'), children: exactTime(risk.paypasswordset) },
    {
      label: t('inviter'),
      children: inviter === null ? '—' : <MemberLink id={inviter.userid} name={inviter.nickname} />,
    },
    {
      label: t('directs'),
      children: <a href={`#${addressOf('/genealogy', { id: member.userid })}`}>{member.directs}</a>,
    },
    ...(main === null
      ? []
      : [{ label: t('mainAccount'), children: <MemberLink id={main.userid} name={main.nickname} /> }]),
    ...(subaccounts.length === 0
      ? []
      : [
          {
            label: t('subAccounts'),
            children: (
              <span className={style.people}>
                {subaccounts.map((one) => (
                  <MemberLink key={one.userid} id={one.userid} name={one.nickname} />
                ))}
              </span>
            ),
          },
        ]),
  ];
  return (
    <Card size="small" title={t('person')}>
      <Descriptions size="small" column={1} items={items.map((item) => ({ ...item, key: item.label }))} />
    </Card>
  );
}

function Balances({ member }: { member: Member }) {
  return (
    <Card size="small" title={t('balances')}>
      <Table<Member['balances'][number]>
        rowKey="coinid"
        size="small"
        pagination={false}
        dataSource={member.balances}
        locale={{ emptyText: t('noBalances') }}
        columns={[
          { title: t('coin'), dataIndex: 'coinid' },
          { title: t('accountAvailable'), dataIndex: 'available', align: 'right', render: groupDigits },
          { title: t('accountHeld'), dataIndex: 'held', align: 'right', render: groupDigits },
        ]}
      />
    </Card>
  );
}

function Sessions({ member }: { member: Member }) {
  return (
    <Card size="small" title={t('sessions')}>
      <Table<Member['sessions'][number]>
        rowKey="id"
        size="small"
        pagination={false}
        dataSource={member.sessions}
        locale={{ emptyText: t('noSessions') }}
        columns={[
          { title: t('device'), dataIndex: 'device', render: deviceText },
          {
            title: t('network'),
            render: (_, one) => `${one.ip}${one.country === null ? '' : ` · ${one.country}`}`,
          },
          { title: t('lastUsed'), dataIndex: 'lastused', render: exactTime },
        ]}
      />
    </Card>
  );
}
