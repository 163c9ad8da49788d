import { writeStored } from './storage.ts';

/**
 * What was kept here for the person who acted: drafts, the wallet's address, what was searched for, where they were going. `next`:
 * whose it is from now on.
 */
export function forgetPerson(next?: string): void {
  writeStored('dapp.address', undefined);
  writeStored('general.drafts', undefined);
  writeStored('general.wantedPath', undefined);
  writeStored('goods.searches', undefined);
  writeStored('general.owner', next);
}
