import { parse } from '../syntax.ts';
import type { Node } from '../syntax.ts';
import { isTest, lineAt, locate } from '../tree.ts';
import type { Finding, Rule, Source } from '../tree.ts';

/** No domains: machinery, the ledger below them, composition roots, and what runs beside the server. */
const GROUND = new Set(['app', 'platform', 'ledger', 'migrations', 'locales', 'test', 'development-chain']);
/** Stores take a connection first. Routes and what writes pushes are called by the machinery, as it calls them. */
const OTHERS = /(^|\/)([\w-]+-)?(store|routes|announce)\.ts$/;
/** What a use case gets from its caller, and nowhere else but in `ctx`. */
const GIVEN = /\b(Tx|Db|\w*Actor|\w*Deps)\b/;

/** Handed over as a function of a type that somebody else calls. Unused lines are an error. */
const PORTS: readonly { path: string; name: string; reason: string }[] = [
  {
    path: 'server/src/swap/post-groups.ts',
    name: 'postGroups',
    reason: 'is given to handlers as the ledger’s own way of posting: (tx, entries)',
  },
  {
    path: 'server/src/setting/read.ts',
    name: 'readSettings',
    reason: 'a reading with a memory, which every store and use case asks like a store',
  },
  {
    path: 'server/src/setting/read.ts',
    name: 'readSettingTexts',
    reason: 'a reading with a memory, which every store and use case asks like a store',
  },
];

type Declared = { name: string; start: number; parameters: string[]; isPromised: boolean };

/** Exported functions of a file that answer later: what answers at once makes something, or computes. */
function listFunctions(file: Source): Declared[] {
  const textOf = (node: Node): string => file.text.slice(node.start, node.end);
  return (parse(file.path, file.text)['body'] as Node[]).flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : undefined;
    const node = declared as Node | null | undefined;
    if (node?.type !== 'FunctionDeclaration') return [];
    const answer = node['returnType'] as Node | null;
    return [
      {
        name: textOf(node['id'] as Node),
        start: node.start,
        parameters: (node['params'] as Node[]).map(textOf),
        isPromised: node['async'] === true || (answer !== null && /^:\s*Promise\b/.test(textOf(answer))),
      },
    ];
  });
}

function isWrong({ parameters, isPromised }: Declared): boolean {
  const [first = '', ...rest] = parameters;
  const hasCtx = /^ctx\s*:/.test(first);
  if (!isPromised && !hasCtx) return false;
  if (hasCtx)
    return rest.length > 1 || rest.some((parameter) => /^\w+\??\s*:\s*(Tx|Db|\w*Deps)\b/.test(parameter));
  return parameters.some((parameter) => GIVEN.test(parameter));
}

export const useCases: Rule = {
  name: 'use-cases',
  about:
    'A use case is called (ctx, input): transaction, time, who acts and what the process offers stand in ctx.',
  check: (tree) => {
    const files = tree.sources.filter(
      ({ path }) =>
        path.startsWith('server/src/') &&
        !isTest(path) &&
        !GROUND.has(locate(path).domain ?? 'app') &&
        !OTHERS.test(path),
    );
    const wrong = files.flatMap((file) =>
      listFunctions(file)
        .filter(isWrong)
        .map((one) => ({ file, one })),
    );
    const isPort = (path: string, name: string): boolean =>
      PORTS.some((port) => port.path === path && port.name === name);
    const found: Finding[] = wrong
      .filter(({ file, one }) => !isPort(file.path, one.name))
      .map(({ file, one }) => ({
        path: file.path,
        line: lineAt(file.text, one.start),
        message: `${one.name}(${one.parameters.map((text) => text.replace(/\s+/g, ' ')).join(', ')}) is not (ctx, input)`,
      }));
    for (const { path, name } of PORTS)
      if (tree.has(path) && !wrong.some(({ file, one }) => file.path === path && one.name === name))
        found.push({ path, line: 1, message: `${name} is listed as a port and needs not be` });
    return found;
  },
};
