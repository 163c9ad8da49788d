import { Fault } from '@openmere/core/kit/fault.ts';
import type { Cursor } from '../platform/chain/cursor-store.ts';
import type { Hex } from '../platform/chain/log.ts';
import { atBlock } from '../platform/chain/reader.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { listSaidAbove, savePause } from './pause-store.ts';

/** `paused()`, of every contract that the guard can pause. */
const PAUSED: Hex = '0x5c975abb';
/** Behind every log of its block. */
export const BEHIND_LOGS = 2 ** 31 - 1;

/** Whether these contracts are paused at a block. */
export async function askPaused(
  rpc: Rpc,
  contracts: readonly Hex[],
  { hash }: Pick<Cursor, 'hash'>,
): Promise<boolean[]> {
  if (contracts.length === 0) return [];
  if (hash === null) throw new Fault('chain.behind', { retry: true });
  const answers = await rpc.batch(
    contracts.map((to) => ({ method: 'eth_call', params: [{ to, data: PAUSED }, atBlock(hash)] })),
  );
  // "0x": the contract is not there, its blocks are gone.
  return answers.map((answer) => answer !== '0x' && BigInt(answer as Hex) === 1n);
}

/**
 * After a reorganisation: whether the contracts are paused that said so, or the opposite, above `common`; what is gone says nothing any
 * more. One that is found paused is so since that block: when it was before, nobody knows. @returns what writes it.
 */
export async function measurePauses(
  ctx: { db: Db; rpc: Rpc; chainId: number },
  { common, at }: { common: bigint; at: Cursor },
): Promise<(tx: Tx) => Promise<void>> {
  const { db, rpc, chainId } = ctx;
  const said = await listSaidAbove(db, chainId, common);
  const found = await askPaused(
    rpc,
    said.map(({ contract }) => contract),
    at,
  );
  const wrong = said.filter(({ isPaused }, index) => isPaused !== found[index]);
  return async (tx) => {
    for (const { contract, isPaused } of wrong)
      await savePause(tx, {
        chain_id: chainId,
        contract,
        since: isPaused ? null : at.time,
        block_number: at.number,
        log_index: BEHIND_LOGS,
      });
  };
}
