import type { OutputOf } from '@openmere/core/calls.ts';
import type { RewardKind } from '@openmere/core/reward/kinds.ts';
import { useReferralOff } from '../member/use-referral-off.ts';
import { CallList } from '../parts/call-list.tsx';
import { useAgo } from '../parts/use-ago.ts';
import { WaitingRows } from '../parts/waiting.tsx';
import { push } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { useCallPages } from '../platform/pages.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListRow } from '../ui/list.tsx';
import { StatusPill } from '../ui/status-pill.tsx';
import type { StatusState } from '../ui/status-pill.tsx';
import { useSumText } from './sum-text.ts';

export type Reward = OutputOf<'Users/Rewards'>;

export const DETAILS_PATH = '/pages/award/details/details';

const pills: Record<Exclude<Reward['status'], 'claimable'>, StatusState> = {
  pending: 'waiting',
  claimed: 'done',
  notqualified: 'void',
};

/** Where a reward stands. */
export function RewardPill({ status }: { status: Reward['status'] }) {
  const t = useTexts('award');
  const text = t(`status_${status}`);
  if (status === 'claimable') return <Badge tone="accent">{text}</Badge>;
  return <StatusPill state={pills[status]}>{text}</StatusPill>;
}

type RowProps = { reward: Reward; current?: boolean; onOpen?: (id: string) => void };

export function RewardRow({ reward, current = false, onOpen }: RowProps) {
  const sum = useSumText();
  const ago = useAgo();
  return (
    <ListRow
      title={reward.description}
      subtitle={ago(reward.time)}
      trailing={sum(reward.total, reward.coinid)}
      trailingNote={<RewardPill status={reward.status} />}
      current={current}
      onPress={() => (onOpen ?? ((id) => push(DETAILS_PATH, { id })))(reward.id)}
      chevron={false}
    />
  );
}

export function NoRewards() {
  const t = useTexts('award');
  // To invite would bring nothing there; the page says why.
  if (useReferralOff()) return <EmptyState title={t('emptyTitle')} />;
  return (
    <EmptyState
      title={t('emptyTitle')}
      action={<Button href="#/pages/team/invite/invite">{t('emptyAction')}</Button>}
    >
      {t('emptyText')}
    </EmptyState>
  );
}

/** The records of a kind, or of all. */
export function RewardRows({ kind }: { kind: RewardKind | undefined }) {
  const t = useTexts('award');
  const query = useCallPages('Users/Rewards', kind === undefined ? {} : { kind });
  return (
    <CallList
      query={query}
      label={t('records')}
      headLevel={3}
      waiting={<WaitingRows coin={false} />}
      empty={<NoRewards />}
    >
      {(reward) => <RewardRow reward={reward} />}
    </CallList>
  );
}
