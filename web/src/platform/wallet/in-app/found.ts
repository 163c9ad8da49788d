import type { FoundWallet } from '../eip1193.ts';

export const inAppId = 'openmere.inapp';

/** The in-app wallet among the others. Its code, with the keys' mathematics, loads with the first request. */
export const inAppWallet: FoundWallet = {
  id: inAppId,
  name: 'Openmere',
  kind: 'inapp',
  provider: {
    async request({ method, params = [] }) {
      const { requestInApp } = await import('./provider.ts');
      return requestInApp(method, params);
    },
  },
};
