import type { OutputOf } from '@openmere/core/calls.ts';
import { Alert, Button, Flex, Form, Input } from 'antd';
import { useState } from 'react';
import { mayCall } from '../platform/access.ts';
import { coinAmount } from '../platform/amount-text.ts';
import { call } from '../platform/api-client.ts';
import { failureText } from '../platform/failure-text.ts';
import { t } from '../platform/texts.ts';
import { useAction } from '../platform/use-action.ts';
import { useMe } from '../platform/use-me.ts';
import { approvedCount } from './approved-count.ts';
import type { DecisionAction, DecisionDryRun } from './use-decision-dry-run.ts';
import style from './withdrawal.module.css';

type AdminWithdrawal = OutputOf<'Admin/Withdrawals'>;
type Me = OutputOf<'Admin/Me'>;
type Choice = 'approve' | 'reject' | 'release';
type Props = {
  record: AdminWithdrawal;
  action: DecisionAction;
  /** Turns from the approval that the signer waits for to giving the money back. */
  onGiveBack: () => void;
  /** The dry run that stands above. */
  seen: DecisionDryRun;
  onDone: (after: AdminWithdrawal) => Promise<void>;
};

const REASON_MIN = 3;

/** Whether its money may still be given back: it failed, or it waits and was never signed. */
export function isReleasable({ status, released }: AdminWithdrawal): boolean {
  return (status === 'failed' && !released) || status === 'approved';
}

/** What this operator may do with it now: a decision, the release of a failed payout, or a sentence why neither. */
export function DecideForm(props: Props) {
  const form = formOf(useMe(), props);
  return form && <div className={style.decision}>{form}</div>;
}

function formOf(me: Me | undefined, props: Props) {
  const { record, action } = props;
  if (me === undefined || (record.status !== 'reviewing' && !isReleasable(record))) return null;
  const needed = action === 'approve' ? 'Admin/WithdrawalDecide' : 'Admin/WithdrawalRelease';
  if (!mayCall(me.role, needed))
    return <Alert type="info" showIcon title={t('readOnly', { role: t(`role_${me.role}`) })} />;
  if (record.status === 'reviewing' && record.approvals.some(({ operator }) => operator === me.account)) {
    return <Alert type="info" showIcon title={t('youApproved')} />;
  }
  const { releases, releasesneeded } = record;
  if (releases.length < releasesneeded && releases.some(({ operator }) => operator === me.account)) {
    return <Alert type="info" showIcon title={t('youProposedRelease')} />;
  }
  // Somebody else's decision brings other buttons to the same place: a reason for the ones before is none for these.
  const mayRelease = mayCall(me.role, 'Admin/WithdrawalRelease');
  return <Decision key={`${record.status} ${action}`} {...props} mayRelease={mayRelease} />;
}

function TwoPersons({ record, action }: Pick<Props, 'record' | 'action'>) {
  if (action === 'release') {
    return (
      <Alert
        type="info"
        showIcon
        title={t(record.releases.length === 0 ? 'releaseFirst' : 'releaseSecond')}
      />
    );
  }
  // Of an approved one it stands above that the signer waits for another approval.
  if (record.approvalsneeded < 2 || record.status !== 'reviewing') return null;
  return <Alert type="info" showIcon title={t(approvedCount(record) === 0 ? 'needsTwo' : 'needsSecond')} />;
}

function Decision({
  record,
  action,
  seen: { needed, dryRun, again },
  mayRelease,
  onGiveBack,
  onDone,
}: Props & { mayRelease: boolean }) {
  const seen = dryRun === undefined ? {} : { hash: dryRun.hash };
  const [reason, setReason] = useState('');
  const [choice, setChoice] = useState<Choice>();
  const { busy, failure, run } = useAction();
  const { id, coinid } = record;
  const short = reason.trim().length < REASON_MIN;
  const unread = needed && dryRun === undefined;

  function decide(next: Choice): void {
    setChoice(next);
    void run(async () => {
      try {
        await onDone(
          next === 'release'
            ? await call('Admin/WithdrawalRelease', { id, reason, ...seen })
            : await call('Admin/WithdrawalDecide', {
                id,
                decision: next,
                reason,
                ...(next === 'approve' ? seen : {}),
              }),
        );
      } catch (problem) {
        // What was looked at may be what is refused: the next try is made on what would be done now.
        if (needed) again();
        throw problem;
      }
    });
  }

  const press = (next: Choice) => ({
    disabled: short || (next !== 'reject' && unread) || (busy && choice !== next),
    loading: busy && choice === next,
    onClick: () => decide(next),
  });

  return (
    <Form layout="vertical">
      <Flex vertical gap={8}>
        <TwoPersons record={record} action={action} />
        <Form.Item
          label={t('reason')}
          htmlFor="decide-reason"
          style={{ marginBottom: 0 }}
          extra={t('reasonHint', { min: REASON_MIN })}
        >
          <Input.TextArea
            id="decide-reason"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            maxLength={500}
            rows={2}
          />
        </Form.Item>
        {failure !== undefined && <Alert type="error" showIcon role="alert" title={failureText(failure)} />}
        <Flex gap={8} wrap>
          {action === 'approve' ? (
            <>
              <Button type="primary" {...press('approve')}>
                {t('approveOf', { amount: coinAmount(record.amount, coinid) })}
              </Button>
              {record.status === 'reviewing' && (
                <Button danger {...press('reject')}>
                  {t('reject')}
                </Button>
              )}
              {record.status === 'approved' && mayRelease && (
                <Button type="link" disabled={busy} onClick={onGiveBack}>
                  {t('releasePropose')}
                </Button>
              )}
            </>
          ) : (
            <Button danger {...press('release')}>
              {t(record.releases.length === 0 ? 'releasePropose' : 'releaseConfirm')}
            </Button>
          )}
        </Flex>
      </Flex>
    </Form>
  );
}
