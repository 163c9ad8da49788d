import { parseAst } from 'rolldown/parseAst';

/** One `import`, `export … from` or dynamic `import()`. */
export type Import = { specifier: string; typeOnly: boolean; dynamic: boolean; position: number };
/** A node of the syntax tree, as far as the rules look at it. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown };

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

/** The syntax tree of a file. Throws with the path when it cannot be read. */
export function parse(path: string, text: string): Node {
  const lang = path.endsWith('.tsx') ? 'tsx' : path.endsWith('.mjs') ? 'js' : 'ts';
  try {
    return parseAst(text, { lang }, path) as unknown as Node;
  } catch (error) {
    throw new Error(`${path} cannot be parsed: ${(error as Error).message}`, { cause: error });
  }
}

/** The nodes directly below a node, with the name of the property that holds each. */
export function childrenOf(node: Node): { key: string; child: Node }[] {
  return Object.entries(node).flatMap(([key, value]) => {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    return values.filter(isNode).map((child) => ({ key, child }));
  });
}

/** Visits every node; a visitor that answers false is not asked about what is below. */
export function visit(
  node: Node,
  visitor: (node: Node, key: string, parent: Node | undefined) => unknown,
): void {
  const go = (current: Node, key: string, parent: Node | undefined): void => {
    if (visitor(current, key, parent) === false) return;
    for (const { key: below, child } of childrenOf(current)) go(child, below, current);
  };
  go(node, '', undefined);
}

function literal(value: unknown): string | undefined {
  return isNode(value) && value.type === 'Literal' && typeof value['value'] === 'string'
    ? value['value']
    : undefined;
}

function isTypeOnly(node: Node): boolean {
  if (node['importKind'] === 'type' || node['exportKind'] === 'type') return true;
  const specifiers = node['specifiers'];
  if (!Array.isArray(specifiers) || specifiers.length === 0) return false;
  return (specifiers as Node[]).every((one) => one['importKind'] === 'type' || one['exportKind'] === 'type');
}

/** Every import of a file, in order. */
export function listImports(path: string, text: string): Import[] {
  const found: Import[] = [];
  visit(parse(path, text), (node) => {
    const specifier = literal(node['source']);
    if (specifier === undefined) return;
    const dynamic = node.type === 'ImportExpression';
    if (!dynamic && !/^(Import|Export)\w*Declaration$/.test(node.type)) return;
    found.push({ specifier, typeOnly: !dynamic && isTypeOnly(node), dynamic, position: node.start });
  });
  return found;
}
