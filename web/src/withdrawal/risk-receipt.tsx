import type { OutputOf } from '@openmere/core/calls.ts';
import { useTexts } from '../platform/i18n.ts';
import { Badge } from '../ui/badge.tsx';
import { IconCheck, IconWarning } from '../ui/icon/sign.tsx';
import { List, ListRow } from '../ui/list.tsx';

type Check = OutputOf<'Wallet/WithdrawQuote'>['checks'][number];

/** Every check of a withdrawal with its outcome, held ones first; the sentences come from the server, translated. */
export function RiskReceipt({ checks }: { checks: readonly Check[] }) {
  const t = useTexts('withdrawal');
  const ordered = checks.toSorted((left, right) => left.result.localeCompare(right.result));
  return (
    <List label={t('checks')}>
      {ordered.map((check) => (
        <ListRow
          key={check.check}
          leading={check.result === 'pass' ? <IconCheck size={20} /> : <IconWarning size={20} />}
          title={check.detail}
          trailing={<Badge tone={check.result === 'pass' ? 'good' : 'warn'}>{t(check.result)}</Badge>}
        />
      ))}
    </List>
  );
}
