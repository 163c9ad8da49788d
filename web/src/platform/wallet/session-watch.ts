import { call } from '../api-client.ts';
import { walletErrorCode } from '../error-text.ts';
import { queryClient } from '../query.ts';
import { currentToken, useSessionStore } from '../session.ts';
import { readStored, writeStored } from '../storage.ts';
import { firstAccount } from './eip1193.ts';
import { IN_APP_ID } from './in-app/found.ts';
import { leftAccount } from './left-account.ts';
import { currentProvider, disconnect, startWallets } from './wallet-store.ts';

/** A wallet that needs more than this to answer is asking its owner: the next show of the app looks again. */
const PATIENCE_MS = 60_000;

/** Wallets answer so while a question of before is open (EIP-1474). */
const ALREADY_ASKING = -32002;

async function memberAddress(): Promise<string | undefined> {
  const info = await queryClient.fetchQuery({
    queryKey: ['Users/Info', {}],
    queryFn: ({ signal }) => call('Users/Info', {}, { signal }),
    staleTime: PATIENCE_MS,
  });
  return info.useraddress?.toLowerCase();
}

/**
 * Does the wallet of the dapp browser still show the member's address? `undefined`: there is nothing to compare (no
 * session, no bound wallet, no wallet in use, ours on the device, or one that never stood at the member's address in this
 * session: it was only connected to pay, say). Specification §4 "Session end", decision 0248.
 */
export async function isMembersWallet(): Promise<boolean | undefined> {
  const [token, chosen] = [currentToken(), readStored('dapp.walletName')];
  if (token === undefined || chosen === undefined || chosen === IN_APP_ID) return undefined;
  const provider = await currentProvider();
  const wanted = await memberAddress();
  // Nothing is said of a session that came meanwhile.
  if (wanted === undefined || currentToken() !== token) return undefined;
  // No wallet came: this is no dapp browser (any more), and the rule is for those.
  if (!provider) return undefined;
  const wasOwn = readStored('dapp.ownWallet') === chosen;
  try {
    // Silent first: a wallet that allows us already does not bother its owner at each show.
    const allowed = firstAccount(await provider.request({ method: 'eth_accounts' }));
    if (currentToken() !== token) return undefined;
    if (allowed === wanted) {
      writeStored('dapp.ownWallet', chosen);
      return true;
    }
    if (!wasOwn) return undefined;
    const address = allowed ?? firstAccount(await provider.request({ method: 'eth_requestAccounts' }));
    return address === wanted;
  } catch (error) {
    // Its owner is being asked already: nothing has failed yet.
    if (walletErrorCode(error) === ALREADY_ASKING) return undefined;
    return wasOwn ? false : undefined; // enabling failed: the specification logs out
  }
}

let looking = false;

async function look(end: (why: 'wallet', left?: string) => void): Promise<void> {
  if (looking) return;
  looking = true;
  const token = currentToken();
  try {
    if ((await isMembersWallet()) !== false) return;
    // The choice goes, too: otherwise the next login, by e-mail perhaps, would end at once.
    disconnect();
    end('wallet', leftAccount());
  } catch (error) {
    // The profile could not be read: offline, or the session has ended otherwise.
    console.warn('the wallet could not be compared', error);
  } finally {
    looking = false;
    // A session that began meanwhile was not looked at.
    if (currentToken() !== token) void look(end);
  }
}

/**
 * On each show of the app inside a dapp browser the wallet is enabled; if that fails, or its address is the member's no
 * longer, the session ends (specification §4). A session that begins is looked at, too: its wallet may be another one at
 * the next show. Call once; answers a function that stops it.
 */
export function watchWalletSession(end: (why: 'wallet', left?: string) => void): () => void {
  function onShow(): void {
    if (document.visibilityState === 'visible') void look(end);
  }
  startWallets();
  onShow();
  const unfollow = useSessionStore.subscribe((now, before) => {
    if (now.token !== before.token) onShow();
  });
  document.addEventListener('visibilitychange', onShow);
  window.addEventListener('pageshow', onShow);
  return () => {
    unfollow();
    document.removeEventListener('visibilitychange', onShow);
    window.removeEventListener('pageshow', onShow);
  };
}
