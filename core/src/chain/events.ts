import type { Address } from './addresses.ts';

/**
 * The events that the server follows, by their first topic: keccak-256 of the signature. Written out because core has no
 * hash function; a test beside the contracts compares each with the ABI.
 */
export const eventTopics = {
  /** Transfer(address indexed from, address indexed to, uint256 value), ERC-20. */
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  /** Treasury: Paid(bytes32 indexed id, address indexed token, address indexed to, uint256 amount). */
  paid: '0x37db9851b6c9a32f8ddcf4734e6526de7c85268ef735f7883ea70dc8a39c9c85',
  /** BuyBack: Bought(bytes32 indexed id, uint256 usdtIn, uint256 openBurned, uint256 priceE18). */
  bought: '0x445bf04a0555958f68f660b1a1b1494616ce47d9f9e7febeedb303bea0f030c9',
  /** Treasury: SweptToCold(address indexed token, uint256 amount). */
  sweptToCold: '0x94836902178a4134a8850210e0936a19bfc7f312960292c017a511262350b788',
  /** Treasury: ColdProposed(address indexed cold, address indexed proposed). */
  coldProposed: '0xc6a55f203f5be02afafa43acee819f7397dd97a5f71a002dd9b0e34ddbfdfd92',
  /** Treasury: ColdChanged(address indexed previous, address indexed cold). */
  coldChanged: '0x32ed03367f89ee82ba3c03922962b6b08d05d8e9cab18eb2738cdc521fd52376',
  /** AccessControl: RoleGranted(bytes32 indexed role, address indexed account, address indexed sender). */
  roleGranted: '0x2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d',
  /** Timelock: CallScheduled(bytes32 indexed id, uint256 indexed index, address target, uint256 value, bytes data, bytes32 predecessor, uint256 delay). */
  callScheduled: '0x4cf4410cc57040e44862ef0f45f3dd5a5e02db8eb8add648d4b0e236f1d07dca',
  /** Membership: Activated(address indexed member, address indexed inviter). */
  activated: '0xc0c8d17fc786abc10783be91dad4d3f26c41a5a86591cb59c74c24fbe4b0bb7e',
  /** BackedDollar: Redeemed(address indexed holder, uint256 amount). */
  redeemed: '0x4896181ff8f4543cc00db9fe9b6fb7e6f032b7eb772c72ab1ec1b4d2e03b9369',
  /** BackedDollar, as every guarded contract: Paused(address account). */
  paused: '0x62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a258',
  /** The same: Unpaused(address account). */
  unpaused: '0x5db9ee0a495bf2e6ff9c91a7834c1ba4fdd244a5e8aa4e537bd38aeae4b073aa',
  /** SwapDesk: Traded(address indexed member, bool indexed bought, uint256 usdtAmount, uint256 openAmount, uint256 fee, uint256 burned). */
  traded: '0x7457cbe3179e9863f4823ce5fe466ef5063e06dab3beba32411938e189eb0951',
  /** LiquidityDesk: Added(address indexed member, uint256 usdt, uint256 open, uint256 lp, uint256 priceE18). */
  added: '0xf875d2e006accdaf5ecfb7b1bb752583816a4974af53880d46875d28ba0fd45d',
  /** LiquidityDesk: Readded(address indexed member, uint256 usdt, uint256 open, uint256 lp, uint256 priceE18, uint256 fromHeld). */
  readded: '0xf7060145ec60b910cbd29115fe598dcd58d633125b1ad2eea297151f31755f2b',
  /** LiquidityDesk: Removed(address indexed member, uint256 lp, uint256 open, uint256 ousdPaid, uint256 ousdHeld, uint256 holdId, uint256 releaseAt). */
  removed: '0xc1c30e4e034b8c65184222e5e3a247e8b6c982fe2362f5dd4874549390fb365c',
  /** LiquidityDesk: Released(address indexed member, uint256 indexed holdId, uint256 amount). */
  released: '0x82e416ba72d10e709b5de7ac16f5f49ff1d94f22d55bf582d353d3c313a1e8dd',
  /** LiquidityDesk: RemovedInKind(address indexed member, uint256 lp). */
  removedInKind: '0x085d2704da29f45fa7b1c8f1cba1bf233fd9c49fef29a8ff3a4d0cc8d73d9e7a',
  /** HashPowerMint: PowerMinted(address indexed member, uint256 openIn, uint256 valueUsdt, uint256 power, uint256 burned, uint256 toMarket). */
  powerMinted: '0x12248e872687bc5a5000f5db93f24aab8cd58dcfb117cdc607c059f4458f6de7',
  /** UsdoMint: UsdoMinted(address indexed member, address indexed paidWith, uint256 consumed, uint256 obtained, uint256 priceE18, uint256 fee, uint256 burned). */
  usdoMinted: '0x250e9d4155ebbeb1fc565ccd776b323bbc57ce008308d4804d40c9e001d67e66',
  /** Medal: Subscribed(uint256 tokenId, address owner), the last log of a subscription. Its Transfer (ERC-721) has the topic of `transfer`, too, with the id as fourth topic. */
  subscribed: '0x5db0e562b58e88ae25b795493b5a9c538bb02bd38430aa3194dbf8c68f619f54',
  /** Medal: SaleSet(uint8 indexed tokenType, uint64 opens, uint64 closes). */
  saleSet: '0x55a8cc9f25bfcb55363b515e0fbf6d917b02d3bdd77a0cfba08dc7861ada771e',
  /** The pair: Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to). */
  pairSwap: '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822',
  /** The pair: Sync(uint112 reserve0, uint112 reserve1). */
  pairSync: '0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1',
  /** The pair: Mint(address indexed sender, uint256 amount0, uint256 amount1). */
  pairMint: '0x4c209b5fc8ad50758f13e2e1088ba56a560dff690a1c6fef26394f4c03821c4f',
  /** The pair: Burn(address indexed sender, uint256 amount0, uint256 amount1, address indexed to). */
  pairBurn: '0xdccd412f0b1252819cb1fd330b93224ca42612892bb3f4f789976e6d81936496',
} as const;

export type Word = `0x${string}`;

/** A 32-byte topic that holds an address → the address in lower case; undefined when the upper 12 bytes are not zero. */
export function parseAddressWord(word: string | undefined): Address | undefined {
  const match = /^0x0{24}([0-9a-fA-F]{40})$/.exec(word ?? '');
  return match?.[1] ? `0x${match[1].toLowerCase()}` : undefined;
}

/** An address → the 32-byte topic that holds it. */
export function formatAddressWord(address: Address): Word {
  return `0x${'0'.repeat(24)}${address.slice(2).toLowerCase()}`;
}
