/** What only the development chain gets: a USDT of its own, the published pool contracts, a funded pool, play money. */
import { erc20Abi, getAddress, isAddressEqual, parseAbi, parseAbiItem, parseUnits, zeroAddress } from 'viem';
import type { Address } from 'viem';
import { getPublished } from './artifact.ts';
import type { Deployer } from './deployer.ts';

/** Play money for one address: base units (18 decimals each) that it should hold at first. */
export interface Fund {
  address: Address;
  bnb: bigint;
  usdt: bigint;
  open: bigint;
}

/** The pool starts at 0.05 USDT per OPEN. */
const poolOpen = parseUnits('2000000', 18);
const poolUsdt = parseUnits('100000', 18);

const mintAbi = parseAbi(['function mint(address to, uint256 amount)']);
const factoryAbi = parseAbi([
  'function getPair(address, address) view returns (address)',
  'function createPair(address, address) returns (address)',
]);
const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');
const pairAbi = parseAbi([
  'function totalSupply() view returns (uint256)',
  'function token0() view returns (address)',
]);
const firstAbi = parseAbi(['function provide(address, uint256, uint256, address) returns (uint256)']);
const routerAbi = parseAbi(['function factory() view returns (address)']);

/** Deploys the published factory, wrapped coin and router. */
export async function deployPoolContracts(
  deployer: Deployer,
): Promise<{ factory: Address; router: Address }> {
  const weth = await deployer.deploy('weth', await getPublished('WETH9'), [], []);
  const factory = await deployer.deploy('factory', await getPublished('UniswapV2Factory'), [zeroAddress], []);
  const published = await getPublished('UniswapV2Router02');
  const router = await deployer.deploy('router', published, [factory, weth], ['factory', 'weth']);
  return { factory, router };
}

/** The factory that an existing router works with. */
export async function getFactoryOf(deployer: Deployer, router: Address): Promise<Address> {
  return deployer.client.readContract({ address: router, abi: routerAbi, functionName: 'factory' });
}

/** The pair of OPEN and USDT, created in the factory when there is none. Anyone may create it, so it may exist. */
export async function getPair(
  deployer: Deployer,
  factory: Address,
  open: Address,
  usdt: Address,
): Promise<Address> {
  const find = async () => {
    const args = [open, usdt] as const;
    const at = { address: factory, abi: factoryAbi, functionName: 'getPair', args } as const;
    return getAddress(await deployer.client.readContract(at));
  };
  const found = await find();
  if (found !== zeroAddress) return found;
  await deployer.call({ to: factory, abi: factoryAbi, functionName: 'createPair', args: [open, usdt] });
  const created = await find();
  return deployer.report('pair', created, `created pair at ${created}`);
}

/**
 * Puts the first liquidity in, by transfer and mint in one transaction, unless the pair has some. The pool shares go to
 * `owner`. Asks the chain and not the record of steps, so a chain that lost its last blocks is filled again.
 */
export async function fundPool(
  deployer: Deployer,
  { open, usdt, pair, firstLiquidity }: Record<'open' | 'usdt' | 'pair' | 'firstLiquidity', Address>,
  owner: Address,
): Promise<void> {
  const read = { address: pair, abi: pairAbi } as const;
  if ((await deployer.client.readContract({ ...read, functionName: 'totalSupply' })) > 0n) return;
  const first = await deployer.client.readContract({ ...read, functionName: 'token0' });
  const reserves = isAddressEqual(first, open) ? [poolOpen, poolUsdt] : [poolUsdt, poolOpen];
  await deployer.call({ to: usdt, abi: mintAbi, functionName: 'mint', args: [deployer.address, poolUsdt] });
  for (const [token, amount] of [
    [open, poolOpen],
    [usdt, poolUsdt],
  ] as const)
    await deployer.call({
      to: token,
      abi: erc20Abi,
      functionName: 'approve',
      args: [firstLiquidity, amount],
    });
  const args = [pair, ...reserves, owner];
  await deployer.call({ to: firstLiquidity, abi: firstAbi, functionName: 'provide', args });
  await deployer.report('pool', pair, 'funded the pool with 2,000,000 OPEN and 100,000 USDT');
}

/**
 * Gives `fund.address` its play money, each coin once: a token when no transfer of it to this address ever happened,
 * BNB (up to the amount) while the address has sent nothing. Whoever spent it gets no more at the next start.
 */
export async function fundAddress(
  deployer: Deployer,
  fund: Fund,
  usdt: Address,
  open: Address,
): Promise<void> {
  const { client } = deployer;
  const to = fund.address;
  const untouched = async (token: Address) => {
    const event = transferEvent;
    return (await client.getLogs({ address: token, event, args: { to }, fromBlock: 0n })).length === 0;
  };
  let given = false;
  const missing = fund.bnb - (await client.getBalance({ address: to }));
  if (missing > 0n && (await client.getTransactionCount({ address: to })) === 0) {
    await deployer.pay(to, missing);
    given = true;
  }
  if (fund.usdt > 0n && (await untouched(usdt))) {
    await deployer.call({ to: usdt, abi: mintAbi, functionName: 'mint', args: [to, fund.usdt] });
    given = true;
  }
  if (fund.open > 0n && (await untouched(open))) {
    await deployer.call({ to: open, abi: erc20Abi, functionName: 'transfer', args: [to, fund.open] });
    given = true;
  }
  if (given) await deployer.report(`fund:${to.toLowerCase()}`, to, `gave play money to ${to}`);
}
