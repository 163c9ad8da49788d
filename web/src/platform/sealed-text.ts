const TABLE_NAME = 'kept';
const KEY_NAME = 'key';
const TEXT_NAME = 'answers';
const ALGORITHM = 'AES-GCM';

type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };

/** One text in a database of this browser, encrypted under a key that it made and never gives out, not even to this page. */
export type SealedText = {
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
  /** The text goes, and its key with it. */
  drop(): Promise<void>;
};

/** A copy of the browser's files alone shows nothing of it. */
export function sealedText(databaseName: string): SealedText {
  function openDatabase(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(databaseName, 1);
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore(TABLE_NAME));
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('no IndexedDB')));
    });
  }

  async function withTable<T>(
    mode: IDBTransactionMode,
    act: (table: IDBObjectStore) => IDBRequest,
  ): Promise<T> {
    const database = await openDatabase();
    try {
      return await new Promise<T>((resolve, reject) => {
        const transaction = database.transaction(TABLE_NAME, mode);
        const request = act(transaction.objectStore(TABLE_NAME));
        transaction.addEventListener('complete', () => resolve(request.result as T));
        transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')));
      });
    } finally {
      database.close();
    }
  }

  async function deviceKey(): Promise<CryptoKey> {
    const found = await withTable<CryptoKey | undefined>('readonly', (table) => table.get(KEY_NAME));
    if (found) return found;
    const made = await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]);
    await withTable('readwrite', (table) => table.put(made, KEY_NAME));
    return made;
  }

  return {
    async read() {
      const sealed = await withTable<Sealed | undefined>('readonly', (table) => table.get(TEXT_NAME));
      if (!sealed) return undefined;
      const plain = await crypto.subtle.decrypt(
        { name: ALGORITHM, iv: sealed.iv },
        await deviceKey(),
        sealed.data,
      );
      return new TextDecoder().decode(plain);
    },
    async write(text) {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const plain = new TextEncoder().encode(text);
      const data = await crypto.subtle.encrypt({ name: ALGORITHM, iv }, await deviceKey(), plain);
      await withTable('readwrite', (table) => table.put({ iv, data } satisfies Sealed, TEXT_NAME));
    },
    drop() {
      const gone = new Promise<void>((resolve) => {
        const request = indexedDB.deleteDatabase(databaseName);
        request.addEventListener('success', () => resolve());
        request.addEventListener('error', () => resolve());
        // Another tab writes this moment; the browser deletes as soon as it has closed.
        request.addEventListener('blocked', () => resolve());
      });
      // A browser that refuses databases has none of it.
      return gone.catch(() => undefined);
    },
  };
}
