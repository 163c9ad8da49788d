import { hashPowerMintAbi } from '@openmere/core/chain/abi/hash-power-mint.ts';
import { twapOracleAbi } from '@openmere/core/chain/abi/twap-oracle.ts';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOver } from '../platform/chain/client.ts';
import { throwWithoutGas } from '../platform/chain/send-own.ts';
import { deployForTest, startTestAnvil, TEST_CHAIN_ID } from '../platform/chain/test-anvil.ts';
import type { TestAnvil } from '../platform/chain/test-anvil.ts';
import { keepOracle } from './keep-oracle.ts';

/** The keeper against the real oracle: a key with gas and nothing else. */
const account = privateKeyToAccount(`0x${'4b'.repeat(32)}`);
let anvil: TestAnvil;
let oracle: Hex;
let powerMint: Hex;

beforeAll(async () => {
  anvil = await startTestAnvil();
  const contracts = await deployForTest(anvil.url);
  oracle = contracts.twapOracle ?? '0x';
  powerMint = contracts.hashPowerMint ?? '0x';
}, 120_000);
afterAll(() => anvil.stop());

const gasPriceMax = 20_000_000_000n;
const keeper = () => ({ rpc: anvil.rpc, chainId: TEST_CHAIN_ID, account, gasPriceMax, oracle, powerMint });
const run = () => keepOracle(keeper());
const look = { abi: twapOracleAbi, functionName: 'lastObservation' } as const;
const looked = async () =>
  (await clientOver(anvil.rpc, TEST_CHAIN_ID).readContract({ ...look, address: oracle }))[0];
async function pass(seconds: number): Promise<void> {
  await anvil.rpc.call('evm_increaseTime', [seconds]);
  await anvil.rpc.call('evm_mine');
}
const setGasPrice = (wei: bigint) =>
  anvil.rpc.call('anvil_setNextBlockBaseFeePerGas', [`0x${wei.toString(16)}`]).then(() => pass(1));

test('refuses: to send without gas, or at any price; it says so and waits', async () => {
  await pass(301);
  const failing = async () => throwWithoutGas(await run(), 'keeper');
  expect(await run()).toBe('nogas');
  await expect(failing()).rejects.toThrow('the keeper has no BNB for gas');
  await anvil.rpc.call('anvil_setBalance', [account.address, '0xde0b6b3a7640000']);
  await setGasPrice(400_000_000_000n);
  expect(await run()).toBe('dear');
  await expect(failing()).rejects.toThrow('gas is dearer than deposit.sweepGasGweiMax: the keeper waits');
  await setGasPrice(1_000_000_000n);
});

test('behavior: looks when nobody has for five minutes, and only then', async () => {
  const before = await looked();
  expect(await run()).toBe('sent');
  await pass(1);
  expect(await looked()).toBeGreaterThan(before);
  expect(await run()).toBe('nothing');
  await pass(200);
  expect(await run()).toBe('nothing');
  await pass(100);
  expect(await run()).toBe('sent');
});

test('behavior: an hour with the keeper: the average is there all the time and spans no more than an hour', async () => {
  for (let minute = 0; minute < 60; minute += 1) {
    await pass(60);
    await run();
  }
  await pass(1);
  const price = { abi: twapOracleAbi, functionName: 'price', address: oracle } as const;
  expect(await clientOver(anvil.rpc, TEST_CHAIN_ID).readContract(price)).toBeGreaterThan(0n);
  const valued = { abi: hashPowerMintAbi, functionName: 'priceE18', address: powerMint } as const;
  expect(await clientOver(anvil.rpc, TEST_CHAIN_ID).readContract(valued)).toBeGreaterThan(0n);
});

test('behavior: a look of somebody else at one oracle leaves the other one due', async () => {
  await pass(301);
  // Without a power mint only the pair's own oracle is looked at, as a trade does.
  expect(await keepOracle({ ...keeper(), powerMint: undefined })).toBe('sent');
  await pass(1);
  expect(await run()).toBe('sent');
  await pass(1);
  expect(await run()).toBe('nothing');
});

test('behavior: on a chain without blocks of its own it looks by the clock', async () => {
  await pass(1);
  const time = Number(await looked()) * 1_000;
  await anvil.rpc.call('evm_increaseTime', [400]);
  // The newest block still says that it is early.
  expect(await run()).toBe('nothing');
  expect(await keepOracle({ ...keeper(), now: new Date(time + 299_000) })).toBe('nothing');
  expect(await keepOracle({ ...keeper(), now: new Date(time + 301_000) })).toBe('sent');
});
