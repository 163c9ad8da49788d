import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import type { JWK } from 'jose';
import { z } from 'zod';
import type { Config } from './config.ts';
import { listKnownKeys } from './dev-keys.ts';

/** Keys of the installation. Losing them loses every sealed column and every stored hash of a code or token. */
export type Secrets = {
  /** Private P-256 keys, each with `kid`: the current one first, then former ones that still open what was sent to them. */
  jwks: JWK[];
  /** For keyed hashes of codes and tokens. */
  pepper: Uint8Array;
  /** For sealed columns. */
  fieldKey: Uint8Array;
  /** For signed cursors. */
  cursorKey: Uint8Array;
};

/** A file of secrets is missing, unreadable, or open to others; the message is for the person at the terminal. */
export class SecretsFault extends Error {}

const KEY_BYTES = 32;
const PRIVATE_MODE = 0o600;

const jwk = z.looseObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  kid: z.string().min(1),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});
const base64 = z.string().regex(/^[A-Za-z0-9+/]+=*$/, 'must be base64');
const file = z.object({
  version: z.literal(1),
  jwks: z.array(jwk).min(1),
  pepper: base64,
  fieldKey: base64,
  cursorKey: base64,
});

/**
 * Writes a new file that only its owner reads, so that a crash leaves none or all of it; an existing one is never
 * replaced. @returns false when there was one already.
 */
export async function writePrivateFile(path: string, text: string): Promise<boolean> {
  if ((await stat(path).catch(() => undefined)) !== undefined) return false;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await replacePrivateFile(path, text);
  return true;
}

/** Writes or replaces a file that only its owner reads, in one step and flushed to disk. */
export async function replacePrivateFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.draft`;
  const handle = await open(draft, 'w', PRIVATE_MODE);
  try {
    await handle.chmod(PRIVATE_MODE);
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, path);
}

async function makeJwk(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
  return {
    ...(await exportJWK(privateKey)),
    kid: randomBytes(8).toString('hex'),
    alg: 'ECDH-ES',
    use: 'enc',
  };
}

/** Makes the installation's secrets at the first start; leaves an existing file alone. */
export async function ensureSecrets(path: string): Promise<void> {
  const key = () => randomBytes(KEY_BYTES).toString('base64');
  const secrets = {
    version: 1,
    jwks: [await makeJwk()],
    pepper: key(),
    fieldKey: key(),
    cursorKey: key(),
  };
  await writePrivateFile(path, `${JSON.stringify(secrets, undefined, 2)}\n`);
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'is missing' : `cannot be read (${error.code})`;
    throw new SecretsFault(`${path} ${why}.`);
  });
}

/** Reads the secrets. Throws {@link SecretsFault} with the reason; never with a value. */
export async function readSecrets(path: string): Promise<Secrets> {
  const text = await readText(path);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SecretsFault(`${path} is not JSON.`);
  }
  const parsed = file.safeParse(value);
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
    throw new SecretsFault(`${path} is not a file of secrets of this version: ${fields}.`);
  }
  const { jwks, pepper, fieldKey, cursorKey } = parsed.data;
  const bytes = (encoded: string) => new Uint8Array(Buffer.from(encoded, 'base64'));
  return { jwks, pepper: bytes(pepper), fieldKey: bytes(fieldKey), cursorKey: bytes(cursorKey) };
}

/** Reads a private key of the chain: 0x and 64 hex digits, alone in its file. */
export async function readKeyFile(path: string): Promise<`0x${string}`> {
  const text = (await readText(path)).trim();
  if (!/^0x[0-9a-fA-F]{64}$/.test(text)) throw new SecretsFault(`${path} does not hold a private key.`);
  return text.toLowerCase() as `0x${string}`;
}

/**
 * Refuses a key of the chain that others may read and, in production, one that everybody knows: for the process whose key it is,
 * which may run where nothing else looks at it.
 */
export async function refuseUnsafeKey(path: string, key: string, mode: Config['mode']): Promise<void> {
  if (await isOpenToOthers(path)) throw new SecretsFault(`${path} can be read by others: chmod 600 it`);
  if (mode === 'production' && listKnownKeys().includes(key))
    throw new SecretsFault(`${path} holds a publicly known development key.`);
}

/** True when others than the owner may read or write the file. Windows has no such bits and answers false. */
export async function isOpenToOthers(path: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && (found.mode & 0o077) !== 0;
}
