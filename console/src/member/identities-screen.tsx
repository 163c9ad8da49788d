import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { Alert, Descriptions, Flex, Image, Tag } from 'antd';
import { useState } from 'react';
import { memberColumn, timeColumn } from '../parts/columns.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import type { Column } from '../parts/list-table.tsx';
import { MemberLink } from '../parts/member-link.tsx';
import { ReasonForm } from '../parts/reason-form.tsx';
import type { Filters } from '../platform/address.ts';
import { call } from '../platform/api-client.ts';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { DecideIdentity } from './decide-identity.tsx';

type Row = OutputOf<'Admin/Identities'>;
type Look = OutputOf<'Admin/IdentityLook'>;

const states = ['pending', 'approved', 'rejected'] as const;
const colors = { pending: 'processing', approved: 'success', rejected: 'error', started: 'default' } as const;

const columns: readonly Column<Row>[] = [
  timeColumn,
  memberColumn,
  { key: 'kind', title: t('document'), render: (row) => t(`document_${row.kind}`), text: (row) => row.kind },
  {
    key: 'country',
    title: t('documentCountry'),
    render: (row) => (row.declared === row.country ? row.country : `${row.country} ≠ ${row.declared ?? '—'}`),
    text: (row) => row.country,
  },
  {
    key: 'others',
    title: t('sameDocument'),
    align: 'right',
    render: (row) => (row.others === 0 ? 0 : <Tag color="error">{row.others}</Tag>),
    text: (row) => String(row.others),
  },
  {
    key: 'before',
    title: t('sentBefore'),
    align: 'right',
    render: (row) => row.before,
    text: (row) => String(row.before),
  },
  {
    key: 'state',
    title: t('status'),
    render: (row) => <Tag color={colors[row.state]}>{t(`application_${row.state}`)}</Tag>,
    text: (row) => row.state,
  },
];

const options = [
  ...states.map((value) => ({
    value: value === 'pending' ? '' : value,
    label: t(`application_${value}`),
  })),
  { value: 'all', label: t('allStatuses') },
];

function inputOf({ state = '', search = '' }: Filters): InputOf<'Admin/Identities'> {
  return {
    state: state === 'all' ? 'all' : (states.find((one) => one === state) ?? 'pending'),
    ...(search === '' ? {} : { search }),
  };
}

/** Who wants to be known: the document and the face, each look with a reason, and the decision. */
export function IdentitiesScreen() {
  return (
    <ListScreen
      name="identities"
      title={t('identities')}
      path="Admin/Identities"
      input={inputOf}
      search={t('memberSearch')}
      choices={[{ key: 'state', label: t('status'), options }]}
      columns={columns}
      rowKey={(row) => row.id}
      empty={t('noIdentities')}
      details={(row) => <Details key={row.id} row={row} />}
    />
  );
}

function Details({ row }: { row: Row }) {
  const [look, setLook] = useState<Look>();
  return (
    <Flex vertical gap={16}>
      {row.decided !== null && (
        <Descriptions
          bordered
          size="small"
          column={1}
          items={[
            { key: 'by', label: t('decidedBy'), children: `${row.by ?? '—'} · ${exactTime(row.decided)}` },
            ...(row.cause === null
              ? []
              : [{ key: 'cause', label: t('rejectCause'), children: t(`cause_${row.cause}`) }]),
            ...(row.reason === '' ? [] : [{ key: 'reason', label: t('toMember'), children: row.reason }]),
            { key: 'note', label: t('note'), children: row.note },
            ...(row.wiped === null
              ? []
              : [{ key: 'wiped', label: t('picturesDeleted'), children: exactTime(row.wiped) }]),
          ]}
        />
      )}
      <Looks looks={row.looks} />
      {look ? <Seen look={look} /> : <AskToLook id={row.id} onLook={setLook} />}
      {row.state === 'pending' && look && <DecideIdentity id={row.id} />}
    </Flex>
  );
}

/** Who saw document and face before, from the audit log. */
function Looks({ looks }: Pick<Row, 'looks'>) {
  if (looks.length === 0) return <span>{t('nobodyLooked')}</span>;
  return (
    <Descriptions
      bordered
      size="small"
      column={1}
      title={t('whoLooked')}
      items={looks.map(({ time, account, reason }) => ({
        key: `${time} ${account}`,
        label: exactTime(time),
        children: `${account} · ${reason}`,
      }))}
    />
  );
}

/** Identity data: shown to who says why, and only here and now. */
function AskToLook({ id, onLook }: { id: string; onLook: (look: Look) => void }) {
  return (
    <ReasonForm
      needs="Admin/IdentityLook"
      label={t('whyLook')}
      hint={t('lookHint')}
      refreshes={['Admin/Identities']}
      acts={[
        {
          key: 'look',
          label: t('lookDocument'),
          run: async (reason) => onLook(await call('Admin/IdentityLook', { id, reason })),
        },
      ]}
    />
  );
}

function Seen({ look: { name, number, birthdate, pictures, others } }: { look: Look }) {
  return (
    <Flex vertical gap={8}>
      <Descriptions
        bordered
        size="small"
        column={1}
        items={[
          { key: 'name', label: t('documentName'), children: name },
          { key: 'number', label: t('documentNumber'), children: number === '' ? '—' : number },
          { key: 'birth', label: t('documentBirth'), children: birthdate === '' ? '—' : birthdate },
        ]}
      />
      {others.length > 0 && (
        <Alert
          type="error"
          showIcon
          title={t('sameDocumentOf')}
          description={others.map(({ userid, nickname, state }) => (
            <Flex key={`${userid} ${state}`} gap={8}>
              <MemberLink id={userid} name={nickname} />
              <Tag color={colors[state]}>{t(`application_${state}`)}</Tag>
            </Flex>
          ))}
        />
      )}
      <Flex gap={8} wrap align="start">
        {pictures.map(({ id, picture }, index) => (
          <Image
            key={id}
            width={220}
            src={`data:image/webp;base64,${picture}`}
            alt={index === pictures.length - 1 ? t('selfie') : t('documentPage', { number: index + 1 })}
          />
        ))}
      </Flex>
    </Flex>
  );
}
