import { isProvider } from './eip1193.ts';
import type { FoundWallet } from './eip1193.ts';

/** Wallets may come late: this is how long the search goes on by itself (specification §8, field complaint 2). */
export const PROBE_MS = 3000;
const probeAtMs = [0, 150, 400, 800, 1400, 2200, PROBE_MS] as const;

type Announcement = {
  info?: { uuid?: unknown; name?: unknown; icon?: unknown; rdns?: unknown };
  provider?: unknown;
};

/** Marks that wallets put on `window.ethereum`, the most particular first: many also claim to be MetaMask. */
const marks: readonly (readonly [flag: string, name: string])[] = [
  ['isTokenPocket', 'TokenPocket'],
  ['isTrust', 'Trust Wallet'],
  ['isTrustWallet', 'Trust Wallet'],
  ['isImToken', 'imToken'],
  ['isOkxWallet', 'OKX Wallet'],
  ['isBinance', 'Binance Wallet'],
  ['isBitKeep', 'Bitget Wallet'],
  ['isSafePal', 'SafePal'],
  ['isCoinbaseWallet', 'Coinbase Wallet'],
  ['isRabby', 'Rabby'],
  ['isBraveWallet', 'Brave Wallet'],
  ['isMetaMask', 'MetaMask'],
];

function nameOf(ethereum: object): string {
  const flags = ethereum as Record<string, unknown>;
  return marks.find(([flag]) => flags[flag] === true)?.[1] ?? 'Web3 Wallet';
}

/** What a wallet says about itself is foreign text: short, plain, and only a picture that holds its own data. */
function readAnnouncement(detail: Announcement): FoundWallet | undefined {
  const { info, provider } = detail;
  if (!info || !isProvider(provider)) return undefined;
  const name = typeof info.name === 'string' ? info.name.trim().slice(0, 40) : '';
  const id = typeof info.rdns === 'string' && info.rdns !== '' ? info.rdns : info.uuid;
  if (name === '' || typeof id !== 'string' || id === '') return undefined;
  const icon =
    typeof info.icon === 'string' && info.icon.length < 100_000 && info.icon.startsWith('data:image/')
      ? { icon: info.icon }
      : {};
  return { id: id.slice(0, 80), name, kind: 'eip6963', provider, ...icon };
}

export type Discovery = {
  /** Everything found so far, in the order found; a wallet that is announced is not listed again as `window.ethereum`. */
  found(): readonly FoundWallet[];
  /** Searches again for 3 s; resolves when the search is over. */
  probe(): Promise<void>;
  stop(): void;
};

/** Looks for wallets in the page: announcements whenever they come, `window.ethereum` when it is there or arrives. */
export function discoverWallets(target: EventTarget, onChange: () => void): Discovery {
  const announced: FoundWallet[] = [];
  let injected: FoundWallet | undefined;
  const timers = new Set<ReturnType<typeof setTimeout>>();

  function onAnnounce(event: Event): void {
    const wallet = readAnnouncement((event as CustomEvent<Announcement | null>).detail ?? {});
    if (!wallet || announced.some((one) => one.provider === wallet.provider || one.id === wallet.id)) return;
    announced.push(wallet);
    onChange();
  }

  function lookForInjected(): void {
    const ethereum = (target as { ethereum?: unknown }).ethereum;
    if (!isProvider(ethereum) || injected?.provider === ethereum) return;
    injected = { id: 'window.ethereum', name: nameOf(ethereum), kind: 'injected', provider: ethereum };
    onChange();
  }

  function look(): void {
    // A search that outlives its page (it lasts 3 s) finds nothing any more.
    if (!('dispatchEvent' in target)) return;
    target.dispatchEvent(new Event('eip6963:requestProvider'));
    lookForInjected();
  }

  target.addEventListener('eip6963:announceProvider', onAnnounce);
  target.addEventListener('ethereum#initialized', lookForInjected);
  return {
    found() {
      const double = announced.some((one) => one.provider === injected?.provider);
      return injected && !double ? [...announced, injected] : [...announced];
    },
    probe() {
      return new Promise((resolve) => {
        for (const at of probeAtMs) {
          const timer = setTimeout(() => {
            timers.delete(timer);
            look();
            if (at === PROBE_MS) resolve();
          }, at);
          timers.add(timer);
        }
      });
    },
    stop() {
      target.removeEventListener('eip6963:announceProvider', onAnnounce);
      target.removeEventListener('ethereum#initialized', lookForInjected);
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
