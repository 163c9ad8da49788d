import { useTexts } from '../../platform/i18n.ts';
import type { TransactionRecord } from '../../platform/wallet/transaction-record.ts';
import { Card } from '../../ui/card.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { TransactionSteps } from '../../wallet/transaction-steps.tsx';
import { type Kind, useLatestOf } from '../use-liquidity.ts';

const asking: ReadonlySet<string> = new Set(['checking', 'approving', 'signing']);

/** The wallet has a question open, or an approval is on its way: nothing else can be started meanwhile. */
export function isAsking(record: TransactionRecord | undefined): boolean {
  return record !== undefined && asking.has(record.state);
}

const records = '#/pages/swap/linquidity/linquidity';

/** The last transaction of these kinds: what it is, its steps; seen again after leaving the screen and after a reload. */
export function UnderWay({ sought, from }: { sought: readonly Kind[]; from: string | undefined }) {
  const t = useTexts('liquidity');
  const record = useLatestOf(sought, from);
  if (!record) return null;
  return (
    <Card>
      <SectionTitle>{record.note['title'] ?? t('underWay')}</SectionTitle>
      <TransactionSteps record={record} />
      {record.state === 'confirmed' && <TextLink href={records}>{t('seeRecords')}</TextLink>}
    </Card>
  );
}
