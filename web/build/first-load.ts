import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

type ModuleLinks = { importedIds: readonly string[]; importers?: readonly string[] };
/** The part of the bundler's context that tells what a module imports at once. */
export type Graph = { getModuleInfo(id: string): ModuleLinks | null };

/** Chunks of the frame, in the order in which a slow line should carry them: the largest first. */
const FRAME = ['vendor', 'main', 'boot'] as const;

/** Files that a visitor of home or login waits for. */
const FIRST = /^assets\/(boot|main|vendor|home|login)-/;
/** What only a click may bring: each is larger than everything of ours in a first load. */
const LATER = /\/node_modules\/(zod|viem|ox|abitype|jose|qrcode|@base-ui|@scure|@noble|hash-wasm)\//;

/** What an index of a library names, and only other screens use: the bundler leaves it out of the index. */
const ELSEWHERE =
  /\/@tanstack\/.*\/(infiniteQueryObserver|infiniteQueryBehavior|useInfiniteQuery|queriesObserver|useQueries)\.js$/;

/** Everything that a module imports at once, itself included. */
export function closureOf(graph: Graph, entry: string, known = new Set<string>()): Set<string> {
  if (known.has(entry)) return known;
  known.add(entry);
  for (const id of graph.getModuleInfo(entry)?.importedIds ?? []) closureOf(graph, id, known);
  return known;
}

/**
 * Names the chunk of a module of the first load: `boot` (before the frame), `vendor` (libraries, which change seldom),
 * `main` (the frame, and what both first screens need), `home` and `login` (the rest of each, from which other screens
 * borrow). Undefined for what only other screens need.
 */
export function firstLoadChunk(web: string): (id: string, graph: Graph) => string | undefined {
  const find = (graph: Graph) => {
    const of = (file: string) => closureOf(graph, `${web}/src/${file}`);
    const home = of('home/home-screen.tsx');
    const login = of('auth/login/login-screen.tsx');
    const both = [...home].filter((id) => login.has(id));
    return { boot: of('app/boot.ts'), frame: new Set([...of('app/main.tsx'), ...both]), home, login };
  };
  let found: ReturnType<typeof find> | undefined;
  return (id, graph) => {
    if (ELSEWHERE.test(id)) return undefined;
    found ??= find(graph);
    if (found.boot.has(id)) return 'boot';
    if (found.frame.has(id)) return id.includes('/node_modules/') ? 'vendor' : 'main';
    if (found.home.has(id)) return 'home';
    return found.login.has(id) ? 'login' : undefined;
  };
}

/**
 * The page asks for the frame itself, beside its first script, which imports the frame only later; and before everything else:
 * a browser opens six connections, and whatever finds none of them free waits for a whole file. The icon comes within the page.
 */
export function preloadFrame(web: string): Plugin {
  return {
    name: 'openmere:preload-frame',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const files = Object.values(bundle).map((file) => file.fileName);
        const links = FRAME.flatMap((chunk) =>
          files.filter((name) => name.startsWith(`assets/${chunk}-`) && name.endsWith('.js')),
        ).map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`);
        const icon = await readFile(join(web, 'public/favicon.svg'), 'utf8');
        return inlineIcon(html, icon).replace(
          /(?=\n\s*<meta name="viewport")/,
          `\n    ${links.join('\n    ')}`,
        );
      },
    },
  };
}

/** Puts the icon into its link: a picture of 400 bytes is no request worth. */
export function inlineIcon(html: string, icon: string): string {
  const flat = icon.replace(/\s*\n\s*/g, '').replaceAll('"', "'");
  return html.replace(
    'href="/favicon.svg"',
    () => `href="data:image/svg+xml,${encodeURI(flat).replaceAll('#', '%23')}"`,
  );
}

type Chunk = { fileName: string; moduleIds: readonly string[] };

/** Modules of the first load that belong into lazy chunks, each with the file that holds it. */
export function findHeavyModules(chunks: readonly Chunk[]): string[] {
  return chunks
    .filter((chunk) => FIRST.test(chunk.fileName))
    .flatMap(({ fileName, moduleIds }) =>
      moduleIds.filter((id) => LATER.test(id)).map((id) => `${fileName} holds ${id}`),
    );
}

/**
 * Files of the first load that hold nothing and only name another one: a round trip for nothing. The bundler writes them, for
 * instance, when the first script awaits something at its top.
 */
export function findForwarders(chunks: readonly Chunk[]): string[] {
  return chunks
    .filter(({ fileName, moduleIds }) => FIRST.test(fileName) && moduleIds.length === 0)
    .map(({ fileName }) => fileName);
}

/** Fails the build when the first load takes in a heavy library or an empty file: one careless import is enough. */
export function keepFirstLoadLight(): Plugin {
  return {
    name: 'openmere:light-first-load',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const heavy = findHeavyModules(chunks);
      if (heavy.length > 0) this.error(`the first load is too heavy:\n${heavy.slice(0, 10).join('\n')}`);
      const empty = findForwarders(chunks);
      if (empty.length > 0)
        this.error(`the first load waits for files that hold nothing: ${empty.join(', ')}`);
    },
  };
}
