import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from '../kit/cases.ts';
import { measureGas, snapshotFile } from '../../script/measure-gas.ts';
import type { GasSnapshot } from '../../script/gas-bench.ts';

/** Parts per hundred that an operation may differ from its snapshot before somebody has to look. */
const tolerancePercent = 2;

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
    const budget = {
      'Membership.activate': 60_000,
      'Treasury.pay': 90_000,
      'BackedDollar.redeem': 60_000,
      'DepositForwarderFactory.sweep a known address': 55_000,
      'SwapDesk.buy': 132_000,
      'SwapDesk.sell': 140_000,
      'SwapDesk.buy with an observation': 182_000,
      'LiquidityDesk.add': 175_000,
      'LiquidityDesk.remove': 260_000,
      'LiquidityDesk.readd out of one hold': 265_000,
      'LiquidityDesk.release of one hold': 70_000,
      // By way of the contract to the treasury: so the server knows what it is.
      'HashPowerMint.mint': 130_000,
      'HashPowerMint.mint with both observations': 165_000,
      'HashPowerMint.mint after half an hour of calm': 320_000,
      'UsdoMint.mintFromUsdt': 110_000,
      'UsdoMint.mintFromOpen': 185_000,
      'Medal.mint': 138_000,
      'Medal.mintWithPermit': 145_000,
      'BuyBack.buy': 200_000,
      'BuyBack.buy with an observation': 215_000,
      'BuyBack.buy after half an hour of calm': 310_000,
    };
    for (const [name, most] of Object.entries(budget)) assert.ok((measured[name] ?? Infinity) <= most, name);
  });
});
