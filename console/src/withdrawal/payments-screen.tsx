import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Descriptions, Drawer, Flex, Input, Skeleton, Typography } from 'antd';
import { useState } from 'react';
import { AccountName } from '../parts/account-name.tsx';
import { ReadFirst } from '../parts/change-form.tsx';
import { timeColumn } from '../parts/columns.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import { Failure } from '../parts/list-table.tsx';
import type { Column } from '../parts/list-table.tsx';
import { MemberLink } from '../parts/member-link.tsx';
import { mayCall } from '../platform/access.ts';
import { addressOf, useFilters } from '../platform/address.ts';
import type { Filters } from '../platform/address.ts';
import { coinAmount } from '../platform/amount-text.ts';
import { call } from '../platform/api-client.ts';
import { failureText } from '../platform/failure-text.ts';
import { t } from '../platform/texts.ts';
import { useAction } from '../platform/use-action.ts';
import { useList } from '../platform/use-list.ts';
import { useMe } from '../platform/use-me.ts';
import { ShortText } from '../ui/short-text.tsx';

export type Payment = OutputOf<'Admin/UnmatchedPayments'>;
type Plan = OutputOf<'Admin/PaymentDryRun'>;
type Way = InputOf<'Admin/PaymentDryRun'>;
type Status = Payment['status'];

const statuses: readonly Status[] = ['booked', 'matched', 'returned'];
const EXPLANATION_MIN = 3;

function amountOf({ amount, coinid, token }: Payment): string {
  return coinAmount(amount, coinid ?? token.slice(0, 10));
}

/** The hold of the withdrawal whose payout went elsewhere; whether it is still there, the server says. */
function mayGiveBack({ status, withdrawalid }: Payment): boolean {
  return withdrawalid !== null && (status === 'open' || status === 'booked');
}

const columns: readonly Column<Payment>[] = [
  timeColumn,
  { key: 'amount', title: t('amount'), align: 'right', render: amountOf, text: (row) => row.amount },
  { key: 'coin', title: t('coin'), text: (row) => row.coinid ?? row.token },
  {
    key: 'status',
    title: t('status'),
    render: (row) => t(`payment_${row.status}`),
    text: (row) => row.status,
  },
  { key: 'doubt', title: t('doubt'), render: (row) => t(`doubt_${row.doubt}`), text: (row) => row.doubt },
  {
    key: 'receiver',
    title: t('receiver'),
    render: (row) => <ShortText text={row.receiver} />,
    text: (row) => row.receiver,
  },
  { key: 'hash', title: t('hash'), render: (row) => <ShortText text={row.hash} />, text: (row) => row.hash },
];

const options = [
  { value: '', label: t('payment_open') },
  { value: 'all', label: t('allStatuses') },
  ...statuses.map((value) => ({ value, label: t(`payment_${value}`) })),
];

function inputOf({ status = '', search = '' }: Filters): InputOf<'Admin/UnmatchedPayments'> {
  return {
    status: status === 'all' ? 'all' : (statuses.find((one) => one === status) ?? 'open'),
    ...(search === '' ? {} : { search }),
  };
}

/** What was paid on chain and is no payout of ours; two operators explain each, and it is booked, matched or given back. */
export function PaymentsScreen() {
  const [{ open = '' }, change] = useFilters();
  const close = (): void => change({ open: '' });
  return (
    <>
      <ListScreen
        name="payments"
        title={t('payments')}
        path="Admin/UnmatchedPayments"
        input={inputOf}
        search={t('paymentSearch')}
        choices={[{ key: 'status', label: t('status'), options }]}
        columns={columns}
        rowKey={(row) => row.id}
        empty={t('noPayments')}
        onOpen={({ id }) => change({ open: id })}
      />
      <Drawer open={open !== ''} onClose={close} title={t('payment')} size={680} destroyOnHidden>
        {open !== '' && <OnePayment key={open} id={open} onDone={close} />}
      </Drawer>
    </>
  );
}

/** The payment by its id, however old it is: what the list has read so far does not decide it. */
function OnePayment({ id, onDone }: { id: string; onDone: () => void }) {
  const { rows, error, loading, readAt, again } = useList('Admin/UnmatchedPayments', {
    status: 'all',
    search: id,
  });
  const payment = rows.find((row) => row.id === id);
  const failed = <Failure error={error} readAt={readAt} again={again} />;
  if (payment)
    return (
      <>
        {failed}
        <PaymentDetail payment={payment} onDone={onDone} />
      </>
    );
  if (error) return failed;
  return loading ? <Skeleton active /> : <Alert type="warning" showIcon title={t('nothingFound')} />;
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
          { key: 'doubt', label: t('doubt'), children: t(`doubt_${payment.doubt}`) },
          { key: 'amount', label: t('amount'), children: amountOf(payment) },
          { key: 'receiver', label: t('receiver'), children: copy(payment.receiver) },
          { key: 'token', label: t('token'), children: copy(payment.token) },
          { key: 'hash', label: t('hash'), children: copy(payment.hash) },
          { key: 'block', label: t('block'), children: payment.block },
          {
            key: 'withdrawal',
            label: t('withdrawal'),
            children: <WithdrawalLink id={payment.withdrawalid ?? payment.matchedid} />,
          },
        ]}
      />
      {payment.proposal ? (
        <ReadFirst id={payment.proposal.id} maker={payment.proposal.operator}>
          <Settlement payment={payment} onDone={onDone} />
        </ReadFirst>
      ) : (
        <Settlement payment={payment} onDone={onDone} />
      )}
    </Flex>
  );
}

function Settlement({ payment, onDone }: { payment: Payment; onDone: () => void }) {
  return (
    <>
      <ProposalView payment={payment} />
      {(payment.status === 'open' || mayGiveBack(payment)) && (
        <SettleForm payment={payment} onDone={onDone} />
      )}
    </>
  );
}

function WithdrawalLink({ id }: { id: string | null }) {
  if (id === null) return '—';
  return <a href={`#${addressOf('/withdrawals', { status: 'all', search: id, open: id })}`}>{id}</a>;
}

/** What is proposed, by whom, exactly what it will post, and whom it affects. */
function ProposalView({ payment: { proposal } }: { payment: Payment }) {
  if (!proposal) return null;
  const { operator, explanation, withdrawalid } = proposal;
  return (
    <Alert
      type="info"
      showIcon
      title={t('paymentProposedBy', { operator, explanation })}
      description={<PlanView plan={proposal} withdrawalid={withdrawalid} />}
    />
  );
}

/** Each posting to the unit and whom it affects, the same for whoever is about to propose it and for whoever confirms. */
function PlanView({ plan: { postings, member }, withdrawalid }: { plan: Plan; withdrawalid: string | null }) {
  const names = member ? { [member.userid]: member.nickname } : {};
  return (
    <>
      {t(postings.length === 0 ? 'willPostNothing' : 'willPost')}
      <ul>
        {postings.map((one) => (
          <li key={`${one.source} ${one.destination}`}>
            <AccountName account={one.source} names={names} /> →{' '}
            <AccountName account={one.destination} names={names} />: {coinAmount(one.amount, one.coinid)}
          </li>
        ))}
      </ul>
      {t('withdrawal')}: <WithdrawalLink id={withdrawalid} />
      <br />
      {t('dryRunMembers')}:{' '}
      {member ? <MemberLink id={member.userid} name={member.nickname} /> : t('dryRunNobody')}
    </>
  );
}

function SettleForm({ payment, onDone }: { payment: Payment; onDone: () => void }) {
  const me = useMe();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const [explanation, setExplanation] = useState('');
  const [target, setTarget] = useState(payment.withdrawalid ?? '');
  const [looked, setLooked] = useState<{ way: Way; plan: Plan }>();
  const { busy, failure, run } = useAction();
  if (me === undefined) return null;
  if (!mayCall(me.role, 'Admin/PaymentPropose'))
    return <Alert type="info" showIcon title={t('readOnly', { role: t(`role_${me.role}`) })} />;
  const { id, proposal } = payment;
  const isOpen = payment.status === 'open';
  const isOwn = proposal?.operator === me.account;
  const short = explanation.trim().length < EXPLANATION_MIN;

  async function done(text: string): Promise<void> {
    void message.success(text);
    await queries.invalidateQueries({ queryKey: ['Admin/UnmatchedPayments'] });
  }
  const look = (action: Way['action']) =>
    run(async () => {
      setLooked(undefined);
      const match = action === 'match' && target !== '' ? { withdrawalid: target } : {};
      const way = { id, action, ...match };
      setLooked({ way, plan: await call('Admin/PaymentDryRun', way) });
    });
  const propose = ({ way }: NonNullable<typeof looked>) =>
    run(async () => {
      await call('Admin/PaymentPropose', { ...way, explanation });
      setLooked(undefined);
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
          {t('paymentConfirm')}
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
          onChange={(event) => {
            setTarget(event.target.value.trim());
            // What was looked at is for what was typed then.
            setLooked(undefined);
          }}
        />
      )}
      <Flex gap={8} wrap>
        {isOpen && (
          <>
            <Button loading={busy} disabled={short} onClick={() => void look('book')}>
              {t('proposeBook')}
            </Button>
            <Button loading={busy} disabled={short || target === ''} onClick={() => void look('match')}>
              {t('proposeMatch')}
            </Button>
          </>
        )}
        {mayGiveBack(payment) && (
          <Button loading={busy} disabled={short} onClick={() => void look('giveback')}>
            {t('proposeGiveBack')}
          </Button>
        )}
      </Flex>
      {failure !== undefined && <Alert type="error" showIcon role="alert" title={failureText(failure)} />}
      {looked && (
        <>
          <div>
            <PlanView
              plan={looked.plan}
              withdrawalid={
                looked.way.withdrawalid ?? (looked.way.action === 'book' ? null : payment.withdrawalid)
              }
            />
          </div>
          <Flex gap={8}>
            <Button type="primary" loading={busy} disabled={short} onClick={() => void propose(looked)}>
              {t('propose')}
            </Button>
            <Button onClick={() => setLooked(undefined)}>{t('cancel')}</Button>
          </Flex>
        </>
      )}
    </Flex>
  );
}
