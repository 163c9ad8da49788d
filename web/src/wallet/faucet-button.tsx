import { chainId, devFaucet } from '@openmere/core/setting/chain.ts';
import { useTexts } from '../platform/i18n.ts';
import { useSetting } from '../setting/use-setting.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast-store.ts';

const DEVELOPMENT_CHAIN = 31337;

type Props = {
  address: string;
  onPaid: () => unknown;
  /** Nothing else can be done before. */
  isNext?: boolean;
};

/** Free coins of the development chain; nothing at all on any other one. */
export function FaucetButton({ address, onPaid, isNext = false }: Props) {
  const t = useTexts('wallet');
  const faucet = useSetting(devFaucet);
  const chain = useSetting(chainId);
  if (faucet === '' || chain !== DEVELOPMENT_CHAIN) return null;

  async function ask(): Promise<void> {
    let paid = false;
    try {
      const response = await fetch(faucet, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ address }),
        credentials: 'same-origin',
      });
      paid = response.ok;
    } catch (error) {
      console.warn('the faucet cannot be reached', error);
    }
    showToast(paid ? { text: t('faucetDone'), tone: 'good' } : { text: t('faucetFailed'), tone: 'danger' });
    if (paid) await onPaid();
  }

  return (
    <Button tone={isNext ? 'primary' : 'secondary'} onPress={ask}>
      {t('faucet')}
    </Button>
  );
}
