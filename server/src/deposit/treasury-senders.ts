import type { AddressMap, ContractKey } from '@openmere/core/chain/addresses.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import type { Share } from '@openmere/core/setting/define.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Settings } from '../setting/read.ts';

/** One account, and what of a payment goes to it: the parts make the whole, none is nothing. */
export type TreasuryPart = { account: AccountName; amount: bigint };

/**
 * A contract of ours that sends to the treasury, the coin that it sends so, and whose that is. Only its own code can send in
 * its name; what it sends in another coin is a stray, like anybody's.
 */
export type TreasurySender = {
  contract: ContractKey;
  coin: string;
  /** Kind of the journal entry. */
  kind: string;
  divide: (amount: bigint, settings: Settings) => TreasuryPart[];
};

const all =
  (account: AccountName) =>
  (amount: bigint): TreasuryPart[] => [{ account, amount }];

/** Each pool's percents, rounded down; the last one has what is left, so that the parts make the whole. */
export function divideSale(amount: bigint, shares: readonly Share[]): TreasuryPart[] {
  let left = amount;
  const parts = shares.map(({ of, percent }, at): TreasuryPart => {
    const part = at === shares.length - 1 ? left : (amount * BigInt(percent)) / 100n;
    left -= part;
    return { account: `pool:${of}`, amount: part };
  });
  return parts.filter((part) => part.amount > 0n);
}

/** Who sends to the treasury, and to which account that is booked. */
export const treasurySenders: readonly TreasurySender[] = [
  // Community fees of sales: earned, and divided among the pools when the event behind them is read (swap/divide-fees.ts). Those
  // of buys come from the member's wallet and are strays until then.
  { contract: 'swapDesk', coin: 'USDT', kind: 'swap-fee', divide: all('fee:swap') },
  { contract: 'usdoMint', coin: 'USDT', kind: 'usdo-fee', divide: all('fee:usdo') },
  // The half of the consumed OPEN that is not burned: never to a payout (rulebook §0.1).
  { contract: 'hashPowerMint', coin: 'OPEN', kind: 'power-minted', divide: all('pool:market-value') },
  // Node sales: never to a payout either (rulebook §10).
  {
    contract: 'medal',
    coin: 'USDT',
    kind: 'node-sale',
    divide: (amount, { nodeSaleShares }) => divideSale(amount, nodeSaleShares),
  },
];

/** Their kinds: what a journal has of them is found under one of these. */
export const treasuryKinds: readonly string[] = treasurySenders.map(({ kind }) => kind);

/** Whether and as what a payment of `coin` from this address to the treasury is known. */
export function senderOf(contracts: AddressMap, from: Hex, coin: string): TreasurySender | undefined {
  return treasurySenders.find(
    (sender) => sender.coin === coin && contracts[sender.contract]?.toLowerCase() === from,
  );
}
