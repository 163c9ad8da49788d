import { errorText, isCancelled } from '../platform/error-text.ts';
import { useTexts } from '../platform/i18n.ts';
import type { Replacing } from '../platform/wallet/in-app/approval.ts';
import { useInAppWallet } from '../platform/wallet/in-app/keeper.ts';
import { isReplaceable } from '../platform/wallet/transaction-record.ts';
import type { TransactionRecord } from '../platform/wallet/transaction-record.ts';
import { Button } from '../ui/button.tsx';
import { Stack } from '../ui/page.tsx';
import { showToast } from '../ui/toast-store.ts';

/** What hangs can be sent with a higher fee or cancelled, where the wallet of this device has sent it; the wallet asks, with the cost. */
export function ReplaceButtons({ record }: { record: TransactionRecord }) {
  const t = useTexts('wallet');
  const own = useInAppWallet((state) => state.address);
  if (!isReplaceable(record) || record.from !== own) return null;

  async function replace(how: Replacing): Promise<void> {
    try {
      const { replaceTransaction } = await import('../platform/wallet/replace-transaction.ts');
      if (!(await replaceTransaction(record.id, how))) showToast({ text: t('txNoLonger'), tone: 'plain' });
    } catch (error) {
      showToast({ text: errorText(error), tone: isCancelled(error) ? 'plain' : 'danger' });
    }
  }

  return (
    <Stack gap={2}>
      {record.cancelHashes === undefined && (
        <Button tone="secondary" onPress={() => replace('faster')}>
          {t('txFaster')}
        </Button>
      )}
      <Button tone="secondary" onPress={() => replace('cancel')}>
        {t(record.cancelHashes === undefined ? 'txCancel' : 'txCancelFaster')}
      </Button>
    </Stack>
  );
}
