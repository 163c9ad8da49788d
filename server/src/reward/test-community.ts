import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { hashPowerMintAbi } from '@openmere/core/chain/abi/hash-power-mint.ts';
import { liquidityDeskAbi } from '@openmere/core/chain/abi/liquidity-desk.ts';
import { medalAbi } from '@openmere/core/chain/abi/medal.ts';
import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import type { ContractKey } from '@openmere/core/chain/addresses.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { encodeFunctionData } from 'viem';
import type { Abi } from 'viem';
import { rewardSources } from '../app/reward-sources.ts';
import { depositHandlers } from '../deposit/on-chain.ts';
import { liquidityHandlers } from '../liquidity/on-chain.ts';
import { memberHandlers } from '../member/on-chain.ts';
import { mintingHandlers } from '../minting/on-chain.ts';
import { nodeHandlers } from '../node/on-chain.ts';
import type { Follower } from '../platform/chain/follower.ts';
import type { Hex } from '../platform/chain/log.ts';
import { quantity } from '../platform/chain/reader.ts';
import { anvilAccounts, TEST_CHAIN_ID } from '../platform/chain/test-anvil.ts';
import { swapHandlers } from '../swap/on-chain.ts';
import { postGroups } from '../swap/post-groups.ts';
import { recordStake, recordUsesOfWallets } from '../team/record-use.ts';
import { mine, openAnvilContext, pay, send } from '../test/anvil-context.ts';
import type { AnvilContext } from '../test/anvil-context.ts';
import { catchUp } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import type { SettleDeps } from './sources.ts';

/** Later than anything here. */
export const FAR = 10n ** 12n;
const program = fileURLToPath(new URL('../../../tools/recompute/main.ts', import.meta.url));
/** Which contracts take which coins here. */
const spenders: readonly (readonly [token: ContractKey, spender: ContractKey])[] = [
  ['usdt', 'swapDesk'],
  ['open', 'swapDesk'],
  ['open', 'hashPowerMint'],
  ['usdt', 'liquidityDesk'],
  ['open', 'liquidityDesk'],
  ['usdt', 'medal'],
];
const abis = {
  swapDesk: swapDeskAbi,
  hashPowerMint: hashPowerMintAbi,
  liquidityDesk: liquidityDeskAbi,
  medal: medalAbi,
  membership: membershipAbi,
} as const;

type Inviter = { id: string; address: Hex | null };

/** A community on a real chain: what its wallets do there is followed, and can be settled. */
export class TestCommunity {
  readonly context: AnvilContext;
  readonly deps: SettleDeps;
  /** Activated on the chain at its deployment, with another wallet than the first member here. */
  readonly root: Inviter;

  constructor(context: AnvilContext) {
    this.context = context;
    this.deps = { db: context.db, chainId: TEST_CHAIN_ID, sources: rewardSources, post: postGroups };
    this.root = { id: context.root.id, address: anvilAccounts[0] };
  }

  static async open(): Promise<TestCommunity> {
    return new TestCommunity(await openAnvilContext());
  }

  private follower(): Follower {
    const chainId = TEST_CHAIN_ID;
    return this.context.follower({
      handlers: [
        ...depositHandlers({ chainId, post: postGroups }),
        ...memberHandlers(),
        ...swapHandlers({
          chainId,
          clock: () => new Date(),
          post: postGroups,
          onTraded: (tx, trades) =>
            recordUsesOfWallets(
              { tx },
              trades.map((trade) => ({ ...trade, kind: 'swap' })),
            ),
        }),
        ...liquidityHandlers({ chainId, onStake: (tx, stake) => recordStake({ tx }, stake) }),
        ...mintingHandlers({
          chainId,
          post: postGroups,
          onMinted: (tx, uses) => recordUsesOfWallets({ tx }, uses),
        }),
        ...nodeHandlers(),
      ],
    });
  }

  /** Everything that was done becomes final and is read. */
  async follow(): Promise<void> {
    await mine(this.context, 3);
    await catchUp(this.follower());
  }

  async pass(seconds: number): Promise<void> {
    await this.context.rpc.call('evm_increaseTime', [quantity(BigInt(seconds))]);
    await mine(this.context, 1);
  }

  /** The chain's clock, in seconds. */
  async now(): Promise<number> {
    const block = await this.context.rpc.call('eth_getBlockByNumber', ['latest', false]);
    return Number((block as { timestamp: Hex }).timestamp);
  }

  /** A wallet calls one of our contracts. */
  async call(from: Hex, contract: keyof typeof abis, functionName: string, args: unknown[]): Promise<void> {
    const data = encodeFunctionData({ abi: abis[contract] as Abi, functionName, args });
    await send(this.context, { from, to: this.context.contracts[contract], data, gas: '0xf4240' });
  }

  /** A wallet with coins that may spend on everything here, active on the chain under somebody. */
  async activate(wallet: Hex, inviter: Hex): Promise<void> {
    const { context } = this;
    await context.rpc.call('anvil_impersonateAccount', [wallet]);
    await context.rpc.call('anvil_setBalance', [wallet, quantity(10n ** 20n)]);
    await pay(context, wallet, 50_000n * oneCoin);
    await pay(context, wallet, 50_000n * oneCoin, 'open');
    await this.call(wallet, 'membership', 'activate', [inviter]);
    for (const [token, spender] of spenders) {
      const args = [context.contracts[spender] ?? '0x', FAR * oneCoin] as const;
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
      await send(context, { from: wallet, to: context.contracts[token], data });
    }
  }

  /** The same of a member. */
  async join(wallet: Hex, inviter: Inviter, country = 'DE'): Promise<TestMember & { address: Hex }> {
    const member = await addMember(this.context, { wallet, inviter, country });
    await this.activate(wallet, inviter.address ?? '0x');
    await this.follow();
    return { ...member, address: wallet };
  }

  async trade(wallet: Hex, usdt: bigint, open: bigint): Promise<void> {
    await this.call(wallet, 'swapDesk', 'buy', [usdt, 0n, FAR]);
    await this.call(wallet, 'swapDesk', 'sell', [open, 0n, FAR]);
  }

  /** Both averages need their half hour before power can be minted. */
  async readyPrice(trader: Hex): Promise<void> {
    for (let look = 0; look < 12; look += 1) {
      await this.trade(trader, 100n * oneCoin + 7n, 50n * oneCoin + 3n);
      await this.call(trader, 'hashPowerMint', 'update', []);
      await this.pass(420);
    }
  }

  /** What the program says that computes all rewards anew (tools/recompute). */
  async recompute(): Promise<string> {
    const { clone, anvil } = this.context;
    const args = [program, '--database', clone.url, '--rpc', anvil.url];
    return promisify(execFile)(process.execPath, args).then(
      ({ stdout }) => stdout.trim(),
      (failed: { stdout: string; stderr: string }) => `${failed.stdout}${failed.stderr}`,
    );
  }
}
