import assert from 'node:assert/strict';
import { backedDollarAbi } from '@openmere/core/chain/abi/backed-dollar.ts';
import { liquidityDeskAbi } from '@openmere/core/chain/abi/liquidity-desk.ts';
import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import { twapOracleAbi } from '@openmere/core/chain/abi/twap-oracle.ts';
import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  http,
  keccak256,
  parseUnits,
  toHex,
  zeroHash,
} from 'viem';
import type { Address, Hex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { getArtifact } from '../../script/compile.ts';
import { deployAll } from '../../script/deploy.ts';
import type { DeployOptions } from '../../script/deploy.ts';
import { createDeployer } from '../../script/deployer.ts';
import { waitForReceipt } from '../../script/receipt.ts';
import { startAnvil } from '../kit/anvil.ts';
import type { Anvil } from '../kit/anvil.ts';
import { after, before, describe, it } from '../kit/cases.ts';
import { fresh, makeOptions, need, richKey } from '../kit/deployment.ts';

const rich = privateKeyToAddress(richKey);
const minterRole = keccak256(toHex('MINTER_ROLE'));
/** What is made after the market, on a chain that has none of it. */
const afterwards = ['inverseOracle', 'hashPowerMint', 'usdoMint', 'medal', 'buyBack'];

describe('deployment of the market', () => {
  let anvil: Anvil;
  before(async () => {
    anvil = await startAnvil();
  });
  after(async () => {
    await anvil.stop();
  });
  const reader = () => createPublicClient({ chain: foundry, transport: http(anvil.rpcUrl), cacheTime: 0 });
  const mints = (ousd: Address, who: Address) =>
    reader().readContract({
      address: ousd,
      abi: backedDollarAbi,
      functionName: 'hasRole',
      args: [minterRole, who],
    });
  const spendNonce = async (options: DeployOptions) =>
    (await createDeployer(options.rpcUrl, richKey, options)).pay(fresh(), 1n);
  /** Runs until the step `last` is in the record, and stops there as if the machine had gone. */
  const deployUntil = async (options: DeployOptions, last: string) => {
    const onStep = async (name: string, address: Address) => {
      await options.onStep(name, address);
      if (name === last) throw new Error('pulled the plug');
    };
    await assert.rejects(deployAll({ ...options, onStep }), /pulled the plug/);
  };

  it('refuses: to end while somebody besides the liquidity desk may mint OUSD', async () => {
    const { options, done } = makeOptions(anvil.rpcUrl);
    await deployAll(options);
    const { ousd, liquidityDesk } = done;
    assert.ok(ousd && liquidityDesk);
    await anvil.request('anvil_impersonateAccount', [done.timelock]);
    await anvil.request('anvil_setBalance', [done.timelock, toHex(parseUnits('1', 18))]);
    const ask = async (name: 'grantRole' | 'revokeRole', who: Address) => {
      const data = encodeFunctionData({ abi: backedDollarAbi, functionName: name, args: [minterRole, who] });
      const hash = await anvil.request('eth_sendTransaction', [{ from: done.timelock, to: ousd, data }]);
      await waitForReceipt(reader(), hash as Hex);
    };
    await ask('grantRole', options.payer);
    await assert.rejects(deployAll(options), new RegExp(`ousd: ${options.payer} holds role ${minterRole}`));
    await ask('revokeRole', options.payer);
    assert.equal((await deployAll(options)).ousd, ousd);
  });

  it('behavior: oracle and desks know the pool, the treasury and each other; the desk alone mints OUSD', async () => {
    const { options, done } = makeOptions(anvil.rpcUrl);
    const map = await deployAll(options);
    const [oracle, swapDesk, liquidityDesk, ousd] = [
      need(map, 'twapOracle'),
      need(map, 'swapDesk'),
      need(map, 'liquidityDesk'),
      need(map, 'ousd'),
    ];
    const client = reader();
    const swap = { address: swapDesk, abi: swapDeskAbi } as const;
    assert.equal(await client.readContract({ ...swap, functionName: 'treasury' }), map.treasury);
    assert.equal(await client.readContract({ ...swap, functionName: 'oracle' }), oracle);
    assert.equal(await client.readContract({ ...swap, functionName: 'communityFeeBps' }), 50n);
    assert.equal(await client.readContract({ ...swap, functionName: 'burnBps' }), 100n);
    assert.equal(await client.readContract({ ...swap, functionName: 'poolFeeBps' }), 30n);
    assert.equal(await client.readContract({ ...swap, functionName: 'tradable' }), true);
    const watch = { address: oracle, abi: twapOracleAbi } as const;
    assert.equal(await client.readContract({ ...watch, functionName: 'pair' }), map.pair);
    assert.equal(await client.readContract({ ...watch, functionName: 'spot' }), parseUnits('0.05', 18));
    const [looked] = await client.readContract({ ...watch, functionName: 'lastObservation' });
    assert.ok(looked > 0n, 'the clock has started');
    const desk = { address: liquidityDesk, abi: liquidityDeskAbi } as const;
    assert.equal(await client.readContract({ ...desk, functionName: 'ousd' }), ousd);
    assert.equal(await client.readContract({ ...desk, functionName: 'pair' }), map.pair);
    for (const address of [swapDesk, liquidityDesk]) {
      const has = (who: Address) =>
        client.readContract({
          address,
          abi: swapDeskAbi,
          functionName: 'hasRole',
          args: [zeroHash, who],
        });
      assert.ok(done.timelock);
      assert.equal(await has(done.timelock), true);
      assert.equal(await has(rich), false);
    }
    assert.equal(await mints(ousd, liquidityDesk), true);
    assert.equal(await mints(ousd, rich), false);
    assert.equal(await mints(need(map, 'usdo'), liquidityDesk), false);
  });

  it('behavior: stopped between OUSD and its desk, the next run makes the promised desk', async () => {
    const { options, done, steps } = makeOptions(anvil.rpcUrl);
    await deployUntil(options, 'ousd');
    const promised = done.ousd;
    const map = await deployAll(options);
    assert.equal(map.ousd, promised);
    assert.deepEqual(steps.slice(steps.indexOf('ousd') + 1), ['liquidityDesk', ...afterwards]);
    assert.equal(await mints(need(map, 'ousd'), need(map, 'liquidityDesk')), true);
  });

  it('behavior: when the promised address is lost, both are made anew', async () => {
    const { options, done, steps } = makeOptions(anvil.rpcUrl);
    await deployUntil(options, 'ousd');
    const orphan = done.ousd;
    await spendNonce(options);
    const map = await deployAll(options);
    assert.notEqual(map.ousd, orphan);
    assert.deepEqual(steps.slice(-7), ['ousd', 'liquidityDesk', ...afterwards]);
    assert.equal(await mints(need(map, 'ousd'), need(map, 'liquidityDesk')), true);
    const count = steps.length;
    assert.deepEqual(await deployAll(options), map);
    assert.equal(steps.length, count, 'and that is the end of it');
  });

  it('behavior: a desk that was mined but not recorded is not trusted: both are made anew', async () => {
    const { options, done } = makeOptions(anvil.rpcUrl);
    const first = await deployAll(options);
    delete done.liquidityDesk;
    const second = await deployAll(options);
    assert.notEqual(second.ousd, first.ousd);
    assert.notEqual(second.liquidityDesk, first.liquidityDesk);
    assert.equal(second.swapDesk, first.swapDesk);
  });

  it('behavior: a chain from before the market gets oracle, desks and an OUSD that can be minted', async () => {
    const { options, done, steps } = makeOptions(anvil.rpcUrl);
    await deployUntil(options, 'pool');
    // As it was: an OUSD without minter, and nothing of the market.
    const deployer = await createDeployer(options.rpcUrl, richKey, options);
    const names = ['Openmere Liquidity Dollar', 'OUSD'];
    const args = [...names, done.usdt, done.timelock, options.pauser, []];
    const barren = await deployer.deploy('ousd', await getArtifact('BackedDollar'), args, []);
    const old = { ...done };
    const already = steps.length;
    const map = await deployAll(options);
    assert.deepEqual(steps.slice(already), [
      'twapOracle',
      'swapDesk',
      'ousd',
      'liquidityDesk',
      ...afterwards,
    ]);
    assert.notEqual(map.ousd, barren);
    const supply = { address: barren, abi: erc20Abi, functionName: 'totalSupply' } as const;
    assert.equal(await reader().readContract(supply), 0n, 'nobody loses anything');
    for (const key of [
      'usdt',
      'open',
      'usdo',
      'membership',
      'treasury',
      'forwarderFactory',
      'router',
    ] as const)
      assert.equal(map[key], old[key], key);
  });

  it('behavior: a contract that works with others than the present ones is replaced', async () => {
    const { options, done } = makeOptions(anvil.rpcUrl);
    const first = await deployAll(options);
    // The record names something else than a desk, and a desk of another oracle.
    done.twapOracle = need(first, 'usdt');
    const second = await deployAll(options);
    for (const key of ['twapOracle', 'swapDesk', 'liquidityDesk', 'ousd'] as const)
      assert.notEqual(second[key], first[key], key);
    assert.deepEqual(await deployAll(options), second);
  });
});
