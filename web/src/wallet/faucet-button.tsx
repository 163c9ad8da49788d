import { useTexts } from '../platform/i18n.ts';
import { useConfig } from '../setting/use-config.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast-store.ts';

const developmentChain = '31337';

/** Free coins of the development chain; nothing at all on any other one. */
export function FaucetButton({ address, onPaid }: { address: string; onPaid: () => unknown }) {
  const t = useTexts('wallet');
  const config = useConfig();
  const offered = (config?.get('dev.faucet') ?? '') !== '' && config?.get('dev.faucet') !== '0';
  if (!offered || config?.get('chain.id') !== developmentChain) return null;

  async function ask(): Promise<void> {
    let paid = false;
    try {
      const response = await fetch('/dev/faucet', {
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
    <Button tone="secondary" onPress={ask}>
      {t('faucet')}
    </Button>
  );
}
