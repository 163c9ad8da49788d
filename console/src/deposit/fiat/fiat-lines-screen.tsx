import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { Alert, Descriptions, Flex, Input, Tag } from 'antd';
import { useState } from 'react';
import { ChangeForm } from '../../parts/change-form.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import type { Column } from '../../parts/list-table.tsx';
import { MemberLink } from '../../parts/member-link.tsx';
import { ReasonForm } from '../../parts/reason-form.tsx';
import type { Filters } from '../../platform/address.ts';
import { coinAmount } from '../../platform/amount-text.ts';
import { call } from '../../platform/api-client.ts';
import { t } from '../../platform/texts.ts';
import { exactTime } from '../../platform/time-text.ts';
import { ImportStatement } from './import-statement.tsx';
import { LookAtPayables } from './look-at-payables.tsx';

type Row = OutputOf<'Admin/FiatLines'>;
const states = ['open', 'suspense', 'takenback', 'credited', 'returned'] as const;
const colors = { open: 'warning', suspense: 'error', credited: 'success', returned: 'default' } as const;
const refreshes = ['Admin/FiatLines', 'Admin/FiatOrders'] as const;
const HOW_MIN = 5;

const columns: readonly Column<Row>[] = [
  { key: 'day', title: t('fiatDay'), render: (row) => row.day, text: (row) => row.day },
  {
    key: 'amount',
    title: t('fiatMoney'),
    align: 'right',
    render: (row) => `${row.amount} ${row.currency}`,
    text: (row) => `${row.amount} ${row.currency}`,
  },
  { key: 'name', title: t('fiatSender'), render: (row) => row.name, text: (row) => row.name },
  { key: 'text', title: t('fiatText'), render: (row) => row.text, text: (row) => row.text },
  {
    key: 'match',
    title: t('fiatMatch'),
    render: ({ orders: [first] }) => (first === undefined ? '—' : t(`fiatMatch_${first.by}`)),
    text: ({ orders: [first] }) => first?.reference ?? '',
  },
  {
    key: 'status',
    title: t('status'),
    render: (row) => (
      <Flex gap={4} wrap>
        <Tag color={colors[row.status]}>{t(`fiatLine_${row.status}`)}</Tag>
        {row.takenback && <Tag color="error">{t('fiatLine_takenback')}</Tag>}
      </Flex>
    ),
    text: (row) => row.status,
  },
];

const options = states.map((value) => ({
  value: value === 'open' ? '' : value,
  label: t(`fiatLine_${value}`),
}));

function inputOf({ status = '' }: Filters): InputOf<'Admin/FiatLines'> {
  return { status: states.find((one) => one === status) ?? 'open' };
}

/** Money on our bank accounts: statements in, each line to its order by two operators, into suspense, or back. */
export function FiatLinesScreen() {
  return (
    <ListScreen
      name="fiatlines"
      title={t('fiatLines')}
      path="Admin/FiatLines"
      input={inputOf}
      choices={[{ key: 'status', label: t('status'), options }]}
      columns={columns}
      rowKey={(row) => row.id}
      empty={t('noFiatLines')}
      details={(row) => <Details row={row} />}
      note={<ImportStatement />}
    />
  );
}

function Details({ row }: { row: Row }) {
  const isFixed = row.orders.some(({ fixed }) => fixed);
  const isOpen = row.status === 'open' || row.status === 'suspense';
  const isGone = isOpen && row.takenback !== null;
  return (
    <Flex vertical gap={16}>
      <Descriptions
        bordered
        size="small"
        column={1}
        items={[
          { key: 'bank', label: t('fiatBank'), children: row.bank },
          { key: 'account', label: t('fiatSenderAccount'), children: row.account || '—' },
          { key: 'ref', label: t('fiatBankRef'), children: row.bankref || '—' },
          { key: 'imported', label: t('fiatImported'), children: exactTime(row.imported) },
          ...(row.suspended === null
            ? []
            : [{ key: 'kept', label: t('suspense'), children: coinAmount(row.suspended, 'USDT') }]),
          ...(row.credited === null
            ? []
            : [{ key: 'credited', label: t('fiatCredited'), children: coinAmount(row.credited, 'USDT') }]),
          ...(row.note === '' ? [] : [{ key: 'note', label: t('reason'), children: row.note }]),
          ...(row.takenback === null
            ? []
            : [
                {
                  key: 'takenback',
                  label: t('fiatTakenBack'),
                  children: t('fiatTakenBackAt', {
                    day: row.takenback.day,
                    ref: row.takenback.bankref || '—',
                    text: row.takenback.text,
                  }),
                },
              ]),
          ...(row.lost === null
            ? []
            : [
                {
                  key: 'lost',
                  label: t('fiatLost'),
                  children: `${coinAmount(row.lost.amount, 'USDT')} · ${row.lost.how}`,
                },
              ]),
        ]}
      />
      {isGone && <Alert type="warning" showIcon title={t('fiatTakenBackOpen')} />}
      {isOpen && !isGone && <Credit row={row} />}
      {row.status === 'open' && !isFixed && !isGone && (
        <ReasonForm
          needs="Admin/FiatSuspend"
          hint={t('fiatSuspendHint')}
          done={t('decided')}
          refreshes={[...refreshes]}
          acts={[
            {
              key: 'suspend',
              label: t('fiatSuspend'),
              run: (reason) => call('Admin/FiatSuspend', { id: row.id, reason }),
            },
          ]}
        />
      )}
      {row.status === 'suspense' && row.userid !== null && <LookAtPayables userid={row.userid} />}
      {(row.status === 'suspense' || (isGone && !isFixed)) && (
        <ByWords kind="fiatreturn" id={row.id} label={t('fiatReturn')} ask={t('fiatReturnHow')} />
      )}
      {row.status === 'credited' && row.lost === null && (
        <>
          <Alert type={row.takenback ? 'warning' : 'info'} showIcon title={t('fiatLossHint')} />
          <ByWords kind="fiatloss" id={row.id} label={t('fiatLoss')} ask={t('fiatLossHow')} />
        </>
      )}
    </Flex>
  );
}

/** The orders that it may be for; one operator proposes, another confirms. */
function Credit({ row: { id, orders, status } }: { row: Row }) {
  if (orders.length === 0)
    return status === 'open' && <Alert type="info" showIcon title={t('fiatNoOrder')} />;
  return (
    <Flex vertical gap={8}>
      {orders.map((order) => (
        <Flex key={order.id} gap={8} wrap>
          <Tag>{t(`fiatMatch_${order.by}`)}</Tag>
          <span>{`${order.reference} · ${order.amount} · ${order.payer}`}</span>
          <Tag>{t(`fiatOrder_${order.status}`)}</Tag>
          <MemberLink id={order.userid} name={order.nickname} />
        </Flex>
      ))}
      <ChangeForm
        kind="fiatcredit"
        subject={id}
        choices={orders.map((order) => ({
          value: order.id,
          label: t('fiatCreditTo', { reference: order.reference }),
        }))}
        refreshes={refreshes}
      />
    </Flex>
  );
}

/** What was done at the bank, said here by two: that money was sent back, or that the bank took it. */
function ByWords({
  kind,
  id,
  label,
  ask,
}: {
  kind: 'fiatreturn' | 'fiatloss';
  id: string;
  label: string;
  ask: string;
}) {
  const [how, setHow] = useState('');
  const value = how.trim();
  return (
    <ChangeForm
      kind={kind}
      subject={id}
      choices={[{ value, label, why: value.length < HOW_MIN ? ask : undefined }]}
      fields={
        <Input
          style={{ maxWidth: 480 }}
          aria-label={ask}
          placeholder={ask}
          value={how}
          maxLength={300}
          onChange={(event) => setHow(event.target.value)}
        />
      }
      refreshes={refreshes}
    />
  );
}
