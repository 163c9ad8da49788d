import assert from 'node:assert/strict';
import { liquidityDeskAbi } from '@openmere/core/chain/abi/liquidity-desk.ts';
import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import { createPublicClient, createWalletClient, encodeFunctionData, http, toHex, zeroHash } from 'viem';
import type { Abi, Address, Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { getArtifact } from '../../script/compile.ts';
import { deployAll } from '../../script/deploy.ts';
import { waitForReceipt } from '../../script/receipt.ts';
import { startAnvil } from '../kit/anvil.ts';
import type { Anvil } from '../kit/anvil.ts';
import { after, before, describe, it } from '../kit/cases.ts';
import { makeOptions, need } from '../kit/deployment.ts';

const delaySec = 3600;
const governor = privateKeyToAccount(generatePrivateKey());
const guard = privateKeyToAccount(generatePrivateKey());

describe('what the desks charge passes the timelock (C09)', () => {
  let anvil: Anvil;
  let timelock: Address;
  let timelockAbi: Abi;
  let swapDesk: Address;
  let liquidityDesk: Address;
  before(async () => {
    anvil = await startAnvil();
    const { options, done } = makeOptions(anvil.rpcUrl, {
      governors: [governor.address],
      pauser: guard.address,
      timelockDelaySec: delaySec,
    });
    const map = await deployAll(options);
    [swapDesk, liquidityDesk] = [need(map, 'swapDesk'), need(map, 'liquidityDesk')];
    assert.ok(done.timelock);
    timelock = done.timelock;
    timelockAbi = (await getArtifact('Timelock')).abi;
    for (const { address } of [governor, guard])
      await anvil.request('anvil_setBalance', [address, toHex(10n ** 19n)]);
  });
  after(async () => {
    await anvil.stop();
  });

  const reader = () => createPublicClient({ chain: foundry, transport: http(anvil.rpcUrl), cacheTime: 0 });
  /** Sends and tells whether it went through; no estimate, so that what reverts is mined and seen. */
  async function goesThrough(account: typeof governor, to: Address, data: Hex): Promise<boolean> {
    const wallet = createWalletClient({ account, chain: foundry, transport: http(anvil.rpcUrl) });
    const hash = await wallet.sendTransaction({ to, data, gas: 300_000n });
    const receipt = await waitForReceipt(reader(), hash);
    return receipt.status === 'success';
  }
  const ask = (name: 'schedule' | 'execute', to: Address, data: Hex, salt: Hex) => {
    const tail = name === 'schedule' ? [BigInt(delaySec)] : [];
    const args = [to, 0n, data, zeroHash, salt, ...tail];
    return goesThrough(
      governor,
      timelock,
      encodeFunctionData({ abi: timelockAbi, functionName: name, args }),
    );
  };
  const pass = async (seconds: number) => {
    await anvil.request('evm_increaseTime', [seconds]);
    await anvil.request('evm_mine');
  };
  const fees = async () => {
    const at = { address: swapDesk, abi: swapDeskAbi } as const;
    return [
      await reader().readContract({ ...at, functionName: 'communityFeeBps' }),
      await reader().readContract({ ...at, functionName: 'burnBps' }),
    ];
  };
  const setFee = (bps: bigint) =>
    encodeFunctionData({ abi: swapDeskAbi, functionName: 'setCommunityFeeBps', args: [bps] });
  const setBurn = (bps: bigint) =>
    encodeFunctionData({ abi: swapDeskAbi, functionName: 'setBurnBps', args: [bps] });
  const salt = (number: number): Hex => toHex(number, { size: 32 });

  it('refuses: governor and guard at once, and execution before the delay is over', async () => {
    for (const person of [governor, guard]) {
      assert.equal(await goesThrough(person, swapDesk, setFee(0n)), false);
      assert.equal(await goesThrough(person, swapDesk, setBurn(0n)), false);
    }
    assert.equal(await ask('schedule', swapDesk, setFee(0n), salt(1)), true);
    await pass(delaySec - 60);
    assert.equal(await ask('execute', swapDesk, setFee(0n), salt(1)), false);
    assert.deepEqual(await fees(), [50n, 100n]);
  });

  it('refuses: more than the cap, even through the timelock', async () => {
    for (const [number, data] of [setFee(301n), setBurn(301n)].entries()) {
      assert.equal(await ask('schedule', swapDesk, data, salt(10 + number)), true);
      await pass(delaySec);
      assert.equal(await ask('execute', swapDesk, data, salt(10 + number)), false);
    }
    assert.deepEqual(await fees(), [50n, 100n]);
  });

  it('behavior: fee, burn and least amount change after the delay, the cap itself included', async () => {
    const least = encodeFunctionData({ abi: liquidityDeskAbi, functionName: 'setMinimumAdd', args: [1n] });
    const changes = [
      [swapDesk, setFee(300n)],
      [swapDesk, setBurn(0n)],
      [liquidityDesk, least],
    ] as const;
    for (const [number, [to, data]] of changes.entries())
      assert.equal(await ask('schedule', to, data, salt(20 + number)), true);
    await pass(delaySec);
    for (const [number, [to, data]] of changes.entries())
      assert.equal(await ask('execute', to, data, salt(20 + number)), true);
    assert.deepEqual(await fees(), [300n, 0n]);
    const at = { address: liquidityDesk, abi: liquidityDeskAbi, functionName: 'minimumAdd' } as const;
    assert.equal(await reader().readContract(at), 1n);
  });

  it('behavior: the guard switches trading off at once, and only the timelock switches it on', async () => {
    const pause = encodeFunctionData({ abi: swapDeskAbi, functionName: 'pause' });
    const unpause = encodeFunctionData({ abi: swapDeskAbi, functionName: 'unpause' });
    const tradable = () =>
      reader().readContract({ address: swapDesk, abi: swapDeskAbi, functionName: 'tradable' });
    assert.equal(await goesThrough(guard, swapDesk, pause), true);
    assert.equal(await tradable(), false);
    for (const person of [guard, governor]) assert.equal(await goesThrough(person, swapDesk, unpause), false);
    assert.equal(await ask('schedule', swapDesk, unpause, salt(30)), true);
    await pass(delaySec);
    assert.equal(await ask('execute', swapDesk, unpause, salt(30)), true);
    assert.equal(await tradable(), true);
  });
});
