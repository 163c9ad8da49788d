import { isTest, lineAt } from '../tree.ts';
import type { Finding, Rule, Source } from '../tree.ts';

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

/** A figure of a server's file that nothing else sees: limits and times are found by their capitals. */
const FIGURE = /^const ([a-z]\w*) = -?\d[\d_]*n?(?: \* [\d_]+n?)*;/gm;

function checkFigures({ path, text }: Source): Finding[] {
  if (!path.startsWith('server/src/') || isTest(path)) return [];
  return [...text.matchAll(FIGURE)].map((match) => ({
    path,
    line: lineAt(text, match.index),
    message: `a figure is written in capitals: ${match[1]}`,
  }));
}

export const names: Rule = {
  name: 'names',
  about:
    'Names: kebab-case style sheets and query files, no folders named utils, helpers, common, …; no V2, new, old; figures in capitals.',
  check: (tree) => tree.files.flatMap((file) => [...checkPath(file.path), ...checkFigures(file)]),
};
