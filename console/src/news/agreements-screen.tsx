import type { AgreementKind } from '@openmere/core/auth/agreement.ts';
import type { OutputOf } from '@openmere/core/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Drawer, Skeleton, Table } from 'antd';
import { useState } from 'react';
import { Failure } from '../parts/list-table.tsx';
import { call } from '../platform/api-client.ts';
import { failureText } from '../platform/failure-text.ts';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { Screen } from '../ui/screen.tsx';
import { AgreementForm, publishers } from './agreement-form.tsx';

type Row = OutputOf<'Admin/Agreements'>['rows'][number];

const columns = [
  { key: 'kind', title: t('change_agreement'), render: (_: unknown, row: Row) => t(`agreement_${row.kind}`) },
  { key: 'number', title: t('agreementVersion'), render: (_: unknown, row: Row) => row.number },
  { key: 'time', title: t('agreementSince'), render: (_: unknown, row: Row) => exactTime(row.time) },
  { key: 'by', title: t('agreementBy'), render: (_: unknown, row: Row) => publishers(row) },
  {
    key: 'draft',
    title: t('agreementDraft'),
    render: (_: unknown, { draft }: Row) =>
      draft ? t('agreementDraftBy', { time: exactTime(draft.time), by: draft.by }) : '—',
  },
];

/** User agreement, privacy policy, risk disclosure: what holds, what comes next, and what was. */
export function AgreementsScreen() {
  const { data, error } = useQuery({
    queryKey: ['Admin/Agreements'],
    queryFn: () => call('Admin/Agreements', {}),
  });
  const [opened, setOpened] = useState<AgreementKind>();
  return (
    <Screen title={t('agreements')}>
      {error !== null && <Alert type="error" showIcon role="alert" title={failureText(error)} />}
      <Table<Row>
        size="small"
        rowKey="kind"
        scroll={{ x: 'max-content' }}
        columns={columns}
        dataSource={data?.rows ?? []}
        loading={data === undefined && error === null}
        pagination={false}
        onRow={({ kind }) => ({
          onClick: () => setOpened(kind),
          onKeyDown: (event) => event.key === 'Enter' && setOpened(kind),
          tabIndex: 0,
          style: { cursor: 'pointer' },
        })}
      />
      <Drawer
        open={opened !== undefined}
        onClose={() => setOpened(undefined)}
        size="large"
        destroyOnHidden
        title={opened && t(`agreement_${opened}`)}
      >
        {opened && <Known kind={opened} />}
      </Drawer>
    </Screen>
  );
}

function Known({ kind }: { kind: AgreementKind }) {
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: ['Admin/Agreement', kind],
    queryFn: () => call('Admin/Agreement', { kind }),
    // Opened again it is read anew: the form begins with what is there then.
    gcTime: 0,
  });
  // What somebody else keeps or publishes meanwhile does not take away what is being written (decision 0231), nor does an answer that fails.
  return (
    <>
      <Failure error={error} readAt={dataUpdatedAt} />
      {data ? <AgreementForm key={kind} agreement={data} /> : !error && <Skeleton active />}
    </>
  );
}
