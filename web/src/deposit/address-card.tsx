import type { OutputOf } from '@openmere/core/calls.ts';
import { CopyValue } from '../parts/copy-value.tsx';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { useNetwork } from '../setting/use-network.ts';
import { Card } from '../ui/card.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { Notice } from '../ui/notice.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import css from './address-card.module.css';

type Props = { coinid: string; target: OutputOf<'Wallet/DepositAddress'> };

/** The member's own address as picture and text, with network, least amount, time, and what is lost. */
export function AddressCard({ coinid, target }: Props) {
  const t = useTexts('deposit');
  const network = useNetwork();
  const locale = useLocale();
  return (
    <>
      <Card>
        <div className={css.picture}>
          <QrCode text={target.address} label={t('qr')} failedText={t('qrFailed')} />
        </div>
        <CopyValue label={t('address')} value={target.address} />
        <KeyValue
          rows={[
            { key: 'network', label: t('network'), value: t('networkName', { network }) },
            {
              key: 'minimum',
              label: t('minimum'),
              value: `${amountText(target.minimum, locale)} ${coinid}`,
              strong: true,
            },
            {
              key: 'time',
              label: t('takes'),
              value: t('takesText'),
              note: t('confirmations', { count: target.confirmations }),
            },
          ]}
        />
      </Card>
      <Notice tone="warn" title={t('onlyTitle', { coin: coinid })}>
        {t('onlyText', { coin: coinid, network })}
      </Notice>
    </>
  );
}
