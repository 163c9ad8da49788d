import type { Vault } from './vault.ts';

const DATABASE_NAME = 'openmere-wallet';
const TABLE_NAME = 'vault';
const MAIN_KEY = 'main';

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE_NAME, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(TABLE_NAME));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no IndexedDB')));
    request.addEventListener('blocked', () => reject(new Error('IndexedDB is blocked by another page')));
  });
}

/** One step in its own transaction; resolves when it is written, not only when it was asked for. */
async function withTable<T>(
  mode: IDBTransactionMode,
  act: (table: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase();
  try {
    return await new Promise<T>((resolve, reject) => {
      // Strict: the words exist nowhere else yet when the vault is first written.
      const transaction = database.transaction(TABLE_NAME, mode, { durability: 'strict' });
      const request = act(transaction.objectStore(TABLE_NAME));
      transaction.addEventListener('complete', () => resolve(request.result));
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')));
    });
  } finally {
    database.close();
  }
}

/** The encrypted wallet of this device; undefined when there is none. Rejects where the browser does not say (Safari after a rest, private mode). */
export function readVault(): Promise<Vault | undefined> {
  return withTable<Vault | undefined>(
    'readonly',
    (table) => table.get(MAIN_KEY) as IDBRequest<Vault | undefined>,
  );
}

/** The same, for who only looks whether there is one: what cannot be read is none. */
export async function findVault(): Promise<Vault | undefined> {
  if (!('indexedDB' in globalThis)) return undefined;
  try {
    return await readVault();
  } catch (error) {
    console.warn('the browser keeps no database: no in-app wallet here', error);
    return undefined;
  }
}

export async function saveVault(vault: Vault): Promise<void> {
  await withTable('readwrite', (table) => table.put(vault, MAIN_KEY));
}

export async function deleteVault(): Promise<void> {
  await withTable('readwrite', (table) => table.delete(MAIN_KEY));
}
