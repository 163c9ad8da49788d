import type { OutputOf } from '@openmere/core/calls.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Descriptions, Drawer, Flex, Input, Select, Typography } from 'antd';
import { useState } from 'react';
import { mayCall } from '../platform/access.ts';
import { coinAmount } from '../platform/amount-text.ts';
import { call } from '../platform/api-client.ts';
import { failureText } from '../platform/failure-text.ts';
import { ListTable } from '../platform/list-table.tsx';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { useAction } from '../platform/use-action.ts';
import { useList } from '../platform/use-list.ts';
import { useMe } from '../platform/use-me.ts';
import { Screen } from '../ui/screen.tsx';
import { ShortText } from '../ui/short-text.tsx';

export type Payment = OutputOf<'Admin/UnmatchedPayments'>;
type Status = Payment['status'];

const statuses: readonly Status[] = ['open', 'booked', 'matched', 'returned'];
const explanationMin = 3;

function amountOf({ amount, coinid, token }: Payment): string {
  return coinAmount(amount, coinid ?? token.slice(0, 10));
}

/** The hold of the withdrawal whose payout went elsewhere; whether it is still there, the server says. */
function mayGiveBack({ status, withdrawalid }: Payment): boolean {
  return withdrawalid !== null && (status === 'open' || status === 'booked');
}

/** What was paid on chain and is no payout of ours; two operators explain each, and it is booked or matched. */
export function PaymentsScreen() {
  const [status, setStatus] = useState<Status>('open');
  const [opened, setOpened] = useState<string>();
  const list = useList('Admin/UnmatchedPayments', { status });
  const payment = list.rows.find(({ id }) => id === opened);
  return (
    <Screen
      title={t('payments')}
      tools={
        <Select<Status>
          aria-label={t('status')}
          value={status}
          onChange={setStatus}
          popupMatchSelectWidth={false}
          options={statuses.map((value) => ({ value, label: t(`payment_${value}`) }))}
        />
      }
    >
      <ListTable<Payment>
        list={list}
        rowKey={(row) => row.id}
        empty={t('noPayments')}
        columns={[
          { title: t('time'), dataIndex: 'time', render: exactTime },
          { title: t('amount'), align: 'right', render: (_, row) => amountOf(row) },
          { title: t('doubt'), dataIndex: 'doubt' },
          { title: t('hash'), render: (_, row) => <ShortText text={row.hash} /> },
          {
            title: '',
            key: 'open',
            align: 'right',
            render: (_, row) => (
              <Button size="small" onClick={() => setOpened(row.id)} aria-label={`${t('show')} ${row.id}`}>
                {t('show')}
              </Button>
            ),
          },
        ]}
      />
      <Drawer
        open={payment !== undefined}
        onClose={() => setOpened(undefined)}
        title={t('payment')}
        size={720}
        destroyOnHidden
      >
        {payment && <PaymentDetail payment={payment} onDone={() => setOpened(undefined)} />}
      </Drawer>
    </Screen>
  );
}

function PaymentDetail({ payment, onDone }: { payment: Payment; onDone: () => void }) {
  const copy = (text: string) => <Typography.Text copyable>{text}</Typography.Text>;
  return (
    <Flex vertical gap={16}>
      <Descriptions
        bordered
        size="small"
        column={1}
        items={[
          { key: 'status', label: t('status'), children: t(`payment_${payment.status}`) },
          { key: 'doubt', label: t('doubt'), children: payment.doubt },
          { key: 'amount', label: t('amount'), children: amountOf(payment) },
          { key: 'receiver', label: t('receiver'), children: copy(payment.receiver) },
          { key: 'token', label: t('token'), children: copy(payment.token) },
          { key: 'hash', label: t('hash'), children: copy(payment.hash) },
          { key: 'block', label: t('block'), children: payment.block },
          {
            key: 'withdrawal',
            label: t('withdrawal'),
            children: payment.withdrawalid ?? payment.matchedid ?? '—',
          },
        ]}
      />
      <ProposalView payment={payment} />
      {(payment.status === 'open' || mayGiveBack(payment)) && (
        <SettleForm payment={payment} onDone={onDone} />
      )}
    </Flex>
  );
}

/** What is proposed, by whom, and exactly what it will post. */
function ProposalView({ payment: { proposal } }: { payment: Payment }) {
  if (!proposal) return null;
  const { operator, explanation, postings } = proposal;
  return (
    <Alert
      type="info"
      showIcon
      title={t('proposedBy', { operator, explanation })}
      description={
        <>
          {t(postings.length === 0 ? 'willPostNothing' : 'willPost')}
          <ul>
            {postings.map((one) => (
              <li key={`${one.source} ${one.destination}`}>
                {one.source} → {one.destination}: {coinAmount(one.amount, one.coinid)}
              </li>
            ))}
          </ul>
        </>
      }
    />
  );
}

function SettleForm({ payment, onDone }: { payment: Payment; onDone: () => void }) {
  const me = useMe();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const [explanation, setExplanation] = useState('');
  const [target, setTarget] = useState(payment.withdrawalid ?? '');
  const { busy, failure, run } = useAction();
  if (me === undefined) return null;
  if (!mayCall(me.role, 'Admin/PaymentPropose'))
    return <Alert type="info" showIcon title={t('readOnly', { role: t(`role_${me.role}`) })} />;
  const { id, proposal } = payment;
  const isOpen = payment.status === 'open';
  const isOwn = proposal?.operator === me.account;
  const short = explanation.trim().length < explanationMin;

  async function done(text: string): Promise<void> {
    void message.success(text);
    await queries.invalidateQueries({ queryKey: ['Admin/UnmatchedPayments'] });
  }
  const propose = (action: NonNullable<Payment['proposal']>['action']) =>
    run(async () => {
      const match = action === 'match' && target !== '' ? { withdrawalid: target } : {};
      await call('Admin/PaymentPropose', { id, action, explanation, ...match });
      await done(t('proposed'));
    });
  const confirm = (proposalid: string) =>
    run(async () => {
      await call('Admin/PaymentConfirm', { id, proposalid });
      await done(t('settledDone'));
      onDone();
    });

  return (
    <Flex vertical gap={8} align="flex-start">
      {proposal && !isOwn && (isOpen || proposal.action === 'giveback') && (
        <Button type="primary" danger loading={busy} onClick={() => void confirm(proposal.id)}>
          {t('confirmProposal')}
        </Button>
      )}
      {isOwn && (isOpen || proposal.action === 'giveback') && (
        <Typography.Text>{t('proposedByYou')}</Typography.Text>
      )}
      <Input.TextArea
        aria-label={t('explanation')}
        placeholder={t('explanationHint')}
        value={explanation}
        onChange={(event) => setExplanation(event.target.value)}
        maxLength={500}
        rows={3}
      />
      {isOpen && (
        <Input
          aria-label={t('matchWith')}
          placeholder={t('matchWith')}
          value={target}
          onChange={(event) => setTarget(event.target.value.trim())}
        />
      )}
      <Flex gap={8} wrap>
        {isOpen && (
          <>
            <Button loading={busy} disabled={short} onClick={() => void propose('book')}>
              {t('proposeBook')}
            </Button>
            <Button loading={busy} disabled={short || target === ''} onClick={() => void propose('match')}>
              {t('proposeMatch')}
            </Button>
          </>
        )}
        {mayGiveBack(payment) && (
          <Button loading={busy} disabled={short} onClick={() => void propose('giveback')}>
            {t('proposeGiveBack')}
          </Button>
        )}
      </Flex>
      {failure !== undefined && <Alert type="error" showIcon role="alert" title={failureText(failure)} />}
    </Flex>
  );
}
