import { hashPowerMintAbi } from '@openmere/core/chain/abi/hash-power-mint.ts';
import { twapOracleAbi } from '@openmere/core/chain/abi/twap-oracle.ts';
import { decodeFunctionResult, encodeFunctionData } from 'viem';
import type { Hex } from '../platform/chain/log.ts';
import { findGas, sendOwn } from '../platform/chain/send-own.ts';
import type { OwnSender, OwnSent } from '../platform/chain/send-own.ts';

/**
 * `powerMint` values OPEN by a second oracle of its own, which is looked at in the same transaction. `now` where no block comes by
 * itself, so that the newest one does not tell the time: a development chain.
 */
export type KeeperDeps = OwnSender & { oracle: Hex; powerMint: Hex | undefined; now?: Date | undefined };

/** Seconds between two looks: the oracle stores nothing sooner (`TwapOracle.SPACING`). Rulebook §7 asks for 600 at most. */
const LOOK_SEC = 300n;

/**
 * Looks at the price for the oracles, when nobody has for five minutes (rulebook §6, §7): so the six means of each span half
 * an hour, also while nobody trades through the desk. Keeps no state; a look that comes second does nothing.
 */
export async function keepOracle(ctx: KeeperDeps): Promise<OwnSent | 'nothing'> {
  const { rpc, oracle, powerMint, now } = ctx;
  const block = (await rpc.call('eth_getBlockByNumber', ['latest', false])) as { timestamp?: string } | null;
  const oracles = powerMint === undefined ? [oracle] : [oracle, await findInverse(ctx, powerMint)];
  const looks = await Promise.all(oracles.map((one) => readLook(ctx, one)));
  const time = now ? BigInt(Math.floor(now.getTime() / 1_000)) : BigInt(block?.timestamp ?? 0);
  const isDue = looks.some((looked) => time >= looked + LOOK_SEC);
  if (!isDue) return 'nothing';
  // The power mint's `update` looks at both; each stores nothing when it was looked at too recently.
  const to = powerMint ?? oracle;
  const data = encodeFunctionData({ abi: twapOracleAbi, functionName: 'update' });
  const gas = await findGas(ctx, to, data);
  if (gas === undefined) return 'nothing';
  return sendOwn(ctx, { to, data, gas }, 'look at the average price');
}

async function findInverse({ rpc }: KeeperDeps, powerMint: Hex): Promise<Hex> {
  const asked = { abi: hashPowerMintAbi, functionName: 'inverseOracle' } as const;
  const data = encodeFunctionData(asked);
  const answer = (await rpc.call('eth_call', [{ to: powerMint, data }, 'latest'])) as Hex;
  return decodeFunctionResult({ ...asked, data: answer });
}

/** When somebody last looked, in Unix seconds. */
async function readLook({ rpc }: KeeperDeps, oracle: Hex): Promise<bigint> {
  const asked = { abi: twapOracleAbi, functionName: 'lastObservation' } as const;
  const data = encodeFunctionData(asked);
  const answer = (await rpc.call('eth_call', [{ to: oracle, data }, 'latest'])) as Hex;
  return decodeFunctionResult({ ...asked, data: answer })[0];
}
