import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { sameAddress, shortHex } from '../../platform/wallet/address.ts';
import { useWallet } from '../../platform/wallet/use-wallet.ts';
import type { Wallet } from '../../platform/wallet/use-wallet.ts';
import { Button } from '../../ui/button.tsx';
import { IconWallet } from '../../ui/icon/place.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { showToast } from '../../ui/toast-store.ts';

/** Declining access is silent; every failure is said (specification §8). */
async function connect(wallet: Wallet, providerId: string): Promise<void> {
  try {
    await wallet.connect(providerId);
  } catch (error) {
    showToast({ text: errorText(error), tone: 'danger' });
  }
}

/** No wallet: what to do instead, and what was looked for. */
function NoWallet({ onMail }: { onMail: (() => void) | undefined }) {
  const t = useTexts('wallet');
  return (
    <>
      <Notice
        tone="warn"
        title={t('walletNone')}
        action={<TextLink href="#/pages/pres">{t('walletDoctor')}</TextLink>}
      >
        {onMail ? t('walletNoneText') : t('walletInAppText')}
      </Notice>
      {onMail ? (
        <Button tone="secondary" onPress={onMail}>
          {t('useMail')}
        </Button>
      ) : (
        <Button tone="secondary" href="#/pages/wallet/inapp/inapp">
          {t('walletInApp')}
        </Button>
      )}
    </>
  );
}

export type WalletPickerProps = {
  /** The address that has to be the one; another one is refused here. */
  expected?: string | undefined;
  /** For a visitor: the way out when there is no wallet. */
  onMail?: () => void;
};

/** The wallets that were found, or the one that is connected. */
export function WalletPicker({ expected, onMail }: WalletPickerProps) {
  const t = useTexts('wallet');
  const wallet = useWallet();
  if (wallet.state === 'connected' && wallet.address !== undefined) {
    const wrong = expected !== undefined && !sameAddress(expected, wallet.address);
    return (
      <>
        <List label={t('walletAddress')}>
          <ListRow
            leading={<IconWallet />}
            title={shortHex(wallet.address)}
            subtitle={t('walletAddress')}
            trailing={<TextLink onPress={() => wallet.disconnect()}>{t('walletOther')}</TextLink>}
          />
        </List>
        {wrong && (
          <Notice tone="danger" live>
            {t('walletWrong', { address: shortHex(expected) })}
          </Notice>
        )}
      </>
    );
  }
  if (wallet.providers.length === 0 && wallet.probing)
    return <SkeletonRows label={t('walletSearching')} rows={1} />;
  if (wallet.providers.length === 0) return <NoWallet onMail={onMail} />;
  return (
    <Stack gap={2}>
      {wallet.providers.map((provider) => (
        <Button
          key={provider.id}
          tone="secondary"
          icon={
            provider.icon === undefined ? (
              <IconWallet />
            ) : (
              <img src={provider.icon} alt="" width={24} height={24} />
            )
          }
          onPress={() => connect(wallet, provider.id)}
        >
          {t('walletConnect', { name: provider.kind === 'inapp' ? t('walletInApp') : provider.name })}
        </Button>
      ))}
    </Stack>
  );
}
