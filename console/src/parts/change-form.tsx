import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Flex, Input } from 'antd';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { mayCall } from '../platform/access.ts';
import { call, CallRefused } from '../platform/api-client.ts';
import { failureText } from '../platform/failure-text.ts';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { useAction } from '../platform/use-action.ts';
import { useMe } from '../platform/use-me.ts';
import { DryRunView } from './dry-run-view.tsx';
import { Failure } from './list-table.tsx';

type Change = InputOf<'Admin/DryRun'>;
export type Proposal = OutputOf<'Admin/Proposals'>;

const REASON_MIN = 3;
const REFETCH_MS = 10_000;

/** One way to change something, as a button; `why` says in words why it cannot be done now. */
export type Choice = { value: string; label: string; why?: string | undefined };

type Props = Pick<Change, 'kind' | 'subject'> & {
  choices: readonly Choice[];
  /** What is typed before it is looked at. */
  fields?: ReactNode;
  /** The calls whose answers are old after it. */
  refreshes: readonly string[];
};

/**
 * What takes two people: the first looks at what it does and proposes it with a reason; the second reads the same and confirms or
 * refuses. Who may do neither reads what is proposed.
 */
export function ChangeForm({ kind, subject, choices, fields, refreshes }: Props) {
  const me = useMe();
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['Admin/Proposals', { kind, subject }],
    queryFn: () => call('Admin/Proposals', { kind, ...(subject === '' ? {} : { subject }) }),
    refetchInterval: REFETCH_MS,
    // A subject that is typed: its field stays under the hand at each letter.
    placeholderData: keepPreviousData,
  });
  const queries = useQueryClient();
  if (me === undefined || (data === undefined && !error)) return null;
  const refresh = async (): Promise<void> => {
    for (const path of ['Admin/Proposals', 'Admin/Queues', ...refreshes])
      await queries.invalidateQueries({ queryKey: [path] });
  };
  const open = data?.list.find((one) => one.subject === subject && one.status === 'open');
  const isMaker = mayCall(me.role, 'Admin/Propose');
  return (
    <>
      {/* What is typed, and what was read, stays when the list cannot be read; unread, nothing is proposed beside it. */}
      <Failure error={error} readAt={dataUpdatedAt} again={refetch} />
      {open && (
        <ReadFirst key={subject} id={open.id} maker={open.maker}>
          <OpenProposal proposal={open} onDone={refresh} />
        </ReadFirst>
      )}
      {!open && isMaker && (
        <Propose
          kind={kind}
          subject={subject}
          choices={data ? choices : []}
          fields={fields}
          onDone={refresh}
        />
      )}
      {data && !open && !isMaker && (
        <Alert type="info" showIcon title={t('readOnly', { role: t(`role_${me.role}`) })} />
      )}
    </>
  );
}

/**
 * What one reads does not become another proposal under the hand that confirms: that one is shown when it is asked for. One's own
 * is known, and is confirmed by others.
 */
export function ReadFirst({ id, maker, children }: { id: string; maker: string; children: ReactNode }) {
  const me = useMe();
  const [read, setRead] = useState(id);
  if (id === read || maker === me?.account) return children;
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title={t('proposedAnew', { operator: maker })}
      action={<Button onClick={() => setRead(id)}>{t('proposedAnewRead')}</Button>}
    />
  );
}

/** Somebody else was first: what is shown is old. */
const MEANWHILE = ['operator.proposalopen', 'operator.proposalended', 'operator.noproposal'];

/** What is decided, and shown anew afterwards; what somebody else did meanwhile is said over the page, as this form goes away with it. */
function useDecision(onDone: () => Promise<void>) {
  const { message } = App.useApp();
  const action = useAction();
  const decide = (act: () => Promise<unknown>, done: string): void =>
    void action.run(async () => {
      try {
        await act();
        void message.success(done);
      } catch (problem) {
        const isOld = problem instanceof CallRefused && MEANWHILE.includes(problem.reason ?? '');
        if (!isOld) throw problem;
        void message.warning(problem.message);
      }
      await onDone();
    });
  return { ...action, decide };
}

function Propose({
  kind,
  subject,
  choices,
  fields,
  onDone,
}: Omit<Props, 'refreshes'> & { onDone: () => Promise<void> }) {
  const [looked, setLooked] = useState<{ choice: Choice; dryRun: OutputOf<'Admin/DryRun'> }>();
  const [reason, setReason] = useState('');
  const { busy, failure, run, decide } = useDecision(onDone);

  const look = (choice: Choice): void =>
    void run(async () => {
      setLooked(undefined);
      setLooked({ choice, dryRun: await call('Admin/DryRun', { kind, subject, value: choice.value }) });
    });
  const propose = ({ choice, dryRun }: NonNullable<typeof looked>): void =>
    decide(
      () => call('Admin/Propose', { kind, subject, value: choice.value, reason, hash: dryRun.hash }),
      t('proposed'),
    );

  // What was looked at is for what was typed then.
  const isFresh = looked !== undefined && choices.some(({ value }) => value === looked.choice.value);

  return (
    <Flex vertical gap={8}>
      {fields}
      <Flex gap={8} wrap>
        {choices.map((choice) => (
          <Button
            key={choice.value}
            loading={busy && looked === undefined}
            disabled={choice.why !== undefined}
            title={choice.why ?? ''}
            onClick={() => look(choice)}
          >
            {choice.label}
          </Button>
        ))}
      </Flex>
      {choices.map(({ value, why }) => why !== undefined && <span key={value}>{why}</span>)}
      {failure !== undefined && <Alert type="error" showIcon role="alert" title={failureText(failure)} />}
      {looked && isFresh && (
        <>
          <DryRunView dryRun={looked.dryRun} />
          <Input.TextArea
            aria-label={t('reason')}
            placeholder={t('proposeReason', { min: REASON_MIN })}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            maxLength={500}
            rows={2}
          />
          <Flex gap={8}>
            <Button
              type="primary"
              loading={busy}
              disabled={reason.trim().length < REASON_MIN}
              onClick={() => propose(looked)}
            >
              {t('propose')}
            </Button>
            <Button onClick={() => setLooked(undefined)}>{t('cancel')}</Button>
          </Flex>
        </>
      )}
    </Flex>
  );
}

/** What is proposed, by whom and why, exactly what it does, and the answer of the second person. */
export function OpenProposal({ proposal, onDone }: { proposal: Proposal; onDone: () => Promise<void> }) {
  const { maker, reason, made, expires, dryrun } = proposal;
  return (
    <Flex vertical gap={8}>
      <span>
        {t('proposedBy', { operator: maker, time: exactTime(made), reason })}{' '}
        {t('proposalExpires', { time: exactTime(expires) })}
      </span>
      <DryRunView dryRun={dryrun} />
      <Answer proposal={proposal} onDone={onDone} />
    </Flex>
  );
}

function Answer({ proposal, onDone }: { proposal: Proposal; onDone: () => Promise<void> }) {
  const me = useMe();
  const [reason, setReason] = useState('');
  const { busy, failure, decide } = useDecision(onDone);
  if (me === undefined) return null;
  if (!mayCall(me.role, 'Admin/ProposalConfirm'))
    return <Alert type="info" showIcon title={t('readOnly', { role: t(`role_${me.role}`) })} />;
  const { id, dryrun } = proposal;
  const isOwn = proposal.maker === me.account;
  const confirm = (): void =>
    decide(() => call('Admin/ProposalConfirm', { id, hash: dryrun.hash }), t('proposalDone'));
  const refuse = (): void =>
    decide(
      () => call('Admin/ProposalRefuse', { id, reason }),
      t(isOwn ? 'proposalTakenBack' : 'proposalRefused'),
    );
  return (
    <Flex vertical gap={8}>
      {isOwn && <Alert type="info" showIcon title={t('proposedByYou')} />}
      {!isOwn && (
        <div>
          <Button type="primary" danger loading={busy} onClick={confirm}>
            {t('confirmProposal')}
          </Button>
        </div>
      )}
      <Flex gap={8} wrap>
        <Input
          style={{ maxWidth: 360 }}
          aria-label={t('reason')}
          placeholder={t(isOwn ? 'takeBackReason' : 'refuseReason')}
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.target.value)}
        />
        <Button disabled={busy || reason.trim().length < REASON_MIN} onClick={refuse}>
          {t(isOwn ? 'takeBack' : 'refuseProposal')}
        </Button>
      </Flex>
      {failure !== undefined && <Alert type="error" showIcon role="alert" title={failureText(failure)} />}
    </Flex>
  );
}
