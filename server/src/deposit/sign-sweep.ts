import { depositForwarderFactoryAbi } from '@openmere/core/chain/abi/deposit-forwarder-factory.ts';
import { Fault } from '@openmere/core/kit/fault.ts';
import { encodeFunctionData, keccak256, parseTransaction } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { Hex } from '../platform/chain/log.ts';
import { RpcAnswerError } from '../platform/chain/rpc.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Log } from '../platform/log.ts';
import { readSettings } from '../setting/read.ts';
import type { SweepTarget } from './sweep-store.ts';

export type SweepDeps = {
  db: Db;
  rpc: Rpc;
  chainId: number;
  /** Pays the gas and can do nothing else: the destination of every sweep is fixed in the contracts. */
  account: PrivateKeyAccount;
  /** Instead of the configuration value: where gas costs nothing, every deposit is swept. */
  minimum?: bigint | undefined;
  log?: Log;
};

const GAS_MARGIN_PERCENT = 120n;
/** A replacement pays so much of what it replaces; nodes take it from the lower one on. */
const BUMP_PERCENT = 125n;
const BUMP_LEAST_PERCENT = 110n;
const GWEI = 10n ** 9n;

type Group = { token: Hex; factory: Hex; targets: readonly SweepTarget[] };
type Slot = { nonce: bigint; replaced?: Hex };

/**
 * Signs a sweep of targets that share token and factory. `nogas`: the sweeper cannot pay for it. `dear`: gas costs more than
 * the configured most, which no sweep ever pays; it waits until gas is cheaper.
 */
export async function signSweep(
  ctx: SweepDeps,
  { group, slot }: { group: Group; slot: Slot },
): Promise<{ raw: Hex; tx_hash: Hex } | 'nogas' | 'dear'> {
  const { rpc, chainId, account, log } = ctx;
  const sender = account.address.toLowerCase() as Hex;
  const salts = group.targets.map(({ salt }) => salt);
  const args = [salts, group.token] as const;
  const data = encodeFunctionData({ abi: depositForwarderFactoryAbi, functionName: 'sweepMany', args });
  const gasPrice = await choosePrice(ctx, slot.replaced);
  if (gasPrice === undefined) return 'dear';
  const call = { from: sender, to: group.factory, data };
  // Against the pending state a replacement would find the addresses empty already, and get too little.
  const estimated = BigInt(String(await rpc.call('eth_estimateGas', [call, 'latest'])));
  const gas = percentUp(estimated, GAS_MARGIN_PERCENT);
  const balance = BigInt(String(await rpc.call('eth_getBalance', [sender, 'latest'])));
  if (balance < gas * gasPrice) {
    log?.error({ sender, balance: String(balance) }, 'the sweeper has no gas: send BNB to its address');
    return 'nogas';
  }
  const raw = await account.signTransaction({
    type: 'legacy',
    chainId,
    nonce: Number(slot.nonce),
    to: group.factory,
    data,
    gas,
    gasPrice,
  });
  return { raw, tx_hash: keccak256(raw) };
}

/** Wei for one gas: the node's price, for a replacement enough more than what it replaces; undefined above the most. */
async function choosePrice(
  { db, rpc, log }: SweepDeps,
  replaced: Hex | undefined,
): Promise<bigint | undefined> {
  const { depositSweepGasGweiMax } = await readSettings(db);
  const most = BigInt(depositSweepGasGweiMax) * GWEI;
  const market = BigInt(String(await rpc.call('eth_gasPrice')));
  const paid = replaced ? (parseTransaction(replaced).gasPrice ?? 0n) : 0n;
  const least = percentUp(paid, BUMP_LEAST_PERCENT);
  const wished = [market, percentUp(paid, BUMP_PERCENT)].reduce((a, b) => (a > b ? a : b));
  if (market <= most && least <= most) return wished < most ? wished : most;
  log?.error({ price: String(market), most: String(most) }, 'gas is dearer than a sweep may pay: waiting');
  return undefined;
}

function percentUp(amount: bigint, percent: bigint): bigint {
  return (amount * percent + 99n) / 100n;
}

/** Sends stored bytes. "Already known", "nonce too low" and a silent node are no failures: the next run looks again. */
export async function broadcastSweep(ctx: SweepDeps, raw: Hex): Promise<void> {
  try {
    await ctx.rpc.call('eth_sendRawTransaction', [raw]);
  } catch (error) {
    if (!(error instanceof RpcAnswerError || error instanceof Fault)) throw error;
    ctx.log?.info({ error }, 'sweep not taken, will be sent again');
  }
}
