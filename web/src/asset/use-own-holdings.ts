import { useMemberQuery } from '../member/use-member-query.ts';
import { useAsOf } from '../parts/use-as-of.ts';
import { useWallet } from '../platform/wallet/use-wallet.ts';
import { useChainBalances } from '../wallet/use-chain-balances.ts';
import type { ChainBalance } from '../wallet/use-chain-balances.ts';

export type OwnHoldings = {
  /** The bound wallet, else the one that is connected; undefined: there is none, or it is not known yet. */
  address: string | undefined;
  bound: boolean;
  /** What the wallet holds on chain; undefined while not known. */
  rows: readonly ChainBalance[] | undefined;
  /** "as of" when what the wallet holds is not live. */
  asOf: string | undefined;
  state: 'reading' | 'none' | 'failed' | 'known';
  retry: () => void;
};

/** What the member's own wallet holds: read from the chain, so that no wallet has to be opened for it. */
export function useOwnHoldings(): OwnHoldings {
  const member = useMemberQuery();
  const wallet = useWallet();
  const own = member.data?.useraddress?.toLowerCase();
  const address = own ?? (member.data ? wallet.address : undefined);
  const balances = useChainBalances(address);
  const asOf = useAsOf(balances.dataUpdatedAt, balances.isError);
  const failed = address === undefined ? member.isError && !member.data : balances.isError && !balances.data;
  const none = member.data !== undefined && address === undefined;
  return {
    address,
    bound: own !== undefined,
    rows: balances.data,
    asOf,
    state: failed ? 'failed' : none ? 'none' : balances.data ? 'known' : 'reading',
    retry: () => void (address === undefined ? member.refetch() : balances.refetch()),
  };
}
