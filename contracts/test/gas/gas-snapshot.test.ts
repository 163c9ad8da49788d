import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { GasSnapshot } from '../../script/gas-bench.ts';
import { measureGas, snapshotFile } from '../../script/measure-gas.ts';
import { before, describe, it } from '../kit/cases.ts';
import { entrances } from '../kit/entrances.ts';

/** Parts per hundred that an operation may differ from its snapshot before somebody has to look. */
const tolerancePercent = 2;

/** The most that each may use. By way of a contract to the treasury, where it is so: the server knows by that what it is. */
const budget: Record<string, number> = {
  'OpenToken.transfer to a new holder': 53_000,
  'OpenToken.approve': 48_000,
  'OpenToken.burn': 35_000,
  'Membership.activate': 60_000,
  'Treasury.pay': 90_000,
  'Treasury.pay to a new holder': 108_000,
  'Treasury.pay the first of a day': 143_000,
  'Treasury.sweepToCold': 66_000,
  'BackedDollar.mint': 67_000,
  'BackedDollar.redeem': 60_000,
  'DepositForwarderFactory.sweep a new address': 88_000,
  'DepositForwarderFactory.sweep a known address': 55_000,
  'DepositForwarderFactory.sweepMany of 10 new': 580_000,
  'DepositForwarderFactory.sweepMany of 10 known': 165_000,
  'SwapDesk.buy': 132_000,
  'SwapDesk.sell': 140_000,
  'SwapDesk.buy with an observation': 182_000,
  'TwapOracle.update': 66_000,
  'TwapOracle.update after half an hour of calm': 147_000,
  'LiquidityDesk.add': 175_000,
  'LiquidityDesk.remove': 260_000,
  'LiquidityDesk.removeInKind': 175_000,
  'LiquidityDesk.readd out of one hold': 265_000,
  'LiquidityDesk.readd out of the wallet': 208_000,
  'LiquidityDesk.release of one hold': 70_000,
  'HashPowerMint.mint': 130_000,
  'HashPowerMint.mint with both observations': 165_000,
  'HashPowerMint.mint after half an hour of calm': 320_000,
  'HashPowerMint.update': 77_000,
  'UsdoMint.mintFromUsdt': 110_000,
  'UsdoMint.mintFromOpen': 185_000,
  'Medal.mint': 138_000,
  'Medal.mintWithPermit': 145_000,
  'Medal.transferFrom': 57_000,
  'BuyBack.buy': 200_000,
  'BuyBack.buy with an observation': 215_000,
  'BuyBack.buy after half an hour of calm': 310_000,
  'BuyBack.pause': 49_000,
  'BuyBack.unpause': 26_000,
  'ReserveRoots.publish': 48_000,
  'FirstLiquidity.provide': 245_000,
  'Timelock.schedule': 58_000,
  'Timelock.execute': 52_000,
};
/** Who pays for what a budget is not for: the governors, by way of the timelock (measured once), and contracts among themselves. */
const paidOtherwise = new Set(['timelock', 'proposed cold address', 'itself', 'factory', 'maker']);
/** What the standards say, in their own code: no more than the same of {@link budget} by another name. */
const standard = new Set([
  'approve',
  'burnFrom',
  'permit',
  'safeTransferFrom',
  'setApprovalForAll',
  'transfer',
  'transferFrom',
]);

describe('gas snapshot', () => {
  let kept: GasSnapshot;
  let measured: GasSnapshot;
  before(async () => {
    kept = JSON.parse(await readFile(snapshotFile, 'utf8')) as GasSnapshot;
    measured = await measureGas();
  });

  it('refuses: an operation that is measured and not in the snapshot, or the other way round', () => {
    assert.deepEqual(Object.keys(measured).sort(), Object.keys(kept).sort());
  });

  it(`refuses: a change of more than ${tolerancePercent} %`, () => {
    const changed = Object.entries(measured).flatMap(([name, gas]) => {
      const was = kept[name] ?? 0;
      return Math.abs(gas - was) * 100 > was * tolerancePercent ? [`${name}: ${was} → ${gas}`] : [];
    });
    assert.deepEqual(changed, [], 'renew with: hardhat run script/renew-gas.ts');
  });

  it('behavior: what members and the servers pay for stays within its budget', () => {
    for (const [name, most] of Object.entries(budget)) assert.ok((measured[name] ?? Infinity) <= most, name);
  });

  it('refuses: an entrance that somebody pays for and that has no budget', () => {
    const unbounded = Object.entries(entrances).flatMap(([contract, calls]) =>
      Object.entries(calls)
        .filter(([name, who]) => !paidOtherwise.has(who) && !standard.has(name))
        .map(([name]) => `${contract}.${name}`)
        .filter((call) => !Object.keys(budget).some((label) => `${label} `.startsWith(`${call} `))),
    );
    assert.deepEqual(unbounded, []);
  });
});
