import { useState } from 'react';
import { HelpLink } from '../parts/help-link.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { DoneButton } from '../parts/standard-buttons.tsx';
import { WaitingCard } from '../parts/waiting.tsx';
import { errorText } from '../platform/error-text.ts';
import { switchTab } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { useCallPages } from '../platform/pages.ts';
import { useCall } from '../platform/query.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconDownload } from '../ui/icon/act.tsx';
import { Stack } from '../ui/page.tsx';
import { showToast } from '../ui/toast-store.ts';
import { ContactSheet } from './contact-sheet.tsx';
import { RecordReceipt, useReceiptContent } from './record-receipt.tsx';
import type { TransferRecord } from './record-receipt.tsx';
import { useKnownTargets } from './use-contacts.ts';
import type { KnownTarget } from './use-contacts.ts';

/** A transfer with what can be done about it: share its picture, keep the receiver. */
function OneTransfer({ record }: { record: TransferRecord }) {
  const t = useTexts('transfer');
  const contentOf = useReceiptContent();
  const { saved } = useKnownTargets();
  const [keeping, setKeeping] = useState<KnownTarget>();
  const sent = record.type !== 'in';
  const isSaved = saved.some(({ target }) => target === record.address);

  async function share(): Promise<void> {
    try {
      const { shareReceipt } = await import('./receipt-picture.ts');
      await shareReceipt(contentOf(record), `openmere-${record.id}.png`);
    } catch (error) {
      showToast({ text: errorText(error), tone: 'danger' });
    }
  }

  return (
    <Stack>
      <RecordReceipt record={record} />
      <Button tone="secondary" icon={<IconDownload />} onPress={share}>
        {t('receiptPicture')}
      </Button>
      {sent && !isSaved && (
        <Button
          tone="secondary"
          onPress={() => setKeeping({ target: record.address, name: '', saved: false })}
        >
          {t('contactSave')}
        </Button>
      )}
      <HelpLink about={`transfer:${record.id}`} />
      <DoneButton onPress={() => switchTab('/pages/wallet/wallet')} />
      <ContactSheet known={keeping} onClose={() => setKeeping(undefined)} />
    </Stack>
  );
}

/** One transfer by its id; what the list has read already is not asked for again. */
export function TransferPage({ id }: { id: string }) {
  const t = useTexts('transfer');
  const { rows } = useCallPages('Wallet/Transfers', {}, { enabled: false });
  const listed = rows?.find((row) => row.id === id);
  const query = useCall('Wallet/Transfers', { id }, { enabled: !listed });
  if (listed) return <OneTransfer record={listed} />;
  return (
    <Loaded query={query} waiting={<WaitingCard />}>
      {({ list: [record] }) =>
        record ? (
          <OneTransfer record={record} />
        ) : (
          <EmptyState title={t('notThere')}>{t('notThereText')}</EmptyState>
        )
      }
    </Loaded>
  );
}
