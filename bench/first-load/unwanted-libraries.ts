import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Libraries that no first load may hold, each with words that only its code has. */
const UNWANTED: readonly { library: string; words: string; proof: string }[] = [
  { library: 'zod', words: 'invalid_union', proof: 'zod/v4/core/schemas.js' },
  { library: 'viem', words: 'https://viem.sh', proof: 'viem/_esm/errors/base.js' },
  { library: 'jose', words: 'ERR_JWE_INVALID', proof: 'jose/dist/webapi/util/errors.js' },
  { library: '@base-ui', words: 'data-base-ui-', proof: '@base-ui/react/dialog/root/useDialogRoot.mjs' },
  { library: 'qrcode', words: 'Unknown EC Level', proof: 'qrcode/lib/core/error-correction-level.js' },
];

/** Names what does not belong into the given files; throws when a word is no longer in its own library. */
export function findUnwantedLibraries(root: string, folder: string, files: readonly string[]): string[] {
  const texts = files.map((file) => ({ file, text: readFileSync(join(folder, 'assets', file), 'utf8') }));
  return UNWANTED.flatMap(({ library, words, proof }) => {
    if (!readFileSync(join(root, 'node_modules', proof), 'utf8').includes(words))
      throw new Error(`${library} no longer says "${words}": find other words to know it by`);
    return texts.filter(({ text }) => text.includes(words)).map(({ file }) => `${file} holds ${library}`);
  });
}
