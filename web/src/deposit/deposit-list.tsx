import { useState } from 'react';
import { CallList } from '../parts/call-list.tsx';
import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { WaitingRows } from '../parts/waiting.tsx';
import { useTexts, useTitle } from '../platform/i18n.ts';
import type { useCallPages } from '../platform/pages.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { DepositRow, DepositSlip } from './deposit-rail.tsx';

type Query = ReturnType<typeof useCallPages<'Wallet/Deposits'>>;

/** Deposits with their state, newest first, each with its slip; also those that were too small to be credited. */
export function DepositList({ query }: { query: Query }) {
  const t = useTexts('deposit');
  const titleOf = useTitle();
  const [shownId, setShownId] = useState<string>();
  // The row as it stands by now: it moves on while its slip is open.
  const shown = query.rows?.find(({ id }) => id === shownId);
  return (
    <>
      <CallList
        query={query}
        label={t('deposits')}
        headLevel={3}
        waiting={<WaitingRows coin={false} />}
        empty={<EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>}
      >
        {(record) => <DepositRow record={record} onOpen={() => setShownId(record.id)} />}
      </CallList>
      <ClosableSheet
        open={shown !== undefined}
        onClose={() => setShownId(undefined)}
        title={titleOf('deposit.titleRecharge')}
      >
        {shown && <DepositSlip record={shown} />}
      </ClosableSheet>
    </>
  );
}
