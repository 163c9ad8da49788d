import type { InputOf } from '@openmere/core/calls.ts';
import { changeKinds, changeKindsFor } from '@openmere/core/operator/rules.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Flex, Tag } from 'antd';
import { OpenProposal } from '../parts/change-form.tsx';
import type { Proposal } from '../parts/change-form.tsx';
import { timeAt } from '../parts/columns.tsx';
import { ChangeLines, changeWord, DryRunView } from '../parts/dry-run-view.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import type { Column } from '../parts/list-table.tsx';
import { MemberLink } from '../parts/member-link.tsx';
import type { Filters } from '../platform/address.ts';
import { settingText } from '../platform/setting-text.ts';
import { findTextKey, t } from '../platform/texts.ts';
import { useMe } from '../platform/use-me.ts';

const colours: Record<Proposal['status'], string> = {
  open: 'warning',
  expired: 'default',
  confirmed: 'success',
  refused: 'error',
  withdrawn: 'default',
  replaced: 'default',
};

/** What it is about, by name: the rule, the agreement, the currency, or whose money or access it is. */
function subjectText({ kind, subject, dryrun }: Proposal): string | undefined {
  if (kind === 'setting') return settingText(subject);
  const key = kind === 'agreement' ? findTextKey(`agreement_${subject}`) : undefined;
  if (key !== undefined) return t(key);
  if (kind === 'fiatrate') return subject;
  const names = dryrun.members.map(({ userid, nickname }) => nickname || userid);
  return names.length === 0 ? undefined : names.join(', ');
}

function Subject({ proposal }: { proposal: Proposal }) {
  const { kind, subject, dryrun } = proposal;
  const [only, ...others] = dryrun.members;
  if (only && others.length === 0 && kind !== 'setting')
    return <MemberLink id={only.userid} name={only.nickname} />;
  return <span title={subject}>{subjectText(proposal) ?? '—'}</span>;
}

const changesText = ({ dryrun }: Proposal): string =>
  dryrun.changes
    .map(({ what, before, after }) =>
      before === null
        ? `${changeWord(what)}: ${changeWord(after)}`
        : `${changeWord(what)}: ${changeWord(before)} → ${changeWord(after)}`,
    )
    .join('; ');

const columns: readonly Column<Proposal>[] = [
  timeAt('made', t('time'), (row) => row.made),
  { key: 'kind', title: t('kind'), render: (row) => t(`proposal_${row.kind}`), text: (row) => row.kind },
  {
    key: 'subject',
    title: t('subject'),
    render: (row) => <Subject proposal={row} />,
    text: (row) => subjectText(row) ?? row.subject,
  },
  {
    key: 'value',
    title: t('proposalValue'),
    long: true,
    render: (row) => <ChangeLines changes={row.dryrun.changes} />,
    text: changesText,
  },
  { key: 'reason', title: t('reason'), render: (row) => row.reason, text: (row) => row.reason },
  { key: 'maker', title: t('maker'), render: (row) => row.maker, text: (row) => row.maker },
  {
    key: 'status',
    title: t('status'),
    render: (row) => <Tag color={colours[row.status]}>{t(`proposal_${row.status}`)}</Tag>,
    text: (row) => row.status,
  },
  {
    key: 'checker',
    title: t('checker'),
    render: (row) => row.checker ?? '—',
    text: (row) => row.checker ?? '',
  },
];

function inputOf({ status = '', kind = '' }: Filters): InputOf<'Admin/Proposals'> {
  const kinds = changeKinds.find((one) => one === kind);
  return {
    status: status === 'ended' || status === 'all' ? status : 'open',
    ...(kinds ? { kind: kinds } : {}),
  };
}

/** In the words of whoever ended it, or the audit log's where it went with its maker's access. */
function endText(reason: string): string {
  const key = findTextKey(`action_${reason.replace('.', '_')}`);
  return key === undefined ? reason : t(key);
}

function Details({ proposal }: { proposal: Proposal }) {
  const queries = useQueryClient();
  const refresh = (): Promise<void> => queries.invalidateQueries();
  if (proposal.status === 'open') return <OpenProposal proposal={proposal} onDone={refresh} />;
  return (
    <Flex vertical gap={8}>
      {proposal.endreason !== null && <span>{endText(proposal.endreason)}</span>}
      <DryRunView dryRun={proposal.dryrun} />
    </Flex>
  );
}

/** Everything that waits for its second person, and what came of what was proposed before. */
export function ProposalsScreen() {
  const me = useMe();
  const kinds = me === undefined ? changeKinds : changeKindsFor(me.role);
  return (
    <ListScreen
      name="proposals"
      title={t('proposals')}
      path="Admin/Proposals"
      input={inputOf}
      choices={[
        {
          key: 'status',
          label: t('status'),
          options: [
            { value: '', label: t('proposal_open') },
            { value: 'ended', label: t('proposalsEnded') },
            { value: 'all', label: t('allStatuses') },
          ],
        },
        {
          key: 'kind',
          label: t('kind'),
          options: [
            { value: '', label: t('allKinds') },
            ...kinds.map((value) => ({
              value,
              label: t(`proposal_${value}`),
            })),
          ],
        },
      ]}
      columns={columns}
      rowKey={(row) => row.id}
      empty={t('noProposals')}
      details={(row) => <Details proposal={row} />}
    />
  );
}
