import { liquidityDeskAbi } from '@openmere/core/chain/abi/liquidity-desk.ts';
import { Fault } from '@openmere/core/kit/fault.ts';
import { sql } from 'kysely';
import { encodeFunctionData } from 'viem';
import type { LocalAccount } from 'viem/accounts';
import type { Hex } from '../platform/chain/log.ts';
import { RpcAnswerError } from '../platform/chain/rpc.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Log } from '../platform/log.ts';

export type ReleaseDeps = {
  db: Db;
  rpc: Rpc;
  chainId: number;
  desk: Hex;
  /** Pays the gas and can do nothing else: what is released goes to the member, whoever asks. */
  account: LocalAccount;
  /** Wei; a release never pays more for gas, and waits. */
  gasPriceMax: bigint;
  log?: Log;
};
/** What one run did. `done`: the chain has paid it already, the event is on its way. */
export type Released = 'nothing' | 'sent' | 'waits' | 'done' | 'nogas' | 'dear';

type Matured = { address: Hex; ids: bigint[] };

/** Holds in one transaction: well below a block's gas. */
const HOLDS_MAX = 20;
/** Members looked at in one run; those whose holds are paid already are passed over. */
const MEMBERS_MAX = 20;
const GAS_MARGIN_PERCENT = 120n;
/** A later attempt replaces the one that lies unmined: nodes take it from 110 % on. */
const BUMP_PERCENT = 125n;

/**
 * Releases what is still held after its 30 days to its member (rulebook §6), one member a run. Keeps no state: releasing
 * twice is refused by the contract, and the final event takes the hold away. Who releases it himself meanwhile is
 * simply passed over.
 */
export async function releaseMatured(deps: ReleaseDeps, now: Date): Promise<Released> {
  const matured = await listMatured(deps, now);
  if (matured.length === 0) return 'nothing';
  const { rpc, account } = deps;
  const sender = account.address;
  const [latest, pending] = await Promise.all(
    ['latest', 'pending'].map(async (block) =>
      BigInt(String(await rpc.call('eth_getTransactionCount', [sender, block]))),
    ),
  );
  for (const { address, ids } of matured) {
    const args = [address, ids] as const;
    const data = encodeFunctionData({ abi: liquidityDeskAbi, functionName: 'release', args });
    const gas = await findGas(deps, data);
    if (gas === undefined) continue;
    return send(deps, { data, gas, nonce: latest ?? 0n, isStuck: latest !== pending });
  }
  return 'done';
}

/** By address, the longest matured first; index of the primary key serves the few rows that there are. */
async function listMatured({ db, chainId }: ReleaseDeps, now: Date): Promise<Matured[]> {
  const { rows } = await sql<Matured>`
    select address, (array_agg(hold_id order by hold_id))[1:${HOLDS_MAX}] as ids from liquidity_hold
    where chain_id = ${chainId} and release_at <= ${now}
    group by address order by min(release_at), address limit ${MEMBERS_MAX}`.execute(db);
  return rows.map(({ address, ids }) => ({ address, ids: ids.map(BigInt) }));
}

/** Undefined where the desk refuses: paid already, or the chain's clock is a moment behind ours. */
async function findGas({ rpc, account, desk }: ReleaseDeps, data: Hex): Promise<bigint | undefined> {
  try {
    const call = { from: account.address, to: desk, data };
    const estimated = BigInt(String(await rpc.call('eth_estimateGas', [call])));
    return (estimated * GAS_MARGIN_PERCENT) / 100n;
  } catch (error) {
    if (error instanceof RpcAnswerError) return undefined;
    throw error;
  }
}

async function send(
  deps: ReleaseDeps,
  { data, gas, nonce, isStuck }: { data: Hex; gas: bigint; nonce: bigint; isStuck: boolean },
): Promise<Released> {
  const { rpc, account, chainId, desk, log } = deps;
  const price = BigInt(String(await rpc.call('eth_gasPrice')));
  const gasPrice = isStuck ? (price * BUMP_PERCENT) / 100n : price;
  if (gasPrice > deps.gasPriceMax) {
    log?.error(
      { price: String(gasPrice), most: String(deps.gasPriceMax) },
      'gas is too dear to release: waiting',
    );
    return 'dear';
  }
  const balance = BigInt(String(await rpc.call('eth_getBalance', [account.address, 'latest'])));
  if (balance < gas * gasPrice) {
    log?.error({ sender: account.address }, 'no gas to release held liquidity: send BNB to this address');
    return 'nogas';
  }
  const raw = await account.signTransaction({
    type: 'legacy',
    chainId,
    nonce: Number(nonce),
    to: desk,
    data,
    gas,
    gasPrice,
  });
  try {
    await rpc.call('eth_sendRawTransaction', [raw]);
    return 'sent';
  } catch (error) {
    // "Underpriced", "already known", a silent node: the next run looks again.
    if (!(error instanceof RpcAnswerError || error instanceof Fault)) throw error;
    log?.info({ error }, 'release not taken, will be tried again');
    return 'waits';
  }
}
