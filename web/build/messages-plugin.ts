import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { DEFAULT_LOCALE, FALLBACK_LOCALE, locales } from '@openmere/core/kit/language.ts';
import type { Plugin } from 'vite';
import type { Message } from '../src/platform/message.ts';

/** What `formatMessage` can fill; amounts and times are put in as finished text. */
const KINDS: readonly unknown[] = [undefined, 'plural', 'selectordinal', 'select'];

type Compiled = Record<string, Message>;

/** One text alone needs no list around it; a lone `#` keeps its own, because it is a number there. */
function unwrap(message: unknown): unknown {
  if (!Array.isArray(message)) return message;
  const [only] = message as unknown[];
  if (message.length === 1 && typeof only === 'string' && only !== '#') return only;
  return message.map((part: unknown) => {
    if (!Array.isArray(part)) return part;
    const [name, kind, cases] = part as [string, unknown, Record<string, unknown> | undefined];
    if (!KINDS.includes(kind)) throw new TypeError(`has a ${String(kind)} placeholder`);
    if (kind === undefined) return [name];
    const below = Object.entries(cases ?? {}).map(([key, one]) => [key, unwrap(one)]);
    return [name, kind, Object.fromEntries(below)];
  });
}

/** Compiles the texts of one file. A message that the app cannot fill is refused by its file and key. */
export function compileTexts(file: string, source: Readonly<Record<string, string>>): Compiled {
  const compiled: Compiled = {};
  for (const [key, message] of Object.entries(source)) {
    let tokens: unknown;
    try {
      tokens = compileMessageOrThrow(message);
    } catch (error) {
      throw new Error(`${file}: message "${key}" does not parse`, { cause: error });
    }
    try {
      compiled[key] = unwrap(message === '#' ? message : tokens) as Message;
    } catch (error) {
      throw new Error(`${file}: message "${key}" ${error instanceof Error ? error.message : ''}`, {
        cause: error,
      });
    }
  }
  return compiled;
}

async function compileFile(path: string): Promise<Compiled> {
  return compileTexts(path, JSON.parse(await readFile(path, 'utf8')) as Record<string, string>);
}

/** Groups by name, `error:` before those of core, with the file of each language, or of the one that stands in for it. */
async function listGroups(folders: readonly { folder: string; prefix: string }[]) {
  const found: { locale: string; group: string; path: string }[] = [];
  for (const { folder, prefix } of folders) {
    const names = new Map<string, readonly string[]>();
    for (const locale of locales) names.set(locale, await readdir(join(folder, locale)).catch(() => []));
    for (const file of new Set([...names.values()].flat().filter((name) => name.endsWith('.json')))) {
      for (const locale of locales) {
        const source = [locale, FALLBACK_LOCALE, DEFAULT_LOCALE].find((one) =>
          names.get(one)?.includes(file),
        );
        if (source === undefined) continue;
        found.push({
          locale,
          group: prefix + basename(file, '.json'),
          path: join(folder, source, file),
        });
      }
    }
  }
  return found;
}

/** Every text file as it is served, and one hash of them all for their names. */
async function packTexts(web: string): Promise<{ hash: string; files: Map<string, string> }> {
  const groups = await listGroups([
    { folder: join(web, 'src/locales'), prefix: '' },
    { folder: join(web, '../core/src/locales'), prefix: 'error.' },
  ]);
  const files = new Map<string, string>();
  for (const { locale, group, path } of groups)
    files.set(`${locale}.${group}`, JSON.stringify(await compileFile(path)));
  const content = [...files]
    .map((file) => file.join('\n'))
    .toSorted()
    .join('\n');
  return { hash: createHash('sha256').update(content).digest('hex').slice(0, 8), files };
}

/**
 * Turns locale JSON files (`{ "key": "ICU message" }`) into compiled messages at build time, so that no message parser
 * is shipped. A build serves them as JSON under names that the app can say by itself, with one hash of all texts: a map
 * of nine languages times all groups would cost every visitor more than the texts of a screen.
 */
export function compiledMessages(web: string): Plugin {
  let packed: Awaited<ReturnType<typeof packTexts>> | undefined;
  return {
    name: 'openmere:messages',
    enforce: 'pre',
    async config(_config, { command }) {
      if (command !== 'build') return undefined;
      packed = await packTexts(web);
      return { define: { 'import.meta.env.TEXTS_HASH': JSON.stringify(packed.hash) } };
    },
    resolveId(source, importer) {
      // Development and tests read the files where they stand.
      if (!packed || !source.endsWith('/text-source.ts') || !importer) return undefined;
      return join(web, 'src/platform/served-texts.ts');
    },
    transform(code, id) {
      if (!/\/locales\/[^/]+\/[^/]+\.json$/.test(id)) return undefined;
      const compiled = compileTexts(id, JSON.parse(code) as Record<string, string>);
      return { code: `export const messages = ${JSON.stringify(compiled)};`, map: null, moduleType: 'js' };
    },
    generateBundle() {
      for (const [name, source] of packed?.files ?? [])
        this.emitFile({ type: 'asset', fileName: `assets/${name}-${packed?.hash}.json`, source });
    },
  };
}
