/** The coins of the house (rulebook §2). `coinid` on the wire is the symbol in capitals. */
export const coinIds = ['USDT', 'OPEN', 'OUSD', 'USDO', 'EQUITY', 'OBL', 'POY'] as const;
export type CoinId = (typeof coinIds)[number];

/** Every coin has 18 decimals in storage and arithmetic; tokens on BSC that we use have 18 as well. */
export const COIN_DECIMALS = 18;

export type Coin = {
  readonly id: CoinId;
  readonly name: string;
  /** Where it lives: in members' wallets on chain, in the ledger, or both. */
  readonly lives: 'chain' | 'ledger' | 'both';
  readonly deposit: boolean;
  readonly withdraw: boolean;
  readonly transfer: boolean;
};

export const coins: readonly Coin[] = [
  { id: 'USDT', name: 'Tether USD', lives: 'both', deposit: true, withdraw: true, transfer: true },
  { id: 'OPEN', name: 'Openmere', lives: 'both', deposit: false, withdraw: true, transfer: true },
  {
    id: 'OUSD',
    name: 'Openmere Liquidity Dollar',
    lives: 'chain',
    deposit: false,
    withdraw: false,
    transfer: false,
  },
  {
    id: 'USDO',
    name: 'Openmere Payment Dollar',
    lives: 'both',
    deposit: true,
    withdraw: true,
    transfer: true,
  },
  {
    id: 'EQUITY',
    name: 'Membership Equity',
    lives: 'ledger',
    deposit: false,
    withdraw: false,
    transfer: false,
  },
  { id: 'OBL', name: 'Loyalty Credit', lives: 'ledger', deposit: false, withdraw: false, transfer: false },
  { id: 'POY', name: 'Proof of Yield', lives: 'ledger', deposit: false, withdraw: false, transfer: false },
];

export function isCoinId(text: string): text is CoinId {
  return (coinIds as readonly string[]).includes(text);
}

export function findCoin(id: string): Coin | undefined {
  return coins.find((coin) => coin.id === id);
}
