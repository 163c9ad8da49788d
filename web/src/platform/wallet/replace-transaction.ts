import { underWay } from '../fetch-anew.ts';
import type { Hex } from './eip1193.ts';
import type { Replacing } from './in-app/approval.ts';
import { inAppWallet, REPLACE_METHOD } from './in-app/found.ts';
import { changeTransaction, findTransaction, isFinal, isReplaceable } from './transaction-record.ts';
import { translateWalletError } from './wallet-error.ts';

/**
 * Sends what waits once more with a higher fee, or cancels it, by the wallet of this device. False when it waits no longer;
 * whichever of the two is mined, the record is followed to its end. Rejects with 4001 when the member said no.
 */
export async function replaceTransaction(id: string, how: Replacing): Promise<boolean> {
  const record = findTransaction(id);
  if (!record || !isReplaceable(record)) return false;
  const { to, data, value, hashes, cancelHashes = [] } = record;
  const params = [{ how, to, data, value, hashes: [...hashes, ...cancelHashes] }];
  underWay.add(record);
  try {
    const hash = (await inAppWallet.provider.request({ method: REPLACE_METHOD, params })) as Hex | null;
    const now = findTransaction(id);
    if (hash === null || (now && isFinal(now))) return false;
    if (now)
      changeTransaction(
        id,
        how === 'faster'
          ? { hashes: [...now.hashes, hash] }
          : { cancelHashes: [...(now.cancelHashes ?? []), hash] },
      );
    return true;
  } catch (error) {
    throw translateWalletError(error);
  } finally {
    underWay.delete(record);
  }
}
