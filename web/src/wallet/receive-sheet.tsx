import { useTexts } from '../platform/i18n.ts';
import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/page.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { showToast } from '../ui/toast-store.ts';
import css from './wallet.module.css';

type Props = { open: boolean; onClose: () => void; address: string };

/** The wallet's own address to be paid at; not the deposit address of the account. */
export function ReceiveSheet({ open, onClose, address }: Props) {
  const t = useTexts('wallet');
  const app = useTexts('app');
  return (
    <ClosableSheet open={open} onClose={onClose} title={t('receive')}>
      <Stack>
        <div className={css.picture}>
          <QrCode text={address} label={t('receiveQr')} failedText={t('receiveQrFailed')} />
        </div>
        <CopyField
          label={t('address')}
          value={address}
          copyLabel={app('copy')}
          copiedLabel={app('copied')}
          onFailed={() => showToast({ text: app('copyFailed'), tone: 'danger' })}
        />
        <Notice tone="warn">{t('receiveText')}</Notice>
      </Stack>
    </ClosableSheet>
  );
}
