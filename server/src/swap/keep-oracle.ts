import { twapOracleAbi } from '@openmere/core/chain/abi/twap-oracle.ts';
import { decodeFunctionResult, encodeFunctionData } from 'viem';
import type { Hex } from '../platform/chain/log.ts';
import { findGas, sendOwn } from '../platform/chain/send-own.ts';
import type { OwnSender, OwnSent } from '../platform/chain/send-own.ts';

export type KeeperDeps = OwnSender & { oracle: Hex };

/** Seconds between two looks: the oracle stores nothing sooner (`TwapOracle.SPACING`). Rulebook §7 asks for 600 at most. */
const LOOK_SEC = 300n;

/**
 * Looks at the price for the oracle, when nobody has for five minutes (rulebook §6, §7): so its six means span half an hour,
 * also while nobody trades through the desk. Keeps no state; a look that comes second does nothing.
 */
export async function keepOracle(ctx: KeeperDeps): Promise<OwnSent | 'nothing'> {
  const { rpc, oracle } = ctx;
  const abi = twapOracleAbi;
  const block = (await rpc.call('eth_getBlockByNumber', ['latest', false])) as { timestamp?: string } | null;
  const question = encodeFunctionData({ abi, functionName: 'lastObservation' });
  const answer = await rpc.call('eth_call', [{ to: oracle, data: question }, 'latest']);
  const [looked] = decodeFunctionResult({ abi, functionName: 'lastObservation', data: answer as Hex });
  if (BigInt(block?.timestamp ?? 0) < looked + LOOK_SEC) return 'nothing';
  const data = encodeFunctionData({ abi, functionName: 'update' });
  const gas = await findGas(ctx, oracle, data);
  if (gas === undefined) return 'nothing';
  return sendOwn(ctx, { to: oracle, data, gas }, 'look at the average price');
}
