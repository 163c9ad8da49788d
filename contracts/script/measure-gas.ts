/** Gas of every operation that members or our servers pay for, on the simulated network: the same figures everywhere. */
import path from 'node:path';
import { network } from 'hardhat';
import { encodeFunctionData, toHex } from 'viem';
import type { Abi, Address, Hex } from 'viem';
import { depositForwarderFactoryAbi } from '@openmere/core/chain/abi/deposit-forwarder-factory.ts';
import { backedDollarAbi } from '@openmere/core/chain/abi/backed-dollar.ts';
import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
import { openTokenAbi } from '@openmere/core/chain/abi/open-token.ts';
import { treasuryAbi } from '@openmere/core/chain/abi/treasury.ts';
import { getArtifact } from './compile.ts';
import { contractsFolder } from './places.ts';

export const snapshotFile = path.join(contractsFolder, 'gas-snapshot.json');

/** Gas units by operation, in the order of the run. */
export type GasSnapshot = Record<string, number>;

const amount = 10n ** 18n;
/** Addresses and salts without zero bytes, so that call data always costs the same. */
const plainAddress = (fill: string): Address => `0x${fill.repeat(20)}`;
const plainSalt = (fill: string): Hex => `0x${fill.repeat(32)}`;

async function openBench() {
  // A fixed noon: the daily counters must not see midnight in the middle of a run.
  const { viem } = await network.create({ override: { initialDate: new Date('2030-01-01T12:00:00Z') } });
  const client = await viem.getPublicClient();
  const wallets = await viem.getWalletClients();
  const [deployer, other] = wallets;
  if (deployer === undefined || other === undefined) throw new Error('The simulated network has no accounts');
  const gas: GasSnapshot = {};
  const settle = async (hash: Hex) => {
    const receipt = await client.waitForTransactionReceipt({ hash });
    if (receipt.status !== 'success') throw new Error(`A measured call reverted (${hash})`);
    return receipt;
  };
  const deploy = async (label: string, contract: string, args: readonly unknown[]): Promise<Address> => {
    const { abi, bytecode } = await getArtifact(contract);
    const receipt = await settle(await deployer.deployContract({ abi, bytecode, args }));
    if (!receipt.contractAddress) throw new Error(`${contract} was not deployed`);
    gas[`deploy ${label}`] = Number(receipt.gasUsed);
    return receipt.contractAddress;
  };
  const send = async (
    label: string,
    to: Address,
    abi: Abi,
    functionName: string,
    args: unknown[],
    from = deployer,
  ) => {
    const data = encodeFunctionData({ abi, functionName, args });
    const receipt = await settle(await from.sendTransaction({ to, data }));
    gas[label] = Number(receipt.gasUsed);
  };
  return { client, me: deployer.account.address, other, gas, deploy, send };
}

/** Runs every operation once on a fresh simulated network and gives the gas that each used. */
export async function measureGas(): Promise<GasSnapshot> {
  const { client, me, other, gas, deploy, send } = await openBench();
  const [anna, ben, cold] = [plainAddress('a1'), plainAddress('be'), plainAddress('c0')];
  const usdt = await deploy('DevUsdt', 'DevUsdt', []);
  const open = await deploy('OpenToken', 'OpenToken', [me]);
  const dollar = await deploy('BackedDollar', 'BackedDollar', [
    'Openmere Payment Dollar',
    'USDO',
    usdt,
    me,
    me,
    [me],
  ]);
  const membership = await deploy('Membership', 'Membership', [me, me, me]);
  const limits = [[usdt], [amount * 1000n]];
  const treasury = await deploy('Treasury', 'Treasury', [me, me, me, cold, ...limits]);
  const factory = await deploy('DepositForwarderFactory', 'DepositForwarderFactory', [treasury]);

  await send('OpenToken.transfer to a new holder', open, openTokenAbi, 'transfer', [anna, amount]);
  await send('OpenToken.transfer to a holder', open, openTokenAbi, 'transfer', [anna, amount]);
  await send('OpenToken.burn', open, openTokenAbi, 'burn', [amount]);

  const mintAbi = (await getArtifact('DevUsdt')).abi;
  await send('DevUsdt.mint', usdt, mintAbi, 'mint', [me, amount * 100n]);
  await send('DevUsdt.approve', usdt, mintAbi, 'approve', [dollar, amount * 50n]);
  await send('BackedDollar.mint the first', dollar, backedDollarAbi, 'mint', [me, amount]);
  await send('BackedDollar.mint', dollar, backedDollarAbi, 'mint', [me, amount]);
  await send('BackedDollar.redeem', dollar, backedDollarAbi, 'redeem', [amount]);

  await send('Membership.activate', membership, membershipAbi, 'activate', [me], other);

  const sweep = async (label: string, salts: Hex[]) => {
    for (const salt of salts) {
      const at = { address: factory, abi: depositForwarderFactoryAbi, functionName: 'addressOf' } as const;
      const forwarder = await client.readContract({ ...at, args: [salt] });
      await send('DevUsdt.mint to a deposit address', usdt, mintAbi, 'mint', [forwarder, amount]);
    }
    const single = salts.length === 1;
    const args = single ? [salts[0], usdt] : [salts, usdt];
    await send(label, factory, depositForwarderFactoryAbi, single ? 'sweep' : 'sweepMany', args);
  };
  await sweep('DepositForwarderFactory.sweep the first, deploying', [plainSalt('11')]);
  await sweep('DepositForwarderFactory.sweep a new address', [plainSalt('22')]);
  await sweep('DepositForwarderFactory.sweep a known address', [plainSalt('22')]);
  const ten = Array.from({ length: 10 }, (_, index) => plainSalt(toHex(0x31 + index).slice(2)));
  await sweep('DepositForwarderFactory.sweepMany of 10 new', ten);
  await sweep('DepositForwarderFactory.sweepMany of 10 known', ten);

  await send('Treasury.pay the first of a day', treasury, treasuryAbi, 'pay', [
    plainSalt('51'),
    usdt,
    anna,
    amount,
  ]);
  await send('Treasury.pay to a new holder', treasury, treasuryAbi, 'pay', [
    plainSalt('52'),
    usdt,
    ben,
    amount,
  ]);
  await send('Treasury.pay', treasury, treasuryAbi, 'pay', [plainSalt('53'), usdt, ben, amount]);
  await send('Treasury.sweepToCold', treasury, treasuryAbi, 'sweepToCold', [usdt, amount]);
  await send('Treasury.setDailyLimit', treasury, treasuryAbi, 'setDailyLimit', [usdt, amount]);
  return gas;
}
