import type { Sent } from '../../parts/mail-code-field.tsx';
import { readStored, writeStored } from '../../platform/storage.ts';

type Halfway = {
  mode?: 'wallet' | 'mail' | 'account';
  email?: string;
  account?: string | undefined;
  sent?: Sent;
};

function readHalfway(): Halfway {
  try {
    return { ...(JSON.parse(readStored('general.halfway') ?? '{}') as Halfway) };
  } catch {
    return {}; // damaged: the login starts empty
  }
}

/**
 * What was chosen and typed at the login, for who goes on to another step of it (registering, a forgotten password) and comes
 * back, or reads the mail in another app while a small phone drops this page. Neither a password nor a code is among it.
 */
export let halfway = readHalfway();

export function keepHalfway(part: Halfway): void {
  halfway = { ...halfway, ...part };
  writeStored('general.halfway', JSON.stringify(halfway));
}

export function dropHalfway(): void {
  halfway = {};
  writeStored('general.halfway', undefined);
}
