import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { reserves } from '@openmere/core/reserve/contract.ts';
import type { Ctx } from '../platform/context.ts';
import { dayText } from './make-proof.ts';
import { findProof, listProvedCoins } from './proof-store.ts';
import { findPublication } from './publication-store.ts';

/** Whole UTC days since 1970 of `2026-05-04`. */
export const dayNumber = (text: string): number => Date.parse(text) / 86_400_000;

/** Wallet/Reserves. Null when that day was not proved, or none yet. */
export async function showReserves(
  ctx: Pick<Ctx, 'tx'>,
  input: CallParsed<typeof reserves>,
): Promise<CallResult<typeof reserves>> {
  const { tx } = ctx;
  const proof = await findProof(tx, input.day === undefined ? undefined : dayNumber(input.day));
  if (!proof) return null;
  const coins = await listProvedCoins(tx, proof.day);
  const publication = await findPublication(tx, proof.day);
  return {
    day: dayText(proof.day),
    takenat: proof.takenAt.toISOString(),
    chainid: proof.chainId,
    block: Number(proof.block),
    blockhash: proof.blockHash,
    hash: proof.hash,
    treasury: proof.treasury,
    coldaddress: proof.coldAddress,
    published: publication
      ? {
          contract: publication.contract,
          publisher: publication.publisher,
          block: Number(publication.block),
        }
      : null,
    coins: coins.map(({ coin, leaves, root, members, setAside, onChain, cold, bank, addresses }) => ({
      coinid: coin,
      leaves,
      root,
      sum: String(members),
      members: formatAmount(members),
      setaside: formatAmount(setAside),
      onchain: formatAmount(onChain),
      cold: formatAmount(cold),
      bank: formatAmount(bank),
      addresses,
    })),
  };
}
