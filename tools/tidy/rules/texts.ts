import { visit, parse } from '../syntax.ts';
import { isTest } from '../tree.ts';
import type { Finding, Rule, Source, Tree } from '../tree.ts';
import { readMessages } from './locales.ts';

const FOLDER = 'web/src/locales/en';
const ROUTES = ['web/src/app/routes.ts', 'web/src/app/further-routes.ts'];
/** Who shows texts of the frame: the frame, and the parts that every screen is made of. */
const FRAME = /^web\/src\/(app|parts|platform)\//;
/** A template with less fixed text than this would stand for every key. */
const FIXED_MIN = 2;

type Quasi = { value: { cooked: string } };
type Names = { literals: Set<string>; templates: RegExp[] };

/** What a file could name a text by: its strings, and its templates with anything for what they fill in. */
function namesIn({ path, text }: Source): Names {
  const names: Names = { literals: new Set(), templates: [] };
  visit(parse(path, text), (node) => {
    if (node.type === 'Literal' && typeof node['value'] === 'string') names.literals.add(node['value']);
    if (node.type !== 'TemplateLiteral') return;
    const fixed = (node['quasis'] as Quasi[]).map(({ value }) => value.cooked);
    if (fixed.length === 1 || fixed.join('').length < FIXED_MIN || !/^[\w.]*$/.test(fixed.join(''))) return;
    names.templates.push(new RegExp(`^${fixed.map((part) => part.replaceAll('.', '\\.')).join('.+')}$`));
  });
  return names;
}

/** A domain's rules name texts too: the outcomes of a check. */
const folderOf = (path: string): string => path.split('/')[2] ?? '';

/** Texts that nobody can name: not as a string, not by a template, in the folders where their group is used. */
function findUnused(tree: Tree, files: readonly Source[]): Finding[] {
  const rules = tree.sources.filter(({ path }) => path.startsWith('core/src/') && !isTest(path));
  const names = new Map([...files, ...rules].map((file) => [file.path, namesIn(file)]));
  return tree.list(FOLDER).flatMap((name) => {
    const group = name.replace('.json', '');
    const users = files.filter(
      ({ path, text }) => names.get(path)?.literals.has(group) || text.includes(`'${group}.`),
    );
    const folders = new Set(users.map(({ path }) => folderOf(path)));
    const near = [...names].filter(([path]) => folders.has(folderOf(path))).map(([, one]) => one);
    const isNamed = (key: string) =>
      near.some((one) =>
        [key, `${group}.${key}`].some(
          (id) => one.literals.has(id) || one.templates.some((template) => template.test(id)),
        ),
      );
    return Object.keys(readMessages(tree, `${FOLDER}/${name}`))
      .filter((key) => !isNamed(key))
      .map((key) => ({ path: `${FOLDER}/${name}`, line: 1, message: `${key} is shown nowhere` }));
  });
}

const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/.*/g;
const ROW = /\brow\(\s*'([^']+)'(?:(?!\brow\().)*/gs;
const IMPORTED = /import\('([^']+)'\)/;

/** The file of a row's screen: imported in the row, or by a function that the row names. */
function screenOf(row: string, routes: string): string | undefined {
  const named = /screen: (\w+)/.exec(row)?.[1];
  const other = named && new RegExp(`const ${named} = .*`).exec(routes)?.[0];
  return (IMPORTED.exec(row) ?? IMPORTED.exec(other ?? ''))?.[1];
}

const quoted = (text: string): string[] => [...text.matchAll(/'([\w:-]+)'/g)].map((match) => match[1] ?? '');

/** Groups that a screen shows, down its imports, and nobody has fetched: the member would read their keys. */
function findUnfetched(files: readonly Source[]): Finding[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const tables = ROUTES.flatMap((path) => byPath.get(path) ?? []);
  return tables.flatMap((routes) =>
    [...routes.text.matchAll(ROW)].flatMap(([row, path = '']): Finding[] => {
      const screen = screenOf(row, routes.text);
      const found = new Map<string, string>();
      const seen = new Set<string>();
      const walk = (at: string, fetched: ReadonlySet<string>): void => {
        const key = `${at} ${[...fetched].join()}`;
        const file = byPath.get(at);
        if (!file || seen.has(key)) return;
        seen.add(key);
        const code = file.text.replaceAll(COMMENTS, '');
        for (const [, group = ''] of code.matchAll(/useTexts\('([\w-]+)'\)/g))
          if (!fetched.has(group)) found.set(group, at);
        const later = code.includes('loadTexts(') ? new Set([...fetched, ...quoted(code)]) : fetched;
        for (const one of file.imports())
          if (one.target !== undefined && !one.typeOnly) walk(one.target, one.dynamic ? later : fetched);
      };
      const start = routes.imports().find(({ specifier }) => specifier === screen)?.target;
      if (start !== undefined)
        walk(start, new Set(['app', ...quoted(/texts: \[([^\]]*)\]/.exec(row)?.[1] ?? '')]));
      return [...found].map(([group, at]) => ({
        path: routes.path,
        line: 1,
        message: `${path} shows texts of ${group} (${at}), which it does not fetch`,
      }));
    }),
  );
}

export const texts: Rule = {
  name: 'texts',
  about:
    'Every text of the web is shown somewhere, fetched where it is shown; screens leave the frame’s texts to parts.',
  check: (tree) => {
    const files = tree.sources.filter(({ path }) => path.startsWith('web/src/') && !isTest(path));
    const frame = files
      .filter(({ path, text }) => !FRAME.test(path) && text.includes("useTexts('app')"))
      .map(({ path }) => ({
        path,
        line: 1,
        message: 'texts of the frame: take a part, or a group of its own',
      }));
    return [...frame, ...findUnused(tree, files), ...findUnfetched(files)];
  },
};
