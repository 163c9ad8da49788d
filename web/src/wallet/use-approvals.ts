import { contractKeys } from '@openmere/core/chain/addresses.ts';
import type { AddressMap, ContractKey } from '@openmere/core/chain/addresses.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { readChainConfig } from '../platform/wallet/chain-config.ts';
import type { Hex } from '../platform/wallet/eip1193.ts';
import { readChain } from '../platform/wallet/rpc.ts';
import { useChainRead } from '../platform/wallet/use-chain-read.ts';

const coins = ['usdt', 'open', 'ousd', 'usdo'] as const;
/** Contracts of ours that may ever be allowed to take coins. */
const spenders: readonly ContractKey[] = contractKeys.filter((key) =>
  ['router', 'swapDesk', 'liquidityDesk', 'hashPowerMint', 'usdoMint', 'medal', 'ousd', 'usdo'].includes(key),
);
/** From here on an allowance is without a limit in practice: more than any supply. */
export const unlimitedFrom = 2n ** 128n;

export type Allowed = { coin: string; token: Hex; spender: ContractKey; address: Hex; amount: bigint };
export type Approvals = { allowed: readonly Allowed[]; checked: number };

/** Every pair of coin and contract that this chain has. */
function pairsOf(contracts: AddressMap): Omit<Allowed, 'amount'>[] {
  return coins.flatMap((coin) =>
    spenders.flatMap((spender) => {
      const token = contracts[coin];
      const address = contracts[spender];
      return token && address && token !== address
        ? [{ coin: coin.toUpperCase(), token, spender, address }]
        : [];
    }),
  );
}

/** What every contract of ours may take of an owner's coins, all read at one block; largest first within a coin. */
async function readApprovals(owner: Hex): Promise<Approvals> {
  const [{ contracts }, { readAllowance }] = await Promise.all([
    readChainConfig(),
    import('../platform/wallet/read-token.ts'),
  ]);
  const block = (await readChain('eth_blockNumber', [])) as Hex;
  const pairs = pairsOf(contracts);
  const amounts = await Promise.all(
    pairs.map(({ token, address }) => readAllowance(token, owner, address, block)),
  );
  const allowed = pairs.map((pair, at) => ({ ...pair, amount: amounts[at] ?? 0n }));
  return { allowed: allowed.filter(({ amount }) => amount > 0n), checked: pairs.length };
}

/** Read from the chain, and again when one of our transactions has ended. */
export function useApprovals(owner: string | undefined): UseQueryResult<Approvals> {
  return useChainRead({
    queryKey: ['chain', 'approvals', owner],
    queryFn: () => readApprovals((owner ?? '0x') as Hex),
    enabled: owner !== undefined,
    staleTime: 5_000,
  });
}
