import { postEntry } from '../ledger/post.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { takeReorgStep } from '../reserve/decide-reorg.ts';
import type { ReorgStep } from '../reserve/decide-reorg.ts';
import type { LossDeps } from '../reserve/losses.ts';
import type { TestContext } from './context.ts';

/** Takes a step that two operators agreed on, as operator/propose.ts does. */
export function takeStep(context: TestContext, deps: LossDeps, step: ReorgStep) {
  return inTransaction(context.db, (tx) =>
    takeReorgStep(
      {
        ...deps,
        tx,
        now: new Date(),
        maker: { id: 'opr_maker', account: 'maker' },
        checker: { id: 'opr_checker', account: 'checker' },
        post: (entry) => postEntry(tx, entry),
      },
      step,
    ),
  );
}
