import { Fault } from '@openmere/core/kit/fault.ts';
import type { LocalAccount } from 'viem/accounts';
import type { Log } from '../log.ts';
import { demand } from './answer.ts';
import type { Hex } from './log.ts';
import { RpcAnswerError } from './rpc.ts';
import type { Rpc } from './rpc.ts';

/** An account that pays gas and can do nothing else, and the node that it speaks to. */
export type OwnSender = {
  rpc: Rpc;
  chainId: number;
  account: LocalAccount;
  /** Wei a unit of gas: what costs more waits. */
  gasPriceMax: bigint;
  log?: Log;
};
/** `waits`: not taken by the node; `dear`: beyond the cap. The next run looks again. */
export type OwnSent = 'sent' | 'waits' | 'dear' | 'nogas';

/** What waits for gas counts as a failed run, so that Health shows why. `who`: whose key pays. */
export function throwWithoutGas(done: string, who: string): void {
  if (done === 'nogas') throw new Error(`the ${who} has no BNB for gas`);
  if (done === 'dear') throw new Error(`gas is dearer than deposit.sweepGasGweiMax: the ${who} waits`);
}

const GAS_MARGIN_PERCENT = 120n;
/** A later attempt replaces the one that lies unmined: nodes take it from 110 % on. */
const BUMP_PERCENT = 125n;

/** Gas for the call with a margin; undefined where the contract refuses it. */
export async function findGas({ rpc, account }: OwnSender, to: Hex, data: Hex): Promise<bigint | undefined> {
  try {
    const estimated = BigInt(
      String(await rpc.call('eth_estimateGas', [{ from: account.address, to, data }])),
    );
    return (estimated * GAS_MARGIN_PERCENT) / 100n;
  } catch (error) {
    if (error instanceof RpcAnswerError) return undefined;
    throw error;
  }
}

/** How many transactions of the account are in blocks, and with those that wait for one. */
async function countSent({ rpc, account }: OwnSender): Promise<bigint[]> {
  return Promise.all(
    ['latest', 'pending'].map(async (block) =>
      BigInt(String(await rpc.call('eth_getTransactionCount', [account.address, block]))),
    ),
  );
}

/** Whether something of the account's waits for its block. */
export async function hasUnmined(sender: OwnSender): Promise<boolean> {
  const [latest, pending] = await countSent(sender);
  return latest !== pending;
}

/**
 * Sends one call from the account, one at a time: what still lies unmined is replaced. Only for calls that may go through
 * twice, or not at all, without harm. `purpose` stands in the log when the account has no gas.
 */
export async function sendOwn(
  sender: OwnSender,
  { to, data, gas }: { to: Hex; data: Hex; gas: bigint },
  purpose: string,
): Promise<OwnSent> {
  const { rpc, account, chainId, log } = sender;
  const [latest, pending] = await countSent(sender);
  const price = BigInt(String(await rpc.call('eth_gasPrice')));
  // Such bytes lie in no block, and nothing would say so.
  demand(price > 0n, 'gas for nothing');
  const gasPrice = latest === pending ? price : (price * BUMP_PERCENT) / 100n;
  if (gasPrice > sender.gasPriceMax) {
    const figures = { price: String(gasPrice), most: String(sender.gasPriceMax) };
    log?.error(figures, `gas is too dear to ${purpose}: waiting`);
    return 'dear';
  }
  const balance = BigInt(String(await rpc.call('eth_getBalance', [account.address, 'latest'])));
  if (balance < gas * gasPrice) {
    log?.error({ sender: account.address }, `no gas to ${purpose}: send BNB to this address`);
    return 'nogas';
  }
  const nonce = Number(latest ?? 0n);
  const raw = await account.signTransaction({ type: 'legacy', chainId, nonce, to, data, gas, gasPrice });
  try {
    await rpc.call('eth_sendRawTransaction', [raw]);
    return 'sent';
  } catch (error) {
    // "Underpriced", "already known", a silent node: the next run looks again.
    if (!(error instanceof RpcAnswerError || error instanceof Fault)) throw error;
    log?.info({ error }, `not taken to ${purpose}, will be tried again`);
    return 'waits';
  }
}
