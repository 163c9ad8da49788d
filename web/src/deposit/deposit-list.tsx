import { useState } from 'react';
import { CallList } from '../parts/call-list.tsx';
import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { WaitingRows } from '../parts/waiting.tsx';
import { useTexts, useTitle } from '../platform/i18n.ts';
import type { useCallPages } from '../platform/pages.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { DepositRow, DepositSlip } from './deposit-rail.tsx';
import type { DepositRecord } from './deposit-rail.tsx';

type Query = ReturnType<typeof useCallPages<'Wallet/Deposits'>>;

/** Deposits with their state, newest first, each with its slip; also those that were too small to be credited. */
export function DepositList({ query }: { query: Query }) {
  const t = useTexts('deposit');
  const titleOf = useTitle();
  const [shown, setShown] = useState<DepositRecord>();
  return (
    <>
      <CallList
        query={query}
        label={t('deposits')}
        headLevel={3}
        waiting={<WaitingRows coin={false} />}
        empty={<EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>}
      >
        {(record) => <DepositRow record={record} onOpen={() => setShown(record)} />}
      </CallList>
      <ClosableSheet
        open={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={titleOf('deposit.titleRecharge')}
      >
        {shown && <DepositSlip record={shown} />}
      </ClosableSheet>
    </>
  );
}
