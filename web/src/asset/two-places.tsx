import { useState } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { readStored, writeStored } from '../platform/storage.ts';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/page.tsx';
import { TextLink } from '../ui/text-link.tsx';

/** Explains once why there are two balances, and how money gets from one to the other. */
export function TwoPlaces() {
  const t = useTexts('asset');
  const [read, setRead] = useState(() => readStored('general.placesRead') === '1');
  if (read) return null;
  return (
    <Notice
      title={t('placesTitle')}
      action={
        // One below the other: side by side the dot between them had a line of its own on a narrow screen.
        <Stack gap={1}>
          <TextLink href="#/pages/wallet/recharge/rechargeChain">{t('placesIn')}</TextLink>
          <TextLink href="#/pages/wallet/withdraw/withdrawChain">{t('placesOut')}</TextLink>
        </Stack>
      }
      dismissLabel={t('placesRead')}
      onDismiss={() => {
        writeStored('general.placesRead', '1');
        setRead(true);
      }}
    >
      {t('placesText')}
    </Notice>
  );
}
