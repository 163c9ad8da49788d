import type { OutputOf } from '@openmere/core/calls.ts';
import { checkProof } from '@openmere/core/reserve/proof.ts';
import type { ProofClaim, ProofProblem } from '@openmere/core/reserve/proof.ts';

export type Published = NonNullable<OutputOf<'Wallet/Reserves'>>;
export type OwnProof = NonNullable<OutputOf<'Wallet/ReserveProof'>>;
/** Amounts in base units. */
export type Checked = { coinid: string; amount: bigint; total: bigint; problem: ProofProblem | undefined };

async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function claimsOf(published: Published, own: OwnProof): ProofClaim[] {
  const { day, chainid, block, blockhash, hash, coins } = published;
  const roots = coins.map(({ coinid, root, sum, leaves }) => ({ coin: coinid, hash: root, sum, leaves }));
  return own.coins.map(({ coinid, nonce, amount, path }) => ({
    leaf: { day: own.day, coin: coinid, userid: own.userid, nonce, amount },
    path,
    statement: { day, chainid, block, blockhash, roots },
    hash,
  }));
}

/** Repeats every hash on this device: is what the member had a part of the published totals? */
export function checkOwn(published: Published, own: OwnProof): Promise<Checked[]> {
  return Promise.all(
    claimsOf(published, own).map(async (claim) => {
      const { coin, amount } = claim.leaf;
      const total = published.coins.find(({ coinid }) => coinid === coin)?.sum ?? '0';
      const problem = await checkProof(sha256, claim);
      return { coinid: coin, amount: BigInt(amount), total: BigInt(total), problem };
    }),
  );
}

/** What the offline command reads (tools/check-reserve-proof.ts). */
export function proofFile(published: Published, own: OwnProof): Blob {
  return new Blob([JSON.stringify(claimsOf(published, own), null, 2)], { type: 'application/json' });
}
