/** Gas of every operation that members or our servers pay for, on the simulated network: the same figures everywhere. */
import path from 'node:path';
import { backedDollarAbi } from '@openmere/core/chain/abi/backed-dollar.ts';
import { depositForwarderFactoryAbi } from '@openmere/core/chain/abi/deposit-forwarder-factory.ts';
import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
import { openTokenAbi } from '@openmere/core/chain/abi/open-token.ts';
import { treasuryAbi } from '@openmere/core/chain/abi/treasury.ts';
import { toHex } from 'viem';
import type { Address, Hex } from 'viem';
import { getArtifact } from './compile.ts';
import { openBench } from './gas-bench.ts';
import type { GasSnapshot } from './gas-bench.ts';
import { measureBuyBack } from './measure-buy-back-gas.ts';
import { measureMarket } from './measure-market-gas.ts';
import { measureMinting } from './measure-minting-gas.ts';
import {
  measureFirstLiquidity,
  measureReserveRoots,
  measureTimelock,
  measureWayOutInKind,
} from './measure-rare-gas.ts';
import { contractsFolder } from './places.ts';

export const snapshotFile = path.join(contractsFolder, 'gas-snapshot.json');

const amount = 10n ** 18n;
/** Addresses and salts without zero bytes, so that call data always costs the same. */
const plainAddress = (fill: string): Address => `0x${fill.repeat(20)}`;
const plainSalt = (fill: string): Hex => `0x${fill.repeat(32)}`;

/** Runs every operation once on a fresh simulated network and gives the gas that each used. */
export async function measureGas(): Promise<GasSnapshot> {
  const bench = await openBench();
  const { client, me, other, gas, deploy, send } = bench;
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
  await send('OpenToken.approve', open, openTokenAbi, 'approve', [ben, amount]);
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
  const ground = { usdt, open, membership, treasury };
  const market = await measureMarket(bench, ground);
  await measureMinting(bench, { ...ground, ...market, usdo: dollar });
  await measureBuyBack(bench, { ...ground, ...market });
  await measureReserveRoots(bench);
  await measureTimelock(bench, ground);
  await measureFirstLiquidity(bench, ground);
  await measureWayOutInKind(bench, { ...ground, ...market });
  return gas;
}
