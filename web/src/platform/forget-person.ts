import { writeStored } from './storage.ts';

/** What was kept here for the person who acted: drafts, the wallet's address, what was searched for, where they were going. */
export function forgetPerson(): void {
  writeStored('dapp.address', undefined);
  writeStored('general.drafts', undefined);
  writeStored('general.wantedPath', undefined);
  writeStored('goods.searches', undefined);
}
