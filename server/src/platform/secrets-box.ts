import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Fault, assert } from '@openmere/core/kit/fault.ts';

/** Keys of the installation, each at least 32 bytes: for sealed columns, for keyed hashes, for cursors. */
export type SecretKeys = { fieldKey: Uint8Array; pepper: Uint8Array; cursorKey: Uint8Array };

const KEY_BYTES_MIN = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** First byte of a sealed text, so that the format can change. */
const VERSION = 1;
const FIELD = 'openmere field';

type Opened = { field: Buffer; pepper: Buffer; cursor: Buffer };
let opened: Opened | undefined;

/** Gives the process its keys, once at start. Sealing, opening and hashing before that is a bug and throws. */
export function unlockSecrets(keys: SecretKeys): void {
  for (const key of [keys.fieldKey, keys.pepper, keys.cursorKey]) {
    assert(key.byteLength >= KEY_BYTES_MIN, 'a secret key is shorter than 32 bytes');
  }
  opened = {
    field: derive(keys.fieldKey, FIELD),
    pepper: derive(keys.pepper, 'openmere pepper'),
    cursor: derive(keys.cursorKey, 'openmere cursor'),
  };
}

/** One key for one purpose, even when an installation gives the same bytes twice. */
function derive(key: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, new Uint8Array(), purpose, 32));
}

function keys(): Opened {
  assert(opened, 'secrets are not unlocked in this process');
  return opened;
}

/** Encrypts a text for a database column: AES-256-GCM, base64. The same text never seals to the same value. */
export function seal(text: string): string {
  return sealBytes(Buffer.from(text, 'utf8')).toString('base64');
}

/** The same for what is no text, such as a picture. */
export function sealBytes(bytes: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keys().field, iv);
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), body]);
}

/** Opens a sealed text. Throws a Fault when it was changed or sealed under another key. */
export function open(sealed: string): string {
  return openBytes(Buffer.from(sealed, 'base64')).toString('utf8');
}

/** Opens sealed bytes, with the same Fault. */
export function openBytes(bytes: Buffer): Buffer {
  try {
    return decrypt(keys().field, bytes);
  } catch (cause) {
    throw new Fault('secret.unreadable', { retry: false, cause });
  }
}

/** Whether a sealed text opens with this key, whatever keys the process has. */
export function isSealedWith(fieldKey: Uint8Array, sealed: string): boolean {
  try {
    decrypt(derive(fieldKey, FIELD), Buffer.from(sealed, 'base64'));
    return true;
  } catch {
    return false;
  }
}

function decrypt(key: Buffer, bytes: Buffer): Buffer {
  const bodyAt = 1 + IV_BYTES + TAG_BYTES;
  assert(bytes[0] === VERSION && bytes.length >= bodyAt, 'not a sealed text');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + IV_BYTES));
  decipher.setAuthTag(bytes.subarray(1 + IV_BYTES, bodyAt));
  return Buffer.concat([decipher.update(bytes.subarray(bodyAt)), decipher.final()]);
}

/** Keyed hash (HMAC-SHA256 with the pepper, hex): equal texts are found again, but cannot be guessed from a copy of the table. */
export function fingerprint(text: string): string {
  return createHmac('sha256', keys().pepper).update(text).digest('hex');
}

/** Signature of a cursor, 16 bytes. */
export function signCursor(body: string): Buffer {
  return createHmac('sha256', keys().cursor).update(body).digest().subarray(0, 16);
}
