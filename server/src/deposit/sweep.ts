import { encodeFunctionData, keccak256 } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { depositForwarderFactoryAbi } from '@openmere/core/chain/abi/deposit-forwarder-factory.ts';
import { reserveTokens } from '@openmere/core/chain/reserve-account.ts';
import { Fault } from '@openmere/core/kit/fault.ts';
import type { Hex } from '../platform/chain/log.ts';
import { quantity } from '../platform/chain/reader.ts';
import { RpcAnswerError } from '../platform/chain/rpc.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Log } from '../platform/log.ts';
import { readSettings } from '../setting/read.ts';
import {
  closeSweeps,
  findOpenSweep,
  findPlaces,
  insertSweep,
  listTargets,
  listWaitingPayouts,
} from './sweep-store.ts';
import type { NewSweep, Sweep, SweepTarget } from './sweep-store.ts';

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
/** What one run did. */
export type Swept = 'nothing' | 'sent' | 'again' | 'bumped' | 'nogas';

const ADDRESSES_MAX = 40;
/** An unmined sweep gets a higher fee after this time. */
const BUMP_MS = 120_000;
/** Time in which the event of a mined sweep becomes final and marks its deposits. */
const RECENT_MS = 600_000;
const GAS_MARGIN_PERCENT = 120n;
/** Nodes take a replacement from 110 % on. */
const BUMP_PERCENT = 125n;

/**
 * One step of emptying deposit addresses into the treasury. One sweep is under way at a time: its bytes are stored before
 * they are sent, sent again until their nonce is consumed, and replaced with a higher fee when they lie too long.
 * Which deposits were moved is not decided here but by the final transfer events. Repeating a sweep moves nothing.
 */
export async function sweepDeposits(deps: SweepDeps, now: Date): Promise<Swept> {
  const { db, rpc, chainId } = deps;
  const sender = deps.account.address.toLowerCase() as Hex;
  const next = BigInt(String(await rpc.call('eth_getTransactionCount', [sender, 'latest'])));
  await inTransaction(db, (tx) => closeSweeps(tx, chainId, sender, next, now));
  const open = await findOpenSweep(db, chainId, sender);
  if (open) return sendAgain(deps, open, now);
  // Another transaction of this key is on its way (a release of held liquidity): its nonce is not ours to take.
  const pending = BigInt(String(await rpc.call('eth_getTransactionCount', [sender, 'pending'])));
  if (pending > next) return 'nothing';
  const minimum = await minimumOf(deps);
  const recent = new Date(now.getTime() - RECENT_MS);
  const targets = await listTargets(db, chainId, minimum, recent, ADDRESSES_MAX);
  const [first] = targets;
  if (!first) return 'nothing';
  const group = targets.filter((target) => target.token === first.token && target.factory === first.factory);
  const sweep = await sign(deps, group, { nonce: next, attempt: 0 }, now);
  if (!sweep) return 'nogas';
  await inTransaction(db, (tx) => insertSweep(tx, sweep));
  await broadcast(deps, sweep.raw);
  return 'sent';
}

/**
 * What must lie on an address to be worth its gas: nothing while approved payouts wait for money that the treasury does not
 * have, so that small deposits never hold up an exit.
 */
async function minimumOf(deps: SweepDeps): Promise<bigint> {
  const { chainContracts, depositSweepMin } = await readSettings(deps.db);
  const { treasury } = chainContracts;
  const tokens = reserveTokens(chainContracts);
  for (const { coin, amount } of await listWaitingPayouts(deps.db, deps.chainId)) {
    const token = tokens.find((one) => one.coin === coin)?.token;
    if (!token || !treasury) continue;
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [treasury] });
    const held = BigInt(String(await deps.rpc.call('eth_call', [{ to: token, data }, 'latest'])));
    if (held < amount) return 1n;
  }
  return deps.minimum ?? depositSweepMin;
}

async function sendAgain(deps: SweepDeps, open: Sweep, now: Date): Promise<Swept> {
  if (now.getTime() - open.created_at.getTime() < BUMP_MS) {
    await broadcast(deps, open.raw);
    return 'again';
  }
  const places = await findPlaces(deps.db, open.addresses);
  const targets = places.map((place) => ({ ...place, token: open.token }));
  const sweep = await sign(deps, targets, { nonce: open.nonce, attempt: open.attempt + 1 }, now);
  if (!sweep) return 'nogas';
  await inTransaction(deps.db, (tx) => insertSweep(tx, sweep));
  await broadcast(deps, sweep.raw);
  return 'bumped';
}

type Slot = { nonce: bigint; attempt: number };
type Target = Omit<SweepTarget, 'amount'>;

/** Signs a sweep of targets that share token and factory; undefined when the sweeper cannot pay its gas. */
async function sign(
  deps: SweepDeps,
  targets: readonly Target[],
  slot: Slot,
  now: Date,
): Promise<NewSweep | undefined> {
  const { rpc, chainId, account } = deps;
  const [first] = targets;
  if (!first) return undefined;
  const sender = account.address.toLowerCase() as Hex;
  const data = encodeFunctionData({
    abi: depositForwarderFactoryAbi,
    functionName: 'sweepMany',
    args: [targets.map((target) => target.salt), first.token],
  });
  const estimated = BigInt(
    String(await rpc.call('eth_estimateGas', [{ from: sender, to: first.factory, data }])),
  );
  const gas = (estimated * GAS_MARGIN_PERCENT) / 100n;
  // Each attempt pays a quarter more than the one before it could have.
  const gasPrice =
    ((await gasPriceOf(rpc)) * BUMP_PERCENT ** BigInt(slot.attempt)) / 100n ** BigInt(slot.attempt);
  const balance = BigInt(String(await rpc.call('eth_getBalance', [sender, 'latest'])));
  if (balance < gas * gasPrice) {
    deps.log?.error(
      { sender, balance: quantity(balance) },
      'the sweeper has no gas: send BNB to its address',
    );
    return undefined;
  }
  const raw = await account.signTransaction({
    type: 'legacy',
    chainId,
    nonce: Number(slot.nonce),
    to: first.factory,
    data,
    gas,
    gasPrice,
  });
  return {
    chain_id: chainId,
    sender,
    nonce: slot.nonce,
    attempt: slot.attempt,
    token: first.token,
    addresses: targets.map((target) => target.address),
    raw,
    tx_hash: keccak256(raw),
    created_at: now,
  };
}

async function gasPriceOf(rpc: Rpc): Promise<bigint> {
  return BigInt(String(await rpc.call('eth_gasPrice')));
}

/** Sends stored bytes. "Already known", "nonce too low" and a silent node are no failures: the next run looks again. */
async function broadcast(deps: SweepDeps, raw: Hex): Promise<void> {
  try {
    await deps.rpc.call('eth_sendRawTransaction', [raw]);
  } catch (error) {
    if (!(error instanceof RpcAnswerError || error instanceof Fault)) throw error;
    deps.log?.info({ error }, 'sweep not taken, will be sent again');
  }
}
