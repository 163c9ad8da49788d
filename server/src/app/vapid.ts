import { readFile } from 'node:fs/promises';
import webpush from 'web-push';
import { z } from 'zod';
import type { VapidKeys } from '../news/push/web-push.ts';
import type { Config } from './config.ts';
import { SecretsFault, writePrivateFile } from './secrets.ts';

const base64url = z.string().regex(/^[\w-]{40,90}$/);
const file = z.object({
  version: z.literal(1),
  /** Under which OPENMERE_ENV it was made. */
  made: z.enum(['development', 'production']),
  publicKey: base64url,
  privateKey: base64url,
});

export type Vapid = VapidKeys & { made: Config['mode'] };

/** Makes the key for web push at the first start; leaves an existing file alone. Another key ends every subscription. */
export async function ensureVapid(path: string, made: Config['mode']): Promise<void> {
  const text = JSON.stringify({ version: 1, made, ...webpush.generateVAPIDKeys() }, undefined, 2);
  await writePrivateFile(path, `${text}\n`);
}

/** The key for web push; undefined where there is none (an empty or missing file). Throws {@link SecretsFault} for a wrong one. */
export async function readVapid(path: string): Promise<Vapid | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new SecretsFault(`${path} cannot be read (${error.code}).`);
  });
  if (text.trim() === '') return undefined;
  try {
    const { made, publicKey, privateKey } = file.parse(JSON.parse(text));
    return { made, publicKey, privateKey };
  } catch {
    throw new SecretsFault(`${path} does not hold keys for web push.`);
  }
}
