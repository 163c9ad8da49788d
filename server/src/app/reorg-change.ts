import { Refusal } from '@openmere/core/kit/refusal.ts';
import { postEntry } from '../ledger/post.ts';
import type { ChangeKind } from '../operator/change.ts';
import { reorgSteps, takeReorgStep } from '../reserve/decide-reorg.ts';
import type { LossDeps } from '../reserve/losses.ts';

/** A step of the way out of a reorganisation, as a change that takes two people. Its subject is the step. */
export function reorgChange(deps: LossDeps): ChangeKind {
  return {
    kind: 'reorg',
    apply({ onPosted, ...context }, { subject }) {
      const step = reorgSteps.find((one) => one === subject);
      if (step === undefined) throw new Refusal('operator.badvalue', { value: subject });
      const post = (entry: Parameters<typeof postEntry>[1]) => postEntry(context.tx, entry, { onPosted });
      return takeReorgStep({ ...context, ...deps, post }, step);
    },
  };
}
