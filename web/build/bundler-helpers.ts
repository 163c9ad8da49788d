import type { Plugin } from 'vite';

/** The bundler's name for the chunk of its own helpers. */
const HELPERS = 'rolldown-runtime';
/** Where they go: whatever needs a helper needs the libraries, or has them already. */
const LIBRARIES = 'vendor';

/** The parts of a program's syntax tree that are read here; places are offsets in its text. */
type Named = { name: string } | { value: string };
type Statement = {
  type: string;
  start: number;
  end: number;
  source?: { value: string } | null;
  specifiers?: readonly { local: Named; imported?: Named; exported?: Named }[];
};
export type Parse = (code: string) => { body: readonly object[] };

const nameOf = (named: Named): string => ('name' in named ? named.name : named.value);

const statementsOf = (parse: Parse, code: string): readonly Statement[] =>
  parse(code).body as readonly Statement[];

/** The name under which the libraries' file gives a helper to others; it stands for nothing else there. */
const shared = (helper: string): string => `__helper_${helper}`;

/** The helpers' own text as one statement: inside a function their names meet nobody else's. With `isGiven` others can import them. */
export function helpersStatement(parse: Parse, code: string, isGiven: boolean): string {
  const exported = statementsOf(parse, code).find(({ type }) => type === 'ExportNamedDeclaration');
  if (!exported?.specifiers) throw new Error("the bundler's helpers have no list of exports");
  const pairs = exported.specifiers.map(({ local, exported: outer = local }) => [
    nameOf(outer),
    nameOf(local),
  ]);
  const body = code.slice(0, exported.start) + code.slice(exported.end);
  const names = pairs.map(([outer = '']) => shared(outer));
  const given = pairs.map(([outer = '', local]) => `${shared(outer)}:${local}`);
  const statement = `var{${names.join(',')}}=(()=>{${body};return{${given.join(',')}}})();`;
  return isGiven ? `${statement}export{${names.join(',')}};` : statement;
}

/** A chunk that asks `from` for helpers, and takes them from `to` instead; from names of its own when `to` is undefined. */
export function redirectHelpers(parse: Parse, code: string, from: string, to: string | undefined): string {
  let changed = code;
  for (const { type, start, end, source, specifiers = [] } of statementsOf(parse, code).toReversed()) {
    if (source?.value !== `./${from}`) continue;
    if (type !== 'ImportDeclaration') throw new Error(`a chunk passes ${from} on`);
    const pairs = specifiers.map(({ local, imported = local }) => [shared(nameOf(imported)), nameOf(local)]);
    const statement =
      to === undefined
        ? `var ${pairs.map(([outer, local]) => `${local}=${outer}`).join(',')};`
        : `import{${pairs.map((pair) => pair.join(' as ')).join(',')}}from"./${to}";`;
    changed = changed.slice(0, start) + (pairs.length === 0 ? '' : statement) + changed.slice(end);
  }
  return changed;
}

type Files = Readonly<Record<string, { type: string; imports?: readonly string[] } | undefined>>;

/** Whether a file imports another one at once, itself or through what it imports. */
function reaches(files: Files, file: string, wanted: string, seen = new Set<string>()): boolean {
  if (file === wanted) return true;
  if (seen.has(file)) return false;
  seen.add(file);
  return files[file]?.imports?.some((next) => reaches(files, next, wanted, seen)) ?? false;
}

/**
 * Moves the bundler's helpers (0.4 KB) into the libraries' file. By themselves they were one file too many for a first visit: a
 * browser opens six connections, and what finds none free waits for a whole round trip (docs/decisions/0239). The bundler's own
 * groups do not take them. A file that imports nothing of the libraries keeps its name when theirs changes, and browsers keep it
 * for a year: it must not name them, and has helpers of its own.
 */
export function helpersWithLibraries(): Plugin {
  const find = (names: readonly string[], chunk: string): string => {
    const [file, more] = names.filter((name) => name.startsWith(`assets/${chunk}-`) && name.endsWith('.js'));
    if (file === undefined || more !== undefined) throw new Error(`the build has not one file of ${chunk}`);
    return file;
  };
  return {
    name: 'openmere:helpers-with-libraries',
    apply: 'build',
    // Texts change after the bundler has named the files by them: who has one that was changed in another way must not keep it.
    augmentChunkHash: () => String(helpersStatement) + String(redirectHelpers),
    generateBundle(_options, bundle) {
      const parse: Parse = (code) => this.parse(code);
      const from = find(Object.keys(bundle), HELPERS);
      const to = find(Object.keys(bundle), LIBRARIES);
      const helpers = bundle[from];
      if (helpers?.type !== 'chunk') throw new Error(`${from} is no script`);
      const [fromName, toName] = [from, to].map((file) => file.replace('assets/', ''));
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.imports.includes(from)) continue;
        const isLibraries = chunk.fileName === to;
        const hasOwn = isLibraries || !reaches(bundle, chunk.fileName, to);
        chunk.code =
          (hasOwn ? helpersStatement(parse, helpers.code, isLibraries) : '') +
          redirectHelpers(parse, chunk.code, fromName ?? '', hasOwn ? undefined : toName);
        chunk.imports = [...new Set([...chunk.imports, ...(hasOwn ? [] : [to])])].filter(
          (file) => file !== from,
        );
      }
      delete bundle[from];
    },
  };
}
