import { readChainConfig } from '../chain-config.ts';
import { hexOf } from '../eip1193.ts';
import type { FoundWallet } from '../eip1193.ts';
import { useInAppWallet } from './keeper.ts';

export const IN_APP_ID = 'openmere.inapp';

/** A method of this wallet alone: one question for several transactions. */
export const ASK_TOGETHER_METHOD = 'openmere_askTogether';

/** Another one: it sends what waits once more with a higher fee, or cancels it. Null: it waits no longer. */
export const REPLACE_METHOD = 'openmere_replace';

/** The in-app wallet among the others. Its code, with the keys' mathematics, loads with the first real request. */
export const inAppWallet: FoundWallet = {
  id: IN_APP_ID,
  name: 'Openmere',
  kind: 'inapp',
  provider: {
    async request({ method, params = [] }) {
      const { address } = useInAppWallet.getState();
      if (method === 'eth_accounts') return address ? [address] : [];
      if (method === 'eth_chainId') return hexOf((await readChainConfig()).chainId);
      const { requestInApp } = await import('./provider.ts');
      return requestInApp(method, params);
    },
  },
};
