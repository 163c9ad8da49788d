import type { AccountName } from '../ledger/account.ts';
import type { CoinId } from '../money/coin.ts';
import type { Address, AddressMap, ContractKey } from './addresses.ts';

/**
 * What our addresses (treasury and deposit addresses) hold on chain, as minus its balance. Only the chain's own events
 * move it, in the transaction that moves the follower's cursor: so at every moment −balance is what the chain holds at
 * the cursor's block.
 */
export const RESERVE_ACCOUNT: AccountName = 'treasury:bsc';
/** What was moved to the cold address, as minus the balance. */
export const COLD_ACCOUNT: AccountName = 'treasury:cold';

const keys: Partial<Record<CoinId, ContractKey>> = { USDT: 'usdt', OPEN: 'open', USDO: 'usdo' };

export type ReserveToken = { coin: CoinId; token: Address };

/** The tokens that the ledger holds on chain, with their contracts in lower case. Decided by the map, never by a token's own name. */
export function reserveTokens(contracts: AddressMap): ReserveToken[] {
  return Object.entries(keys).flatMap(([coin, key]) => {
    const token = contracts[key]?.toLowerCase() as Address | undefined;
    return token ? [{ coin: coin as CoinId, token }] : [];
  });
}
