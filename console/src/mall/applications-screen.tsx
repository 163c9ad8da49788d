import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { Alert, Descriptions, Flex, Image, Tag } from 'antd';
import { useState } from 'react';
import { memberColumn, timeColumn } from '../parts/columns.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import type { Column } from '../parts/list-table.tsx';
import { ReasonForm } from '../parts/reason-form.tsx';
import type { Filters } from '../platform/address.ts';
import { call } from '../platform/api-client.ts';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';

type Row = OutputOf<'Admin/ShopApplications'>;
type Look = OutputOf<'Admin/ShopApplicationLook'>;

const states = ['pending', 'approved', 'rejected'] as const;
const colors = { pending: 'processing', approved: 'success', rejected: 'error' } as const;

const columns: readonly Column<Row>[] = [
  timeColumn,
  { key: 'name', title: t('shopName'), render: (row) => row.name, text: (row) => row.name },
  { key: 'kind', title: t('shopKind'), render: (row) => t(`kind_${row.kind}`), text: (row) => row.kind },
  memberColumn,
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

const options = states.map((value) => ({
  value: value === 'pending' ? '' : value,
  label: t(`application_${value}`),
}));

function inputOf({ state = '' }: Filters): InputOf<'Admin/ShopApplications'> {
  return { state: states.find((one) => one === state) ?? 'pending' };
}

/** Who wants a shop: what they say, their licences (each look takes a reason), and the decision. */
export function ApplicationsScreen() {
  return (
    <ListScreen
      name="applications"
      title={t('applications')}
      path="Admin/ShopApplications"
      input={inputOf}
      choices={[{ key: 'state', label: t('status'), options }]}
      columns={columns}
      rowKey={(row) => row.id}
      empty={t('noApplications')}
      details={(row) => <Details row={row} />}
    />
  );
}

function Details({ row }: { row: Row }) {
  return (
    <Flex vertical gap={16}>
      <Descriptions
        bordered
        size="small"
        column={1}
        items={[
          { key: 'about', label: t('shopAbout'), children: row.about === '' ? '—' : row.about },
          { key: 'licences', label: t('licences'), children: row.licences },
          ...(row.decided === null
            ? []
            : [
                {
                  key: 'by',
                  label: t('decidedBy'),
                  children: `${row.by ?? '—'} · ${exactTime(row.decided)}`,
                },
                { key: 'reason', label: t('reason'), children: row.reason },
              ]),
        ]}
      />
      <Licences row={row} />
      {row.state === 'pending' && (
        <ReasonForm
          needs="Admin/ShopDecide"
          hint={t('decideHint')}
          done={t('decided')}
          refreshes={['Admin/ShopApplications', 'Admin/Shops', 'Admin/Queues']}
          acts={[
            {
              key: 'approve',
              label: t('approveShop', { name: row.name }),
              look: 'primary',
              run: (reason) => call('Admin/ShopDecide', { id: row.id, decision: 'approve', reason }),
            },
            {
              key: 'reject',
              label: t('reject'),
              look: 'danger',
              run: (reason) => call('Admin/ShopDecide', { id: row.id, decision: 'reject', reason }),
            },
          ]}
        />
      )}
    </Flex>
  );
}

/** Identity data: shown to who says why, and only here and now. */
function Licences({ row: { id } }: { row: Row }) {
  const [look, setLook] = useState<Look>();
  if (!look)
    return (
      <ReasonForm
        needs="Admin/ShopApplicationLook"
        label={t('whyLook')}
        hint={t('lookHint')}
        refreshes={[]}
        acts={[
          {
            key: 'look',
            label: t('lookLicences'),
            run: async (reason) => setLook(await call('Admin/ShopApplicationLook', { id, reason })),
          },
        ]}
      />
    );
  return (
    <Flex vertical gap={8}>
      <Alert type="info" showIcon title={t('contactIs', { contact: look.contact })} />
      <Flex gap={8} wrap>
        {look.licences.map(({ id: licence, picture }, index) => (
          <Image
            key={licence}
            width={160}
            src={`data:image/webp;base64,${picture}`}
            alt={t('licenceNumber', { number: index + 1 })}
          />
        ))}
      </Flex>
    </Flex>
  );
}
