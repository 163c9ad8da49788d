import { z } from 'zod';
import { amountOut, coinId } from './schema.ts';

/** Of what a dry run found; confirming names it, so that nothing else is done than what was read. */
export const dryRunHash = z.string().regex(/^[0-9a-f]{64}$/);

/** What a change does, as found by doing it and taking it back: nothing else is done when it is confirmed. */
export const dryRun = z.object({
  hash: dryRunHash,
  /** What is otherwise after it: a status, a configuration value. */
  changes: z.array(z.object({ what: z.string(), before: z.string().nullable(), after: z.string() })),
  entries: z.array(
    z.object({
      kind: z.string(),
      reference: z.string(),
      postings: z.array(
        z.object({ source: z.string(), destination: z.string(), coinid: coinId, amount: amountOut }),
      ),
    }),
  ),
  members: z.array(z.object({ userid: z.string(), nickname: z.string() })),
  /** It is a rule that holds for all members. */
  everyone: z.boolean(),
});
