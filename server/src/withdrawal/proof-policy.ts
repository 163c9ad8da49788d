import type { ReadCtx } from '../platform/context.ts';
import { readSettings } from '../setting/read.ts';
import type { ProofPolicy } from './proof.ts';

/** The development chain makes a block only when something happens on it, and nobody wants to wait there. */
const onDevelopmentChain: ProofPolicy = { looks: 5, spacingMs: 1_000, blocks: 2 };

/** What proving the end of a payout takes: from the configuration (rulebook §5), or short on the development chain. */
export async function readProofPolicy(ctx: ReadCtx, dev: boolean): Promise<ProofPolicy> {
  const { tx } = ctx;
  if (dev) return onDevelopmentChain;
  const settings = await readSettings(tx);
  return {
    looks: settings.withdrawProofLooks,
    spacingMs: settings.withdrawProofSeconds * 1_000,
    blocks: settings.withdrawProofBlocks,
  };
}
