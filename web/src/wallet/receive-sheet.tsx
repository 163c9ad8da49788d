import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { CopyValue } from '../parts/copy-value.tsx';
import { useTexts } from '../platform/i18n.ts';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/page.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import css from './wallet.module.css';

type Props = { open: boolean; onClose: () => void; address: string };

/** The wallet's own address to be paid at; not the deposit address of the account. */
export function ReceiveSheet({ open, onClose, address }: Props) {
  const t = useTexts('wallet');
  return (
    <ClosableSheet open={open} onClose={onClose} title={t('receive')}>
      <Stack>
        <div className={css.picture}>
          <QrCode text={address} label={t('receiveQr')} failedText={t('receiveQrFailed')} />
        </div>
        <CopyValue label={t('address')} value={address} />
        <Notice tone="warn">{t('receiveText')}</Notice>
      </Stack>
    </ClosableSheet>
  );
}
