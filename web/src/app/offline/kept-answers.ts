import type { KeptAnswer } from './kept-calls.ts';

const databaseName = 'openmere-offline';
const tableName = 'kept';
const keyName = 'key';
const answersName = 'answers';
const algorithm = 'AES-GCM';
/** Older figures help nobody, and somebody who comes back after so long logs in anew. */
const keptForMs = 30 * 24 * 60 * 60_000;

type Sealed = { owner: string; at: number; iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(tableName));
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
      const transaction = database.transaction(tableName, mode);
      const request = act(transaction.objectStore(tableName));
      transaction.addEventListener('complete', () => resolve(request.result as T));
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')));
    });
  } finally {
    database.close();
  }
}

/** The device's key: made here, it never leaves the browser, not even for this page. */
async function deviceKey(): Promise<CryptoKey> {
  const found = await withTable<CryptoKey | undefined>('readonly', (table) => table.get(keyName));
  if (found) return found;
  const made = await crypto.subtle.generateKey({ name: algorithm, length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  await withTable('readwrite', (table) => table.put(made, keyName));
  return made;
}

/** Whose answers these are, without keeping the token a second time. */
export async function ownerOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`offline ${token}`));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What was kept for this session; nothing of somebody else, and nothing that is too old. */
export async function readKept(owner: string): Promise<KeptAnswer[]> {
  const sealed = await withTable<Sealed | undefined>('readonly', (table) => table.get(answersName));
  if (!sealed || sealed.owner !== owner || Date.now() - sealed.at > keptForMs) return [];
  const plain = await crypto.subtle.decrypt(
    { name: algorithm, iv: sealed.iv },
    await deviceKey(),
    sealed.data,
  );
  return JSON.parse(new TextDecoder().decode(plain)) as KeptAnswer[];
}

/** Writes all of it anew, encrypted: a copy of the browser's files alone shows no figure. */
export async function writeKept(owner: string, answers: readonly KeptAnswer[]): Promise<void> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const plain = new TextEncoder().encode(JSON.stringify(answers));
  const data = await crypto.subtle.encrypt({ name: algorithm, iv }, await deviceKey(), plain);
  const sealed: Sealed = { owner, at: Date.now(), iv, data };
  await withTable('readwrite', (table) => table.put(sealed, answersName));
}

/** Logged out, or another account: the answers go, and their key with them. */
export function dropKept(): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(databaseName);
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => resolve());
    // Another tab writes this moment; the browser deletes as soon as it has closed.
    request.addEventListener('blocked', () => resolve());
  });
}
