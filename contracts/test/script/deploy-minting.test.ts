import assert from 'node:assert/strict';
import { backedDollarAbi } from '@openmere/core/chain/abi/backed-dollar.ts';
import { buyBackAbi } from '@openmere/core/chain/abi/buy-back.ts';
import { hashPowerMintAbi } from '@openmere/core/chain/abi/hash-power-mint.ts';
import { medalAbi } from '@openmere/core/chain/abi/medal.ts';
import { treasuryAbi } from '@openmere/core/chain/abi/treasury.ts';
import { twapOracleAbi } from '@openmere/core/chain/abi/twap-oracle.ts';
import { usdoMintAbi } from '@openmere/core/chain/abi/usdo-mint.ts';
import { createPublicClient, encodeFunctionData, http, keccak256, parseAbi, parseUnits, toHex } from 'viem';
import type { Address, Hex } from 'viem';
import { foundry } from 'viem/chains';
import { getArtifact } from '../../script/compile.ts';
import { deployAll } from '../../script/deploy.ts';
import type { DeployOptions } from '../../script/deploy.ts';
import { createDeployer } from '../../script/deployer.ts';
import { waitForReceipt } from '../../script/receipt.ts';
import { startAnvil } from '../kit/anvil.ts';
import type { Anvil } from '../kit/anvil.ts';
import { after, before, describe, it } from '../kit/cases.ts';
import { makeOptions, need, richKey } from '../kit/deployment.ts';

const payerRole = keccak256(toHex('PAYER_ROLE'));
const minterRole = keccak256(toHex('MINTER_ROLE'));

describe('deployment of what mints', () => {
  let anvil: Anvil;
  before(async () => {
    anvil = await startAnvil();
  });
  after(async () => {
    await anvil.stop();
  });
  const reader = () => createPublicClient({ chain: foundry, transport: http(anvil.rpcUrl), cacheTime: 0 });
  const mints = (usdo: Address, who: Address) =>
    reader().readContract({
      address: usdo,
      abi: backedDollarAbi,
      functionName: 'hasRole',
      args: [minterRole, who],
    });
  /** Runs until the step `last` is in the record, and stops there as if the machine had gone. */
  const deployUntil = async (options: DeployOptions, last: string) => {
    const onStep = async (name: string, address: Address) => {
      await options.onStep(name, address);
      if (name === last) throw new Error('pulled the plug');
    };
    await assert.rejects(deployAll({ ...options, onStep }), /pulled the plug/);
  };

  it('refuses: to end while somebody besides the USDO mint may mint USDO', async () => {
    const { options, done } = makeOptions(anvil.rpcUrl);
    const map = await deployAll(options);
    const { timelock } = done;
    assert.ok(timelock);
    await anvil.request('anvil_impersonateAccount', [timelock]);
    await anvil.request('anvil_setBalance', [timelock, toHex(parseUnits('1', 18))]);
    const args = [minterRole, options.payer] as const;
    const data = encodeFunctionData({ abi: backedDollarAbi, functionName: 'grantRole', args });
    const call = [{ from: timelock, to: need(map, 'usdo'), data }];
    const hash = (await anvil.request('eth_sendTransaction', call)) as Hex;
    await waitForReceipt(reader(), hash);
    await assert.rejects(deployAll(options), new RegExp(`usdo: ${options.payer} holds role ${minterRole}`));
  });

  it('behavior: each works with the market, the USDO mint alone mints USDO, and medals are on sale', async () => {
    const { options, done } = makeOptions(anvil.rpcUrl);
    const map = await deployAll(options);
    const client = reader();
    const place = parseAbi(['function reserved() view returns (address)']);
    assert.ok(done.usdoMintPlace && done.inverseOracle);
    const reserved = await client.readContract({
      address: done.usdoMintPlace,
      abi: place,
      functionName: 'reserved',
    });
    assert.equal(map.usdoMint, reserved);
    assert.equal(await mints(need(map, 'usdo'), need(map, 'usdoMint')), true);
    const usdoMint = { address: need(map, 'usdoMint'), abi: usdoMintAbi } as const;
    assert.equal(await client.readContract({ ...usdoMint, functionName: 'swapDesk' }), map.swapDesk);
    const power = { address: need(map, 'hashPowerMint'), abi: hashPowerMintAbi } as const;
    assert.equal(await client.readContract({ ...power, functionName: 'oracle' }), map.twapOracle);
    assert.equal(await client.readContract({ ...power, functionName: 'inverseOracle' }), done.inverseOracle);
    const inverse = { address: done.inverseOracle, abi: twapOracleAbi } as const;
    assert.equal(await client.readContract({ ...inverse, functionName: 'open' }), map.usdt);
    const medal = { address: need(map, 'medal'), abi: medalAbi } as const;
    const { timestamp } = await client.getBlock();
    for (const type of [1, 2, 3]) {
      const sale = await client.readContract({ ...medal, functionName: 'saleOf', args: [type] });
      assert.ok(sale[3] <= timestamp && timestamp < sale[4], `type ${type} is on sale`);
    }
  });

  it('behavior: a chain from before has its USDO and treasury kept, and the timelock lets the new contract mint', async () => {
    const { options, done, steps } = makeOptions(anvil.rpcUrl);
    await deployUntil(options, 'timelock');
    // As it was: a USDO without minter, before anything was reserved.
    const deployer = await createDeployer(options.rpcUrl, richKey, options);
    const args = ['Openmere Payment Dollar', 'USDO', done.usdt, done.timelock, options.pauser, []];
    const usdo = await deployer.deploy('usdo', await getArtifact('BackedDollar'), args, []);
    const map = await deployAll(options);
    assert.equal(map.usdo, usdo);
    assert.equal(await mints(usdo, need(map, 'usdoMint')), true);
    const count = steps.length;
    assert.deepEqual(await deployAll(options), map);
    assert.equal(steps.length, count, 'and that is the end of it');
  });

  it('behavior: a USDO mint that was made but not recorded is found where it was promised', async () => {
    const { options, done } = makeOptions(anvil.rpcUrl);
    const first = await deployAll(options);
    delete done.usdoMint;
    assert.deepEqual(await deployAll(options), first);
  });

  it('behavior: the treasury pays what buys back, and with another swap desk what buys back there, alone', async () => {
    const { options, done } = makeOptions(anvil.rpcUrl);
    const first = await deployAll(options);
    const pays = (who: Address) =>
      reader().readContract({
        address: need(first, 'treasury'),
        abi: treasuryAbi,
        functionName: 'hasRole',
        args: [payerRole, who],
      });
    assert.equal(await pays(need(first, 'buyBack')), true);
    delete done.swapDesk;
    const second = await deployAll(options);
    assert.notEqual(second.buyBack, first.buyBack);
    assert.equal(await pays(need(first, 'buyBack')), false);
    assert.equal(await pays(need(second, 'buyBack')), true);
    const buyBack = { address: need(second, 'buyBack'), abi: buyBackAbi } as const;
    assert.equal(await reader().readContract({ ...buyBack, functionName: 'treasury' }), second.treasury);
    assert.equal(await reader().readContract({ ...buyBack, functionName: 'pair' }), second.pair);
    assert.deepEqual(await deployAll(options), second);
  });

  it('behavior: with another swap desk there is another USDO mint, and the former one mints no more', async () => {
    const { options, done } = makeOptions(anvil.rpcUrl);
    const first = await deployAll(options);
    delete done.swapDesk;
    const second = await deployAll(options);
    const usdo = need(second, 'usdo');
    assert.equal(usdo, first.usdo);
    assert.equal(second.treasury, first.treasury);
    assert.notEqual(second.usdoMint, first.usdoMint);
    assert.equal(await mints(usdo, need(first, 'usdoMint')), false);
    assert.equal(await mints(usdo, need(second, 'usdoMint')), true);
    assert.equal(second.hashPowerMint, first.hashPowerMint);
    assert.deepEqual(await deployAll(options), second);
  });
});
