import { parse, visit } from '../syntax.ts';
import type { Node } from '../syntax.ts';
import { lineAt } from '../tree.ts';
import type { Finding, Rule, Source } from '../tree.ts';

/** Parts of a name (`newHouse`, `house`) that are a picture, with the field's word for them (docs/glossary.md). */
const PICTURES = new Map<string, string>(
  Object.entries({
    house: 'context, or what it is',
    door: 'app (openTestApp)',
    surfaces: 'app (openTestApp)',
    seer: 'handler of pending logs',
    hearer: 'subscriber',
    unhear: 'unsubscribe',
    leash: 'what follows its parent',
    newcomer: 'registrant',
    wish: 'request',
    deed: 'action',
    strangers: 'unproved, or who it is',
    nonsense: 'badAnswer',
    linquidity: 'liquidity',
  }),
);
/** Whole names, where a part of one would say too little. */
const NAMES: readonly (readonly [name: RegExp, instead: string])[] = [
  [/^([A-Z][a-z]+)*Place$|^placeOf$/, 'LogPosition, AppLocation, or what it is'],
  [/^tell([A-Z]\w*)?$/, 'announce… (a push) or mail…'],
];
/** Words that are wrong only where they have another name. */
const PLACED: readonly (readonly [folder: RegExp, name: RegExp, instead: string])[] = [
  [
    /^((core|server)\/src\/swap|bench\/market|web\/src\/swap\/chart)\//,
    /^[bB]ars?$|^bars?(Of|Columns)/,
    'candle',
  ],
  [/^server\/src\/(platform|development-chain)\//, /^(alone|together)$/, 'exclusive, shared'],
  [
    /^web\/src\/(wallet|platform\/wallet\/in-app)\//,
    /^(set|make|check|reveal|normalise)?[wW]ords(Of)?$/,
    'recovery phrase',
  ],
];
/** The specification's misspellings stay in wire names and routes. */
const FILES =
  /(^|[-/])(house|door|leash|tell|stage|newcomer|strangers|recode|blind|linquidity|re-liquidity)(-[\w-]+)?(\.test)?\.tsx?$/;
const CODES = /^(chain\.nonsense|strangers)$/;

const partsOf = (name: string): string[] =>
  name.split(/(?<=[a-z0-9])(?=[A-Z])|_/).map((part) => part.toLowerCase());

function pictureIn(name: string): string | undefined {
  for (const part of partsOf(name)) {
    const instead = PICTURES.get(part) ?? PICTURES.get(part.replace(/s$/, ''));
    if (instead !== undefined) return instead;
  }
  return undefined;
}

function insteadOf(path: string, name: string): string | undefined {
  return (
    pictureIn(name) ??
    NAMES.find(([whole]) => whole.test(name))?.[1] ??
    PLACED.find(([folder, wrong]) => folder.test(path) && wrong.test(name))?.[2]
  );
}

/** A name that we give: what a library calls its own (`css.words`, `it.stage`) is not ours. */
function nameIn(node: Node, key: string): string | undefined {
  const isForeign = key === 'property' || (key === 'imported' && node.type === 'Identifier');
  const isName = node.type === 'Identifier' || node.type === 'PrivateIdentifier';
  return isName && !isForeign && typeof node['name'] === 'string' ? node['name'] : undefined;
}

function checkFile(file: Source): Finding[] {
  const found = new Map<string, Finding>();
  const add = (position: number, message: string): void => {
    found.set(message, { path: file.path, line: lineAt(file.text, position), message });
  };
  if (FILES.test(file.path)) add(0, 'the file is named by a picture or a misspelling (docs/glossary.md)');
  visit(parse(file.path, file.text), (node, key, parent) => {
    const name = nameIn(node, key);
    const isStage = name === 'stage' && parent?.type === 'FunctionDeclaration' && key === 'id';
    const instead = isStage ? 'renderScreen' : name && insteadOf(file.path, name);
    if (name && instead) add(node.start, `"${name}" is a picture: ${instead}`);
    if (node.type === 'Literal' && CODES.test(String(node['value'])))
      add(node.start, `"${String(node['value'])}" is a picture: chain.badanswer, unproved`);
  });
  return [...found.values()];
}

export const plainNames: Rule = {
  name: 'plain-names',
  about: 'Names are the words of the field (docs/glossary.md), not pictures that a newcomer must look up.',
  check: (tree) =>
    tree.sources.filter((file) => !file.path.startsWith('tools/tidy/')).flatMap((file) => checkFile(file)),
};
