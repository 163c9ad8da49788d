import type { Finding, Rule } from '../tree.ts';

const FORBIDDEN_FOLDER = /^(utils?|helpers?|common|shared|services?|managers?|misc|lib|stuff|v\d+|old|new)$/i;
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/;
/** Solidity contracts are named as the contract inside; sources are the linter's. */
const OTHERWISE_NAMED = /\.(sol|ts|tsx|mjs)$/;
const VERSIONED = /(-|\b)(v\d+|old|new|copy|final)\.(ts|tsx|css|sql)$/;

function checkPath(path: string): Finding[] {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  const found: string[] = folders
    .filter((folder) => FORBIDDEN_FOLDER.test(folder))
    .map((folder) => `a folder named ${folder} says nothing: name its thing`);
  if (!KEBAB.test(name) && !OTHERWISE_NAMED.test(name)) found.push('file names are kebab-case');
  if (VERSIONED.test(name)) found.push('a file is not a version of another: replace it');
  return found.map((message) => ({ path, line: 1, message }));
}

export const names: Rule = {
  name: 'names',
  about:
    'Names: kebab-case style sheets and query files, no folders named utils, helpers, common, …; no V2, new, old.',
  check: (tree) => tree.files.flatMap((file) => checkPath(file.path)),
};
