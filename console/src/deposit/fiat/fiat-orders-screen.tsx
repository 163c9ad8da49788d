import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { Descriptions, Flex, Image, Tag } from 'antd';
import { useState } from 'react';
import { memberColumn, timeColumn } from '../../parts/columns.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import type { Column } from '../../parts/list-table.tsx';
import { ReasonForm } from '../../parts/reason-form.tsx';
import type { Filters } from '../../platform/address.ts';
import { coinAmount } from '../../platform/amount-text.ts';
import { call } from '../../platform/api-client.ts';
import { t } from '../../platform/texts.ts';
import { exactTime } from '../../platform/time-text.ts';

type Row = OutputOf<'Admin/FiatOrders'>;
type Slips = OutputOf<'Admin/FiatSlipLook'>['slips'];

const states = ['waiting', 'open', 'slip', 'matched', 'credited', 'rejected', 'expired'] as const;
const colors: Record<Row['status'], string> = {
  open: 'default',
  slip: 'processing',
  matched: 'warning',
  credited: 'success',
  rejected: 'error',
  expired: 'default',
};

const columns: readonly Column<Row>[] = [
  timeColumn,
  {
    key: 'amount',
    title: t('fiatMoney'),
    align: 'right',
    render: (row) => `${row.amount} ${row.currency}`,
    text: (row) => `${row.amount} ${row.currency}`,
  },
  {
    key: 'usdt',
    title: t('amount'),
    align: 'right',
    render: (row) => coinAmount(row.credited ?? row.usdt, 'USDT'),
    text: (row) => row.credited ?? row.usdt,
  },
  {
    key: 'reference',
    title: t('fiatReference'),
    render: (row) => row.reference,
    text: (row) => row.reference,
  },
  { key: 'payer', title: t('fiatPayer'), render: (row) => row.payer, text: (row) => row.payer },
  memberColumn,
  {
    key: 'status',
    title: t('status'),
    render: (row) => <Tag color={colors[row.status]}>{t(`fiatOrder_${row.status}`)}</Tag>,
    text: (row) => row.status,
  },
];

const options = states.map((value) => ({
  value: value === 'waiting' ? '' : value,
  label: t(`fiatOrder_${value}`),
}));

function inputOf({ status = '', search = '' }: Filters): InputOf<'Admin/FiatOrders'> {
  return {
    status: states.find((one) => one === status) ?? 'waiting',
    ...(search === '' ? {} : { search }),
  };
}

/** What members ordered by bank: their slips (each look takes a reason), and the rejection of what cannot be taken. */
export function FiatOrdersScreen() {
  return (
    <ListScreen
      name="fiatorders"
      title={t('fiatOrders')}
      path="Admin/FiatOrders"
      input={inputOf}
      search={t('fiatOrderSearch')}
      choices={[{ key: 'status', label: t('status'), options }]}
      columns={columns}
      rowKey={(row) => row.id}
      empty={t('noFiatOrders')}
      details={(row) => <Details row={row} />}
    />
  );
}

function Details({ row }: { row: Row }) {
  const { bank } = row;
  const isOpen = row.status === 'open' || row.status === 'slip' || row.status === 'matched';
  return (
    <Flex vertical gap={16}>
      <Descriptions
        bordered
        size="small"
        column={1}
        items={[
          { key: 'bank', label: t('fiatBank'), children: `${bank.name} · ${bank.holder} · ${bank.account}` },
          { key: 'price', label: t('fiatPrice'), children: `${row.price} ${row.currency}` },
          { key: 'expires', label: t('fiatPayUntil'), children: exactTime(row.expires) },
          { key: 'slips', label: t('fiatSlips'), children: row.slips },
          ...(row.takenback === null
            ? []
            : [{ key: 'takenback', label: t('fiatTakenBack'), children: row.takenback }]),
          ...(row.reason === '' ? [] : [{ key: 'reason', label: t('reason'), children: row.reason }]),
        ]}
      />
      {row.slips > 0 && <SlipPictures id={row.id} />}
      {isOpen && (
        <ReasonForm
          needs="Admin/FiatReject"
          hint={t('fiatRejectHint')}
          done={t('decided')}
          refreshes={['Admin/FiatOrders', 'Admin/FiatLines', 'Admin/Queues']}
          acts={[
            {
              key: 'reject',
              label: t('reject'),
              look: 'danger',
              run: (reason) => call('Admin/FiatReject', { id: row.id, reason }),
            },
          ]}
        />
      )}
    </Flex>
  );
}

/** Bank data of a member: shown to who says why, and only here and now. */
function SlipPictures({ id }: { id: string }) {
  const [slips, setSlips] = useState<Slips>();
  if (!slips)
    return (
      <ReasonForm
        needs="Admin/FiatSlipLook"
        label={t('whyLook')}
        hint={t('lookHint')}
        refreshes={[]}
        acts={[
          {
            key: 'look',
            label: t('fiatSlipLook'),
            run: async (reason) => setSlips((await call('Admin/FiatSlipLook', { id, reason })).slips),
          },
        ]}
      />
    );
  return (
    <Flex gap={8} wrap>
      {slips.map((slip) => (
        <Image
          key={slip.id}
          width={160}
          src={`data:image/webp;base64,${slip.picture}`}
          alt={t('fiatSlips')}
        />
      ))}
    </Flex>
  );
}
