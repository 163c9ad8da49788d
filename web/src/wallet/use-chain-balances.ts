import { formatAmount } from '@openmere/core/money/amount.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { firstPicture } from '../platform/idle.ts';
import { readChainConfig } from '../platform/wallet/chain-config.ts';
import type { Hex } from '../platform/wallet/eip1193.ts';
import { readChain } from '../platform/wallet/rpc.ts';
import { useChainRead } from '../platform/wallet/use-chain-read.ts';

/** Coins of a member's own wallet, in the house's order; one that is not deployed is left out. */
export type ChainCoin = 'BNB' | 'USDT' | 'OPEN' | 'OUSD' | 'USDO';
export type ChainBalance = { coin: ChainCoin; amount: string };

const moving = ['tx.activation', 'tx.liquidity', 'tx.minting', 'tx.trade', 'deposit', 'withdrawal'] as const;

async function readBalances(owner: Hex): Promise<ChainBalance[]> {
  // The encoder comes when there is something to read: a tab that shows no wallet goes without.
  const [{ contracts }, { readTokenBalance }] = await Promise.all([
    readChainConfig(),
    firstPicture.then(() => import('../platform/wallet/read-token.ts')),
  ]);
  const tokens = (
    [
      ['USDT', contracts.usdt],
      ['OPEN', contracts.open],
      ['OUSD', contracts.ousd],
      ['USDO', contracts.usdo],
    ] as const
  ).flatMap(([coin, token]) => (token ? [{ coin, token }] : []));
  const [bnb, ...others] = await Promise.all([
    readChain('eth_getBalance', [owner, 'latest']),
    ...tokens.map(({ token }) => readTokenBalance(token, owner)),
  ]);
  return [
    { coin: 'BNB', amount: formatAmount(BigInt(bnb as string)) },
    ...tokens.map(({ coin }, at) => ({
      coin,
      amount: formatAmount((others[at] as bigint | undefined) ?? 0n),
    })),
  ];
}

/** What an address holds on chain, in plain decimals; read anew when one of our transactions or payments moves. */
export function useChainBalances(owner: string | undefined): UseQueryResult<ChainBalance[]> {
  return useChainRead({
    queryKey: ['chain balances', owner],
    queryFn: () => readBalances((owner ?? '0x') as Hex),
    enabled: owner !== undefined,
    staleTime: 10_000,
    pushes: moving,
  });
}
