import type { ChangeName } from '@openmere/core/operator/proposal-contract.ts';
import type { OnPosted } from '../ledger/post.ts';
import type { Tx } from '../platform/db/connect.ts';

export type Person = { id: string; account: string };
export type ChangeInput = { subject: string; value: string };

/** The two people behind a change, and what it is done with. In a dry run the checker is nobody yet. */
export type ChangeContext = {
  tx: Tx;
  now: Date;
  maker: Person;
  checker: Person;
  reason: string;
  /** In a dry run that of none which is kept. */
  proposalId: string;
  /** To be given to every posting: what is posted here is what the dry run shows. */
  onPosted: OnPosted;
};

/** What a change did besides its journal entries. */
export type Effect = {
  changes: { what: string; before: string | null; after: string }[];
  /** Whom it affects besides the owners of the accounts that it posts to. */
  members?: readonly string[];
  /** It is a rule that holds for all members. */
  everyone?: boolean;
};

/**
 * One kind of change that takes two people. `apply` does it, in the transaction that it is given: for a dry run the transaction is
 * taken back, for the confirmation it is committed. So what is shown cannot differ from what is done. Its refusals hold for both.
 */
export type ChangeKind = {
  kind: ChangeName;
  apply: (context: ChangeContext, input: ChangeInput) => Promise<Effect>;
};
