import { WaitingRows } from '../parts/waiting.tsx';
import { errorText } from '../platform/error-text.ts';
import { useTexts, useTitle } from '../platform/i18n.ts';
import { shortHex } from '../platform/wallet/address.ts';
import { useWallet } from '../platform/wallet/use-wallet.ts';
import { Button } from '../ui/button.tsx';
import { IconWallet } from '../ui/icon/place.tsx';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/page.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { showToast } from '../ui/toast-store.ts';

/** Connects the wallet that is needed here: nothing to see once the right one is connected. */
export function ChooseWallet({ expected }: { expected: string }) {
  const t = useTexts('wallet');
  const titleOf = useTitle();
  const wallet = useWallet();
  if (wallet.address === expected.toLowerCase()) return null;
  if (wallet.providers.length === 0 && wallet.probing) return <WaitingRows rows={1} coin={false} />;

  async function connect(id: string): Promise<void> {
    try {
      await wallet.connect(id);
    } catch (error) {
      showToast({ text: errorText(error), tone: 'danger' });
    }
  }

  if (wallet.providers.length === 0) {
    return (
      <Notice
        tone="warn"
        title={t('chooseNone')}
        action={<TextLink href="#/pages/wallet/inapp/inapp">{t('chooseInApp')}</TextLink>}
      >
        {t('chooseNoneText', { address: shortHex(expected) })}
      </Notice>
    );
  }
  return (
    <Stack gap={2}>
      <Notice tone="warn">
        {wallet.address === undefined
          ? t('chooseText', { address: shortHex(expected) })
          : t('chooseOther', { address: shortHex(expected), other: shortHex(wallet.address) })}
      </Notice>
      {wallet.providers.map((one) => (
        <Button key={one.id} tone="secondary" icon={<IconWallet />} onPress={() => connect(one.id)}>
          {t('chooseConnect', { name: one.kind === 'inapp' ? titleOf('titleInApp') : one.name })}
        </Button>
      ))}
    </Stack>
  );
}
