import { lineAt } from '../tree.ts';
import type { Finding, Rule, Source } from '../tree.ts';

const TEST = /^\s*(?:test|it)(?:\.(\w+)(?:\([^)]*\))?)?\(\s*(['"`])(.*?)\2/gm;
const EACH = /^\s*(?:test|it)\.each\([^]*?\)\(\s*(['"`])(.*?)\1/gm;
const KINDS = ['refuses', 'property', 'behavior'];
const ASLEEP = /\b(?:test|it|describe)\.(only|skip|todo|fails)\b|expect\(true\)\.|\bxit\(|\bretry: \d/g;

function checkFile(file: Source): Finding[] {
  const at = (position: number, message: string): Finding => ({
    path: file.path,
    line: lineAt(file.text, position),
    message,
  });
  const asleep = [...file.text.matchAll(ASLEEP)].map((match) =>
    at(match.index, `a test that proves nothing: ${match[0]}`),
  );
  const named = [
    ...[...file.text.matchAll(TEST)]
      .filter((match) => match[1] !== 'each')
      .map((match) => ({ at: match.index, name: match[3] ?? '' })),
    ...[...file.text.matchAll(EACH)].map((match) => ({ at: match.index, name: match[2] ?? '' })),
  ];
  const badly = named
    .filter((one) => !KINDS.some((kind) => one.name.startsWith(`${kind}: `)))
    .map((one) =>
      at(
        one.at,
        `a test's name starts with refuses:, property: or behavior:, not "${one.name.slice(0, 40)}"`,
      ),
    );
  return [...asleep, ...badly];
}

export const testNames: Rule = {
  name: 'test-names',
  about: 'Tests are named by what they prove; none is skipped, retried or always true.',
  check: (tree) =>
    tree.sources
      .filter(
        (file) =>
          /\.test\.tsx?$/.test(file.path) &&
          !file.path.startsWith('e2e/') &&
          !file.path.startsWith('tools/tidy/'),
      )
      .flatMap((file) => checkFile(file)),
};
