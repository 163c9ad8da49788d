import type { NodeType } from '@openmere/core/node/rules.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import type { TransactionRecord } from '../platform/wallet/transaction-record.ts';
import { TransactionResult } from '../wallet/transaction-result.tsx';
import { useTokenId } from './use-sale.ts';

/** The subscription that was sent: what it is, its steps, and the number of the medal; also after a reload. */
export function UnderWay({ record }: { record: TransactionRecord }) {
  const t = useTexts('node');
  const locale = useLocale();
  const { note, state, hashes } = record;
  const token = useTokenId(state === 'confirmed' ? hashes.at(-1) : undefined);
  const kind = t(`type_${(note['type'] ?? 'diamond') as NodeType}`);
  const amount = `${amountText(note['amount'] ?? '0', locale)} USDT`;
  return (
    <TransactionResult
      record={record}
      title={t('doSubscribe', { kind, amount })}
      doneTitle={token === undefined ? t('didSubscribe', { kind }) : t('medalName', { kind, token })}
    >
      <p>{t('nextText')}</p>
    </TransactionResult>
  );
}
