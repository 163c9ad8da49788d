import { reserveRootsAbi } from '@openmere/core/chain/abi/reserve-roots.ts';
import { decodeFunctionResult, encodeFunctionData } from 'viem';
import { findChainState } from '../platform/chain/cursor-store.ts';
import type { Hex } from '../platform/chain/log.ts';
import { RpcAnswerError } from '../platform/chain/rpc.ts';
import { findGas, sendOwn } from '../platform/chain/send-own.ts';
import type { OwnSender, OwnSent } from '../platform/chain/send-own.ts';
import type { Ctx } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { findUnpublished, insertPublication } from './publication-store.ts';

/** `contract`: ReserveRoots. The account speaks under its own address. */
export type PublishDeps = OwnSender & { db: Db; contract: Hex };
/** `differs`: another hash stands under our address: somebody else holds the key. */
export type Published = OwnSent | 'nothing' | 'refused' | 'published' | 'differs';

const NOTHING: Hex = `0x${'0'.repeat(64)}`;

/**
 * One step of publishing the oldest day that is not on chain (rulebook §0.2). The contract takes a day once, so that sending it twice
 * does no harm, and nothing is kept here until a final block says the same.
 */
export async function publishProof(ctx: Pick<Ctx, 'now'> & PublishDeps): Promise<Published> {
  const { db, chainId, contract, account, now } = ctx;
  const publisher = account.address.toLowerCase() as Hex;
  const proof = await findUnpublished(db, chainId);
  if (!proof) return 'nothing';
  const cursor = await findChainState(db, chainId);
  if (!cursor?.hash) return 'nothing';
  const wanted: Hex = `0x${proof.hash}`;
  const final = await readFinal(ctx, proof.day, cursor.hash);
  // The node no longer has the state of that block: once the follower has caught up, it has.
  if (final === undefined) return 'nothing';
  if (final === wanted) {
    const { number: block } = cursor;
    await insertPublication(db, { day: proof.day, contract, publisher, block, seenAt: now });
    return 'published';
  }
  if (final !== NOTHING) return 'differs';
  // Mined, and not final yet.
  if ((await readWord(ctx, proof.day, 'latest')) !== NOTHING) return 'nothing';
  const args = [BigInt(proof.day), wanted] as const;
  const data = encodeFunctionData({ abi: reserveRootsAbi, functionName: 'publish', args });
  const gas = await findGas(ctx, contract, data);
  if (gas === undefined) return 'refused';
  return sendOwn(ctx, { to: contract, data, gas }, 'publish a proof of reserves');
}

async function readFinal(ctx: PublishDeps, day: number, blockHash: Hex): Promise<Hex | undefined> {
  try {
    return await readWord(ctx, day, { blockHash, requireCanonical: true });
  } catch (error) {
    if (error instanceof RpcAnswerError) return undefined;
    throw error;
  }
}

async function readWord({ rpc, contract, account }: PublishDeps, day: number, block: unknown): Promise<Hex> {
  const asked = { abi: reserveRootsAbi, functionName: 'hashOf' } as const;
  const data = encodeFunctionData({ ...asked, args: [account.address, BigInt(day)] });
  const answer = (await rpc.call('eth_call', [{ to: contract, data }, block])) as Hex;
  return decodeFunctionResult({ ...asked, data: answer });
}
