import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

/**
 * Turns locale JSON files (`{ "key": "ICU message" }`) into compiled messages at build time, so that no message
 * parser is shipped. A message that does not parse fails the build and names its file and key.
 */
export function compiledMessages(): Plugin {
  return {
    name: 'openmere:messages',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/locales\/[^/]+\/[^/]+\.json$/.test(id)) return undefined;
      const source = JSON.parse(code) as Record<string, string>;
      const compiled: Record<string, unknown> = {};
      for (const [key, message] of Object.entries(source)) {
        try {
          compiled[key] = compileMessageOrThrow(message);
        } catch (error) {
          throw new Error(`${id}: message "${key}" does not parse`, { cause: error });
        }
      }
      return { code: `export const messages = ${JSON.stringify(compiled)};`, map: null, moduleType: 'js' };
    },
  };
}
