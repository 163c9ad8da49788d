import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { hashPowerMintAbi } from '@openmere/core/chain/abi/hash-power-mint.ts';
import { medalAbi } from '@openmere/core/chain/abi/medal.ts';
import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
import { uniswapV2PairAbi } from '@openmere/core/chain/abi/uniswap-v2-pair.ts';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { getDevKey, getTraderKey } from '@openmere/server/app/dev-keys.ts';
import type { SeededMember } from '@openmere/server/app/parts.ts';
import { createPublicClient, encodeFunctionData, http, maxUint256, parseAbi, parseUnits } from 'viem';
import type { Abi, Address, Hex, HttpTransport, PublicClient } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { PrivateKeyAccount } from 'viem/accounts';
import { communityCount, planCommunity, planMembers } from './community.ts';
import type { DemoMember } from './community.ts';
import { planHistory, TRADER_COUNT } from './plan.ts';
import type { Step } from './plan.ts';

export type HistoryInput = { rpcUrl: string; contracts: AddressMap; log: (line: string) => void };

const deskAbi = parseAbi([
  'function buy(uint256 usdtIn, uint256 minOpenOut, uint256 deadline) returns (uint256)',
  'function sell(uint256 openIn, uint256 minUsdtOut, uint256 deadline) returns (uint256)',
  'function add(uint256 usdtDesired, uint256 openDesired, uint256 usdtMin, uint256 openMin, uint256 deadline) returns (uint256, uint256, uint256)',
  'function remove(uint256 lp, uint256 usdtMin, uint256 openMin, uint256 deadline) returns (uint256, uint256, uint256)',
  'function readd(uint256 heldOusd, uint256 ownOusd, uint256 openDesired, uint256 ousdMin, uint256 openMin, uint256 deadline) returns (uint256, uint256, uint256)',
  'function lpOf(address member) view returns (uint256)',
  'function heldOf(address member) view returns (uint256)',
]);
const mintAbi = parseAbi(['function mint(address to, uint256 amount)']);
const purse = { bnb: parseUnits('5', 18), usdt: parseUnits('60000', 18), open: parseUnits('1200000', 18) };
/** More than any of these calls takes; the development chain charges for what is used. */
const GAS = 900_000n;
const GAS_PRICE = parseUnits('3', 9);
/** A later start finds out by the time of the newest block how far an earlier one came. */
const SHORTEST_SPAN_SEC = 86_400;
const SAY_EVERY = 200;
const ANSWER_MAX_MS = 60_000;

const names = [
  'usdt',
  'open',
  'ousd',
  'pair',
  'membership',
  'swapDesk',
  'liquidityDesk',
  'hashPowerMint',
  'medal',
] as const;
type Desks = Record<(typeof names)[number], Address>;

function readDesks(contracts: AddressMap): Desks {
  const found = names.map((name) => {
    const address = contracts[name];
    if (!address) throw new Error(`The contract ${name} is not deployed: there is no history to play.`);
    return [name, address];
  });
  return Object.fromEntries(found) as Desks;
}

/** A call that viem has no name for: the development node's own, and ours. */
function ask(client: PublicClient, method: string, params: readonly unknown[]): Promise<unknown> {
  return (client.request as (call: { method: string; params: readonly unknown[] }) => Promise<unknown>)({
    method,
    params,
  });
}

class Reverted extends Error {}

/** One key with its own count of transactions. Sends and proves that it went through. */
/** Nothing is asked twice: a busy machine answers late, and a transaction that is sent again has a nonce that is used up. */
function transportOf(rpcUrl: string): HttpTransport {
  return http(rpcUrl, { retryCount: 0, timeout: ANSWER_MAX_MS });
}

class Actor {
  readonly account: PrivateKeyAccount;
  readonly #client: PublicClient;
  #nonce: number | undefined;

  constructor(client: PublicClient, key: Hex) {
    this.#client = client;
    this.account = privateKeyToAccount(key);
  }

  async send(to: Address, data: Hex, value = 0n): Promise<void> {
    this.#nonce ??= await this.#client.getTransactionCount({ address: this.account.address });
    const chainId = 31_337;
    const raw = await this.account.signTransaction({
      type: 'legacy',
      chainId,
      nonce: this.#nonce,
      to,
      data,
      value,
      gas: GAS,
      gasPrice: GAS_PRICE,
    });
    // Answers when it is in a block, so that each step has the block of its own time.
    const receipt = (await ask(this.#client, 'eth_sendRawTransactionSync', [raw])) as {
      status: Hex;
      transactionHash: Hex;
    };
    this.#nonce += 1;
    if (BigInt(receipt.status) !== 1n)
      throw new Reverted(`A step of the demo history reverted (${receipt.transactionHash}).`);
  }

  call(to: Address, abi: Abi, functionName: string, args: readonly unknown[]): Promise<void> {
    return this.send(to, encodeFunctionData({ abi, functionName, args }));
  }
}

type Market = { client: PublicClient; desks: Desks; traders: Actor[]; members: DemoMember[] };

/** What a member of the community begins with, and what they allow to which contract. */
const allowed = [
  ['usdt', 'swapDesk'],
  ['open', 'swapDesk'],
  ['usdt', 'liquidityDesk'],
  ['open', 'liquidityDesk'],
  ['open', 'hashPowerMint'],
  ['usdt', 'medal'],
] as const;
const memberPurse = { bnb: parseUnits('2', 18), usdt: parseUnits('9000', 18), open: parseUnits('60000', 18) };

async function isActive({ client, desks }: Market, actor: Actor): Promise<boolean> {
  const args = [actor.account.address] as const;
  return client.readContract({
    address: desks.membership,
    abi: membershipAbi,
    functionName: 'isActive',
    args,
  });
}

/** Gives a member of the community coins and makes them active under their inviter; who is active has all of it. */
async function join(market: Market, trader: number): Promise<void> {
  const { client, desks, traders, members } = market;
  const actor = traders[trader];
  if (!actor || (await isActive(market, actor))) return;
  const inviter = members[trader - TRADER_COUNT]?.inviter;
  // After a kill in the middle of it the inviter may be missing, too.
  if (inviter !== undefined) await join(market, TRADER_COUNT + inviter);
  const above = inviter === undefined ? undefined : traders[TRADER_COUNT + inviter];
  const bank = new Actor(client, getDevKey('deployer').privateKey);
  const { address } = actor.account;
  await bank.send(address, '0x', memberPurse.bnb);
  await bank.call(desks.usdt, mintAbi, 'mint', [address, memberPurse.usdt]);
  await bank.call(desks.open, erc20Abi, 'transfer', [address, memberPurse.open]);
  for (const [token, spender] of allowed)
    await actor.call(desks[token], erc20Abi, 'approve', [desks[spender], maxUint256]);
  const args = [above?.account.address ?? getDevKey('root').address];
  await actor.call(desks.membership, membershipAbi, 'activate', args);
}

/** Gives each trader coins and allowances, and activates them last: who is active has been prepared. */
async function prepare(market: Market): Promise<void> {
  const { client, desks, traders } = market;
  const bank = new Actor(client, getDevKey('deployer').privateKey);
  const root = getDevKey('root').address;
  for (const trader of traders.slice(0, TRADER_COUNT)) {
    const { address } = trader.account;
    if (await isActive(market, trader)) continue;
    await bank.send(address, '0x', purse.bnb);
    await bank.call(desks.usdt, mintAbi, 'mint', [address, purse.usdt]);
    await bank.call(desks.open, erc20Abi, 'transfer', [address, purse.open]);
    for (const token of [desks.usdt, desks.open]) {
      for (const desk of [desks.swapDesk, desks.liquidityDesk])
        await trader.call(token, erc20Abi, 'approve', [desk, maxUint256]);
    }
    await trader.call(desks.membership, membershipAbi, 'activate', [root]);
  }
}

async function readReserves({ client, desks }: Market): Promise<{ usdt: bigint; open: bigint }> {
  const at = { address: desks.pair, abi: uniswapV2PairAbi } as const;
  const [first, second] = await client.readContract({ ...at, functionName: 'getReserves' });
  // The pair orders its tokens by address.
  return BigInt(desks.usdt) < BigInt(desks.open)
    ? { usdt: first, open: second }
    : { usdt: second, open: first };
}

async function holdingOf(market: Market, functionName: 'lpOf' | 'heldOf', trader: Actor): Promise<bigint> {
  const { client, desks } = market;
  const args = [trader.account.address] as const;
  return client.readContract({ address: desks.liquidityDesk, abi: deskAbi, functionName, args });
}

/** Carries one step out. No limits on the price: nobody else trades meanwhile. */
async function act(market: Market, trader: Actor, step: Step['act']): Promise<void> {
  const { swapDesk, liquidityDesk, hashPowerMint, medal } = market.desks;
  const reserves = await readReserves(market);
  const inOpen = (usdt: bigint) => (usdt * reserves.open) / reserves.usdt;
  switch (step.kind) {
    case 'join':
      return join(market, market.traders.indexOf(trader));
    case 'mint':
      return trader.call(hashPowerMint, hashPowerMintAbi, 'mint', [inOpen(step.usdt), 0n, maxUint256]);
    case 'look':
      return trader.call(hashPowerMint, hashPowerMintAbi, 'update', []);
    case 'medal':
      return trader.call(medal, medalAbi, 'mint', [step.tokenType, trader.account.address]);
    case 'buy':
      return trader.call(swapDesk, deskAbi, 'buy', [step.usdt, 0n, maxUint256]);
    case 'sell':
      return trader.call(swapDesk, deskAbi, 'sell', [inOpen(step.usdt), 0n, maxUint256]);
    case 'add':
      // A little more OPEN than the ratio asks for, so that the USDT side is used whole.
      return trader.call(liquidityDesk, deskAbi, 'add', [
        step.usdt,
        inOpen(step.usdt) + 1n,
        0n,
        0n,
        maxUint256,
      ]);
    case 'remove': {
      const lp = ((await holdingOf(market, 'lpOf', trader)) * step.percent) / 100n;
      return trader.call(liquidityDesk, deskAbi, 'remove', [lp, 0n, 0n, maxUint256]);
    }
    case 'readd': {
      const held = ((await holdingOf(market, 'heldOf', trader)) * step.percent) / 100n;
      return trader.call(liquidityDesk, deskAbi, 'readd', [held, 0n, inOpen(held) + 1n, 0n, 0n, maxUint256]);
    }
  }
}

/** What a member does may come at a bad moment, as it may for anyone: what the contracts refuse then does not happen. */
async function actAsMember(market: Market, trader: Actor, step: Step): Promise<void> {
  await join(market, step.trader);
  try {
    await act(market, trader, step.act);
  } catch (error) {
    if (!(error instanceof Reverted)) throw error;
  }
}

/**
 * Plays weeks of trades and liquidity on a development chain that begins in the past: real transactions of real keys,
 * each in a block of its own time. Killed anywhere, it goes on behind the newest block at the next start. A chain that
 * is not older than a day has no room for a history and gets none.
 */
export async function playHistory({ rpcUrl, contracts, log }: HistoryInput): Promise<void> {
  const client = createPublicClient({ transport: transportOf(rpcUrl), cacheTime: 0 });
  const traders = Array.from(
    { length: TRADER_COUNT + communityCount },
    (_, index) => new Actor(client, getTraderKey(index).privateKey),
  );
  const now = Math.floor(Date.now() / 1_000);
  const [first, newest] = await Promise.all([client.getBlock({ blockNumber: 0n }), client.getBlock()]);
  if (now - Number(newest.timestamp) < SHORTEST_SPAN_SEC && now - Number(first.timestamp) < SHORTEST_SPAN_SEC)
    return;
  const from = Number(first.timestamp);
  const market: Market = { client, desks: readDesks(contracts), traders, members: planMembers(from) };
  await ask(client, 'openmere_holdSaving', [true]);
  try {
    await prepare(market);
    const { timestamp } = await client.getBlock();
    const steps = planCommunity(from, now, planHistory(from, now)).filter(
      (step) => step.time > Number(timestamp),
    );
    for (const [index, step] of steps.entries()) {
      const trader = traders[step.trader];
      if (!trader) throw new Error(`there is no trader ${step.trader}`);
      await ask(client, 'evm_setNextBlockTimestamp', [step.time]);
      if (step.trader < TRADER_COUNT) await act(market, trader, step.act);
      else await actAsMember(market, trader, step);
      if ((index + 1) % SAY_EVERY === 0) log(`${index + 1} of ${steps.length} demo trades`);
    }
  } finally {
    await ask(client, 'openmere_holdSaving', [false]);
  }
}

/** The community as it is registered, by what the chain says of their activation; nobody where it was not played. */
export async function listCommunity(rpcUrl: string, contracts: AddressMap): Promise<SeededMember[]> {
  const client = createPublicClient({ transport: transportOf(rpcUrl), cacheTime: 0 });
  const { membership } = contracts;
  if (!membership) return [];
  const at = { address: membership, abi: membershipAbi, eventName: 'Activated', strict: true } as const;
  const logs = await client.getContractEvents({ ...at, fromBlock: 0n });
  const blocks = new Map(logs.map((log) => [log.args.member.toLowerCase(), log.blockNumber]));
  const { timestamp } = await client.getBlock({ blockNumber: 0n });
  const members: SeededMember[] = [];
  for (const [index, { nickname, inviter }] of planMembers(Number(timestamp)).entries()) {
    const walletAddress = getTraderKey(TRADER_COUNT + index).address;
    const blockNumber = blocks.get(walletAddress.toLowerCase());
    // Each inviter stands before whom they invited: behind the first who is missing there is nobody.
    if (blockNumber === undefined) return members;
    const block = await client.getBlock({ blockNumber });
    members.push({
      nickname,
      walletAddress,
      inviterAddress: inviter === undefined ? undefined : getTraderKey(TRADER_COUNT + inviter).address,
      activatedAt: new Date(Number(block.timestamp) * 1_000),
    });
  }
  return members;
}

/** Sends play USDT, newly minted for it, out of a wallet of the community: a bonus is for who paid from an address of their own. */
export function createGiver(
  rpcUrl: string,
  contracts: AddressMap,
): (from: string, to: string, amount: bigint) => Promise<void> {
  const client = createPublicClient({ transport: transportOf(rpcUrl), cacheTime: 0 });
  const bank = new Actor(client, getDevKey('deployer').privateKey);
  const owners = new Map(
    Array.from({ length: communityCount }, (_, index) => {
      const owner = new Actor(client, getTraderKey(TRADER_COUNT + index).privateKey);
      return [owner.account.address.toLowerCase(), owner];
    }),
  );
  const { usdt } = readDesks(contracts);
  return async (from, to, amount) => {
    const owner = owners.get(from.toLowerCase());
    if (!owner) throw new Error(`${from} is no wallet of the demo community`);
    await bank.call(usdt, mintAbi, 'mint', [owner.account.address, amount]);
    await owner.call(usdt, erc20Abi, 'transfer', [to, amount]);
  };
}

/** Lets a chain that begins in the past stay there while it is set up. */
export async function stayInThePast(rpcUrl: string): Promise<void> {
  const client = createPublicClient({ transport: transportOf(rpcUrl), cacheTime: 0 });
  const { timestamp } = await client.getBlock();
  await setTime(client, Number(timestamp) + 1);
}

/** Brings the chain's clock to the present, with a block that says so. */
export async function reachPresent(rpcUrl: string): Promise<void> {
  const client = createPublicClient({ transport: transportOf(rpcUrl), cacheTime: 0 });
  await setTime(client, Math.floor(Date.now() / 1_000));
  await ask(client, 'evm_mine', []);
}

async function setTime(client: PublicClient, seconds: number): Promise<void> {
  await ask(client, 'anvil_setTime', [seconds * 1_000]);
}
