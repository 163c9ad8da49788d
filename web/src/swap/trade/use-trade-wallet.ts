import { chainId as chainIdSetting } from '@openmere/core/setting/chain.ts';
import { useQuery } from '@tanstack/react-query';
import { useMember } from '../../member/use-member.ts';
import { baseUnits } from '../../platform/money-text.ts';
import type { Hex } from '../../platform/wallet/eip1193.ts';
import { readChain } from '../../platform/wallet/rpc.ts';
import { useWallet } from '../../platform/wallet/use-wallet.ts';
import { useKnownSetting } from '../../setting/use-setting.ts';
import { useChainBalances } from '../../wallet/use-chain-balances.ts';

/** What a trade and its approval take, generously: it is only said beforehand; the wallet counts exactly. */
const TRADE_GAS = 350_000n;

/** Price of gas in wei; undefined while not known. */
function useGasPrice(): bigint | undefined {
  const { data } = useQuery({
    queryKey: ['chain', 'gasPrice'],
    queryFn: async () => BigInt((await readChain('eth_gasPrice', [])) as string),
    staleTime: 60_000,
  });
  return data;
}

/** The bound wallet as far as a trade asks: is it here, on our chain, and what does it hold? Amounts in base units. */
export function useTradeWallet() {
  const member = useMember();
  const wallet = useWallet();
  const chainId = useKnownSetting(chainIdSetting);
  const own = member?.useraddress?.toLowerCase() as Hex | undefined;
  const balances = useChainBalances(own);
  const gasPrice = useGasPrice();
  const connected = own !== undefined && wallet.address === own;
  const holding = (coin: 'BNB' | 'USDT' | 'OPEN') => {
    const row = balances.data?.find((one) => one.coin === coin);
    return row && baseUnits(row.amount);
  };
  const bnb = holding('BNB');
  const feeWei = gasPrice === undefined ? undefined : gasPrice * TRADE_GAS;
  return {
    member,
    wallet,
    own,
    connected,
    wrongChain:
      connected && chainId !== undefined && wallet.chainId !== undefined && wallet.chainId !== chainId,
    byInApp: wallet.providers.find((one) => one.id === wallet.chosen)?.kind === 'inapp',
    usdt: holding('USDT'),
    open: holding('OPEN'),
    balancesFailed: balances.isError && !balances.data,
    rereadBalances: () => balances.refetch(),
    /** About what the network takes, in wei. */
    feeWei,
    shortOfBnb: bnb !== undefined && feeWei !== undefined && feeWei > 0n && bnb < feeWei,
  };
}

export type TradeWallet = ReturnType<typeof useTradeWallet>;
