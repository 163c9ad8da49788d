import assert from 'node:assert/strict';
import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
import { treasuryAbi } from '@openmere/core/chain/abi/treasury.ts';
import { uniswapV2PairAbi } from '@openmere/core/chain/abi/uniswap-v2-pair.ts';
import { uniswapV2RouterAbi } from '@openmere/core/chain/abi/uniswap-v2-router.ts';
import {
  createPublicClient,
  createWalletClient,
  erc20Abi,
  getAddress,
  http,
  keccak256,
  parseUnits,
  toHex,
  zeroHash,
} from 'viem';
import type { Address, Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { deployAll } from '../../script/deploy.ts';
import type { DeployOptions } from '../../script/deploy.ts';
import { listObjections } from '../../script/objections.ts';
import { waitForReceipt } from '../../script/receipt.ts';
import { startAnvil } from '../kit/anvil.ts';
import type { Anvil } from '../kit/anvil.ts';
import { after, before, describe, it } from '../kit/cases.ts';
import { fresh, makeOptions, need, richKey } from '../kit/deployment.ts';

const rich = privateKeyToAddress(richKey);
const role = (name: string) => keccak256(toHex(name));

describe('what is refused before anything is sent', () => {
  const base = {
    usdt: fresh(),
    router: fresh(),
    dev: false,
    timelockDelaySec: 172_800,
    deployerKey: generatePrivateKey(),
    governors: [fresh()],
    cancellers: [fresh()],
  };
  const anyone = fresh();
  const cases: [string, Partial<DeployOptions>, number, RegExp][] = [
    [
      'development parts on BSC',
      { ...base, usdt: undefined, router: undefined, dev: true },
      56,
      /chain 31337, not on 56/,
    ],
    ['an existing router on the development chain', { dev: true, router: fresh() }, 31337, /are made on/],
    ['production without USDT', { ...base, usdt: undefined }, 56, /^usdt:/m],
    ['production without router', { ...base, router: undefined }, 56, /^router:/m],
    [
      'production with play money',
      { ...base, fund: [{ address: anyone, bnb: 1n, usdt: 1n, open: 1n }] },
      56,
      /^fund:/m,
    ],
    [
      'a timelock shorter than two days',
      { ...base, timelockDelaySec: 172_799 },
      56,
      /172799 is less than 172800/,
    ],
    [
      'a deployer that keeps a role',
      { ...base, pauser: privateKeyToAddress(base.deployerKey) },
      56,
      /^pauser: the deployer/m,
    ],
    [
      'a deployer that governs',
      { ...base, governors: [privateKeyToAddress(base.deployerKey)] },
      56,
      /^governor: the deployer/m,
    ],
    ['one key hot and cold', { ...base, payer: anyone, cold: anyone }, 56, /^cold: .* is the payer, too/m],
    [
      'one key that pays and guards',
      { ...base, payer: anyone, pauser: anyone },
      56,
      /^pauser: .* is the payer/m,
    ],
    [
      'a medal signer that pays',
      { ...base, payer: anyone, medalSigner: anyone },
      56,
      /^medalSigner: .* is the payer/m,
    ],
    [
      'a deployer that signs medals',
      { ...base, medalSigner: privateKeyToAddress(base.deployerKey) },
      56,
      /^medalSigner: the deployer/m,
    ],
    ['a guard that is cold', { ...base, pauser: anyone, cold: anyone }, 56, /^cold: .* is the pauser/m],
    [
      'a governor that pays',
      { ...base, payer: anyone, governors: [anyone] },
      56,
      /^governor: .* is the payer/m,
    ],
    [
      'a governor that guards',
      { ...base, pauser: anyone, governors: [anyone] },
      56,
      /^governor: .* is the pauser/m,
    ],
    [
      'a governor that is cold',
      { ...base, cold: anyone, governors: [fresh(), anyone] },
      56,
      /^governor: .* is the cold/m,
    ],
    [
      'a governor that cancels',
      { ...base, cancellers: [anyone], governors: [anyone] },
      56,
      /^governor: .* is the canceller/m,
    ],
    ['nobody besides the governors who cancels', { ...base, cancellers: [] }, 56, /^cancellers:/m],
    ['no governors', { ...base, governors: [] }, 56, /^governors:/m],
    ['Ethereum', base, 1, /^chainId: 1 is neither BSC/m],
    ['a development chain that calls itself production', base, 31337, /^chainId: 31337/m],
    ['a publicly known deployer key', { ...base, deployerKey: richKey }, 56, /^deployer: .* publicly known/m],
    ['a publicly known payer', { ...base, payer: rich }, 56, /^payer: .* publicly known/m],
  ];
  for (const [what, changes, chainId, wanted] of cases) {
    it(`refuses: ${what}`, () => {
      assert.match(listObjections(makeOptions('http://unused', changes).options, chainId).join('\n'), wanted);
    });
  }

  it('behavior: has nothing against a proper production deployment', () => {
    for (const chainId of [56, 97])
      assert.deepEqual(listObjections(makeOptions('http://unused', base).options, chainId), []);
  });
});

describe('deployment on a real development chain', () => {
  let anvil: Anvil;
  before(async () => {
    anvil = await startAnvil();
  });
  after(async () => {
    await anvil.stop();
  });
  const reader = () => createPublicClient({ chain: foundry, transport: http(anvil.rpcUrl), cacheTime: 0 });
  const sent = () => reader().getTransactionCount({ address: rich });

  it('refuses: a chain that is not the development chain, sending nothing', async () => {
    const other = await startAnvil(56);
    try {
      await assert.rejects(deployAll(makeOptions(other.rpcUrl).options), /Refused to deploy/);
      assert.equal(await other.request('eth_blockNumber'), '0x0');
    } finally {
      await other.stop();
    }
  });

  it('behavior: an interrupted deployment goes on where it stopped, and a finished one sends nothing', async () => {
    const { options, done, steps } = makeOptions(anvil.rpcUrl, {
      fund: [{ address: fresh(), bnb: 10n, usdt: 20n, open: 30n }],
    });
    const stopAfterEach = async (name: string, address: Address) => {
      await options.onStep(name, address);
      throw new Error('pulled the plug');
    };
    const allSteps = 25;
    for (let step = 1; step <= allSteps; step++) {
      await assert.rejects(deployAll({ ...options, onStep: stopAfterEach }), /pulled the plug/);
      assert.equal(steps.length, step);
    }
    const map = await deployAll(options);
    assert.equal(steps.length, allSteps);
    assert.equal(new Set(steps).size, steps.length, 'no step was made twice');
    assert.equal(map.treasury, done.treasury);
    const before = await sent();
    assert.deepEqual(await deployAll(options), map);
    assert.equal(await sent(), before, 'no transaction the second time');
  });

  it('behavior: a chain that lost its last blocks gets what it lost', async () => {
    const { options, steps } = makeOptions(anvil.rpcUrl, {
      fund: [{ address: fresh(), bnb: 10n, usdt: 20n, open: 30n }],
    });
    let snapshot: unknown;
    const onStep = async (name: string, address: Address) => {
      await options.onStep(name, address);
      if (name === 'treasury') snapshot = await anvil.request('evm_snapshot');
    };
    const first = await deployAll({ ...options, onStep });
    await anvil.request('evm_revert', [snapshot]);
    const already = steps.length;
    const second = await deployAll(options);
    assert.deepEqual(steps.slice(already), steps.slice(steps.indexOf('treasury') + 1, already));
    assert.equal(second.treasury, first.treasury);
    const code = await reader().getCode({ address: need(second, 'forwarderFactory') });
    assert.ok(code !== undefined && code.length > 2);
  });

  it('behavior: roles, limits, pool and play money are as promised', async () => {
    const lucky = fresh();
    const play = {
      address: lucky,
      bnb: parseUnits('3', 18),
      usdt: parseUnits('500', 18),
      open: parseUnits('700', 18),
    };
    const { options, done } = makeOptions(anvil.rpcUrl, { fund: [play] });
    const map = await deployAll(options);
    const client = reader();
    const treasury = { address: need(map, 'treasury'), abi: treasuryAbi } as const;
    const has = (which: Hex, holder: Address) =>
      client.readContract({ ...treasury, functionName: 'hasRole', args: [which, holder] });
    assert.ok(done.timelock);
    assert.equal(await has(zeroHash, done.timelock), true);
    assert.equal(await has(zeroHash, rich), false, 'the deployer administers nothing');
    assert.equal(await has(role('PAYER_ROLE'), rich), false);
    assert.equal(await has(role('PAYER_ROLE'), options.payer), true);
    assert.equal(await client.readContract({ ...treasury, functionName: 'cold' }), getAddress(options.cold));
    const limit = await client.readContract({
      ...treasury,
      functionName: 'dailyLimit',
      args: [need(map, 'usdt')],
    });
    assert.equal(limit, parseUnits('100000', 18));
    const membership = { address: need(map, 'membership'), abi: membershipAbi } as const;
    assert.equal(
      await client.readContract({ ...membership, functionName: 'isActive', args: [options.root] }),
      true,
    );

    const pair = { address: need(map, 'pair'), abi: uniswapV2PairAbi } as const;
    const [reserve0, reserve1] = await client.readContract({ ...pair, functionName: 'getReserves' });
    const token0 = await client.readContract({ ...pair, functionName: 'token0' });
    const [open, usdt] = token0 === map.open ? [reserve0, reserve1] : [reserve1, reserve0];
    assert.deepEqual([open, usdt], [parseUnits('2000000', 18), parseUnits('100000', 18)]);

    const held = (token: Address) =>
      client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [lucky] });
    assert.equal(await client.getBalance({ address: lucky }), play.bnb);
    assert.equal(await held(need(map, 'usdt')), play.usdt);
    assert.equal(await held(need(map, 'open')), play.open);
  });

  it('behavior: the published pool trades, and play money that was spent is not given again', async () => {
    const key = generatePrivateKey();
    const trader = privateKeyToAccount(key);
    const play = { address: trader.address, bnb: parseUnits('1', 18), usdt: parseUnits('100', 18), open: 1n };
    const { options } = makeOptions(anvil.rpcUrl, { fund: [play] });
    const map = await deployAll(options);
    const client = reader();
    const wallet = createWalletClient({ account: trader, chain: foundry, transport: http(anvil.rpcUrl) });
    const [usdt, open, router] = [need(map, 'usdt'), need(map, 'open'), need(map, 'router')];
    const settle = async (hash: Hex) => {
      const receipt = await waitForReceipt(client, hash);
      assert.equal(receipt.status, 'success', hash);
    };
    await settle(
      await wallet.writeContract({
        address: usdt,
        abi: erc20Abi,
        functionName: 'approve',
        args: [router, play.usdt],
      }),
    );
    const at = { address: router, abi: uniswapV2RouterAbi } as const;
    const path = [usdt, open];
    const quoted = await client.readContract({
      ...at,
      functionName: 'getAmountsOut',
      args: [play.usdt, path],
    });
    const deadline = (await client.getBlock()).timestamp + 600n;
    const args = [play.usdt, quoted[1] ?? 0n, path, trader.address, deadline] as const;
    // Not an estimate: the pair writes its price sums only in the first trade of a second, so what an estimate saw in
    // the pool's own second is 40,000 too little a second later.
    const gas = 250_000n;
    await settle(await wallet.writeContract({ ...at, functionName: 'swapExactTokensForTokens', args, gas }));
    const held = (token: Address) =>
      client.readContract({
        address: token,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [trader.address],
      });
    assert.equal(await held(open), (quoted[1] ?? 0n) + 1n);
    // 100 USDT at 0.05 with 0.3 % pool fee and about 0.1 % price impact.
    assert.ok(
      (await held(open)) > (parseUnits('1990', 18) * 996n) / 1000n &&
        (await held(open)) < parseUnits('1994', 18),
    );
    await deployAll(options);
    assert.equal(await held(usdt), 0n);
  });
});
