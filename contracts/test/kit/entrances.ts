/** Every function that changes something, by contract, and who may call it. A new one has to be entered here. */
export const entrances: Record<string, Record<string, string>> = {
  OpenToken: {
    approve: 'holder',
    burn: 'holder',
    burnFrom: 'allowed',
    permit: 'signed',
    transfer: 'holder',
    transferFrom: 'allowed',
  },
  BackedDollar: {
    approve: 'holder',
    mint: 'minter',
    redeem: 'holder',
    transfer: 'holder',
    transferFrom: 'allowed',
  },
  Membership: { activate: 'anyone' },
  DepositForwarder: { sweep: 'factory' },
  DepositForwarderFactory: { sweep: 'anyone', sweepMany: 'anyone' },
  Treasury: {
    acceptCold: 'proposed cold address',
    pay: 'payer',
    proposeCold: 'timelock',
    setDailyLimit: 'timelock',
    setPaymentLimit: 'timelock',
    sweepToCold: 'payer, guard',
  },
  FirstLiquidity: { provide: 'holder' },
  TwapOracle: { update: 'anyone' },
  SwapDesk: { buy: 'member', sell: 'holder', setBurnBps: 'timelock', setCommunityFeeBps: 'timelock' },
  LiquidityDesk: {
    add: 'member',
    readd: 'member',
    release: 'anyone',
    remove: 'member',
    removeInKind: 'member',
    setMinimumAdd: 'timelock',
    tryPayOut: 'itself',
  },
  HashPowerMint: { mint: 'member', setMinimumValue: 'timelock', update: 'anyone' },
  UsdoMint: { mintFromOpen: 'member', mintFromUsdt: 'member' },
  Medal: {
    approve: 'holder',
    mint: 'member',
    mintWithPermit: 'signed',
    safeTransferFrom: 'holder',
    setApprovalForAll: 'holder',
    setSale: 'timelock',
    transferFrom: 'holder',
  },
  BuyBack: { buy: 'signed' },
  ReserveRoots: { publish: 'anyone' },
  ReservedAddress: { create: 'maker' },
};
/** What each of {@link withRoles} has besides. */
export const guarded = ['grantRole', 'pause', 'renounceRole', 'revokeRole', 'unpause'];
/** Contracts with an admin and a guard. */
export const withRoles = new Set([
  'BackedDollar',
  'BuyBack',
  'HashPowerMint',
  'LiquidityDesk',
  'Medal',
  'Membership',
  'SwapDesk',
  'Treasury',
  'UsdoMint',
]);
