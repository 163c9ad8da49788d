import { call } from '../platform/api-client.ts';
import { push } from '../platform/history.ts';
import { currentLocale, findText, loadTexts } from '../platform/i18n.ts';
import type { PushHandlers } from '../platform/live.ts';
import { amountText } from '../platform/money-text.ts';
import { usePreferences } from '../platform/preferences.ts';
import { refresh } from '../platform/query.ts';
import { showToast } from '../ui/toast-store.ts';

/** What arrives in one moment is asked for together. */
const GATHER_MS = 300;
const PAGE_SIZE = 20;

let arrived = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

async function showArrived(): Promise<void> {
  const ids = arrived;
  arrived = new Set();
  timer = undefined;
  const [{ list }] = await Promise.all([
    call('Wallet/Transfers', { pageSize: PAGE_SIZE }),
    loadTexts(['transfer']),
  ]);
  for (const record of list.filter((one) => ids.has(one.id)).toReversed()) {
    const { hideAmounts } = usePreferences.getState();
    const received = hideAmounts ? '••••••' : amountText(record.received, currentLocale());
    const amount = `${received} ${record.coinid}`;
    showToast({
      text: findText('transfer.arrivedFrom', { name: record.address, amount }) ?? amount,
      tone: 'good',
      action: {
        label: findText('transfer.viewRecord') ?? '',
        onPress: () => push('/pages/wallet/transfer/recode/recode', { id: record.id }),
      },
    });
  }
}

export const transferPushes = {
  'notice.transfer': ({ id }) => {
    arrived.add(id);
    timer ??= setTimeout(() => {
      showArrived().catch((error: unknown) => console.warn('what arrived is only in the records', error));
    }, GATHER_MS);
    return refresh('Wallet/Transfers', 'Ctrls/Notices', 'Ctrls/Unread');
  },
} satisfies Partial<PushHandlers>;
