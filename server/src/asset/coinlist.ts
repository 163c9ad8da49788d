import type { coinlist } from '@openmere/core/asset/contract.ts';
import type { ContractKey } from '@openmere/core/chain/addresses.ts';
import type { CallResult } from '@openmere/core/kit/call.ts';
import { COIN_DECIMALS, coins } from '@openmere/core/money/coin.ts';
import type { Ctx } from '../platform/context.ts';
import { readSettings } from '../setting/read.ts';

/** The coins, what may be done with each, and the token's contract where there is one. */
export async function listCoins(ctx: Pick<Ctx, 'tx'>): Promise<CallResult<typeof coinlist>> {
  const { tx } = ctx;
  const { chainContracts } = await readSettings(tx);
  return {
    list: coins.map((coin) => {
      const contract = chainContracts[coin.id.toLowerCase() as ContractKey];
      return {
        coinid: coin.id,
        symbol: coin.id,
        name: coin.name,
        decimals: COIN_DECIMALS,
        ...(contract ? { contract } : {}),
        deposit: coin.deposit,
        withdraw: coin.withdraw,
        transfer: coin.transfer,
      };
    }),
  };
}
