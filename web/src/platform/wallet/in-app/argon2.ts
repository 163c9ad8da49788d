import { argon2id } from 'hash-wasm';
import type { KeyRecipe } from './vault.ts';

/** 32 bytes from a passphrase, by the recipe. Blocks its thread: in the browser it runs in a worker. */
export async function argon2Key(passphrase: string, recipe: KeyRecipe): Promise<Uint8Array<ArrayBuffer>> {
  const salt = new Uint8Array(recipe.salt.length / 2);
  for (let at = 0; at < salt.length; at += 1)
    salt[at] = Number.parseInt(recipe.salt.slice(at * 2, at * 2 + 2), 16);
  const key = await argon2id({
    password: passphrase,
    salt,
    memorySize: recipe.memory,
    iterations: recipe.passes,
    parallelism: recipe.lanes,
    hashLength: 32,
    outputType: 'binary',
  });
  return new Uint8Array(key);
}
