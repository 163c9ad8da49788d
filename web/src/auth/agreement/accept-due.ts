import { call } from '../../platform/api-client.ts';
import { refresh } from '../../platform/query.ts';

/** Accepts exactly the versions that were shown. Where others were published since, these are read and asked for anew. */
export async function acceptDue(versions: string): Promise<void> {
  try {
    await call('Users/AcceptAgreements', { agreements: versions });
  } finally {
    await refresh('Users/Info', 'Ctrls/Agreement');
  }
}
