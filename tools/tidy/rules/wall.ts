import { isTest, lineAt } from '../tree.ts';
import type { Finding, ResolvedImport, Source, Tree } from '../tree.ts';

/** Asks about every import of every file that is not a test; an answer is what is wrong with it. */
export function checkImports(
  tree: Tree,
  where: (path: string) => boolean,
  objection: (file: Source, one: ResolvedImport) => string | undefined,
): Finding[] {
  return tree.sources
    .filter((file) => where(file.path) && !isTest(file.path))
    .flatMap((file) =>
      file.imports().flatMap((one) => {
        const message = objection(file, one);
        return message === undefined
          ? []
          : [
              {
                path: file.path,
                line: lineAt(file.text, one.position),
                message: `${message}: ${one.specifier}`,
              },
            ];
      }),
    );
}

/** Files that belong to the tooling of a room and not to its program. */
export function isTooling(path: string): boolean {
  return /\.config\.ts$|^(web|console)\/(build|gallery)\//.test(path);
}
