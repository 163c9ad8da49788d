import { call } from '../../platform/api-client.ts';
import { refresh } from '../../platform/query.ts';

/** Accepts exactly the versions that were shown. Where others were published since, these are read and asked for anew. */
export async function acceptDue(versions: string): Promise<void> {
  const readAnew = () => refresh('Users/Info', 'Ctrls/Agreement');
  try {
    await call('Users/AcceptAgreements', { agreements: versions });
  } catch (failure) {
    // What went wrong is said first.
    void readAnew();
    throw failure;
  }
  await readAnew();
}
