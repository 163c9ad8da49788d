import assert from 'node:assert/strict';
import { treasuryAbi } from '@openmere/core/chain/abi/treasury.ts';
import { uniswapV2PairAbi } from '@openmere/core/chain/abi/uniswap-v2-pair.ts';
import { uniswapV2RouterAbi } from '@openmere/core/chain/abi/uniswap-v2-router.ts';
import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  http,
  keccak256,
  parseAbi,
  parseUnits,
  toHex,
  zeroHash,
} from 'viem';
import type { Abi, Address, Hex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { getArtifact } from '../../script/compile.ts';
import { deployAll } from '../../script/deploy.ts';
import type { DeployOptions } from '../../script/deploy.ts';
import { waitForReceipt } from '../../script/receipt.ts';
import { startAnvil } from '../kit/anvil.ts';
import type { Anvil } from '../kit/anvil.ts';
import { after, before, describe, it } from '../kit/cases.ts';
import { deployOutside, fresh, makeOptions, need, richKey } from '../kit/deployment.ts';
import { startStrictNode } from '../kit/strict-node.ts';

const role = (name: string): Hex => keccak256(toHex(name));
/** What a deployment that must not end green says. */
async function failureOf(options: DeployOptions): Promise<string> {
  try {
    await deployAll(options);
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  throw new Error('The deployment ended green');
}
const reserves = { open: parseUnits('2000000', 18), usdt: parseUnits('100000', 18) };

describe('a production deployment', () => {
  let anvil: Anvil;
  let outside: Awaited<ReturnType<typeof deployOutside>>;
  const deployerKey = generatePrivateKey();
  before(async () => {
    anvil = await startAnvil(97);
    outside = await deployOutside(anvil.rpcUrl);
    await anvil.request('anvil_setBalance', [privateKeyToAddress(deployerKey), toHex(parseUnits('10', 18))]);
  });
  after(async () => {
    await anvil.stop();
  });
  const reader = () => createPublicClient({ transport: http(anvil.rpcUrl), cacheTime: 0 });
  const make = (changes: Partial<DeployOptions> = {}) =>
    makeOptions(anvil.rpcUrl, { ...outside, deployerKey, ...changes });
  /** Sends a call as any address, contracts included. */
  async function act(from: Address, to: Address, abi: Abi, functionName: string, args: unknown[] = []) {
    await anvil.request('anvil_impersonateAccount', [from]);
    await anvil.request('anvil_setBalance', [from, toHex(parseUnits('1', 18))]);
    const data = encodeFunctionData({ abi, functionName, args });
    // An estimate is of another moment than the block: what is asked here is not whether the gas sufficed.
    const hash = (await anvil.request('eth_sendTransaction', [
      { from, to, data, gas: toHex(5_000_000) },
    ])) as Hex;
    const receipt = await waitForReceipt(reader(), hash);
    return receipt.status;
  }
  const sent = () => reader().getTransactionCount({ address: privateKeyToAddress(deployerKey) });

  it('refuses: governors and a cold address that are single keys, also such as delegate to code', async () => {
    const key = fresh();
    const delegated = fresh();
    await anvil.request('anvil_setCode', [delegated, `0xef0100${outside.cold.slice(2)}`]);
    const before = await sent();
    for (const single of [key, delegated]) {
      await assert.rejects(
        deployAll(make({ cold: single }).options),
        new RegExp(`cold: ${single} is a single key`),
      );
      const governors = [...outside.governors, single];
      await assert.rejects(
        deployAll(make({ governors }).options),
        new RegExp(`governor: ${single} is a single key`),
      );
    }
    assert.equal(await sent(), before, 'nothing was sent');
  });

  it('behavior: uses the USDT and router that exist, makes no development part, and finds everything done', async () => {
    const made = make();
    const map = await deployAll(made.options);
    assert.equal(map.usdt, outside.usdt);
    for (const name of ['usdt', 'weth', 'factory', 'router', 'pool'])
      assert.ok(!made.steps.includes(name), name);
    const supply = await reader().readContract({
      address: need(map, 'open'),
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [outside.cold],
    });
    assert.equal(supply, parseUnits('1000000000', 18), 'the cold address holds all OPEN');
    const before = await sent();
    const strict = await startStrictNode(anvil.rpcUrl);
    try {
      assert.deepEqual(await deployAll({ ...made.options, rpcUrl: strict.rpcUrl }), map);
    } finally {
      await strict.stop();
    }
    assert.equal(await sent(), before, 'no transaction the second time');
  });

  it('refuses: to end green on kept contracts with another cold, root, limit, delay, guard, payer or governor', async () => {
    const made = make();
    const map = await deployAll(made.options);
    const other = await deployOutside(anvil.rpcUrl);
    const limits = { usdt: 1n, open: parseUnits('1000000', 18), usdo: parseUnits('100000', 18) };
    const changed = {
      cold: other.cold,
      root: fresh(),
      dailyLimits: limits,
      timelockDelaySec: 200_000,
      pauser: fresh(),
      payer: fresh(),
      medalSigner: fresh(),
      governors: other.governors,
      cancellers: [fresh()],
    };
    const said = await failureOf({ ...made.options, ...changed });
    for (const wanted of [
      `treasury.cold() is ${outside.cold}, the plan says ${other.cold}`,
      `open: it was made for ${outside.cold}`,
      `membership.isActive(${changed.root}) is false`,
      `treasury.dailyLimit(${need(map, 'usdt')}) is`,
      'timelock.getMinDelay() is 172800, the plan says 200000',
      `membership: ${made.options.pauser} holds role`,
      `membership: ${changed.pauser} lacks role`,
      `treasury: ${made.options.payer} holds role`,
      `treasury: ${changed.payer} lacks role`,
      `medal: ${made.options.medalSigner} holds role ${role('SIGNER_ROLE')}`,
      `medal: ${changed.medalSigner} lacks role ${role('SIGNER_ROLE')}`,
      `usdoMint: ${made.options.pauser} holds role`,
      `hashPowerMint: ${changed.pauser} lacks role`,
      `timelock: ${outside.governors[0]} holds role ${role('PROPOSER_ROLE')}`,
      `timelock: ${other.governors[0]} lacks role ${role('EXECUTOR_ROLE')}`,
      `timelock: ${outside.cancellers[0]} holds role ${role('CANCELLER_ROLE')}`,
      `timelock: ${changed.cancellers[0]} lacks role ${role('CANCELLER_ROLE')}`,
    ])
      assert.ok(said.includes(wanted), `${wanted}\n in\n${said}`);
    assert.deepEqual(await deployAll(made.options), map);
  });

  it('refuses: strangers with roles, on every contract and for every role, whom no list names', async () => {
    const { options, done } = make();
    const map = await deployAll(options);
    const { timelock } = done;
    assert.ok(timelock);
    const { abi } = await getArtifact('Timelock');
    const stranger = fresh();
    const grants: [string, Address, Hex][] = [
      ['treasury', need(map, 'treasury'), role('PAYER_ROLE')],
      ['membership', need(map, 'membership'), zeroHash],
      ['usdo', need(map, 'usdo'), role('MINTER_ROLE')],
      ['swapDesk', need(map, 'swapDesk'), role('PAUSER_ROLE')],
      ['medal', need(map, 'medal'), role('SIGNER_ROLE')],
      ['hashPowerMint', need(map, 'hashPowerMint'), zeroHash],
      ['usdoMint', need(map, 'usdoMint'), role('PAUSER_ROLE')],
      ['liquidityDesk', need(map, 'liquidityDesk'), role('A_ROLE_OF_TOMORROW')],
      ['timelock', timelock, role('PROPOSER_ROLE')],
      ['timelock', timelock, role('EXECUTOR_ROLE')],
    ];
    for (const [, address, which] of grants)
      assert.equal(await act(timelock, address, abi, 'grantRole', [which, stranger]), 'success');
    const said = await failureOf(options);
    for (const [name, , which] of grants)
      assert.ok(said.includes(`${name}: ${stranger} holds role ${which}`), said);
    for (const [, address, which] of grants)
      assert.equal(await act(timelock, address, abi, 'revokeRole', [which, stranger]), 'success');
    assert.deepEqual(await deployAll(options), map, 'given and taken back is nobody');
    const [canceller] = outside.cancellers;
    await act(timelock, timelock, abi, 'revokeRole', [role('CANCELLER_ROLE'), canceller]);
    await assert.rejects(deployAll(options), new RegExp(`timelock: ${canceller} lacks role`));
  });

  it('behavior: the first liquidity goes in although a stranger gave one unit and called sync', async () => {
    const { options, done } = make();
    const map = await deployAll(options);
    const [pair, open, usdt] = [need(map, 'pair'), need(map, 'open'), need(map, 'usdt')];
    const { cold } = outside;
    const rich = privateKeyToAddress(richKey);
    const mintAbi = parseAbi(['function mint(address, uint256)']);
    await act(rich, usdt, mintAbi, 'mint', [cold, reserves.usdt]);
    await act(rich, usdt, mintAbi, 'mint', [pair, 1n]);
    await act(rich, pair, uniswapV2PairAbi, 'sync');
    const { firstLiquidity } = done;
    assert.ok(firstLiquidity);
    for (const spender of [firstLiquidity, need(map, 'router')]) {
      await act(cold, open, erc20Abi, 'approve', [spender, reserves.open]);
      await act(cold, usdt, erc20Abi, 'approve', [spender, reserves.usdt]);
    }
    const deadline = (await reader().getBlock()).timestamp + 600n;
    const byRouter = [open, usdt, reserves.open, reserves.usdt, 0n, 0n, cold, deadline];
    const router = need(map, 'router');
    const refused = await act(cold, router, uniswapV2RouterAbi, 'addLiquidity', byRouter).catch(
      () => 'reverted',
    );
    assert.equal(refused, 'reverted');
    const first = await reader().readContract({
      address: pair,
      abi: uniswapV2PairAbi,
      functionName: 'token0',
    });
    const wanted = first === open ? [reserves.open, reserves.usdt] : [reserves.usdt, reserves.open];
    const { abi } = await getArtifact('FirstLiquidity');
    assert.equal(await act(cold, firstLiquidity, abi, 'provide', [pair, ...wanted, cold]), 'success');
    const got = await reader().readContract({
      address: pair,
      abi: uniswapV2PairAbi,
      functionName: 'getReserves',
    });
    assert.deepEqual(got.slice(0, 2), wanted);
    assert.deepEqual(await deployAll(options), map, 'the proof holds with a market');
    const limit = { address: need(map, 'treasury'), abi: treasuryAbi, functionName: 'dailyLimit' } as const;
    assert.equal(await reader().readContract({ ...limit, args: [usdt] }), parseUnits('100000', 18));
  });
});
