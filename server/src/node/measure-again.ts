import { medalAbi } from '@openmere/core/chain/abi/medal.ts';
import { Fault } from '@openmere/core/kit/fault.ts';
import { decodeErrorResult, decodeFunctionResult, encodeFunctionData } from 'viem';
import type { Cursor } from '../platform/chain/cursor-store.ts';
import { listTaken } from '../platform/chain/fork-store.ts';
import { inParts } from '../platform/chain/in-parts.ts';
import type { Hex } from '../platform/chain/log.ts';
import { atBlock } from '../platform/chain/reader.ts';
import { RpcAnswerError } from '../platform/chain/rpc.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { BEHIND_LOGS } from '../setting/measure-pauses.ts';
import { readSettings } from '../setting/read.ts';
import { announceMoved } from './announce.ts';
import { typeOfToken } from './on-chain.ts';
import { endHolding, listTouched, moveMedal } from './store.ts';

/**
 * After a reorganisation (decision 0312): whose the medals are of which it took a transfer, asked of the contract at the block where the
 * new blocks are read to the end. @returns what writes it.
 */
export async function measureMedals(
  ctx: { db: Db; rpc: Rpc; chainId: number },
  { at }: { at: Cursor },
): Promise<(tx: Tx) => Promise<void>> {
  const { db, rpc, chainId } = ctx;
  const { number: block_number, hash, time } = at;
  const medal = (await readSettings(db)).chainContracts.medal?.toLowerCase() as Hex | undefined;
  const touched = medal ? await listTouched(db, chainId, await listTaken(db, chainId, 'node-medal')) : [];
  if (hash === null || time === null) throw new Fault('chain.behind', { retry: true });
  const owners = await inParts(touched, 1, async ([one]) =>
    medal && one ? [await askOwner(rpc, medal, one.token_id, hash)] : [],
  );
  return async (tx) => {
    for (const [index, { token_id, holder: before, tx_hash, lost_at }] of touched.entries()) {
      const owner = owners[index] ?? null;
      const type = typeOfToken(token_id);
      if (owner === before || type === undefined) continue;
      // What is gone was nobody's for any time; what is nobody's by our logs is its owner's from now on.
      const from_at = lost_at ?? time;
      const place = { chain_id: chainId, token_id, from_at };
      if (owner === null) await endHolding(tx, place);
      else
        await moveMedal(
          tx,
          { ...place, block_number, log_index: BEHIND_LOGS, holder: owner, tx_hash, until_at: null },
          before ?? undefined,
        );
      const told = { before: before ?? undefined, tokenId: token_id, type, hash: tx_hash };
      await announceMoved(tx, { to: owner ?? NOBODY, ...told });
    }
  };
}

const NOBODY: Hex = `0x${'0'.repeat(40)}`;

/** Null: there is no such medal. */
async function askOwner(rpc: Rpc, medal: Hex, tokenId: number, hash: Hex): Promise<Hex | null> {
  const asked = { abi: medalAbi, functionName: 'ownerOf' } as const;
  const data = encodeFunctionData({ ...asked, args: [BigInt(tokenId)] });
  try {
    const answer = await rpc.call('eth_call', [{ to: medal, data }, atBlock(hash)]);
    // The contract itself is gone.
    if (answer === '0x') return null;
    return decodeFunctionResult({ ...asked, data: answer as Hex }).toLowerCase() as Hex;
  } catch (error) {
    if (error instanceof RpcAnswerError && isNonexistent(error.data)) return null;
    throw error;
  }
}

function isNonexistent(data: unknown): boolean {
  if (typeof data !== 'string' || !/^0x[0-9a-f]{8,}$/i.test(data)) return false;
  try {
    return decodeErrorResult({ abi: medalAbi, data: data as Hex }).errorName === 'ERC721NonexistentToken';
  } catch {
    return false;
  }
}
