import { isTest, lineAt } from '../tree.ts';
import type { Finding, Rule, Tree } from '../tree.ts';

const DEFINED = /export const (\w+) = definePush\(\{\s*push: '([\w.]+)'/g;
const CONTRACT = /^core\/src\/[\w/-]+\/(?:[\w-]+-)?contract\.ts$/;

function isSent(tree: Tree, contract: string, name: string): boolean {
  return tree.sources.some(
    (file) =>
      file.path.startsWith('server/src/') &&
      !isTest(file.path) &&
      file.imports().some((one) => one.target === contract && !one.typeOnly) &&
      new RegExp(`\\b${name}\\b`).test(file.text),
  );
}

/** Handled where the app is put together; one that only screens show must have a screen that listens. */
function isHandled(tree: Tree, push: string): boolean {
  const key = new RegExp(`^\\s*'?${push.replace('.', '\\.')}'?(: (async )?(?!onScreensOnly)|\\()`, 'm');
  const listened = new RegExp(`onPush\\([^)]*'${push.replace('.', '\\.')}'`);
  return tree.sources.some(
    ({ path, text }) =>
      path.startsWith('web/src/') &&
      !isTest(path) &&
      (/\/pushes\.ts$|app\/follow-live\.ts$/.test(path) ? key.test(text) : listened.test(text)),
  );
}

export const pushes: Rule = {
  name: 'pushes',
  about: 'Every push is listed, sent by the server and handled by the web (calls.md, Socket).',
  check: (tree) => {
    const list = tree.sources.find((file) => file.path === 'core/src/contracts.ts');
    return tree.sources
      .filter((file) => CONTRACT.test(file.path))
      .flatMap((file) =>
        [...file.text.matchAll(DEFINED)].flatMap((match): Finding[] => {
          const [, name = '', push = ''] = match;
          const wrong = [
            (list?.imports() ?? []).some((one) => one.target === file.path)
              ? undefined
              : `the contract of ${push} is not listed in core/src/contracts.ts`,
            isSent(tree, file.path, name) ? undefined : `nobody sends ${push}`,
            isHandled(tree, push) ? undefined : `nobody handles ${push}`,
          ];
          return wrong.flatMap((message) =>
            message === undefined ? [] : [{ path: file.path, line: lineAt(file.text, match.index), message }],
          );
        }),
      );
  },
};
