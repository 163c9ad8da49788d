import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { Fault } from '@openmere/core/kit/fault.ts';
import { decodeFunctionResult, encodeFunctionData } from 'viem';
import type { Cursor } from '../platform/chain/cursor-store.ts';
import { inParts } from '../platform/chain/in-parts.ts';
import type { Hex } from '../platform/chain/log.ts';
import { atBlock } from '../platform/chain/reader.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { listChangedAbove, setHoldings } from './holding-store.ts';
import type { ChangedHolding } from './holding-store.ts';

const BALANCES_AT_ONCE = 50;

/**
 * After a reorganisation: what lies at the deposit addresses that changed above `common`, read from the state of the block at which
 * the new blocks are read to the end. Events cannot tell it any more: those that came again are not given a second time.
 * @returns what writes it.
 */
export async function measureHoldings(
  ctx: { db: Db; rpc: Rpc; chainId: number },
  { common, at }: { common: bigint; at: Cursor },
): Promise<(tx: Tx) => Promise<void>> {
  const { db, rpc, chainId } = ctx;
  const { hash } = at;
  if (hash === null) throw new Fault('chain.behind', { retry: true });
  const changed = await listChangedAbove(db, chainId, common);
  const balances = await inParts(changed, BALANCES_AT_ONCE, async (part) => {
    const answers = await rpc.batch(
      part.map((one) => ({ method: 'eth_call', params: [ask(one), atBlock(hash)] })),
    );
    return answers.map((data) =>
      decodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', data: data as Hex }),
    );
  });
  const measured = changed.map((one, index) => ({ ...one, expected: balances[index] ?? 0n }));
  return (tx) => setHoldings(tx, chainId, measured, at.number);
}

function ask({ token, address }: ChangedHolding): { to: Hex; data: Hex } {
  return {
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [address] }),
  };
}
