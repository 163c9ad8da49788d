import type { AuthDeps } from '../auth/deps.ts';
import type { Db } from '../platform/db/connect.ts';
import type { GatherOurAddress } from './wallet-address.ts';

/** What the use cases of member need besides the transaction. The ports are answered by deposit. */
export type MemberDeps = AuthDeps & {
  gatherOurAddress: GatherOurAddress;
  /** Id of the member whose deposit address this is. */
  findByDepositAddress: (db: Db, address: string) => Promise<string | undefined>;
};
