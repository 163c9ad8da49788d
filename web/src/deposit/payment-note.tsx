import { Refusal } from '@openmere/core/kit/refusal.ts';
import { errorText } from '../platform/error-text.ts';
import { useTexts } from '../platform/i18n.ts';
import { clearTransaction, type TransactionRecord } from '../platform/wallet/transaction-record.ts';
import { useConfig } from '../setting/use-config.ts';
import { Notice } from '../ui/notice.tsx';
import { TextLink } from '../ui/text-link.tsx';

const words = {
  checking: 'payChecking',
  approving: 'paySigning',
  signing: 'paySigning',
  sent: 'paySent',
  confirmed: 'payConfirmed',
  failed: 'payFailed',
  cancelled: 'payCancelled',
  replaced: 'payReplaced',
  dropped: 'payDropped',
} as const;

const tones = { confirmed: 'good', failed: 'danger', replaced: 'warn', dropped: 'warn' } as const;

/** Where the last payment from the wallet stands; can always be put away, which changes nothing on chain. */
export function PaymentNote({ record }: { record: TransactionRecord }) {
  const t = useTexts('deposit');
  const app = useTexts('app');
  const explorer = useConfig()?.get('chain.explorer');
  const hash = record.hashes.at(-1);
  const { problem, state } = record;
  return (
    <Notice
      live
      tone={tones[state as keyof typeof tones] ?? 'info'}
      title={t(words[state], { amount: record.note['amount'] ?? '' })}
      action={
        explorer && hash ? <TextLink href={`${explorer}/tx/${hash}`}>{t('payLook')}</TextLink> : undefined
      }
      dismissLabel={app('close')}
      onDismiss={() => clearTransaction(record.id)}
    >
      {problem && <p>{errorText(new Refusal(problem.code, problem.params))}</p>}
      {hash && `${hash.slice(0, 10)}…${hash.slice(-6)}`}
    </Notice>
  );
}
